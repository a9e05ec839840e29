import { once } from 'node:events'
import { CommandError } from './command-error'
import { exitCodes } from './exit-codes'

/** Writes to a stream, and waits while it takes no more. */
export class Output {
  readonly #stream: NodeJS.WritableStream
  #held: string[] = []
  #length = 0

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
  }

  /** Adds to what is written at the next {@link flush}. */
  add(text: string): void {
    this.#held.push(text)
    this.#length += text.length
  }

  /** Whether so much is held that it is time to flush. */
  get isFull(): boolean {
    return this.#length > 2 ** 16
  }

  /** Writes what is held, and waits until the stream takes more. */
  async flush(): Promise<void> {
    if (this.#length === 0) return
    const text = this.#held.join('')
    this.#held = []
    this.#length = 0
    if (!this.#stream.write(text)) await once(this.#stream, 'drain')
  }
}

/** A failure of the file system as one that is the user's to mend. */
export function unwritable(file: string, error: unknown): CommandError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return new CommandError(exitCodes.input, `${file} cannot be written (${code}).`)
}

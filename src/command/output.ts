import { once } from 'node:events'
import { fstatSync, type Stats } from 'node:fs'
import { CommandError } from './command-error'
import { factsOf } from './documents'
import { exitCodes } from './exit-codes'
import { wrong } from './subcommand'

/** Writes to a stream, and waits while it takes no more. */
export class Output {
  readonly #stream: NodeJS.WritableStream
  #held: Uint8Array[] = []
  #length = 0

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
  }

  /** Adds to what is written at the next {@link flush}. */
  add(text: string | Uint8Array): void {
    if (text.length === 0) return
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    this.#held.push(bytes)
    this.#length += bytes.length
  }

  /** Whether so much is held that it is time to flush. */
  get isFull(): boolean {
    return this.#length > 2 ** 16
  }

  /** Writes what is held, and waits until the stream takes more. A stream that nobody reads takes everything. */
  async flush(): Promise<void> {
    if (this.#length === 0) return
    const [first] = this.#held
    const bytes = first && this.#held.length === 1 ? first : Buffer.concat(this.#held, this.#length)
    this.#held = []
    this.#length = 0
    if (!this.#stream.writable || this.#stream.write(bytes)) return
    // What is to be done when it breaks is decided by who listens to that.
    await once(this.#stream, 'drain').catch(() => {})
  }
}

/** A failure of the file system as one that is the user's to mend. */
export function unwritable(file: string, error: unknown): CommandError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return new CommandError(exitCodes.input, `${file} cannot be written (${code}).`)
}

/** Refuses to write over what is to be read, or where there is no file. */
export function checkApart(name: string, option: string, output: string, inputs: readonly string[]): void {
  if (output === '' || output === '-') throw wrong(name, `--${option} needs the name of a file.`)
  const facts = factsOf(output)
  if (!facts?.isFile()) return
  const isSame = (other: Stats | undefined) => other?.ino === facts.ino && other.dev === facts.dev
  if ((inputs.length > 0 ? inputs : ['-']).some((input) => isSame(factsOf(input)))) {
    throw wrong(name, `--${option} would write over ${output}, which is to be read.`)
  }
  if (isSame(fstatSync(process.stdout.fd))) {
    throw wrong(name, `--${option} would write over ${output}, which standard output goes to.`)
  }
}

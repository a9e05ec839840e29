import type { Writable } from 'node:stream'

const pieceLength = 2 ** 16

/** Writes bytes to a stream, in order, and waits while it takes no more. A stream that breaks takes everything in silence. */
export class ByteSink {
  readonly #stream: Writable
  #isBroken = false
  #progress = Date.now()
  /** Is settled once the stream can be written no more, because whoever read it is gone. */
  readonly broken: Promise<void>

  constructor(stream: Writable) {
    this.#stream = stream
    this.broken = new Promise((resolve) => {
      const end = () => {
        this.#isBroken = true
        resolve()
      }
      stream.on('error', end)
      stream.on('close', end)
    })
  }

  /** When the stream last took something, in milliseconds. */
  get progress(): number {
    return this.#progress
  }

  /** Writes lines, and waits until the stream takes more. */
  async write(lines: readonly Buffer[]): Promise<void> {
    const bytes = lines.length === 1 && lines[0] ? lines[0] : Buffer.concat(lines)
    // In pieces, so that it shows whether somebody reads, however long a line is.
    for (let at = 0; at < bytes.length && !this.#isBroken; at += pieceLength) {
      if (!this.#stream.write(bytes.subarray(at, at + pieceLength))) {
        await this.#or((resume) => this.#stream.once('drain', resume))
      }
      this.#progress = Date.now()
    }
  }

  /** Waits until everything that was written has left, or nothing has for a time, which may have begun before. */
  async flush(milliseconds: number, began = Date.now()): Promise<void> {
    let left = this.#stream.writableLength
    let since = began
    while (!this.#isBroken && left > 0 && Date.now() - since < milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const now = this.#stream.writableLength
      if (now < left) since = Date.now()
      left = now
    }
  }

  /** Nothing more comes. */
  end(): void {
    if (!this.#isBroken) this.#stream.end()
  }

  async #or(wait: (resume: () => void) => void): Promise<void> {
    await Promise.race([new Promise<void>(wait), this.broken])
  }
}

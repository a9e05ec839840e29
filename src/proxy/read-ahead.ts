import type { Readable } from 'node:stream'

/** What is read before somebody takes it, in bytes. */
const mostAhead = 2 ** 24
/** What holding a chunk takes beyond its bytes. */
const eachChunk = 512

/** A stream that is read before somebody takes what it says, so that its end shows even while nobody does. */
export class ReadAhead implements AsyncIterable<Buffer> {
  readonly #source: Readable
  readonly #chunks: Buffer[] = []
  #held = 0
  /** Whether the stream has ended, whatever is left of it here. */
  isOver = false
  /** When the stream ended, or something was last taken, in milliseconds. */
  #changedAt = Date.now()
  #wake: () => void = () => {}

  constructor(source: Readable) {
    this.#source = source
    source.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.#held += chunk.length + eachChunk
      if (this.#held > mostAhead) source.pause()
      this.#wake()
    })
    const end = () => {
      if (this.isOver) return
      this.isOver = true
      this.#changedAt = Date.now()
      this.#wake()
    }
    for (const event of ['end', 'error', 'close']) source.on(event, end)
  }

  /** How long nobody has taken anything, though the stream has ended, in milliseconds. */
  get overdue(): number {
    return this.isOver ? Date.now() - this.#changedAt : 0
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#chunks.shift()
      this.#changedAt = Date.now()
      if (chunk) {
        this.#held -= chunk.length + eachChunk
        if (this.#held <= mostAhead && !this.isOver) this.#source.resume()
        yield chunk
      } else if (this.isOver) {
        return
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }
}

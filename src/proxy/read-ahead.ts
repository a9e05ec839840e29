import type { Readable } from 'node:stream'
import type { Taken } from './taken'

/** What holding a chunk takes beyond its bytes. */
const eachChunk = 512

/**
 * A stream whose chunks are taken one after the other, each as it comes. While somebody takes no more, it is read on up to
 * a length, so that its end shows.
 */
export class ReadAhead {
  readonly #source: Readable
  readonly #mostAhead: number
  readonly #chunks: Buffer[] = []
  #held = 0
  /** Whether the stream has ended, whatever is left of it here. */
  isOver = false
  /** When the stream ended, or something was last taken, in milliseconds. */
  #changedAt = Date.now()
  #isTaking = true
  #take: (chunk: Buffer) => Taken = () => undefined
  #finish: () => void = () => {}
  #fail: (error: unknown) => void = () => {}

  /** @param mostAhead what is read before somebody takes it, in bytes */
  constructor(source: Readable, mostAhead = 0) {
    this.#source = source
    this.#mostAhead = mostAhead
    source.on('data', (chunk: Buffer) => {
      if (!this.#isTaking) this.#give(chunk)
      else this.#hold(chunk)
    })
    const end = () => {
      if (this.isOver) return
      this.isOver = true
      this.#changedAt = Date.now()
      if (!this.#isTaking) this.#giveAll()
    }
    for (const event of ['end', 'error', 'close']) source.on(event, end)
  }

  /** How long nobody has taken anything, though the stream has ended, in milliseconds. */
  get overdue(): number {
    return this.isOver ? Date.now() - this.#changedAt : 0
  }

  /** Gives all chunks, each once the one before has been taken; settles when the stream is over and all are taken. */
  read(take: (chunk: Buffer) => Taken): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#take = take
      this.#finish = resolve
      this.#fail = reject
      this.#isTaking = false
      this.#giveAll()
    })
  }

  #hold(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.length + eachChunk
    if (this.#held > this.#mostAhead) this.#source.pause()
  }

  #giveAll(): void {
    for (let chunk = this.#chunks.shift(); chunk; chunk = this.#chunks.shift()) {
      this.#held -= chunk.length + eachChunk
      if (this.#held <= this.#mostAhead && !this.isOver) this.#source.resume()
      this.#give(chunk)
      if (this.#isTaking) return
    }
    if (this.isOver) this.#finish()
  }

  #give(chunk: Buffer): void {
    // Nobody asks for it before.
    if (this.isOver) this.#changedAt = Date.now()
    this.#isTaking = true
    try {
      const taken = this.#take(chunk)
      if (taken) taken.then(() => this.#taken(), this.#fail)
      else this.#isTaking = false
    } catch (error) {
      // Nothing more is taken.
      this.#fail(error)
    }
  }

  #taken(): void {
    this.#changedAt = Date.now()
    this.#isTaking = false
    this.#giveAll()
  }
}

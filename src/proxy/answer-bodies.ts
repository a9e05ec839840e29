import { HeldBytes } from './held-bytes'

/** What the bodies of answers that are held at once may have together, in bytes. */
const defaultMost = 3 * 2 ** 24

/**
 * Reads the bodies of the answers for one client. Beyond what they may have together, one of them goes on at a time: the
 * others are not read until it has been delivered.
 */
export class AnswerBodies {
  readonly #maxLength: number
  readonly #most: number
  #held = 0
  /** Is settled when everybody before has been delivered of those who went beyond. */
  #turn: Promise<void> = Promise.resolve()

  constructor(maxLength: number, most = defaultMost) {
    this.#maxLength = maxLength
    this.#most = most
  }

  /** What is held now, in bytes. */
  get held(): number {
    return this.#held
  }

  /** Reads a body, undefined where it is longer than what is taken, and holds it until it has been delivered. */
  async read<T>(
    stream: AsyncIterable<Buffer>,
    deliver: (bytes: Buffer | undefined) => Promise<T>,
  ): Promise<T> {
    const held = new HeldBytes()
    let finish: (() => void) | undefined
    try {
      for await (const piece of stream) {
        held.add(piece)
        this.#held += piece.length
        if (held.length > this.#maxLength) return await deliver(undefined)
        if (this.#held <= this.#most || finish) continue
        const before = this.#turn
        this.#turn = new Promise((resolve) => {
          finish = resolve
        })
        await before
      }
      return await deliver(held.all())
    } finally {
      this.#held -= held.length
      finish?.()
    }
  }
}

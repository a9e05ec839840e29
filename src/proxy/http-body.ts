import { type Envelope, EnvelopeScanner } from './envelope'
import { HeldBytes } from './held-bytes'

/** A body: its bytes until they are let go, or where it is not taken why, and whose messages it had. */
export type Body =
  | { readonly bytes: Buffer; letGo(): void }
  | { readonly refused: 'too long' | 'too much at once'; readonly envelopes: readonly Envelope[] }

/** What bodies that are held at once may have together, in bytes. */
const bounds = {
  together: 2 ** 28,
  /** What each of them has for itself, so that short ones are taken while long ones fill the rest. */
  each: 2 ** 16,
} as const

/** Reads the bodies of requests as they come, and holds no more of each of them, and of all together, than what is taken. */
export class RequestBodies {
  readonly #maxLength: number
  /** The most that long bodies have together; one of them can always be read. */
  readonly mostTogether: number
  #held = 0

  constructor(maxLength: number, together: number = bounds.together) {
    this.#maxLength = maxLength
    this.mostTogether = Math.max(together, maxLength)
  }

  /** What long bodies have now, in bytes. */
  get held(): number {
    return this.#held
  }

  /** Reads a body to its end, whatever is held of it: who sends it is told what becomes of it once it has been sent. */
  async read(stream: AsyncIterable<Buffer>): Promise<Body> {
    const held = new HeldBytes()
    let counted = 0
    let refused: 'too long' | 'too much at once' | undefined
    let scanner: EnvelopeScanner | undefined
    const letGo = (): void => {
      this.#held -= counted
      counted = 0
    }
    try {
      for await (const piece of stream) {
        held.add(piece)
        const more = scanner ? 0 : Math.max(0, held.length - bounds.each) - counted
        if (held.length > this.#maxLength) refused ??= 'too long'
        else if (this.#held + more > this.mostTogether) refused ??= 'too much at once'
        if (!refused) {
          this.#held += more
          counted += more
          continue
        }
        letGo()
        scanner ??= new EnvelopeScanner()
        for (const each of held.pieces()) scanner.push(each)
        held.clear()
      }
    } catch (error) {
      letGo()
      throw error
    }
    return refused && scanner ? { refused, envelopes: scanner.envelopes() } : { bytes: held.all(), letGo }
  }
}

/**
 * Reads the body of an answer; undefined where it is longer than what is taken. Whom it is for is known, so nobody waits
 * for the rest of it, which may be endless: it is let go.
 */
export async function answerIn(
  stream: AsyncIterable<Buffer>,
  maxLength: number,
): Promise<Buffer | undefined> {
  const held = new HeldBytes()
  for await (const piece of stream) {
    held.add(piece)
    if (held.length > maxLength) return undefined
  }
  return held.all()
}

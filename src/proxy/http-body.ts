import { type Envelope, EnvelopeScanner } from './envelope'
import { HeldBytes } from './held-bytes'

/** A body: its bytes, or where it is longer than what is taken, whose messages it had. */
export type Body = { readonly bytes: Buffer } | { readonly tooLong: readonly Envelope[] }

/** Reads the body of a request as it comes, and holds no more of it than what is taken. */
export async function bodyOf(stream: AsyncIterable<Buffer>, maxLength: number): Promise<Body> {
  const held = new HeldBytes()
  let scanner: EnvelopeScanner | undefined
  for await (const piece of stream) {
    held.add(piece)
    if (!scanner && held.length <= maxLength) continue
    scanner ??= new EnvelopeScanner()
    for (const each of held.pieces()) scanner.push(each)
    held.clear()
  }
  return scanner ? { tooLong: scanner.envelopes() } : { bytes: held.all() }
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

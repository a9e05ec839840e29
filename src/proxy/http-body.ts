import { type Envelope, EnvelopeScanner } from './envelope'

/** A body: its bytes, or where it is longer than what is taken, whose messages it had. */
export type Body = { readonly bytes: Buffer } | { readonly tooLong: readonly Envelope[] }

/** Reads a body as it comes, and holds no more of it than what is taken. */
export async function bodyOf(stream: AsyncIterable<Buffer>, maxLength: number): Promise<Body> {
  let pieces: Buffer[] = []
  let length = 0
  let scanner: EnvelopeScanner | undefined
  for await (const piece of stream) {
    length += piece.length
    pieces.push(piece)
    if (length <= maxLength) continue
    scanner ??= new EnvelopeScanner()
    for (const each of pieces) scanner.push(each)
    pieces = []
  }
  return scanner ? { tooLong: scanner.envelopes() } : { bytes: Buffer.concat(pieces) }
}

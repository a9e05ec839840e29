import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { withoutDigests } from './digest-headers'
import { UpstreamError } from './upstream-error'

// Each event is wanted as soon as it has come.
const unzip = { flush: constants.Z_SYNC_FLUSH }
const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(unzip),
  'x-gzip': () => createGunzip(unzip),
  deflate: () => createInflate(unzip),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
}

/** The headers and the body of an answer, unpacked where the server has packed it though nobody wanted that. */
export function unpacked(answer: IncomingMessage): {
  headers: IncomingHttpHeaders
  body: AsyncIterable<Buffer>
} {
  const { headers } = answer
  const encodings = (headers['content-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '' && each !== 'identity')
  if (encodings.length === 0 || !encodings.every((each) => Object.hasOwn(unpackers, each))) {
    return { headers, body: answer }
  }
  return {
    headers: withoutDigests(headers, ['content-encoding', 'content-length']),
    body: unpackedBody(answer, encodings),
  }
}

async function* unpackedBody(answer: IncomingMessage, encodings: readonly string[]): AsyncGenerator<Buffer> {
  let length = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of answer) {
      length += piece.length
      yield piece
    }
  }
  // What was done last is undone first.
  const chain = encodings.toReversed().flatMap((each) => unpackers[each]?.() ?? [])
  // Whoever reads is told of what goes wrong.
  const body = chain.reduce<Readable>(
    (packed, unpacker) => pipeline(packed, unpacker, () => {}),
    Readable.from(counted()),
  )
  try {
    yield* body
  } catch (error) {
    if (answer.errored) throw error
    // Nothing is nothing, however it is packed.
    if (length === 0) return
    throw new UpstreamError(`The server's answer cannot be unpacked (${encodings.join(', ')}).`)
  }
}

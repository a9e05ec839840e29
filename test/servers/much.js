// Says very much, as fast as it is taken.
import { createHash } from 'node:crypto'
import { once } from 'node:events'

async function write(stream, bytes) {
  if (!stream.write(bytes)) await once(stream, 'drain')
}

/** Writes an answer of a size, piece by piece; its id comes last. */
export async function sayLong(stream, id, size) {
  const piece = Buffer.alloc(2 ** 16, 'x')
  await write(stream, '{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"')
  for (let left = size; left > 0; left -= piece.length)
    await write(stream, piece.subarray(0, Math.min(left, piece.length)))
  await write(stream, `"}]},"id":${JSON.stringify(id)}}`)
}

/** Writes so much in messages of 1 kB, each of them another one; gives the hash of their lines. */
export async function flood(stream, size, framed = (line) => `${line}\n`) {
  const hash = createHash('sha256')
  for (let said = 0, count = 0; said < size; count++) {
    const params = `${count} ${'x'.repeat(950)}`
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })
    hash.update(line)
    said += line.length
    await write(stream, framed(line))
  }
  return hash.digest('hex')
}

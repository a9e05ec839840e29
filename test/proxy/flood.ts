import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

const lineFeed = 0x0a
const field = Buffer.from('data: ')

/** Reads the messages of a flood, lines or events, until the answer that ends it: the hash of what was sent, and of what arrived. */
export function floodIn(stream: Readable): Promise<{ sent: string; arrived: string }> {
  const hash = createHash('sha256')
  let rest = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const take = (line: Buffer): void => {
      const message = line.subarray(0, field.length).equals(field) ? line.subarray(field.length) : line
      if (!message.includes('that was all')) hash.update(message)
      else {
        const [, sent = ''] = /that was all: (\w+)/.exec(message.toString('latin1')) ?? []
        stream.off('data', read)
        resolve({ sent, arrived: hash.digest('hex') })
      }
    }
    const read = (chunk: Buffer): void => {
      const bytes = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
        // An event ends with a blank line.
        if (end > start) take(bytes.subarray(start, end))
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
    stream.on('data', read)
    stream.on('error', reject)
    stream.on('end', () => reject(new Error('The flood has no end.')))
    stream.resume()
  })
}

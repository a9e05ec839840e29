import { envelopesOf } from './envelope'

const isBlank = (byte: number | undefined) =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
const [openBrace, openBracket, closeBracket] = [...'{[]'].map((char) => char.charCodeAt(0))

/**
 * Whether bytes are what JSON-RPC sends, from their first bracket to their last: a message, or several. What stands in
 * them need not be valid JSON: that is between the two sides, some of which write and read bare `NaN`.
 */
export function isJsonRpc(bytes: Buffer): boolean {
  let [start, end] = [0, bytes.length]
  while (start < end && isBlank(bytes[start])) start++
  while (start < end && isBlank(bytes[end - 1])) end--
  const messages = envelopesOf(bytes)
  const [first] = messages
  const isOne = bytes[start] === openBrace && first?.start === start && first.end === end
  const isBatch = bytes[start] === openBracket && bytes[end - 1] === closeBracket && first !== undefined
  if (!isOne && !isBatch) return false
  return messages.every(
    (each) =>
      each.id !== undefined ||
      each.method !== undefined ||
      bytes.subarray(each.start, each.end).includes('"jsonrpc"'),
  )
}

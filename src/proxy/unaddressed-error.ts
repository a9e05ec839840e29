import { writeJson } from '../core/json-write'
import { envelopesOf, messageIn } from './envelope'

/**
 * The bytes of a message that is an error to no request in particular, addressed to those that it can only be meant for; the
 * same reference where it is something else, or nobody waits.
 */
export function addressed(bytes: Buffer, ids: readonly string[]): Buffer {
  const [only, ...others] = envelopesOf(bytes)
  if (ids.length === 0 || !only || others.length > 0) return bytes
  if (only.id !== undefined || only.method !== undefined) return bytes
  const { id, jsonrpc, error } = messageIn(bytes.subarray(only.start, only.end)) ?? {}
  // Other things that are JSON have errors, too.
  if (error === undefined || (id !== null && jsonrpc === undefined)) return bytes
  const [first = '', ...more] = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"error":${writeJson(error)}}`)
  return Buffer.from(more.length === 0 ? first : `[${[first, ...more].join(',')}]`)
}

import { isJsonObject } from '../core/json'

/** Whether bytes are what JSON-RPC sends: a message, or several. */
export function isJsonRpc(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    const messages = Array.isArray(value) ? value : [value]
    return messages.length > 0 && messages.every(isMessage)
  } catch {
    return false
  }
}

function isMessage(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  return typeof value.method === 'string' || ('id' in value && ('result' in value || 'error' in value))
}

import { isJsonObject, type JsonObject } from '../core/json'
import { versionKey } from '../mcp/answers'

// What a request is about, by method: the member of its params that a header repeats.
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** The headers in which the protocol of 2026-07-28 repeats what a request says; none for an older one. */
export function headersFor(request: JsonObject): Record<string, string> {
  const { method } = request
  const params = isJsonObject(request.params) ? request.params : {}
  const version = isJsonObject(params._meta) ? params._meta[versionKey] : undefined
  if (typeof version !== 'string' || typeof method !== 'string') return {}
  const named = Object.hasOwn(namedBy, method) ? params[namedBy[method] ?? ''] : undefined
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof named === 'string' && { 'mcp-name': encoded(named) }),
  }
}

/** A header holds plain text; everything else is wrapped. */
export function encoded(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

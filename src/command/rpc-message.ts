import { builtIn } from '../built-in'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { isProtocolSignal } from '../core/json-rpc'
import { readRpcError } from '../core/thrown'
import type { CanonicalError } from '../index'

/** A JSON-RPC message that carries no tool result. */
export interface RpcMessage {
  /** What went wrong; undefined for a request, and for an answer that is no error. */
  readonly error?: CanonicalError
  /** Whether it says to the client what to do next, and has to stay as it is. */
  readonly isSignal: boolean
  /** The same message with a tool result as its answer. */
  answeredWith(result: JsonObject): JsonValue
}

/** The JSON-RPC message that a text is; undefined where it is none. */
export function rpcMessageIn(text: string): RpcMessage | undefined {
  const message = readRpc(text)
  if (!isRpc(message)) return undefined
  const { error, ...others } = message
  const answeredWith = (result: JsonObject) => ({ ...others, result })
  if (!isJsonObject(error) || typeof error.code !== 'number') return { isSignal: false, answeredWith }
  const said = typeof error.message === 'string' ? error.message : ''
  const { code, data } = error
  const read = readRpcError({ code, message: said, data }, builtIn)
  return { error: read, isSignal: isProtocolSignal(code), answeredWith }
}

/** The messages of the JSON-RPC batch that a text is; undefined where it is none. */
export function rpcBatchIn(text: string): readonly JsonObject[] | undefined {
  const batch = text.trimStart().startsWith('[') ? readRpc(text) : undefined
  return Array.isArray(batch) && batch.length > 0 && batch.every(isRpc) ? batch : undefined
}

function readRpc(text: string): JsonValue | undefined {
  return text.includes('"jsonrpc"') ? readJsonQuietly(text) : undefined
}

function isRpc(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && typeof value.jsonrpc === 'string'
}

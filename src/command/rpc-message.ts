import { builtIn } from '../built-in'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { isProtocolSignal } from '../core/json-rpc'
import { readRpcError } from '../core/thrown'
import type { CanonicalError } from '../index'

/** A JSON-RPC message that carries no tool result. */
export interface RpcMessage {
  /** What went wrong; undefined for a request, for an answer that is none, and for what the protocol signals by an error. */
  readonly error?: CanonicalError
  /** The same message with a tool result as its answer. */
  answeredWith(result: JsonObject): JsonValue
}

/** The JSON-RPC message that a text is; undefined where it is none. */
export function rpcMessageIn(text: string): RpcMessage | undefined {
  const message = text.includes('"jsonrpc"') ? readJsonQuietly(text) : undefined
  if (!isJsonObject(message) || typeof message.jsonrpc !== 'string') return undefined
  const { error, ...others } = message
  const answeredWith = (result: JsonObject) => ({ ...others, result })
  if (!isJsonObject(error) || typeof error.code !== 'number' || isProtocolSignal(error.code)) {
    return { answeredWith }
  }
  const said = typeof error.message === 'string' ? error.message : ''
  const { code, data } = error
  return { error: readRpcError({ code, message: said, data }, builtIn.safeDecode), answeredWith }
}

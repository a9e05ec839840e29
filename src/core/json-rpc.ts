import type { CanonicalCode } from './codes'
import type { CodeRow } from './dialect'

/** The dialect id of a JSON-RPC error. */
export const jsonRpc = 'jsonrpc'

/**
 * Only what JSON-RPC itself and the MCP specification agree on. -32000 to -32019 mean what each server wants: -32001
 * alone is a timeout, a missing thing, a missing permission or a missing login. -32020 and on are reserved for MCP.
 */
export const rpcRows: readonly CodeRow[] = [
  ['-32700', 'malformed_data'],
  ['-32602', 'invalid_arguments'],
  ['-32602', 'invalid_input'],
  ['-32600', 'invalid_input'],
  ['-32601', 'tool_not_found'],
  ['-32603', 'internal'],
]

/** Signals of MCP, and what it has retired (-32002, -32042): to be understood, not to be written. */
export const acceptedRpcRows: readonly CodeRow[] = [
  ['-32002', 'resource_not_found'],
  ['-32020', 'invalid_input'],
  ['-32021', 'invalid_input'],
  ['-32022', 'invalid_input'],
  ['-32042', 'permission_denied'],
]

/** The canonical code of a JSON-RPC code, where it has an agreed meaning. */
export function codeOfRpc(code: number): CanonicalCode | undefined {
  return [...rpcRows, ...acceptedRpcRows].find(([known]) => known === String(code))?.[1]
}

/** Whether JSON-RPC has reserved a code for itself and for the protocols that use it. */
export function isReservedRpcCode(code: unknown): code is number {
  return typeof code === 'number' && code >= -32768 && code <= -32000
}

// HeaderMismatch, MissingRequiredClientCapability, UnsupportedProtocolVersion, UrlElicitationRequired.
const signals: readonly number[] = [-32020, -32021, -32022, -32042]

/** Whether a code is one of the protocol's own signals, which the SDKs answer themselves. */
export function isProtocolSignal(code: number): boolean {
  return signals.includes(code)
}

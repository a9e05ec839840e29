import type { CanonicalCode } from './codes'

// Only what JSON-RPC itself and the MCP specification agree on. -32000 to -32019 mean what each server wants:
// -32001 alone is a timeout, a missing thing, a missing permission or a missing login.
const byCode: Readonly<Record<string, CanonicalCode>> = {
  '-32700': 'malformed_data',
  '-32600': 'invalid_input',
  '-32601': 'tool_not_found',
  '-32602': 'invalid_arguments',
  '-32603': 'internal',
  // Retired, and still to be accepted.
  '-32002': 'resource_not_found',
}

/** The canonical code of a JSON-RPC code, where it has an agreed meaning. */
export function codeOfRpc(code: number): CanonicalCode | undefined {
  return Object.hasOwn(byCode, code) ? byCode[code] : undefined
}

// HeaderMismatch, MissingRequiredClientCapability, UnsupportedProtocolVersion, UrlElicitationRequired.
const signals: readonly number[] = [-32020, -32021, -32022, -32042]

/** Whether a code is one of the protocol's own signals, which the SDKs answer themselves. */
export function isProtocolSignal(code: number): boolean {
  return signals.includes(code)
}

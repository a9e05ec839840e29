import { actionFor } from '../core/advise'
import type { CanonicalError, Origin } from '../core/canonical-error'
import { jsonRpc } from '../core/json-rpc'

/** Attributes for a span, a log record or a metric. */
export interface ErrorAttributes {
  [name: string]: string | number | boolean
}

/**
 * An error as OpenTelemetry attributes, to be given to a span or a counter. The message is not among them: it may
 * hold secrets, and no two are alike.
 */
export function errorAttributes(
  error: CanonicalError,
  { tool }: { tool?: string | undefined } = {},
): ErrorAttributes {
  const { code, severity, retryAfter, status, origin } = error
  const attributes = {
    'error.type': code,
    'mcp.method.name': 'tools/call',
    'mcp.tool.name': tool,
    'mcp.server.name': origin?.server,
    'http.response.status_code': status,
    'rpc.jsonrpc.error_code': origin && rpcCodeIn(origin),
    'errlingua.dialect': origin?.dialect,
    'errlingua.native_code': origin?.code,
    'errlingua.severity': severity,
    'errlingua.action': actionFor(error),
    'errlingua.retry_after': retryAfter,
  }
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )
}

/** The code of a JSON-RPC error, whatever its server means by it. */
function rpcCodeIn({ dialect, code }: Origin): number | undefined {
  const isRpc = dialect === jsonRpc || dialect.startsWith(`${jsonRpc}-`)
  return isRpc && code !== undefined && Number.isInteger(Number(code)) ? Number(code) : undefined
}

import * as z from 'zod'
import type { CanonicalError } from '../core/canonical-error'
import { codes } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { flagOf } from '../core/flag'
import { formatGoDuration } from '../core/go-duration'
import { hasOnly, ifText, isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { asText } from '../core/json-write'
import { goRetryAfterIn, inSeconds, withRetryAfter } from '../core/retry-after'

/** The wire type: the HTTP body, or the error object alone. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const error = {
    code: z.string(),
    message: z.string(),
    operation: z.string().optional(),
    resource: z.string().optional(),
    timestamp: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    temporary: z.boolean().optional(),
    retryable: z.boolean().optional(),
  }
  return z.union([
    z.strictObject({
      error: z.strictObject(error),
      request_id: z.string().optional(),
      timestamp: z.string().optional(),
    }),
    z.strictObject({ ...error, temporary: z.boolean(), retryable: z.boolean() }),
  ])
})

/** An error as AgentAPI sends it. */
export type AgentApiError = z.infer<typeof schema>

const bare = 'bare'
// What Go writes for a time that nobody set.
const unsetTime = '0001-01-01T00:00:00Z'

const ownMembers = [
  'code',
  'message',
  'operation',
  'resource',
  'timestamp',
  'metadata',
  'temporary',
  'retryable',
]
const envelopeMembers = ['error', 'request_id', 'timestamp']

function isAgentApiCode(code: JsonValue | undefined): boolean {
  return typeof code === 'string' && (code.startsWith('MCP_') || code === 'ENCODING_ERROR')
}

/** `{error: {code, message, …}, request_id?, timestamp}`: the HTTP body of AgentAPI. */
export const agentapi = /* @__PURE__ */ defineDialect({
  id: 'agentapi',
  title: 'AgentAPI {error: {code: "MCP_…", …}, request_id?, timestamp}',
  codes: [
    ['MCP_CONNECTION_ERROR', 'connection_failed'],
    ['MCP_CONNECTION_TIMEOUT', 'connection_timeout'],
    ['MCP_CONNECTION_REFUSED', 'connection_refused'],
    ['MCP_TOOL_EXECUTION_ERROR', 'execution_failed'],
    ['MCP_TOOL_EXECUTION_ERROR', 'internal'],
    ['MCP_TOOL_NOT_FOUND', 'tool_not_found'],
    ['MCP_INVALID_ARGUMENTS', 'invalid_arguments'],
    ['MCP_INVALID_ARGUMENTS', 'invalid_input'],
    ['MCP_TIMEOUT', 'timeout'],
    ['MCP_OPERATION_TIMEOUT', 'operation_timeout'],
    ['MCP_DEADLINE_EXCEEDED', 'deadline_exceeded'],
    ['MCP_AUTHENTICATION_ERROR', 'unauthenticated'],
    ['MCP_AUTHENTICATION_ERROR', 'permission_denied'],
    ['MCP_AUTH_EXPIRED', 'auth_expired'],
    ['MCP_AUTH_INVALID', 'auth_invalid'],
    ['MCP_OAUTH_FAILURE', 'oauth_failed'],
    ['MCP_RATE_LIMIT_EXCEEDED', 'rate_limited'],
    ['MCP_QUOTA_EXCEEDED', 'quota_exceeded'],
    ['MCP_THROTTLED', 'throttled'],
    ['MCP_SERVER_ERROR', 'upstream_failed'],
    ['MCP_SERVER_UNAVAILABLE', 'unavailable'],
    ['MCP_SERVER_UNAVAILABLE', 'transient'],
    ['MCP_SERVER_INTERNAL_ERROR', 'upstream_internal'],
    ['MCP_CIRCUIT_BREAKER_OPEN', 'circuit_open'],
    ['MCP_CIRCUIT_BREAKER_HALF_OPEN', 'circuit_half_open'],
    ['MCP_TOO_MANY_REQUESTS', 'too_many_requests'],
    ['MCP_INVALID_CONFIG', 'invalid_config'],
    ['MCP_MISSING_CONFIG', 'missing_config'],
    ['MCP_CONFIG_VALIDATION_ERROR', 'config_invalid'],
    ['MCP_RESOURCE_NOT_FOUND', 'resource_not_found'],
    ['MCP_RESOURCE_NOT_FOUND', 'not_found'],
    ['MCP_RESOURCE_LOCKED', 'resource_locked'],
    ['MCP_RESOURCE_LOCKED', 'conflict'],
    ['MCP_RESOURCE_EXHAUSTED', 'resource_exhausted'],
    ['MCP_NETWORK_ERROR', 'network'],
    ['MCP_DNS_ERROR', 'dns_failure'],
    ['MCP_TLS_ERROR', 'tls_failure'],
    // Sent alone, without flags, when the response itself could not be encoded.
    ['ENCODING_ERROR', 'internal'],
  ],
  signature: 'a code that begins with MCP_, or the flags temporary and retryable, in error',
  hasRetryFlag: true,
  bag: 'json',
  layout: { end: '\n' },
  schema,
  shape: {
    message: 'message',
    inside: ['error', 'metadata'],
    byValue: ['code', 'temporary', 'retryable'],
  },
  tellingMembers: [['error'], ['code', 'message', 'temporary', 'retryable']],

  detect(body) {
    const error = isJsonObject(body.error) ? body.error : body
    const { code, message, temporary, retryable } = error
    if (typeof code !== 'string' || typeof message !== 'string') return 0
    const hasFlags = typeof temporary === 'boolean' && typeof retryable === 'boolean'
    const sure = hasOnly(error, ownMembers) && (error === body || hasOnly(body, envelopeMembers)) ? 1 : 0.6
    if (error === body) return isAgentApiCode(code) && hasFlags ? sure : 0
    if (isAgentApiCode(code)) return sure
    return hasFlags ? Math.min(sure, 0.9) : 0
  },

  read(body) {
    const isBare = !isJsonObject(body.error)
    const error = isJsonObject(body.error) ? body.error : body
    const metadata = isJsonObject(error.metadata) ? error.metadata : undefined
    return {
      nativeCode: ifText(error.code),
      variant: isBare ? bare : undefined,
      message: asText(error.message),
      retryable: flagOf(error.retryable),
      temporary: flagOf(error.temporary),
      retryAfter: goRetryAfterIn(metadata),
      operation: ifText(error.operation),
      resource: ifText(error.resource),
      requestId: isBare ? undefined : ifText(body.request_id),
      timestamp: ifText(body.timestamp),
      details: metadata,
    }
  },

  write(error, code, variant): JsonObject {
    if (variant === bare) return errorObject(error, code, error.timestamp)
    return {
      error: errorObject(error, code),
      ...(error.requestId && { request_id: error.requestId }),
      timestamp: error.timestamp ?? unsetTime,
    }
  },
})

function errorObject(error: CanonicalError, code: string, timestamp?: string): JsonObject {
  const metadata = withRetryAfter(error.details, error.retryAfter, goRetryAfterIn, [
    formatGoDuration,
    inSeconds,
  ])
  return {
    code,
    message: error.message,
    ...(error.operation && { operation: error.operation }),
    ...(error.resource && { resource: error.resource }),
    ...(timestamp !== undefined && { timestamp }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
    temporary: error.temporary ?? codes[error.code].temporary,
    retryable: error.retryable ?? codes[error.code].retryable,
  }
}

export default agentapi

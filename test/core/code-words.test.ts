import { describe, expect, it } from 'vitest'
import { codeByWords } from '../../src/core/code-words'
import type { CanonicalCode } from '../../src/core/codes'

// Codes that services, drivers and frameworks are known to send.
const known: Readonly<Partial<Record<CanonicalCode, string>>> = {
  timeout:
    'TIMEOUT TimeoutError RequestTimeout REQUEST_TIMEOUT GATEWAY_TIMEOUT READ_TIMEOUT OPERATION_TIMED_OUT Sandbox.Timedout ETIMEDOUT',
  connection_timeout: 'CONNECTION_TIMEOUT ConnectTimeoutError UND_ERR_CONNECT_TIMEOUT',
  deadline_exceeded: 'DEADLINE_EXCEEDED DeadlineExceeded deadline-exceeded',
  network:
    'NETWORK_ERROR ERR_NETWORK CONNECTION_RESET ConnectionAborted SOCKET_CLOSED UND_ERR_SOCKET BROKEN_PIPE HostUnreachable FetchError ECONNRESET HPE_INVALID_CONSTANT',
  connection_refused: 'ECONNREFUSED ERR_CONNECTION_REFUSED ConnectionRefusedError',
  dns_failure: 'ENOTFOUND DNS_LOOKUP_FAILED UnknownHostException ERR_NAME_NOT_RESOLVED',
  tls_failure: 'SSLError CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN CERTIFICATE_VERIFY_FAILED',
  unavailable: 'UNAVAILABLE ServiceUnavailableException SERVICE_NOT_READY MAINTENANCE_MODE HTTP_503',
  busy: 'SERVER_BUSY overloaded_error CAPACITY_EXCEEDED',
  circuit_open: 'CIRCUIT_OPEN CircuitBreakerOpenException',
  resource_exhausted: 'RESOURCE_EXHAUSTED TooManyConnections POOL_EXHAUSTED OutOfMemoryError',
  upstream_failed: 'BAD_GATEWAY UpstreamError DEPENDENCY_FAILED THIRD_PARTY_ERROR',
  transient: 'TRANSIENT_ERROR TEMPORARY_FAILURE TryAgain RETRY RETRYABLE_ERROR',
  rate_limited: 'RateLimitExceeded rate_limit RATELIMITED SlowDown REQUEST_LIMIT_EXCEEDED STATUS_429',
  too_many_requests: 'TooManyRequestsException TOO_MANY_REQUESTS',
  throttled: 'ThrottlingException request_throttled',
  invalid_input:
    'ValidationError VALIDATION_FAILED InvalidRequest BAD_REQUEST OUT_OF_RANGE PAYLOAD_TOO_LARGE METHOD_NOT_ALLOWED UNPROCESSABLE_ENTITY CastError',
  invalid_arguments:
    'INVALID_ARGUMENT IllegalArgumentException UnknownParameter UNRECOGNIZED_KEYS undefined_column',
  missing_field:
    'MISSING_REQUIRED_FIELD MissingParameter REQUIRED_FIELD_MISSING FIELD_REQUIRED not_null_violation missing',
  malformed_data: 'PARSE_ERROR MalformedXML SyntaxError JSON_INVALID DESERIALIZATION_ERROR',
  invalid_config: 'INVALID_CONFIG ConfigurationError NOT_CONFIGURED',
  missing_config: 'MISSING_CONFIG CONFIG_NOT_FOUND',
  not_found: 'ProjectNotFound user_not_found DOES_NOT_EXIST resource_missing UnknownUser GONE HTTP404',
  resource_not_found: 'ResourceNotFoundException NoSuchKey NoSuchEntity FILE_NOT_FOUND ENOENT',
  tool_not_found: 'UNKNOWN_TOOL ToolNotFound METHOD_NOT_FOUND UNIMPLEMENTED',
  unknown_action: 'UNKNOWN_ACTION UnknownCommand',
  conflict:
    'CONFLICT VersionMismatch PRECONDITION_FAILED ConditionalCheckFailed StaleObjectError OUT_OF_STOCK BucketNotEmpty',
  already_exists:
    'ALREADY_EXISTS invoice_already_paid DuplicateKey UNIQUE_VIOLATION EMAIL_TAKEN AlreadyCancelled ER_DUP_ENTRY',
  resource_locked: 'LOCKED RESOURCE_IN_USE DEADLOCK_DETECTED SQLITE_LOCKED OPERATION_IN_PROGRESS EBUSY',
  permission_denied:
    'PERMISSION_DENIED InsufficientPrivileges ACCESS_DENIED FORBIDDEN OPERATION_NOT_PERMITTED INSUFFICIENT_SCOPE IP_BLOCKED AccountLocked read_only CONTENT_POLICY_VIOLATION',
  unauthenticated: 'UNAUTHORIZED LoginRequired AUTHENTICATION_FAILED MISSING_API_KEY MFA_REQUIRED not_authed',
  auth_expired: 'TokenExpired JWT_EXPIRED SESSION_EXPIRED OAUTH_TOKEN_EXPIRED expired_access_token',
  auth_invalid: 'INVALID_API_KEY InvalidToken BAD_CREDENTIALS SignatureDoesNotMatch WRONG_PASSWORD',
  oauth_failed: 'invalid_grant INVALID_CLIENT OAuthError',
  quota_exceeded:
    'QuotaExceeded INSUFFICIENT_FUNDS PAYMENT_REQUIRED dailyLimitExceeded DISK_FULL SUBSCRIPTION_EXPIRED',
  cancelled: 'CANCELLED OperationCanceled AbortError ABORTED USER_REJECTED',
  deprecated: 'DEPRECATED ApiDeprecated',
  send_failed: 'SEND_FAILED EMAIL_DELIVERY_FAILED',
  execution_failed: 'TOOL_EXECUTION_FAILED TASK_FAILED ToolError',
  internal: 'INTERNAL_SERVER_ERROR NullPointerException PANIC DATA_LOSS NOT_IMPLEMENTED TypeError http_500',
  unknown: 'UNKNOWN UNKNOWN_ERROR unknown_reason TEAPOT P2002 23505 NON_RETRYABLE X',
}

describe('a code that no table knows', () => {
  it.each(
    Object.entries(known).flatMap(([code, natives]) =>
      natives.split(' ').map((native) => [native, code] as const),
    ),
  )('%s is %s by its words', (native, code) => {
    expect(codeByWords(native)).toBe(code)
  })

  it('is of no matter how it is written', () => {
    for (const native of ['ProjectNotFound', 'project_not_found', 'PROJECT-NOT-FOUND', 'project.notFound']) {
      expect(codeByWords(native)).toBe('not_found')
    }
  })

  it('is looked at no further than for its first two thousand characters', () => {
    expect(codeByWords(`${'x'.repeat(3000)} not found`)).toBe('unknown')
    expect(codeByWords(`not found ${'x'.repeat(3000)}`)).toBe('not_found')
  })
})

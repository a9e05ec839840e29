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
    'NETWORK_ERROR ERR_NETWORK CONNECTION_RESET ConnectionAborted SOCKET_CLOSED UND_ERR_SOCKET BROKEN_PIPE HostUnreachable FetchError ECONNRESET HPE_INVALID_CONSTANT FAILED_TO_CONNECT FAILED_TO_FETCH COULD_NOT_CONNECT CANNOT_CONNECT UNABLE_TO_CONNECT NO_ROUTE_TO_HOST STREAM_CLOSED STREAM_RESET STREAM_DESTROYED NoRouteToHostException ERR_HTTP2_STREAM_CANCEL ERR_HTTP2_STREAM_ERROR ERR_HTTP2_SESSION_ERROR ERR_HTTP2_GOAWAY_SESSION ERR_STREAM_DESTROYED MongoServerSelectionError StreamClosedError ERR_STREAM_PREMATURE_CLOSE',
  connection_refused: 'ECONNREFUSED ERR_CONNECTION_REFUSED ConnectionRefusedError',
  dns_failure: 'ENOTFOUND DNS_LOOKUP_FAILED UnknownHostException ERR_NAME_NOT_RESOLVED DNS_ERROR DNS_FAILURE',
  tls_failure: 'SSLError CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN CERTIFICATE_VERIFY_FAILED',
  unavailable:
    'UNAVAILABLE ServiceUnavailableException SERVICE_NOT_READY MAINTENANCE_MODE HTTP_503 SHUTTING_DOWN NOT_RUNNING SERVER_NOT_RUNNING SESSION_CLOSED ERR_SERVER_NOT_RUNNING HANDOFF_UPSTREAM_UNAVAILABLE',
  busy: 'SERVER_BUSY overloaded_error CAPACITY_EXCEEDED OVERLOAD HIGH_LOAD HIGH_DEMAND InsufficientInstanceCapacity',
  circuit_open: 'CIRCUIT_OPEN CircuitBreakerOpenException',
  resource_exhausted:
    'RESOURCE_EXHAUSTED TooManyConnections POOL_EXHAUSTED OutOfMemoryError QUEUE_FULL NO_MEMORY NO_WORKERS TOO_MANY_OPEN_FILES CONNECTION_LIMIT',
  upstream_failed: 'BAD_GATEWAY UpstreamError DEPENDENCY_FAILED THIRD_PARTY_ERROR',
  transient: 'TRANSIENT_ERROR TEMPORARY_FAILURE TryAgain RETRY RETRYABLE_ERROR',
  rate_limited:
    'RateLimitExceeded rate_limit RATELIMITED SlowDown REQUEST_LIMIT_EXCEEDED STATUS_429 REQUESTS_PER_MINUTE_EXCEEDED CONCURRENCY_LIMIT CONCURRENCY_LIMIT_EXCEEDED TOKENS_PER_MIN_LIMIT CONCURRENT_REQUESTS_EXCEEDED',
  too_many_requests: 'TooManyRequestsException TOO_MANY_REQUESTS TOO_MANY_LOGIN_ATTEMPTS TOO_MANY_MESSAGES',
  throttled: 'ThrottlingException request_throttled',
  invalid_input:
    'VALIDATION_FAILED INVALID_TIMEOUT timeout_too_large InvalidRequest BAD_REQUEST OUT_OF_RANGE PAYLOAD_TOO_LARGE METHOD_NOT_ALLOWED UNPROCESSABLE_ENTITY CastError INVALID_DEADLINE DEADLINE_INVALID INVALID_NETWORK UNSUPPORTED_NETWORK INVALID_LOCK INVALID_LIMIT INVALID_QUOTA INVALID_CREDIT_CARD pageTokenInvalid INVALID_PAGE_TOKEN BAD_CONTINUATION_TOKEN VERSION_TOO_OLD IsADirectoryError NotADirectoryError NOT_A_DIRECTORY QUERY_TOO_COMPLEX ERR_BUFFER_OUT_OF_BOUNDS',
  invalid_arguments:
    'INVALID_ARGUMENT ValidationError IllegalArgumentException UnknownParameter UNRECOGNIZED_KEYS undefined_column ArgumentException ArgumentNullException VALIDATION_ERROR',
  missing_field:
    'MISSING_REQUIRED_FIELD MissingParameter REQUIRED_FIELD_MISSING FIELD_REQUIRED not_null_violation missing',
  malformed_data: 'PARSE_ERROR MalformedXML SyntaxError JSON_INVALID DESERIALIZATION_ERROR',
  invalid_config: 'INVALID_CONFIG ConfigurationError NOT_CONFIGURED',
  missing_config: 'MISSING_CONFIG CONFIG_NOT_FOUND ENV_VAR_MISSING MISSING_ENV',
  not_found:
    'ProjectNotFound user_not_found DOES_NOT_EXIST resource_missing UnknownUser GONE HTTP404 NETWORK_NOT_FOUND PROXY_NOT_FOUND CERT_NOT_FOUND CERTIFICATE_NOT_FOUND POLICY_NOT_FOUND PERMISSION_NOT_FOUND BALANCE_NOT_FOUND UNIQUE_ID_NOT_FOUND LOCK_NOT_FOUND InvalidAMI.NotFound CANNOT_FIND ZERO_RESULTS SESSION_NOT_FOUND',
  resource_not_found:
    'ResourceNotFoundException NoSuchKey NoSuchEntity FILE_NOT_FOUND ENOENT DNS_RECORD_NOT_FOUND',
  tool_not_found: 'UNKNOWN_TOOL ToolNotFound METHOD_NOT_FOUND UNIMPLEMENTED',
  unknown_action: 'UNKNOWN_ACTION UnknownCommand',
  conflict:
    'CONFLICT VersionMismatch PRECONDITION_FAILED ConditionalCheckFailed StaleObjectError OUT_OF_STOCK BucketNotEmpty NON_FAST_FORWARD UNCOMMITTED_CHANGES is_archived OptimisticLockError',
  already_exists:
    'ALREADY_EXISTS invoice_already_paid DuplicateKey UNIQUE_VIOLATION EMAIL_TAKEN AlreadyCancelled ER_DUP_ENTRY DNS_RECORD_EXISTS',
  resource_locked: 'LOCKED RESOURCE_IN_USE DEADLOCK_DETECTED SQLITE_LOCKED OPERATION_IN_PROGRESS EBUSY',
  permission_denied:
    'PERMISSION_DENIED InsufficientPrivileges ACCESS_DENIED FORBIDDEN OPERATION_NOT_PERMITTED INSUFFICIENT_SCOPE IP_BLOCKED AccountLocked read_only CONTENT_POLICY_VIOLATION OFFLINE_ACCESS_DENIED CONFIG_PERMISSION_DENIED NO_ACCESS RESTRICTED ACCESS_RESTRICTED restricted_resource restricted_action not_in_channel ADMIN_ONLY OWNER_ONLY INSUFFICIENT_ROLE INSUFFICIENT_RIGHTS OUTSIDE_SANDBOX OUTSIDE_ALLOWED_DIRECTORY PATH_TRAVERSAL PATH_OUTSIDE_ROOT account_deactivated USER_LOCKED_OUT',
  unauthenticated:
    'UNAUTHORIZED LoginRequired AUTHENTICATION_FAILED MISSING_API_KEY MFA_REQUIRED not_authed PROXY_AUTH_REQUIRED PROXY_AUTHENTICATION_REQUIRED NO_API_KEY NO_AUTH NO_TOKEN NO_SESSION NO_CREDENTIALS AuthenticationException',
  auth_expired: 'TokenExpired JWT_EXPIRED SESSION_EXPIRED OAUTH_TOKEN_EXPIRED expired_access_token',
  auth_invalid:
    'INVALID_API_KEY InvalidToken BAD_CREDENTIALS SignatureDoesNotMatch WRONG_PASSWORD UNKNOWN_TOKEN UnrecognizedClientException',
  oauth_failed: 'invalid_grant INVALID_CLIENT OAuthError',
  quota_exceeded:
    'QuotaExceeded INSUFFICIENT_FUNDS PAYMENT_REQUIRED dailyLimitExceeded DISK_FULL SUBSCRIPTION_EXPIRED',
  cancelled: 'CANCELLED OperationCanceled AbortError ABORTED USER_REJECTED',
  deprecated: 'DEPRECATED ApiDeprecated',
  send_failed: 'SEND_FAILED EMAIL_DELIVERY_FAILED',
  execution_failed: 'TOOL_EXECUTION_FAILED TASK_FAILED ToolError',
  internal: 'INTERNAL_SERVER_ERROR NullPointerException PANIC NOT_IMPLEMENTED TypeError http_500',
  unknown:
    'UNKNOWN UNKNOWN_ERROR unknown_reason TEAPOT P2002 23505 NON_RETRYABLE X DEADLINE_IN_PAST RETRIES_EXHAUSTED CHARACTER_LIMIT SIZE_LIMIT',
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

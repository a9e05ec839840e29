import { describe, expect, it } from 'vitest'
import { classify } from '../../src/core/classify'
import type { CanonicalCode } from '../../src/core/codes'
import { codeOfStatus } from '../../src/core/http-status'

const byRule: [CanonicalCode, number, string[]][] = [
  [
    'connection_refused',
    0.95,
    [
      'connect ECONNREFUSED 127.0.0.1:3000',
      'Connection refused',
      'The host refused to connect',
      'refused the connection',
    ],
  ],
  [
    'dns_failure',
    0.95,
    [
      'getaddrinfo ENOTFOUND api.example.com',
      'getaddrinfo EAI_AGAIN api',
      'ENOTFOUND',
      'EAI_AGAIN',
      'Name or service not known',
      'DNS lookup failed',
      'dns error',
      'DNS failure',
      'DNS resolution failed',
      'Could not resolve host: x',
    ],
  ],
  [
    'tls_failure',
    0.9,
    [
      'TLS handshake failed',
      'SSL error',
      'certificate has expired',
      'certificate verify failed',
      'self-signed certificate in certificate chain',
      'unable to verify the first certificate',
      'ssl routines',
      'expired certificate',
      'handshake failure',
      'tls alert',
      'invalid certificate',
      'certificate invalid',
    ],
  ],
  [
    'connection_timeout',
    0.95,
    ['connect timeout', 'Connection timed out', 'Connection attempt timed out', 'ConnectTimeout'],
  ],
  [
    'resource_exhausted',
    0.8,
    [
      'RESOURCE_EXHAUSTED',
      'resources exhausted',
      'out of memory',
      'insufficient disk',
      'ENOSPC',
      'ENOMEM',
      'EMFILE',
      'Out of space',
    ],
  ],
  ['circuit_half_open', 0.95, ['Circuit breaker is half-open', 'circuit half open']],
  ['circuit_open', 0.95, ['Circuit breaker is open', 'circuit open', 'CircuitOpen']],
  [
    'already_exists',
    0.9,
    [
      'EEXIST: file exists',
      'invoice_already_paid',
      'name already taken',
      'user already exists',
      'already registered',
      'already done',
      'already in use',
      'has already been sent',
      'already created',
      'already exist',
      'Duplicate key',
      'UNIQUE constraint failed',
    ],
  ],
  [
    'resource_locked',
    0.9,
    [
      'EBUSY: resource busy',
      'The file is locked',
      'rows are locked',
      'it was locked',
      'locked by dmitri',
      'lock is held by another',
      'lock held',
      'who holds the lock',
      'ResourceLocked',
      'database is locked',
    ],
  ],
  [
    'auth_expired',
    0.9,
    [
      'Token expired',
      'credentials have expired',
      'session has expired',
      'jwt expired',
      'api key is expired',
      'login expired',
      'expired token',
      'expired credentials',
      'expired api key',
      'authentication expired',
      'tokens are expired',
    ],
  ],
  [
    'auth_invalid',
    0.85,
    [
      'JWT_INVALID',
      'APIKEY_INVALID',
      'token is invalid',
      'password wrong',
      'credentials rejected',
      'token revoked',
      'Invalid API key',
      'bad credentials',
      'incorrect password',
      'wrong username or password',
      'invalid access token',
      'invalid bearer token',
    ],
  ],
  [
    'oauth_failed',
    0.9,
    [
      'oauth failed',
      'oauth exchange failure',
      'oauth error',
      'OAuth failed',
      'OAuth token error',
      'OAuthError',
      'invalid_grant',
    ],
  ],
  [
    'unauthenticated',
    0.9,
    [
      'Unauthorized',
      'unauthorised',
      'UNAUTHENTICATED',
      'authentication required',
      'AUTH_REQUIRED',
      'login is needed',
      'credentials missing',
      'authorization failed',
      'sign in required',
      'authentication error',
      'not logged in',
      'please log in',
      'not authenticated',
      'please sign in',
      'missing api key',
      'no credentials',
      'no token',
      'missing authorization header',
      'You must be logged in',
    ],
  ],
  [
    'quota_exceeded',
    0.9,
    [
      'Quota exceeded',
      'Payment Required',
      'credits exhausted',
      'balance is too low',
      'allowance has been used up',
      'insufficient funds',
      'insufficient credits',
      'insufficient balance',
      'monthly limit exceeded',
      'daily limit was reached',
      'spending limit reached',
      'usage limit exceeded',
    ],
  ],
  ['throttled', 0.9, ['ThrottlingException', 'Request was throttled']],
  ['too_many_requests', 0.9, ['Too many requests', 'too many concurrent calls', 'too many connections']],
  [
    'rate_limited',
    0.95,
    [
      'rate limit',
      'Rate limits apply',
      'RateLimited',
      'rate limiting',
      'Slow down',
      'request limit exceeded',
      'request limit reached',
    ],
  ],
  [
    'permission_denied',
    0.95,
    [
      'PERMISSION: only owners',
      'permission',
      'EACCES: x',
      'EPERM',
      'Forbidden',
      'permission denied',
      'Access was denied',
      'PermissionError',
      'access refused',
      'not allowed to write',
      "You aren't permitted to do this",
      'not authorized for this',
      'insufficient permissions',
      'insufficient scope',
      'insufficient privileges',
      'operation not permitted',
      'action not permitted',
      'you do not have permission',
      'does not have write access',
      'read-only file system',
      'read only mode',
    ],
  ],
  ['missing_discriminator', 0.9, ['MISSING_DISCRIMINATOR']],
  ['unknown_action', 0.9, ['UNKNOWN_ACTION', 'no such action']],
  [
    'tool_not_found',
    0.9,
    [
      'Unknown tool: x',
      'no such tool',
      'unrecognized tool',
      'Tool foo not found',
      'tool foo does not exist',
      "Tool foo doesn't exist",
    ],
  ],
  [
    'missing_config',
    0.85,
    [
      'missing configuration',
      'missing database config',
      'environment variable X is not set',
      'config is missing',
      'config file required',
    ],
  ],
  [
    'invalid_config',
    0.85,
    ['invalid config', 'bad configuration', 'config error', 'configuration file invalid'],
  ],
  [
    'missing_field',
    0.9,
    [
      'missing field',
      'Missing required name',
      'missing keyword argument',
      'required user parameter',
      'MISSING_REQUIRED_FIELD',
      'Field name is required',
      'property x is missing',
      "'name' is a required property",
      'argument required',
    ],
  ],
  [
    'malformed_data',
    0.85,
    [
      'parse_error',
      'Failed to parse body',
      'unable to parse',
      'could not parse x',
      'cannot parse x',
      'SyntaxError: x',
      "Unexpected token '<'",
      'unexpected end of JSON',
      'unexpected EOF',
      'malformed body',
      'x is not valid JSON',
      'invalid yaml',
      'invalid UTF-8',
      'JSONDecodeError: x',
      'json decode error',
    ],
  ],
  [
    'invalid_arguments',
    0.9,
    [
      'Invalid arguments for x',
      'INVALID_PARAMS',
      'wrong argument',
      'bad arguments',
      'unexpected keyword argument x',
      'invalid parameter',
    ],
  ],
  [
    'invalid_input',
    0.85,
    [
      'VALIDATION_ERROR',
      'Invalid email',
      'Bad request',
      'Unprocessable entity',
      'illegal operation',
      'EINVAL',
      'EISDIR',
      'ENOTDIR',
      'INPUT_REJECTED',
      'limit must be less than 5',
      'name must not be empty',
      'should be a number',
      'index out of range',
      'name too long',
      'file too large',
      'not a valid email',
      'unsupported format',
      'does not match the pattern',
      'expected string but got number',
      'Expected number, received string',
      'ValueError: x',
      'Unrecognized key x',
    ],
  ],
  [
    'resource_not_found',
    0.9,
    [
      'ENOENT: x',
      'file x not found',
      'record not found',
      'RESOURCE_NOT_FOUND',
      'Document with that id not found',
    ],
  ],
  [
    'not_found',
    0.9,
    [
      'ProjectNotFound',
      'No such thing',
      'user does not exist',
      "it doesn't exist",
      'no longer exists',
      'could not be found',
      'could not find x',
      'cannot find x',
      'unable to find x',
      'no results',
      'no match',
      'no route matched',
      'notfound',
      'the page was removed',
      'unknown user',
      'unknown project id',
      'HTTP/1.1 said 404 here',
    ],
  ],
  [
    'conflict',
    0.85,
    [
      'Conflict',
      'conflicting change',
      'superseded by x',
      'version mismatch',
      'etag mismatch',
      'the row has been modified',
      'it has changed',
      'optimistic lock',
      'precondition failed',
      'concurrent modification',
      'answer 409 now',
    ],
  ],
  ['deadline_exceeded', 0.9, ['DEADLINE_EXCEEDED', 'deadline has passed', 'context deadline']],
  [
    'timeout',
    0.9,
    [
      'ETIMEDOUT',
      'ESOCKETTIMEDOUT',
      'Request timed out',
      'The query took too long',
      'took too long to connect: connection refused',
      'time out',
      'TimeoutError',
      'timeouterror',
    ],
  ],
  [
    'cancelled',
    0.9,
    ['This operation was aborted', 'cancelled', 'Canceled by user', 'cancellation', 'aborterror'],
  ],
  [
    'network',
    0.85,
    [
      'ECONNRESET',
      'EPIPE',
      'ENETUNREACH',
      'EHOSTUNREACH',
      'ENETDOWN',
      'network changed',
      'socket hang up',
      'connection was reset',
      'connection closed',
      'connection lost',
      'fetch failed',
      'broken pipe',
      'no route to host',
      'host is unreachable',
      'failed to connect',
      'could not connect',
      'cannot connect',
      'other side closed',
    ],
  ],
  ['busy', 0.85, ['server busy', 'overloaded', 'at capacity', 'over capacity']],
  [
    'unavailable',
    0.85,
    [
      'Service Unavailable',
      'down for maintenance',
      'offline',
      'ECONNABORTED',
      'still connecting',
      'the service is down',
      'it is not running',
      'it was not ready',
      'it is starting',
      'try again later',
      'try again in 5 minutes',
      'temporarily gone',
      'not reachable',
      'unreachable',
    ],
  ],
  ['upstream_failed', 0.8, ['Bad gateway', 'upstream x', 'backend failed', 'dependency x error']],
  ['transient', 0.7, ['transient', 'a temporary problem']],
  ['send_failed', 0.7, ['send_failed', 'delivery failure', 'sending mail failed', 'failed to send x']],
  ['deprecated', 0.85, ['DEPRECATED', 'deprecation notice', 'sunset']],
  [
    'execution_failed',
    0.6,
    ['execution failed', 'failed to execute x', 'exited with code x', 'execution error'],
  ],
  [
    'internal',
    0.7,
    [
      'Internal error',
      'panic: x',
      'Exception in x',
      'Traceback (most recent call last)',
      'crashed',
      'segfault',
      'unexpected failure',
      'TypeError: x',
      'KeyError: x',
      "Cannot read properties of undefined (reading 'id')",
      'x is not a function',
      'x is not defined',
      'null pointer',
      'object has no attribute x',
      'unhandled',
      'ReferenceError',
    ],
  ],
]

describe('a message', () => {
  it.each(
    byRule.flatMap(([code, confidence, texts]) => texts.map((text) => [code, text, confidence] as const)),
  )('is about %s: %s', (code, text, confidence) => {
    expect(classify(text)).toEqual({ code, confidence })
  })

  it.each(['', '   ', '...', 'plain words only', 'oops', 'Something happened', '日本語'])(
    'is about nothing known: %j',
    (text) => {
      expect(classify(text)).toEqual({ code: 'unknown', confidence: 0 })
    },
  )

  it.each<[string, CanonicalCode]>([
    ['Request failed with status 503: not found', 'unavailable'],
    ['HTTP 429', 'rate_limited'],
    ['HTTP/1.1 404 Not Found', 'not_found'],
    ['HTTP/2 502', 'upstream_failed'],
    ['status code 409', 'conflict'],
    ['statusCode: 401', 'unauthenticated'],
    ['error 500', 'internal'],
    ['code=504', 'timeout'],
    ['403 oops', 'permission_denied'],
  ])('with a status is about that: %s', (text, code) => {
    expect(classify(text)).toEqual({ code, confidence: 0.9 })
  })

  it.each<[string, CanonicalCode]>([
    ['status 999: not found', 'not_found'],
    ['status 200 timed out', 'timeout'],
    ['waited 503 ms and timed out', 'timeout'],
    ['error 5000: timed out', 'timeout'],
    ['xerror 429', 'unknown'],
    ['the 403 oops', 'unknown'],
  ])('with a number that is no status of an error is about its words: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['connection refused: permission denied', 'connection_refused'],
    ['Too many requests: rate limit', 'too_many_requests'],
    ['Your token has expired: unauthorized', 'auth_expired'],
    ['Invalid API key: unauthorized', 'auth_invalid'],
    ['monthly quota, rate limited', 'quota_exceeded'],
    ['Connection timed out', 'connection_timeout'],
    ['file is locked, try again later', 'resource_locked'],
    ['already exists: conflict', 'already_exists'],
  ])('is about the closer of two things that it says: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['timeouts', 'unknown'],
    ['unforbidden', 'unknown'],
    ['pretransient', 'unknown'],
    ['busybody', 'unknown'],
    ['the permission of the owner', 'unknown'],
    ['permissions', 'unknown'],
  ])('is judged by whole words: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['ProjectNotFound', 'not_found'],
    ['project_not_found', 'not_found'],
    ['PROJECT-NOT-FOUND', 'not_found'],
    ['HTTPTimeout', 'timeout'],
    ['v2NotFound', 'not_found'],
    ['APIKeyInvalid', 'auth_invalid'],
    ['serverBusy', 'busy'],
  ])('may be a code in any case: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ["Error calling tool 'search': PERMISSION: only owners", 'permission_denied'],
    ["Error calling tool 'not_found': oops", 'unknown'],
    ['Error calling tool get-timeout.v2: 404 gone', 'not_found'],
    ['Error executing tool not_found: oops', 'unknown'],
    ['Error executing tool fetch: Request timed out', 'timeout'],
  ])('is judged without what a framework puts before it: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ["Error calling tool 'rate_limited'", 'rate_limited'],
    ["error calling tool 'rate_limited': oops", 'rate_limited'],
    ["It said: Error calling tool 'rate_limited': oops", 'rate_limited'],
    ['Error reading tool rate_limited: oops', 'rate_limited'],
  ])('is judged as it stands where that is not quite there: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it('is judged by its first two thousand characters', () => {
    expect(classify(`${'x '.repeat(996)}timed out`).code).toBe('unknown')
    expect(classify(`${'x '.repeat(995)} timed out`).code).toBe('timeout')
  })
})

describe('an HTTP status', () => {
  it.each<[number, CanonicalCode]>([
    [400, 'invalid_input'],
    [401, 'unauthenticated'],
    [402, 'quota_exceeded'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'not_found'],
    [412, 'conflict'],
    [413, 'invalid_input'],
    [415, 'invalid_input'],
    [422, 'invalid_input'],
    [423, 'resource_locked'],
    [429, 'rate_limited'],
    [499, 'cancelled'],
    [500, 'internal'],
    [502, 'upstream_failed'],
    [503, 'unavailable'],
    [504, 'timeout'],
  ])('%d is %s', (status, code) => {
    expect(codeOfStatus(status)).toBe(code)
  })

  it.each([0, 200, 302, 405, 418, 501, 505, Number.NaN])('%d has no code of its own', (status) => {
    expect(codeOfStatus(status)).toBeUndefined()
  })
})

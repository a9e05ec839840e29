import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classify } from '../../src/core/classify'
import { broadening, type CanonicalCode } from '../../src/core/codes'
import { codeOfStatus } from '../../src/core/http-status'
import { decode } from '../../src/index'

// A code, how sure its words are of it, and messages that say it.
const sentences: [CanonicalCode, number, string[]][] = [
  [
    'connection_refused',
    0.95,
    [
      'Connection refused',
      'The host refused to connect',
      'refused the connection',
      'connect refused',
      'No connection could be made because the target machine actively refused it',
      'took too long to connect: connection refused',
    ],
  ],
  [
    'dns_failure',
    0.95,
    [
      'Name or service not known',
      'DNS lookup failed',
      'dns error',
      'DNS failure',
      'DNS resolution failed',
      'Could not resolve host: x',
      'dial tcp: lookup db.internal: no such host',
      'Temporary failure in name resolution',
      'unknown host db',
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
      'x509: certificate signed by unknown authority',
      "Hostname/IP does not match certificate's altnames",
    ],
  ],
  [
    'connection_timeout',
    0.95,
    [
      'connect timeout',
      'Connection timed out',
      'Connection attempt timed out',
      'Connection to the database timed out',
      'dial tcp 10.0.0.1:443: i/o timeout',
    ],
  ],
  ['deadline_exceeded', 0.9, ['context deadline exceeded', 'deadline has passed', 'deadline expired']],
  [
    'timeout',
    0.9,
    [
      'Request timed out',
      'The query took too long',
      'time out',
      'Gateway Timeout',
      'the operation timeout',
      'Timeout of 30000 ms exceeded',
      'The server did not respond within 30 seconds',
      'no response after 20 seconds',
      'canceling statement due to statement timeout',
      'Execution time limit exceeded',
      'gave up waiting for the lock',
      'TimeoutError',
      'timeouterror',
    ],
  ],
  [
    'resource_exhausted',
    0.9,
    [
      'resources exhausted',
      'insufficient disk',
      'Out of space',
      'too many connections',
      'too many open files',
      'connection pool exhausted',
      'remaining connection slots are reserved',
    ],
  ],
  ['circuit_half_open', 0.95, ['Circuit breaker is half-open', 'circuit half open']],
  ['circuit_open', 0.95, ['Circuit breaker is open', 'circuit open']],
  [
    'already_exists',
    0.9,
    [
      'The invoice is already paid',
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
      'bucket exists',
      'the file exists',
    ],
  ],
  [
    'resource_locked',
    0.9,
    [
      'The file is locked',
      'rows are locked',
      'it was locked',
      'locked by dmitri',
      'lock is held by another',
      'lock held',
      'who holds the lock',
      'database is locked',
      'Deadlock found',
      'Another process is using the index',
      'port 8080 is in use',
    ],
  ],
  [
    'conflict',
    0.9,
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
      'directory not empty',
      'FOREIGN KEY constraint failed',
      'Updates were rejected because the tip of your current branch is behind',
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
    0.9,
    [
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
      'Signature verification failed',
      'The username and password are not accepted',
    ],
  ],
  ['oauth_failed', 0.9, ['oauth failed', 'oauth exchange failure', 'oauth error', 'OAuth token error']],
  [
    'unauthenticated',
    0.9,
    [
      'Unauthorized',
      'unauthorised',
      'UNAUTHENTICATED',
      'authentication required',
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
      'You exceeded your current quota',
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
      'No space left on device',
      'upgrade your plan',
    ],
  ],
  ['throttled', 0.9, ['Request was throttled', 'throttling']],
  ['too_many_requests', 0.9, ['Too many requests', 'too many concurrent calls', 'too many login attempts']],
  [
    'rate_limited',
    0.95,
    [
      'rate limit',
      'rate limiting',
      'Rate limit exceeded',
      'You have hit the rate limit',
      'You are being rate limited.',
      'Slow down',
      'request limit exceeded',
      'request limit reached',
      'at most 5 requests per second',
    ],
  ],
  [
    'permission_denied',
    0.95,
    [
      'permission',
      'Forbidden',
      'permission denied',
      'Access was denied',
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
      'Only the owner can delete this',
      'The path is outside the allowed directories',
      'Blocked by your organization policy',
    ],
  ],
  ['unknown_action', 0.9, ['unknown action', 'no such action']],
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
      'Tool foo disabled',
      'Method not found',
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
    ['invalid config', 'bad configuration', 'config error', 'configuration file invalid', 'not configured'],
  ],
  [
    'missing_field',
    0.9,
    [
      'missing field',
      'Missing required name',
      'missing keyword argument',
      'required user parameter',
      'Field name is required',
      'property x is missing',
      "'name' is a required property",
      'argument required',
      'name must not be empty',
      "f() missing 1 required positional argument: 'x'",
      'Please provide a title',
    ],
  ],
  [
    'malformed_data',
    0.85,
    [
      'Failed to parse body',
      'unable to parse',
      'could not parse x',
      'cannot parse x',
      'SyntaxError: x',
      "Unexpected token '<'",
      'unexpected end of JSON',
      'malformed body',
      'x is not valid JSON',
      'invalid yaml',
      'invalid UTF-8',
      'JSONDecodeError: x',
      'json decode error',
      'Unterminated string',
    ],
  ],
  [
    'invalid_arguments',
    0.9,
    [
      'Invalid arguments for x',
      'wrong argument',
      'bad arguments',
      'unexpected keyword argument x',
      'invalid parameter',
      'unsupported format',
      'Unrecognized key x',
      'illegal operation',
      'invalid page token',
      'takes 2 positional arguments but 3 were given',
      '3 validation errors',
    ],
  ],
  [
    'invalid_input',
    0.85,
    [
      'Invalid email',
      'Bad request',
      'Unprocessable entity',
      'limit must be less than 5',
      'should be a number',
      'name too long',
      'file too large',
      'not a valid email',
      'does not match the pattern',
      'expected string but got number',
      'Expected number, received string',
      'ValueError: x',
      'amount must be between 1 and 100',
      'Validation failed',
      'the day is out of range for month',
    ],
  ],
  ['invalid_input', 0.95, ['Method Not Allowed', 'unknown url type']],
  [
    'resource_not_found',
    0.9,
    [
      'file x not found',
      'record not found',
      'Document with that id not found',
      'No such file or directory',
      'The specified bucket was not found',
    ],
  ],
  [
    'not_found',
    0.9,
    [
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
      'gone',
      'There is no branch with that name',
      'nothing found',
    ],
  ],
  [
    'cancelled',
    0.9,
    [
      'This operation was aborted',
      'cancelled',
      'Canceled by user',
      'The user dismissed the dialog',
      'context canceled',
      'cancellation',
      'aborterror',
    ],
  ],
  [
    'network',
    0.85,
    [
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
      'unexpected EOF',
      'Remote end closed connection without response',
      'Premature close',
    ],
  ],
  ['busy', 0.85, ['server busy', 'overloaded', 'at capacity', 'over capacity', 'under heavy load']],
  [
    'unavailable',
    0.85,
    [
      'Service Unavailable',
      'down for maintenance',
      'offline',
      'the service is down',
      'it is not running',
      'it was not ready',
      'it is starting',
      'try again later',
      'try again in 5 minutes',
      'temporarily gone',
      'a temporary problem',
      'not reachable',
      'unreachable',
    ],
  ],
  [
    'upstream_failed',
    0.8,
    [
      'Bad gateway',
      'backend failed',
      'dependency x error',
      'upstream connect error',
      'the origin returned x',
    ],
  ],
  ['transient', 0.7, ['transient']],
  ['send_failed', 0.7, ['delivery failure', 'sending mail failed', 'Send error']],
  ['deprecated', 0.85, ['DEPRECATED', 'deprecation notice', 'sunset']],
  ['execution_failed', 0.6, ['Tool execution error', 'crashed', 'Killed', 'build failed']],
  [
    'internal',
    0.9,
    [
      'x is not defined',
      'panic: x',
      'runtime error: x',
      'segfault',
      "Cannot read properties of undefined (reading 'id')",
      'x is not a function',
      'null pointer',
      'object has no attribute x',
      'index out of range',
      'out of memory',
      'maximum recursion depth exceeded',
      'Output validation error: Invalid structured content',
      'AssertionError: assertion failed',
    ],
  ],
  [
    'internal',
    0.7,
    [
      'Internal error',
      'Exception in x',
      'Traceback (most recent call last)',
      'unexpected failure',
      'unhandled',
      'division by zero',
      'not implemented',
      'an unexpected error',
    ],
  ],
  ['permission_denied', 0.6, ['restricted']],
  ['unauthenticated', 0.6, ['auth']],
  ['timeout', 0.6, ['timeouts']],
  ['quota_exceeded', 0.6, ['quota', 'Quota of 5', 'exceeded the limit']],
  ['network', 0.6, ['<urlopen error x>', 'network']],
]

// A code, how sure the words of its names are, and names: those of exceptions, and codes that no table knows.
const names: [CanonicalCode, number, string[]][] = [
  ['connection_timeout', 0.95, ['ConnectTimeout', 'CONNECT_TIMEOUT']],
  ['dns_failure', 0.95, ['net::ERR_NAME_NOT_RESOLVED']],
  ['cancelled', 0.9, ['KeyboardInterrupt']],
  ['deadline_exceeded', 0.9, ['DEADLINE_EXCEEDED']],
  ['resource_exhausted', 0.9, ['RESOURCE_EXHAUSTED']],
  ['circuit_open', 0.95, ['CircuitOpen']],
  ['already_exists', 0.9, ['invoice_already_paid']],
  ['resource_locked', 0.9, ['ResourceLocked']],
  ['auth_invalid', 0.9, ['JWT_INVALID', 'APIKEY_INVALID', 'APIKeyInvalid']],
  ['oauth_failed', 0.9, ['invalid_grant']],
  ['unauthenticated', 0.9, ['AUTH_REQUIRED']],
  ['rate_limited', 0.95, ['RateLimited']],
  ['missing_discriminator', 0.9, ['MISSING_DISCRIMINATOR']],
  ['unknown_action', 0.9, ['UNKNOWN_ACTION']],
  ['missing_field', 0.9, ['MISSING_REQUIRED_FIELD']],
  ['malformed_data', 0.85, ['parse_error']],
  ['invalid_arguments', 0.9, ['INVALID_PARAMS', 'VALIDATION_ERROR']],
  ['invalid_input', 0.85, ['INPUT_REJECTED']],
  ['resource_not_found', 0.9, ['RESOURCE_NOT_FOUND']],
  ['not_found', 0.9, ['ProjectNotFound', 'project_not_found', 'PROJECT-NOT-FOUND-HERE', 'v2NotFound']],
  ['busy', 0.85, ['serverBusy']],
  ['timeout', 0.6, ['HTTPTimeout']],
  ['send_failed', 0.7, ['send_failed']],
  ['internal', 0.7, ['ReferenceError', 'TypeError: x', 'KeyError: x']],
]

const rows = (table: typeof sentences) =>
  table.flatMap(([code, confidence, texts]) => texts.map((text) => [code, text, confidence] as const))

describe('a message', () => {
  it.each(rows(sentences))('is about %s: %s', (code, text, confidence) => {
    expect(classify(text)).toEqual({ code, confidence })
  })

  it.each(rows(names))(
    'that is hardly more than a name is about %s, less surely: %s',
    (code, text, confidence) => {
      expect(classify(text)).toEqual({ code, confidence: confidence * 0.8 })
    },
  )

  it.each<[string, CanonicalCode]>([
    ['connect ECONNREFUSED 127.0.0.1:3000', 'connection_refused'],
    ['getaddrinfo ENOTFOUND api.example.com', 'dns_failure'],
    ["EACCES: permission denied, open '/etc/timeout.conf'", 'permission_denied'],
    ['[Errno 17] File exists', 'already_exists'],
  ])('with an errno is about that: %s', (text, code) => {
    expect(classify(text)).toEqual({ code, confidence: 0.95 })
  })

  it.each(['', '   ', '...', 'plain words only', 'oops', 'Something happened', 'Unknown error', '日本語'])(
    'is about nothing known: %j',
    (text) => {
      expect(classify(text)).toEqual({ code: 'unknown', confidence: 0 })
    },
  )

  it.each([
    'failed to send x',
    'failed to execute x',
    'execution failed',
    'exited with code 3',
    'Command failed',
    'upstream x',
  ])('that only says that something failed does not say why: %s', (text) => {
    expect(classify(text)).toEqual({ code: 'unknown', confidence: 0 })
  })

  it.each<[string, CanonicalCode]>([
    ['author not found', 'not_found'],
    ['Author "Jane Doe" not found', 'not_found'],
    ['Unknown author', 'not_found'],
    ['Role not found', 'not_found'],
    ['The authority record is missing', 'not_found'],
    ['The certificate of John Doe was not found', 'not_found'],
    ['The quota document does not exist', 'not_found'],
    ['session 12 not found', 'not_found'],
    ['network "default" not found', 'not_found'],
    ['tool network_timeout not found', 'tool_not_found'],
    ['invalid value for parameter timeout', 'invalid_input'],
    ['Invalid value for parameter "timeout": must be positive', 'invalid_input'],
    ['timeout must be a positive integer', 'invalid_input'],
    ['retry_after must be a number', 'invalid_input'],
    ['invalid timezone', 'invalid_input'],
    ['Connection string is invalid', 'invalid_input'],
    ['The internal id must be a number', 'invalid_input'],
    ['Unexpected token } in JSON at position 5', 'malformed_data'],
    ['Line 404: unexpected token', 'malformed_data'],
    ["Missing required parameter 'timeout'", 'missing_field'],
    ['The field rate_limit is required', 'missing_field'],
    ['The key "password" is required', 'missing_field'],
    ['Cannot connect the author to the article: author not found', 'not_found'],
    ['Disconnect button could not be shown', 'unknown'],
  ])('is about what its sentence says, not about the words in it: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['File 404.html could not be saved', 'unknown'],
    ['File unauthorized.csv not found', 'resource_not_found'],
    ['No such file: /var/log/timeout/errors.log', 'resource_not_found'],
    ['Page not found: https://example.com/429/too-many-requests', 'resource_not_found'],
    ['Table "rate_limits" does not exist', 'not_found'],
    ["User 'conflict' not found", 'not_found'],
    ['Permission `read_timeouts` does not exist', 'not_found'],
    ["Can't find the author's page 'forbidden'", 'not_found'],
    ['Unknown field "permission_denied"', 'invalid_arguments'],
    ["Invalid enum value. Expected 'timeout' | 'cancelled', received 'x'", 'invalid_input'],
  ])('is not about the names and values in it: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ["{'error': 'rate limit exceeded'}", 'rate_limited'],
    ['server returned "quota exceeded"', 'quota_exceeded'],
    ['"Connection refused"', 'connection_refused'],
    ["KeyError: 'access denied'", 'permission_denied'],
  ])('that speaks in quotes is about what stands there: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['Request failed with status 503: not found', 'unavailable'],
    ['HTTP 429', 'rate_limited'],
    ['HTTP/1.1 404 Not Found', 'not_found'],
    ['HTTP/2 502', 'upstream_failed'],
    ['status code 409', 'conflict'],
    ['statusCode: 401', 'unauthenticated'],
    ['error 500', 'internal'],
    ['Error: 429', 'rate_limited'],
    ['404', 'not_found'],
    ['code=504', 'timeout'],
    ['403 oops', 'permission_denied'],
    ['HTTP 418', 'invalid_input'],
    ['HTTP 599', 'internal'],
  ])('with a status is about that: %s', (text, code) => {
    expect(classify(text)).toEqual({ code, confidence: 0.9 })
  })

  it.each<[string, CanonicalCode]>([
    ['HTTP 404: tool x not found', 'tool_not_found'],
    ['HTTP 401: token expired', 'auth_expired'],
    ['HTTP 409: name already taken', 'already_exists'],
    ['HTTP 400: rate limit exceeded', 'rate_limited'],
    ['HTTP 400: user does not exist', 'invalid_input'],
    ['HTTP 500: connection refused', 'connection_refused'],
    ['HTTP 500: unhandled', 'internal'],
    ['HTTP 403: rate limit exceeded', 'rate_limited'],
    ['HTTP 403: quota exceeded', 'quota_exceeded'],
    ['HTTP 429: quota exceeded', 'quota_exceeded'],
    ['HTTP 403: not found', 'permission_denied'],
    ['HTTP 405: not allowed to write', 'permission_denied'],
    ["status code 400, {'detail': 'rate limit exceeded'}", 'rate_limited'],
  ])('with a status and words is about the words where they say it more closely: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['status 999: not found', 'not_found'],
    ['status 200 timed out', 'timeout'],
    ['waited 503 ms and timed out', 'timeout'],
    ['error 5000: timed out', 'timeout'],
    ['500 items timed out', 'timeout'],
    ['550 timed out', 'timeout'],
    ['xerror 429', 'unknown'],
    ['the 403 oops', 'unknown'],
    ['HTTP/1.1 said 404 here', 'unknown'],
    ['answer 409 now', 'unknown'],
    ['Port 503 is not open', 'unknown'],
  ])('with a number that is no status of an error is about its words: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['Connection timed out', 'connection_timeout'],
    ['file is locked, try again later', 'resource_locked'],
    ['Too many requests: rate limit', 'too_many_requests'],
    ['Your token has expired: unauthorized', 'auth_expired'],
    ['Invalid API key: unauthorized', 'auth_invalid'],
    ['already exists: conflict', 'already_exists'],
    ['conflict: already exists', 'already_exists'],
    // Who one is is not what one may do.
    ['authentication failed: forbidden', 'permission_denied'],
  ])('is about the closer of two things that it says: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['connection refused: permission denied', 'permission_denied'],
    ['permission denied: connection refused', 'connection_refused'],
    ['could not save the file:\nno space left on device', 'quota_exceeded'],
    ['a: b: c: d: e: f: timed out', 'timeout'],
  ])('is about the reason, which stands behind the colon: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['PermissionError: [x] oops', 'permission_denied'],
    ['TimeoutError: page.goto: x', 'timeout'],
    ['requests.exceptions.ConnectionError: x', 'network'],
    ['botocore.errorfactory.ThrottlingException: x', 'throttled'],
    ['An error occurred (AccessDenied) when calling the GetObject operation', 'permission_denied'],
    ['Error from server (NotFound): pods "web" x', 'not_found'],
    ['[RATE_LIMITED] hold on', 'rate_limited'],
    ['ValueError: could not connect to x', 'invalid_input'],
    ['ConnectionError: Connection refused', 'connection_refused'],
    ['Exception: Connection refused', 'connection_refused'],
    ['RuntimeError: user not found', 'not_found'],
  ])('is about the name of its error, or what that says more closely: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ['unforbidden', 'unknown'],
    ['pretransient', 'unknown'],
    ['busybody', 'unknown'],
    ['the permission of the owner', 'unknown'],
    ['permissions', 'unknown'],
  ])('is judged by whole words: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it.each<[string, CanonicalCode]>([
    ["Error calling tool 'search': PERMISSION: only owners", 'permission_denied'],
    ["Error calling tool 'not_found': oops", 'unknown'],
    ['Error calling tool get-timeout.v2: 404 gone', 'not_found'],
    ['Error executing tool not_found: oops', 'unknown'],
    ['Error executing tool fetch: Request timed out', 'timeout'],
    ['MCP error -32603: Request timed out', 'timeout'],
    ["Tool 'timeout' execution failed: oops", 'unknown'],
    ['### Error\nTimeoutError: locator.click', 'timeout'],
  ])('is judged without what a framework puts before it: %s', (text, code) => {
    expect(classify(text).code).toBe(code)
  })

  it('is judged by its first two thousand characters', () => {
    expect(classify(`${'x '.repeat(996)}timed out`).code).toBe('unknown')
    expect(classify(`${'x '.repeat(995)} timed out`).code).toBe('timeout')
  })

  it('is judged by its last six clauses', () => {
    const clauses = 'timed out: a: b: c: d: e'
    expect(classify(`${clauses}: not found`).code).toBe('not_found')
    expect(classify(`${clauses}: lock held`).code).toBe('resource_locked')
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

describe('the plain texts of the corpus', () => {
  interface PlainText {
    id: string
    text: string
    truth: { category: string; also?: string[] }
  }
  const file = new URL('../fixtures/corpus/plain-text.ndjson', import.meta.url)
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlainText)
  const categories = new Set(lines.map(({ truth }) => truth.category))
  const elsewhere: Partial<Record<CanonicalCode, string>> = {
    upstream_failed: 'unavailable',
    transient: 'unavailable',
    tls_failure: 'network',
  }

  /** The category of a code: its own, or that of the nearest broader one. */
  function categoryOf(code: CanonicalCode): string | undefined {
    return [...broadening(code)]
      .map((each) => elsewhere[each] ?? each)
      .find((category) => categories.has(category))
  }

  const found = lines.map((line) => ({
    ...line,
    category: categoryOf(decode(line.text, { dialect: 'text' }).code),
  }))

  it('are of the right category, nineteen out of twenty at least', () => {
    const wrong = found.filter(({ category, truth }) => category !== truth.category)
    expect(
      wrong.length / found.length,
      wrong.map(({ id, category }) => `${id}: ${category}`).join('\n'),
    ).toBeLessThanOrEqual(0.05)
  })

  it('are of no category that would be wrong', () => {
    const wrong = found.filter(
      ({ category = '', truth }) => ![truth.category, ...(truth.also ?? [])].includes(category),
    )
    expect(wrong).toEqual([])
  })
})

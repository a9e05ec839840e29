import { allWords, longestLook } from './all-words'
import type { CanonicalCode } from './codes'
import { codeOfErrno } from './errno'
import { codeOfFailure } from './http-status'
import { spacedPattern } from './word-pattern'

// The first row counts that has words of the code. So what happened (not found, invalid, denied) stands before what it happened to
// (a network, a lock, a quota), but for things of which it means something else, such as a token that is invalid.
const rows: readonly (readonly [code: CanonicalCode, ...words: string[]])[] = [
  ['internal', 'null pointer, panic, assertion'],
  ['connection_timeout', 'connect(ion|ing)? timed? ?out'],
  ['deadline_exceeded', 'deadline (exceeded|expired|passed), ^deadline$'],
  ['timeout', '(?<!invalid |required )timed? ?out(?! too), time limit, took too long'],
  ['connection_refused', 'connection refused'],
  ['dns_failure', 'name (not resolved|resolution), (unknown|no such) host, host not found'],
  ['invalid_input', '(page|continuation) token, method not (allowed|supported), additional propert\\w+'],
  ['oauth_failed', 'invalid (grant|client), unauthorized client'],
  [
    'auth_expired',
    '(token|session|credentials?|jwt|key|password|auth|login) (has )?expired',
    'expired (\\w+ )?(token|session|credentials?|jwt|key)',
  ],
  [
    'auth_invalid',
    '(invalid|bad|wrong|malformed|revoked|unrecognized|unknown) (\\w+ ){0,2}(token|session|credentials?|jwt|api ?key|access key|password|signature|auth|login|authentication)',
    '(token|session|credentials?|jwt|api ?key|password|signature|auth|login) (invalid|revoked|malformed|mismatch|does not match)',
    '(token error|unrecognized client)',
  ],
  ['oauth_failed', 'o ?auth'],
  [
    'unauthenticated',
    'unauthori[sz]ed, unauthenticated, not ?(authed|authenticated|logged in)',
    '(auth|authentication|authorization|login|sign in|mfa|api ?key|credentials?|token) (required|missing|failed|failure|error|exception)',
    '(missing|no) (\\w+ )?(auth|authentication|credentials?|token|session|api ?key)',
  ],
  [
    'permission_denied',
    'forbidden, denied',
    '(no|insufficient|missing) (access|permissions?|privileges?|scopes?|roles?|rights)',
    'not (allowed|permitted|authorized|a member|in channel)',
    '(admin|owner) only, restricted, outside, traversal, blocked, banned',
    'suspended, deactivated, approval required, (account|user) locked',
  ],
  ['missing_config', 'missing (config\\w*|env)', 'config\\w* (missing|not (found|set)), env (var )?missing'],
  ['invalid_config', 'config\\w*, misconfigured, not configured'],
  ['unknown_action', '(unknown|no such) (action|command)'],
  ['tool_not_found', '(unknown|no such) (tool|method), (tool|method) not (found|exist), unimplemented'],
  [
    'resource_not_found',
    '(resource|file|record|entity|object|document|directory|key|bucket|table|issue|item) not found',
    'no such (key|bucket|file|entity|resource|object|table|record)',
  ],
  [
    'unavailable',
    '(service|server|system|backend) not available, not (ready|initialized|running)',
    'shutting down, session closed',
  ],
  ['not_found', 'not ?found, not available, no such, does not exist, cannot find, (no|zero) results?'],
  ['already_exists', 'already, duplicate, dup, exists, taken, unique'],
  [
    'network',
    '^hpe, err socket$, http2, disconnected, socket (error|failure|closed|hang up)',
    '(not|cannot|unable to|failed to) connect, failed to fetch',
  ],
  ['tls_failure', 'tls, ssl, x509, cert, certificate, handshake'],
  [
    'missing_field',
    '^missing',
    'missing (required )?(field|param\\w*|arg\\w*|propert\\w+|value|input|header|body|key|version)',
    'required (field|param\\w*|arg\\w*|propert\\w+|value|input)',
    '(field|param\\w*|arg\\w*|propert\\w+|value|input|header|body) (required|missing)',
    'null value, not null',
  ],
  [
    'malformed_data',
    'malformed, pars\\w+, syntax, decod\\w+, deserialization',
    '(invalid|bad) (json|xml|yaml), (json|xml) invalid, unexpected token',
  ],
  [
    'invalid_arguments',
    '(invalid|bad|wrong|illegal|unexpected|unknown|unsupported|unrecognized|undefined|extra) (arguments?|param\\w*|options?|fields?|keys?|propert\\w+|column|function|operation)',
    'argument (null )?exception, validation error, ambiguous, type mismatch',
  ],
  [
    'invalid_input',
    'invalid, illegal, unsupported, bad (\\w+ )?(request|input|value), not (supported|valid)',
  ],
  [
    'network',
    'network, proxy, offline, unreachable, no route, broken pipe',
    'fetch (error|failed|failure), stream (closed|reset|destroyed), premature close, server selection',
    'connection (error|failure|lost|closed|reset|aborted)',
  ],
  ['dns_failure', 'dns'],
  ['connection_failed', 'connection failed, not connected'],
  [
    'rate_limited',
    'rate ?limit\\w*, slow down, flood',
    '(request|call|concurrency|min\\w*)s? limit, per (second|minute|hour)',
    'concurrent requests, rate exceeded, throughput',
  ],
  ['too_many_requests', 'too many (\\w+ )?(requests|calls|attempts|queries|messages)'],
  ['throttled', 'throttl\\w+'],
  [
    'resource_exhausted',
    'too many (open )?(connections|files), connection limit, out ?of ?memory',
    'no (memory|workers), queue full, (pool|resource|memory|capacity) exhausted',
  ],
  [
    'quota_exceeded',
    'quotas?, credits?(?! card), balance, funds, payment required, billing, no space',
    'insufficient storage, (disk|storage) full, limits? (exceeded|reached)',
    '(daily|monthly|usage|plan|storage|query) limit',
    '(trial|subscription|plan|license) (expired|required|ended), budget',
  ],
  ['permission_denied', 'permissions?, privileges?, read ?only, policy, disabled'],
  ['cancelled', 'cancel\\w+, abort\\w*, user (rejected|declined), client closed'],
  [
    'conflict',
    'conflict, precondition, conditional, (version|etag) mismatch, stale',
    'concurrent, optimistic, out of (stock|date), not empty, foreign key',
    'dependency violation, fast forward, uncommitted, archived',
  ],
  ['resource_locked', 'locked, lock, deadlock, in use, in progress, resource busy'],
  [
    'invalid_input',
    'validation, unprocessable, rejected, mismatch, violation, constraint',
    'out ?of ?range, out of bounds$',
    'too (large|long|short|small|big|many|few|low|high|old|complex), length exceeded',
    'a directory, (value|cast|schema|client) error',
  ],
  ['unavailable', 'unavailable, maintenance'],
  [
    'upstream_failed',
    'upstream, bad gateway, provider error, third party, backend error',
    'external service, dependency (failed|failure|error)',
  ],
  [
    'not_found',
    'unknown (?!error|reason|failure|problem|exception|cause|state|status)\\w+',
    'no (data|rows|match), empty result, gone, (resource|file|record|object) missing',
    'deleted, undefined \\w+',
  ],
  ['circuit_open', 'circuit, breaker'],
  ['busy', 'busy, overload\\w*, high (load|demand), (no|insufficient) (\\w+ )?capacity, capacity exceeded'],
  ['resource_exhausted', '(?<!retries )exhausted'],
  ['transient', 'transient, temporar\\w+, try again', '(?<!no |non |not )retry(able)?( later| error)?$'],
  ['send_failed', '(send|delivery) (failed|failure|error)'],
  ['deprecated', 'deprecat\\w+'],
  ['execution_failed', '(execution|tool|task|job|command|operation) (failed|failure|error)'],
  ['internal', 'internal, (server|system|key|type|attribute) (error|failure), not implemented', 'crash\\w*'],
]

const aStatus = /^ (?:http|status|error|err|e)? ?([45]\d\d) $/

/** What a code that no table knows is about, by the words that it is made of: `ProjectNotFound`, `invoice_already_paid`. */
export function codeByWords(native: string): CanonicalCode {
  if (native.length > longestLook) return withoutTable(native)
  if (native !== last.native) last = { native, code: withoutTable(native) }
  return last.code
}

// What is translated is written and read several times, with the same code in it.
let last: { readonly native: string; readonly code: CanonicalCode } = { native: '', code: 'unknown' }

function withoutTable(native: string): CanonicalCode {
  const errno = codeOfErrno(native)
  if (errno) return errno
  const words = allWords(native)
  const status = aStatus.exec(words)?.[1]
  if (status !== undefined) return codeOfFailure(Number(status)) ?? 'unknown'
  return patterns().find(([, pattern]) => pattern.test(words))?.[0] ?? 'unknown'
}

type Pattern = readonly [code: CanonicalCode, words: RegExp]

let made: readonly Pattern[] | undefined

/** The rows as expressions, which are made when they are first asked for: most programs never need them. */
function patterns(): readonly Pattern[] {
  made ??= rows.map(([code, ...words]) => [
    code,
    new RegExp(words.join(', ').split(', ').map(spacedPattern).join('|')),
  ])
  return made
}

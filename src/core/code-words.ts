import { allWords, longestLook } from './all-words'
import type { CanonicalCode } from './codes'
import { codeOfErrno } from './errno'
import { codeOfFailure } from './http-status'
import { spacedPattern } from './word-pattern'

// The first row counts that has words of the code, so a row stands before those whose words it may also contain.
const rows: readonly (readonly [code: CanonicalCode, ...words: string[]])[] = [
  ['internal', '(?:null|nil) pointer', 'panic', 'assertion', 'output validation'],
  ['connection_timeout', 'connect(?:ion|ing)? timed? ?out'],
  ['deadline_exceeded', 'deadline'],
  ['timeout', 'timed? ?out', 'time limit', 'took too long'],
  ['connection_refused', 'connection refused'],
  ['dns_failure', 'dns', 'name (?:not resolved|resolution)', '(?:unknown|no such) host', 'host not found'],
  ['tls_failure', 'tls', 'ssl', 'x509', 'cert', 'certificate', 'handshake'],
  [
    'network',
    'network',
    'socket (?:error|failure|closed|hang up)',
    'err socket$',
    '^hpe',
    'proxy',
    'disconnected',
    'offline',
    'unreachable',
    'broken pipe',
    'fetch (?:error|failed|failure)',
    'premature close',
    'connection (?:error|failure|lost|closed|reset|aborted|broken|dropped|terminated)',
  ],
  ['connection_failed', 'connection failed', 'not connected'],
  [
    'rate_limited',
    'rate ?limit(?:ed|er|ing|s)?',
    'slow down',
    'flood',
    '(?:request|call)s? limit',
    '(?:minute|hourly) limit',
    'rate exceeded',
    'throughput',
    'back ?off',
  ],
  ['too_many_requests', 'too many (?:requests|calls|attempts|queries|concurrent requests)'],
  ['throttled', 'throttl(?:e|ed|ing)'],
  [
    'resource_exhausted',
    'too many connections',
    'out ?of ?memory',
    '(?:pool|resource|memory|capacity) exhausted',
  ],
  [
    'quota_exceeded',
    'quotas?',
    'credits?',
    'balance',
    'funds',
    'payment required',
    'billing',
    'no space',
    'insufficient storage',
    '(?:disk|storage) full',
    'limits? (?:exceeded|reached)',
    '\\w+ limit',
    '(?:trial|subscription|plan|licen[cs]e) (?:expired|required|ended)',
    'budget (?:exceeded|exhausted)',
  ],
  ['missing_config', 'missing config(?:uration)?', 'config(?:uration)? (?:missing|not (?:found|set))'],
  ['config_invalid', 'config(?:uration)? validation'],
  ['invalid_config', 'config(?:uration)?', 'misconfigured', 'not configured'],
  ['oauth_failed', 'invalid (?:grant|client)', 'unauthorized client', 'token refresh'],
  [
    'auth_expired',
    '(?:token|session|credentials?|jwt|key|password|auth|login) (?:is |has )?expired',
    'expired (?:\\w+ )?(?:token|session|credentials?|jwt|key)',
  ],
  [
    'auth_invalid',
    '(?:invalid|bad|wrong|malformed|revoked|unrecognized) (?:\\w+ ){0,2}(?:token|session|credentials?|jwt|client|api ?key|access key|password|signature|auth|login|authentication)',
    '(?:token|session|credentials?|jwt|api ?key|password|signature|auth|login) (?:id )?(?:not valid|invalid|revoked|malformed|mismatch|does not match)',
    'token error',
  ],
  ['oauth_failed', 'o ?auth'],
  [
    'unauthenticated',
    'unauthori[sz]ed',
    'unauthenticated',
    'not ?(?:authed|authenticated|logged in)',
    '(?:re ?)?(?:auth|authentication|authorization|login|sign in|sso|mfa|two factor|api ?key|credentials?|token) (?:required|missing|failed|failure|error|needed)',
    'missing (?:\\w+ )?(?:auth|authentication|credentials?|token|api ?key)',
  ],
  ['invalid_input', 'method not (?:allowed|supported)', 'additional propert(?:y|ies)'],
  [
    'permission_denied',
    'permissions?',
    'privileges?',
    'forbidden',
    'denied',
    'access error',
    '(?:insufficient|missing) scopes?',
    'not (?:allowed|permitted|authori[sz]ed|entitled|accessible)',
    'read ?only',
    'policy',
    'blocked',
    'banned',
    'suspended',
    'disabled',
    'approval required',
    '(?:account|user) locked',
  ],
  ['already_exists', 'already', 'duplicate', 'dup', 'exists', 'taken', 'unique'],
  [
    'cancelled',
    'cancell?ed',
    'cancellation',
    'abort(?:ed)?',
    'interrupt(?:ed)?',
    'user (?:rejected|declined)',
    'client closed',
  ],
  ['resource_locked', 'locked', 'lock', 'deadlock', 'in use', 'in progress', 'resource busy'],
  [
    'conflict',
    'conflict',
    'precondition',
    'conditional',
    'modified',
    '(?:version|etag) mismatch',
    'stale',
    'concurrent',
    'optimistic',
    'out of (?:stock|date)',
    'not empty',
    'foreign key',
    'idempotency',
    'dependency violation',
  ],
  ['missing_discriminator', 'missing discriminator'],
  ['unknown_action', '(?:unknown|no such) (?:action|command)'],
  [
    'tool_not_found',
    '(?:unknown|no such) (?:tool|method)',
    '(?:tool|method) not (?:found|exist)',
    'unimplemented',
  ],
  [
    'missing_field',
    '^missing',
    'missing (?:required )?(?:field|parameter|param|argument|arg|property|value|input|header|body|key|version)',
    'required (?:field|parameter|param|argument|arg|property|value|input)',
    '(?:field|parameter|param|argument|property|value|input|header|body) (?:required|missing)',
    'null value',
    'not null',
  ],
  [
    'malformed_data',
    'malformed',
    'pars(?:e|ing)',
    'syntax',
    'decod(?:e|ing)',
    'deserialization',
    'unmarshal',
    '(?:invalid|bad) (?:json|xml|yaml)',
    '(?:json|xml|yaml) invalid',
    'unexpected token',
  ],
  [
    'invalid_arguments',
    '(?:invalid|bad|wrong|illegal|unexpected|unknown|unsupported|unrecognized|undefined|extra) (?:arguments?|param(?:eter)?s?|options?|fields?|keys?|property|properties|column|function|operation)',
    'ambiguous',
    'type mismatch',
    'wrong type',
  ],
  [
    'invalid_input',
    'invalid',
    'validation',
    'bad (?:request|input|value)',
    'illegal',
    'unprocessable',
    'unsupported',
    'not (?:supported|valid)',
    'rejected',
    'mismatch',
    'violation',
    'constraint',
    'out ?of ?range',
    'too (?:large|long|short|small|big|many|few|low|high)',
    'length exceeded',
    '(?:value|cast|schema|range|client) error',
  ],
  [
    'resource_not_found',
    '(?:resource|file|record|entity|object|row|page|document|directory|folder|key|bucket|table|issue|item) not found',
    'no such (?:key|bucket|file|entity|resource|object|table|record)',
  ],
  [
    'upstream_failed',
    'upstream',
    'bad gateway',
    'provider error',
    'third party',
    'backend error',
    'external service',
    'dependency (?:failed|failure|error)',
  ],
  [
    'unavailable',
    'unavailable',
    'maintenance',
    'not (?:ready|initialized)',
    '(?:service|server|system|backend) not available',
  ],
  [
    'not_found',
    'not ?found',
    'not available',
    'no such',
    'does not exist',
    'unknown (?!error|reason|failure|problem|exception|cause|state|status)\\w+',
    'no (?:data|rows|results?|match)',
    'empty result',
    'gone',
    '(?:resource|file|record|object) missing',
    'deleted',
    'undefined \\w+',
  ],
  ['circuit_half_open', 'half open'],
  ['circuit_open', 'circuit', 'breaker'],
  ['busy', 'busy', 'overloaded', '(?:no|insufficient) capacity', 'capacity exceeded'],
  ['resource_exhausted', 'exhausted'],
  [
    'transient',
    'transient',
    'temporar(?:y|ily)',
    'try again',
    '(?<!no |non |not )retry(?:able| later| error)?$',
    'retryable error',
  ],
  ['send_failed', '(?:send|delivery) (?:failed|failure|error)'],
  ['deprecated', 'deprecat(?:ed|ion)'],
  ['execution_failed', '(?:execution|tool|task|job|command|operation) (?:failed|failure|error)'],
  [
    'internal',
    'internal',
    '(?:server|system|key|type|attribute) (?:error|failure)',
    'not implemented',
    'fatal',
    'crash(?:ed)?',
    'unexpected',
    'data loss',
    'corrupt(?:ed|ion)?',
    'exception',
  ],
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
  made ??= rows.map(([code, ...words]) => [code, new RegExp(words.map(spacedPattern).join('|'))] as const)
  return made
}

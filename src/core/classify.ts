import type { CanonicalCode } from './codes'
import { unwrap } from './wrapper'

/** What an unstructured message is about, and how sure that is (0 to 1). */
export interface Classification {
  code: CanonicalCode
  confidence: number
}

// The first rule that matches counts, so a rule stands before those whose words it may also contain.
// They are matched against words: lower case, one space between, one at either end.
const rules: readonly (readonly [CanonicalCode, number, RegExp])[] = [
  // What a server gives does not fit what it has declared; the caller's input is not at fault.
  [
    'internal',
    0.9,
    / output validation error | invalid structured content | does not match the tool s output schema | has an output schema but /,
  ],
  ['timeout', 0.9, / took too long /],
  ['connection_refused', 0.95, / econnrefused | connection refused | refused (the|to) connect/],
  [
    'dns_failure',
    0.95,
    / (enotfound|eai again) | getaddrinfo | name or service not known | dns (error|failure|resolution|lookup) | could not resolve host/,
  ],
  [
    'tls_failure',
    0.9,
    / (tls|ssl|certificate|handshake) (\w+ )?(error|failed|failure|expired|invalid|verify|alert|routines) | (self signed|invalid|expired) certificate | unable to verify the first certificate /,
  ],
  ['connection_timeout', 0.95, / (connect|connection) (attempt )?(timeout|timed out) /],
  [
    'resource_exhausted',
    0.8,
    / resources? exhausted | (out of|insufficient) (memory|disk|space) | enospc | enomem | emfile /,
  ],
  ['circuit_half_open', 0.95, / circuit (breaker )?(is )?half open /],
  ['circuit_open', 0.95, / circuit (breaker )?(is )?open /],
  [
    'already_exists',
    0.9,
    / eexist | already (exists?|registered|taken|paid|done|in use|been|created|exist) | duplicate | unique constraint /,
  ],
  [
    'resource_locked',
    0.9,
    / ebusy | (is|are|was) locked | locked by | lock (is )?held | holds the lock | resource (locked|busy) | file is locked | database is locked /,
  ],
  [
    'auth_expired',
    0.9,
    / (token|tokens|credential|credentials|session|jwt|key|login|auth|authentication) (has |have |is |are )?expired | expired (token|credentials?|session|jwt|api key) /,
  ],
  [
    'auth_invalid',
    0.85,
    / (jwt|api ?key|auth|token|credentials?|password) (is |are )?(invalid|rejected|revoked|wrong) | (invalid|bad|wrong|incorrect) (jwt|api ?key|auth|token|access token|bearer token|credentials?|password|username or password) /,
  ],
  ['oauth_failed', 0.9, / o ?auth (\w+ )?(failed|failure|error) | invalid grant /],
  [
    'unauthenticated',
    0.9,
    / (unauthorized|unauthorised|unauthenticated) | (authentication|authorization|auth|login|sign in|api key|credentials?) (is |are )?(required|needed|missing|failed|failure|error) | (not|please) (logged in|log in|authenticated|sign in|signed in) | (missing|no) (api key|credentials?|token|authorization header) | must be logged in /,
  ],
  [
    'quota_exceeded',
    0.9,
    / quota | payment required | (credit|credits|allowance|balance) (is |are |has been )?(exceeded|exhausted|used up|insufficient|too low) | insufficient (credits?|funds|balance) | (monthly|daily|usage|spending) limit (\w+ )?(exceeded|reached) /,
  ],
  ['throttled', 0.9, / throttl\w+ /],
  ['too_many_requests', 0.9, / too many (concurrent )?(requests|calls|connections) /],
  ['rate_limited', 0.95, / rate limit(s|ed|ing)? | slow down | request limit (exceeded|reached) /],
  [
    'permission_denied',
    0.95,
    /^ permission | (eacces|eperm|forbidden) | (permission|access) (is |was )?(denied|error|refused) | (not|isn t|aren t) (allowed|permitted|authorized|authorised) (to|for|by) | insufficient (permissions?|privileges?|scopes?|rights|access) | (operation|action) not permitted | (does|do) not have (\w+ )?(permission|access|the right) | read only (file system|mode|repository) /,
  ],
  ['missing_discriminator', 0.9, / missing discriminator /],
  ['unknown_action', 0.9, / unknown action | no such action /],
  [
    'tool_not_found',
    0.9,
    / (unknown|no such|unrecognized) tool | tool (\w+ ){0,4}(not found|does not exist|doesn t exist) /,
  ],
  [
    'missing_config',
    0.85,
    / missing (\w+ )?config(uration)? | (environment variable|config) (\w+ )?(is )?(not set|missing|required) /,
  ],
  ['invalid_config', 0.85, / (invalid|bad) config(uration)? | config(uration)? (\w+ )?(error|invalid) /],
  [
    'missing_field',
    0.9,
    / (missing|required) (\w+ )?(field|parameter|param|argument|property|key|input|keyword argument|value) | (field|parameter|argument|property) (\w+ ){0,2}(is )?(required|missing) | is a required (property|field|parameter|argument) | missing required /,
  ],
  [
    'malformed_data',
    0.85,
    / parse error | (failed|unable|could not) to parse | could not parse | cannot parse | syntax error | unexpected (token|character|end of json|end of input|eof) | malformed | not valid (json|xml|yaml) | invalid (json|xml|yaml|utf 8|syntax) | json ?decode ?error /,
  ],
  [
    'invalid_arguments',
    0.9,
    / invalid (arguments?|params?|parameters?) | (bad|wrong) arguments? | unexpected keyword argument /,
  ],
  [
    'invalid_input',
    0.85,
    / (validation|invalid|bad request|unprocessable|illegal|einval|eisdir|enotdir) | input rejected | must (be|have|contain|match|not) | should be (a|an|one|at|less|greater|valid) | out of range | too (long|short|large|small|big) | not a valid | unsupported | (does|did) not match | expected \w+ (but )?(got|received|found) | value ?error | unrecognized key /,
  ],
  [
    'resource_not_found',
    0.9,
    / enoent | (resource|file|record|entity|object|row|page|document) (\w+ ){0,3}not found /,
  ],
  [
    'not_found',
    0.9,
    / not found | no such | (does|do|did) not exist | doesn t exist | no longer exists | could not (be found|find) | cannot find | unable to find | no (results?|matches|match|route matched) | notfound | was removed | unknown (\w+ )?(id|name|user|project|resource) | 404 /,
  ],
  [
    'conflict',
    0.85,
    / (conflict|conflicts|conflicting|superseded) | (version|revision|etag) mismatch | has (been modified|changed) | optimistic lock | precondition failed | concurrent (modification|update) | 409 /,
  ],
  ['deadline_exceeded', 0.9, / deadline (has )?(exceeded|passed) | context deadline /],
  [
    'timeout',
    0.9,
    / etimedout | esockettimedout | timed out | time out | timeout | timeouterror | took too long /,
  ],
  ['cancelled', 0.9, / (cancelled|canceled|cancellation|aborted|aborterror) /],
  [
    'network',
    0.85,
    / (econnreset|epipe|enetunreach|ehostunreach|enetdown|network) | socket hang up | connection (was |is )?(reset|closed|lost|error|aborted|failed|broken|dropped) | fetch failed | broken pipe | no route to host | host is unreachable | failed to connect | could not connect | cannot connect | other side closed | not connected /,
  ],
  ['busy', 0.85, / (busy|overloaded|at capacity|over capacity) /],
  [
    'unavailable',
    0.85,
    / (unavailable|maintenance|offline|econnaborted|connecting) | (is|was) (down|not running|not available|not ready|starting) | try again (later|in)|temporarily | not reachable | unreachable /,
  ],
  ['upstream_failed', 0.8, / bad gateway | upstream | (dependency|backend) (\w+ )?(failed|failure|error) /],
  ['transient', 0.7, / (transient|temporary) /],
  ['send_failed', 0.7, / (send|delivery|sending) (\w+ )?(failed|failure|error) | failed to send /],
  ['deprecated', 0.85, / (deprecated|deprecation|sunset) /],
  [
    'execution_failed',
    0.6,
    / execution (failed|failure|error) | failed to execute | exited with (code|status) /,
  ],
  [
    'internal',
    0.7,
    / (internal|panic|exception|traceback|crash|crashed|segfault|assertion) | unexpected (error|failure) | (type|key|attribute|reference|index|name|runtime|assertion) ?error | cannot read propert(y|ies) | is not (a function|defined|iterable) | null pointer | object has no attribute | unhandled /,
  ],
]

const byStatus: Readonly<Record<string, CanonicalCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  402: 'quota_exceeded',
  403: 'permission_denied',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  413: 'invalid_input',
  415: 'invalid_input',
  422: 'invalid_input',
  423: 'resource_locked',
  429: 'rate_limited',
  499: 'cancelled',
  500: 'internal',
  502: 'upstream_failed',
  503: 'unavailable',
  504: 'timeout',
}

/** The canonical code of an HTTP status, where it has one of its own. */
export function codeOfStatus(status: number): CanonicalCode | undefined {
  return Object.hasOwn(byStatus, status) ? byStatus[status] : undefined
}

const statusInText = / (?:http|status|status code|statuscode|code|error|http 1 1|http 2) (\d{3}) |^ (\d{3}) /

// Enough to hold what a message is about; the rest is stacks and payloads.
const longestLook = 2000

/**
 * What an unstructured message, or a code that no table knows, is about, judged by its words
 * (`ProjectNotFound`, `invoice_already_paid`, `connect ECONNREFUSED 127.0.0.1:3000`).
 */
export function classify(text: string): Classification {
  const words = wordsOf(unwrap(text)?.text ?? text)
  const [, named, leading] = statusInText.exec(words) ?? []
  const ofStatus = codeOfStatus(Number(named ?? leading))
  if (ofStatus !== undefined) return { code: ofStatus, confidence: 0.9 }
  const rule = rules.find(([, , pattern]) => pattern.test(words))
  return rule ? { code: rule[0], confidence: rule[1] } : { code: 'unknown', confidence: 0 }
}

function wordsOf(text: string): string {
  const words = text
    .slice(0, longestLook)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return ` ${words} `
}

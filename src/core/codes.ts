/** What an agent does about an error; see {@link advise}. */
export type Action = 'retry' | 'wait' | 'fix_input' | 'work_around' | 'ask' | 'give_up' | 'go_on'

/** The facts about one canonical code. */
export interface CodeFacts {
  /** The next broader code; the seven roots have none. */
  readonly broader?: CanonicalCode
  /** What an agent does about it when the error itself says nothing more. */
  readonly action: Action
  /** Whether the same call, unchanged, may succeed later, unless the error says otherwise. */
  readonly retryable: boolean
  /** Whether the condition is expected to clear by itself, unless the error says otherwise. */
  readonly temporary: boolean
  /** The HTTP status that says the same. */
  readonly status: number
  /** One line for people. */
  readonly meaning: string
}

// Columns: code, broader code, action, retryable, temporary, status, meaning.
const rows = [
  ['transient', '', 'retry', true, true, 503, 'a passing condition'],
  ['timeout', 'transient', 'retry', true, true, 504, 'it took too long'],
  ['connection_timeout', 'timeout', 'retry', true, true, 504, 'connecting took too long'],
  ['operation_timeout', 'timeout', 'retry', true, true, 504, 'the operation took too long'],
  ['deadline_exceeded', 'timeout', 'retry', true, true, 504, "the caller's deadline passed"],
  ['network', 'transient', 'retry', true, true, 503, 'the network failed'],
  ['connection_failed', 'network', 'retry', true, true, 503, 'no connection could be made'],
  ['connection_refused', 'network', 'retry', true, true, 503, 'the connection was refused'],
  ['dns_failure', 'network', 'retry', true, true, 503, 'the host name did not resolve'],
  ['unavailable', 'transient', 'retry', true, true, 503, 'the service is not there now'],
  ['busy', 'unavailable', 'retry', true, true, 503, 'the service is at capacity'],
  ['circuit_open', 'unavailable', 'retry', true, true, 503, 'the circuit breaker is open'],
  ['circuit_half_open', 'unavailable', 'retry', true, true, 503, 'the circuit breaker is half open'],
  ['resource_exhausted', 'unavailable', 'retry', true, true, 503, 'a resource of the server ran out'],
  ['upstream_failed', 'transient', 'retry', true, true, 502, 'a server behind the server failed'],
  ['upstream_internal', 'upstream_failed', 'retry', true, true, 502, 'a server behind it broke inside'],
  ['rate_limited', 'transient', 'retry', true, true, 429, 'calls come too fast'],
  ['throttled', 'rate_limited', 'retry', true, true, 429, 'the call was slowed down or put off'],
  ['too_many_requests', 'rate_limited', 'retry', true, true, 429, 'too many calls at once'],
  ['invalid_input', '', 'fix_input', false, false, 400, 'the caller sent something wrong'],
  ['invalid_arguments', 'invalid_input', 'fix_input', false, false, 400, "the tool's arguments are wrong"],
  ['missing_field', 'invalid_arguments', 'fix_input', false, false, 400, 'a required field is missing'],
  [
    'missing_discriminator',
    'invalid_arguments',
    'fix_input',
    false,
    false,
    400,
    'the action field is missing',
  ],
  ['unknown_action', 'invalid_arguments', 'fix_input', false, false, 400, 'there is no such action'],
  ['invalid_config', 'invalid_input', 'fix_input', false, false, 400, 'the configuration is wrong'],
  ['missing_config', 'invalid_config', 'fix_input', false, false, 400, 'configuration is missing'],
  ['config_invalid', 'invalid_config', 'fix_input', false, false, 400, 'configuration failed validation'],
  ['malformed_data', 'invalid_input', 'fix_input', false, false, 400, 'the data could not be read'],
  ['not_found', '', 'work_around', false, false, 404, 'what was asked for is not there'],
  ['resource_not_found', 'not_found', 'work_around', false, false, 404, 'there is no such resource'],
  ['tool_not_found', 'not_found', 'work_around', false, false, 404, 'there is no such tool'],
  ['conflict', '', 'wait', false, false, 409, 'it clashes with the present state'],
  ['already_exists', 'conflict', 'wait', false, false, 409, 'it exists or was done already'],
  ['resource_locked', 'conflict', 'wait', true, true, 409, 'somebody else holds it'],
  ['permission_denied', '', 'ask', false, false, 403, 'the caller may not do this'],
  ['unauthenticated', 'permission_denied', 'ask', false, false, 401, 'the caller is not known'],
  ['auth_expired', 'unauthenticated', 'retry', true, false, 401, 'the credentials have expired'],
  ['auth_invalid', 'unauthenticated', 'ask', false, false, 401, 'the credentials are wrong'],
  ['oauth_failed', 'unauthenticated', 'ask', false, false, 401, 'the OAuth exchange failed'],
  ['quota_exceeded', 'permission_denied', 'ask', false, false, 429, 'the allowance is used up'],
  ['internal', '', 'give_up', false, false, 500, 'the server broke'],
  ['execution_failed', 'internal', 'give_up', false, false, 500, 'the tool ran and failed'],
  ['send_failed', 'execution_failed', 'give_up', false, false, 500, 'sending failed'],
  ['tls_failure', 'internal', 'give_up', false, false, 503, 'the TLS handshake or certificate failed'],
  ['cancelled', 'internal', 'give_up', false, false, 499, 'the call was cancelled'],
  ['unknown', 'internal', 'give_up', false, false, 500, 'nobody said what went wrong'],
  ['advisory', '', 'go_on', false, false, 200, 'a remark, not a failure'],
  ['deprecated', 'advisory', 'go_on', false, false, 200, 'it works, but is on its way out'],
] as const

/** The closed set of canonical codes. */
export type CanonicalCode = (typeof rows)[number][0]

/** Every canonical code and its facts, broader codes before narrower ones. */
export const codes: Readonly<Record<CanonicalCode, CodeFacts>> = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ rows.map(([code, broader, action, retryable, temporary, status, meaning]) => [
      code,
      Object.freeze({ ...(broader && { broader }), action, retryable, temporary, status, meaning }),
    ]),
  ) as Record<CanonicalCode, CodeFacts>,
)

/** The names of all canonical codes, in the order of {@link codes}. */
export const codeNames = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ rows.map(([code]) => code))

/** Whether `value` names a canonical code. */
export function isCanonicalCode(value: unknown): value is CanonicalCode {
  return typeof value === 'string' && Object.hasOwn(codes, value)
}

/** The code itself, then each broader one up to its root. */
export function* broadening(code: CanonicalCode): Generator<CanonicalCode> {
  for (let at: CanonicalCode | undefined = code; at !== undefined; at = codes[at].broader) yield at
}

/** The root above a code (a root is its own). */
export function rootOf(code: CanonicalCode): CanonicalCode {
  let root = code
  for (let at: CanonicalCode | undefined = code; at !== undefined; at = codes[at].broader) root = at
  return root
}

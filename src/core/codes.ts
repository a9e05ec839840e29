/** What an agent does about an error; see {@link advise}. */
export type Action = 'retry' | 'wait' | 'fix_input' | 'work_around' | 'ask' | 'give_up' | 'go_on'

/** What programs go by in one canonical code. */
export interface Consequences {
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
}

// Each says what it has otherwise than its broader code.
const rows = [
  ['transient', '', { action: 'retry', retryable: true, temporary: true, status: 503 }],
  ['timeout', 'transient', { status: 504 }],
  ['connection_timeout', 'timeout'],
  ['operation_timeout', 'timeout'],
  ['deadline_exceeded', 'timeout'],
  ['network', 'transient'],
  ['connection_failed', 'network'],
  ['connection_refused', 'network'],
  ['dns_failure', 'network'],
  ['unavailable', 'transient'],
  ['busy', 'unavailable'],
  ['circuit_open', 'unavailable'],
  ['circuit_half_open', 'unavailable'],
  ['resource_exhausted', 'unavailable'],
  ['upstream_failed', 'transient', { status: 502 }],
  ['upstream_internal', 'upstream_failed'],
  ['rate_limited', 'transient', { status: 429 }],
  ['throttled', 'rate_limited'],
  ['too_many_requests', 'rate_limited'],
  ['invalid_input', '', { action: 'fix_input', retryable: false, temporary: false, status: 400 }],
  ['invalid_arguments', 'invalid_input'],
  ['missing_field', 'invalid_arguments'],
  ['missing_discriminator', 'invalid_arguments'],
  ['unknown_action', 'invalid_arguments'],
  ['invalid_config', 'invalid_input'],
  ['missing_config', 'invalid_config'],
  ['config_invalid', 'invalid_config'],
  ['malformed_data', 'invalid_input'],
  ['not_found', '', { action: 'work_around', retryable: false, temporary: false, status: 404 }],
  ['resource_not_found', 'not_found'],
  ['tool_not_found', 'not_found'],
  ['conflict', '', { action: 'wait', retryable: false, temporary: false, status: 409 }],
  ['already_exists', 'conflict'],
  ['resource_locked', 'conflict', { retryable: true, temporary: true }],
  ['permission_denied', '', { action: 'ask', retryable: false, temporary: false, status: 403 }],
  ['unauthenticated', 'permission_denied', { status: 401 }],
  ['auth_expired', 'unauthenticated', { action: 'retry', retryable: true }],
  ['auth_invalid', 'unauthenticated'],
  ['oauth_failed', 'unauthenticated'],
  ['quota_exceeded', 'permission_denied', { status: 429 }],
  ['internal', '', { action: 'give_up', retryable: false, temporary: false, status: 500 }],
  ['execution_failed', 'internal'],
  ['send_failed', 'execution_failed'],
  ['tls_failure', 'internal', { status: 503 }],
  ['cancelled', 'internal', { status: 499 }],
  ['unknown', 'internal'],
  ['advisory', '', { action: 'go_on', retryable: false, temporary: false, status: 200 }],
  ['deprecated', 'advisory'],
] as const

/** The closed set of canonical codes. */
export type CanonicalCode = (typeof rows)[number][0]

/** Every canonical code and its facts, broader codes before narrower ones. */
export const codes: Readonly<Record<CanonicalCode, Consequences>> = /* @__PURE__ */ inherited()

function inherited(): Readonly<Record<CanonicalCode, Consequences>> {
  const made: Partial<Record<string, Consequences>> = {}
  for (const [code, broader, own] of rows) {
    const { action, retryable, temporary, status } = { ...made[broader], ...own } as Consequences
    const facts = { action, retryable, temporary, status }
    made[code] = Object.freeze(broader ? { broader, action, retryable, temporary, status } : facts)
  }
  return Object.freeze(made as Record<CanonicalCode, Consequences>)
}

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

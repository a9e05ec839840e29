import * as z from 'zod'
import { classify } from '../core/classify'
import { withCodeAside, withCodeBack } from '../core/code-aside'
import type { CanonicalCode } from '../core/codes'
import { defineDialect } from '../core/dialect'
import {
  hasOnly,
  ifObject,
  ifText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  others,
  without,
} from '../core/json'
import { asText } from '../core/json-write'
import { canonicalCode } from '../core/native-code'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { codeByStatus } from '../core/status-rows'
import { waitInWords } from '../core/wait-in-words'

/** The wire type, as the API and those that copy it send it. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const errorSchema = z.looseObject({
    message: z.string(),
    type: z.string().nullable(),
    param: z.string().nullable().optional(),
    code: z.union([z.string(), z.number()]).nullable().optional(),
  })
  return z.union([
    z.strictObject({ error: errorSchema }),
    z.looseObject({ object: z.literal('error'), ...errorSchema.shape }),
  ])
})

/** An error of the OpenAI API. */
export type OpenAiError = z.infer<typeof schema>

const own = ['message', 'type', 'param', 'code']
/** Without the envelope, as vLLM and Mistral send it. */
const flat = 'flat'

const table = [
  ['invalid_request_error', 'invalid_input'],
  ['invalid_value', 'invalid_arguments'],
  ['missing_required_parameter', 'missing_field'],
  ['context_length_exceeded', 'invalid_input'],
  ['content_policy_violation', 'invalid_input'],
  ['content_filter', 'invalid_input'],
  ['invalid_api_key', 'auth_invalid'],
  ['authentication_error', 'unauthenticated'],
  ['permission_error', 'permission_denied'],
  ['missing_scope', 'permission_denied'],
  ['unsupported_country_region_territory', 'permission_denied'],
  ['model_not_found', 'resource_not_found'],
  ['model_not_available', 'resource_not_found'],
  ['not_found_error', 'not_found'],
  ['conflict_error', 'conflict'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['insufficient_quota', 'quota_exceeded'],
  ['billing_hard_limit_reached', 'quota_exceeded'],
  ['server_error', 'internal'],
  ['server_error', 'unknown'],
  ['service_unavailable_error', 'unavailable'],
  ['service_unavailable_error', 'transient'],
  ['server_is_overloaded', 'busy'],
  ['timeout_error', 'timeout'],
  ['tool_use_failed', 'invalid_input'],
] as const

// Types say which kind of error it is, codes which one. These are types.
const types: readonly string[] = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'server_error',
  'service_unavailable_error',
  'timeout_error',
]

// The words say more than these do.
const vagueTypes = [
  ['invalid_request_error', 'invalid_input'],
  ['server_error', 'internal'],
] as const

const typeOf: Readonly<Partial<Record<CanonicalCode, string>>> = {
  rate_limited: 'rate_limit_error',
  quota_exceeded: 'insufficient_quota',
  busy: 'service_unavailable_error',
  auth_invalid: 'authentication_error',
}

/** `{error: {message, type, param, code}}`: the OpenAI API, and those that copy it. */
export const openai = /* @__PURE__ */ defineDialect({
  id: 'openai',
  title: 'OpenAI API {error: {message, type, param, code}}',
  signature: 'an error with message, type, param and code',
  codes: table,
  hasRetryFlag: false,
  bag: 'json',
  schema,
  tellingMembers: [['error'], ['object', 'message', 'type']],

  detect(body) {
    const error = ifObject(body.error) ?? (body.object === 'error' ? body : {})
    const { message, type, param, code } = error
    if (typeof message !== 'string' || !(typeof type === 'string' || type === null)) return 0
    if (![param, code].every(isScalar)) return 0
    const hasAll = own.every((name) => Object.hasOwn(error, name))
    const isNamed =
      (typeof type === 'string' && /_error$|_quota$/.test(type)) || table.some(([name]) => name === code)
    const isPure =
      error === body ? hasOnly(body, ['object', ...own]) : hasOnly(error, own) && hasOnly(body, ['error'])
    if (hasAll) return isPure ? 0.95 : error === body || hasOnly(body, ['error']) ? 0.9 : 0.65
    return isNamed && code !== undefined ? 0.6 : 0
  },

  read(body) {
    const isFlat = !isJsonObject(body.error)
    const error = ifObject(body.error) ?? without(body, ['object'])
    const { message, type, param, code } = error
    const rest = others(error, own)
    const bag = rest && withCodeBack(rest)
    const [word, kind] = [code, type].map((each) =>
      each === null || each === undefined ? undefined : asText(each),
    )
    const inBag = bag?.raw_status_code
    const names = [word, kind].filter((each) => each !== undefined)
    const isVague = (name: string) => vagueTypes.some(([type]) => type === name) || /^\d+$/.test(name)
    const said = names.filter((name) => !isVague(name)).map((name) => canonicalCode(table, name))
    const known = said.find((each) => each !== 'unknown')
    const text = asText(message)
    return {
      nativeCode: word !== undefined && !/^\d+$/.test(word) ? word : (kind ?? word),
      variant: isFlat ? flat : undefined,
      code: known ?? 'unknown',
      impliedCode: impliedBy(statusIn([Number(word), bag?.status, inBag]), text, names),
      message: text,
      retryAfter: waitIn(text)(bag ?? {}),
      ...(ifText(param) && { issues: [{ path: ifText(param) ?? '', message: text }] }),
      // A `status` in the bag is one of the plain words.
      status: statusIn([Number(word), inBag]),
      details: bag,
    }
  },

  write(error, native, variant): JsonObject {
    const { message, issues, retryAfter, details } = error
    const bag = withRetryAfter(details, retryAfter, waitIn(message), [inSeconds])
    const [issue] = issues ?? []
    const isField = issues?.length === 1 && issue?.message === message && issue.path !== ''
    const meaning = canonicalCode(table, native)
    const isType = types.includes(native)
    const inner = {
      message,
      type: isType ? native : (typeOf[meaning] ?? kindOf(meaning)),
      param: isField ? issue.path : null,
      code: isType ? null : native,
      ...(bag && without(withCodeAside(bag), own)),
    }
    return variant === flat ? { object: 'error', ...without(inner, ['object']) } : { error: inner }
  },
})

const waitIn = (message: string) => (bag: JsonObject) => retryAfterIn(bag) ?? waitInWords(message)

function isScalar(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || typeof value === 'string' || typeof value === 'number'
}

function impliedBy(status: number | undefined, message: string, names: readonly string[]): CanonicalCode {
  if (status !== undefined) return codeByStatus(status, names, [message])
  const { code } = classify(message)
  const ofType = vagueTypes.find(([type]) => names.includes(type))?.[1]
  return code === 'unknown' ? (ofType ?? code) : code
}

function statusIn(values: readonly (JsonValue | undefined)[]): number | undefined {
  return values.find(isStatus)
}

/** The type of a code that has none of its own: that of the first type that means the same kind. */
function kindOf(code: CanonicalCode): string {
  const row = table.find(([name, meaning]) => types.includes(name) && meaning === code)
  return row?.[0] ?? 'invalid_request_error'
}

export default openai

import * as z from 'zod'
import { classify } from '../core/classify'
import { type CanonicalCode, rootOf } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { hasOnly, ifObject, ifText, isJsonObject, type JsonObject, others, without } from '../core/json'
import { asText } from '../core/json-write'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'

/** The wire type; what else an error has may be anything. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    type: z.literal('error'),
    error: z.looseObject({ type: z.string(), message: z.string() }),
    request_id: z.string().nullable().optional(),
  }),
)

/** An error of the Anthropic API. */
export type AnthropicError = z.infer<typeof schema>

const table = [
  ['invalid_request_error', 'invalid_input'],
  ['authentication_error', 'unauthenticated'],
  ['billing_error', 'quota_exceeded'],
  ['permission_error', 'permission_denied'],
  ['not_found_error', 'not_found'],
  ['conflict_error', 'conflict'],
  ['request_too_large', 'invalid_input'],
  ['rate_limit_error', 'rate_limited'],
  ['api_error', 'internal'],
  ['overloaded_error', 'busy'],
  ['overloaded_error', 'unavailable'],
  ['overloaded_error', 'transient'],
  ['timeout_error', 'timeout'],
] as const

/** `{type: "error", error: {type, message}, request_id}`: the Anthropic API. */
export const anthropic = /* @__PURE__ */ defineDialect({
  id: 'anthropic',
  title: 'Anthropic API {type: "error", error: {type, message}, request_id?}',
  signature: 'type is "error" beside an error with type and message',
  codes: table,
  hasRetryFlag: false,
  bag: 'json',
  schema,
  tellingMembers: [['type', 'error']],

  detect(body) {
    const { type, error } = body
    if (type !== 'error' || !isJsonObject(error)) return 0
    if (typeof error.type !== 'string' || typeof error.message !== 'string') return 0
    if (!hasOnly(body, ['type', 'error', 'request_id'])) return 0.6
    return error.type.endsWith('_error') || error.type === 'request_too_large' ? 1 : 0.9
  },

  read(body) {
    const { type, message, ...rest } = ifObject(body.error) ?? {}
    const bag = others(rest, [])
    const native = ifText(type)
    return {
      nativeCode: native,
      impliedCode: native === undefined ? classify(asText(message)).code : undefined,
      ...(native !== undefined && { code: closer(native, asText(message)) }),
      message: asText(message),
      retryAfter: retryAfterIn(bag),
      requestId: ifText(body.request_id),
      details: bag,
    }
  },

  write({ message, retryAfter, requestId, details }, type): JsonObject {
    const bag = withRetryAfter(details, retryAfter, retryAfterIn, [inSeconds])
    return {
      type: 'error',
      error: { type, message, ...(bag && without(bag, ['type', 'message'])) },
      ...(requestId !== undefined && { request_id: requestId }),
    }
  },
})

/** A type covers several codes; the words tell which, as far as they are of the same kind. */
function closer(native: string, message: string): CanonicalCode | undefined {
  const known = table.find(([type]) => type === native)?.[1]
  const { code } = classify(message)
  // Credit that is used up comes as a bad request.
  if (native === 'invalid_request_error' && code === 'quota_exceeded') return code
  return known && rootOf(code) === rootOf(known) && native === 'authentication_error' ? code : known
}

export default anthropic

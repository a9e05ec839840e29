import * as z from 'zod'
import { defineDialect } from '../core/dialect'
import { isJsonObject, type JsonObject } from '../core/json'
import { asText } from '../core/json-write'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'

/** The wire type, from ADR-0008 of the format. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    error: z.enum([
      'auth_required',
      'not_found',
      'rate_limited',
      'send_failed',
      'permission_denied',
      'parse_error',
      'mcp_unavailable',
      'internal_error',
    ]),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).nullable().optional(),
  }),
)

/** An error as a Pydantic-style server sends it. */
export type PydanticError = z.infer<typeof schema>

// What a success says where an error would have its code.
const noErrors: readonly string[] = ['none', 'no_error', 'ok', 'success', 'null', 'false']

const table = [
  ['auth_required', 'unauthenticated'],
  ['not_found', 'not_found'],
  ['rate_limited', 'rate_limited'],
  ['send_failed', 'send_failed'],
  ['permission_denied', 'permission_denied'],
  ['parse_error', 'malformed_data'],
  ['parse_error', 'invalid_input'],
  ['mcp_unavailable', 'unavailable'],
  ['mcp_unavailable', 'transient'],
  ['internal_error', 'internal'],
] as const

/** `{error, message, details}`: Pydantic-style errors. */
export const pydantic = /* @__PURE__ */ defineDialect({
  id: 'pydantic',
  title: 'Pydantic-style {error, message, details}',
  codes: table,
  signature: 'error is a code in lower case, beside message and details',
  hasRetryFlag: false,
  bag: 'json',
  layout: { spaced: true, ascii: true },
  schema,
  shape: { message: 'message', inside: ['details'], byValue: ['error'] },
  tellingMembers: [['error', 'message']],

  detect({ error, message, details, ...rest }) {
    if (typeof error !== 'string' || typeof message !== 'string') return 0
    if (!(details === undefined || details === null || isJsonObject(details))) return 0
    const isKnown = table.some(([known]) => known === error)
    const hasExtra = Object.keys(rest).length > 0
    if (isKnown) return hasExtra ? 0.6 : 1
    if (noErrors.includes(error)) return 0
    // A code of the server's own: only in exactly this shape.
    return !hasExtra && details !== undefined && /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(error) ? 0.7 : 0
  },

  read({ error, message, details }) {
    const bag = isJsonObject(details) ? details : undefined
    return {
      nativeCode: typeof error === 'string' ? error : undefined,
      message: asText(message),
      retryAfter: retryAfterIn(bag),
      details: bag,
    }
  },

  write({ message, retryAfter, details }, error): JsonObject {
    const bag = withRetryAfter(details, retryAfter, retryAfterIn, [inSeconds])
    return { error, message, details: bag && Object.keys(bag).length > 0 ? bag : null }
  },

  // Its servers return errors as they return text, and its clients look for the member `error`, not for the flag.
  result: {
    formats: [],
    put: ({ text }) => ({ content: [{ type: 'text', text }], isError: false }),
  },
})

export default pydantic

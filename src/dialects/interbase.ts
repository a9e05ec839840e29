import * as z from 'zod'
import { rootOf } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { formatGoDuration } from '../core/go-duration'
import { isJsonObject, type JsonObject } from '../core/json'
import { asText } from '../core/json-write'
import { canonicalCode } from '../core/native-code'
import { goRetryAfterIn, inSeconds, withRetryAfter } from '../core/retry-after'

/** The wire type; it accepts and refuses what the published schema does. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    type: z.enum(['NOT_FOUND', 'CONFLICT', 'VALIDATION', 'PERMISSION', 'TRANSIENT', 'INTERNAL']),
    message: z.string(),
    recoverable: z.boolean(),
    data: z.looseObject({}).optional(),
  }),
)

/** An error as an Interbase server sends it. */
export type InterbaseError = z.infer<typeof schema>

const table = [
  ['NOT_FOUND', 'not_found'],
  ['CONFLICT', 'conflict'],
  ['VALIDATION', 'invalid_input'],
  ['PERMISSION', 'permission_denied'],
  ['TRANSIENT', 'transient'],
  ['INTERNAL', 'internal'],
] as const

/** `{type, message, recoverable, data?}`: Interbase's structured tool errors. */
export const interbase = /* @__PURE__ */ defineDialect({
  id: 'interbase',
  title: 'Interbase {type, message, recoverable, data?}',
  codes: table,
  signature: 'type, message and recoverable are there',
  hasRetryFlag: false,
  bag: 'json',
  schema,
  shape: { message: 'message', inside: ['data'], byValue: ['type', 'recoverable'] },
  tellingMembers: [['type', 'message', 'recoverable']],

  detect({ type, message, recoverable, data, ...rest }) {
    if (typeof type !== 'string' || typeof message !== 'string' || typeof recoverable !== 'boolean') return 0
    if (!(data === undefined || data === null || isJsonObject(data))) return 0
    const hasExtra = Object.keys(rest).length > 0
    if (table.some(([known]) => known === type)) return hasExtra ? 0.6 : 1
    // A type of the server's own: only in exactly this shape.
    return !hasExtra && /^[A-Z][A-Z0-9_]*$/.test(type) ? 0.6 : 0
  },

  read({ type, message, recoverable, data }) {
    const bag = isJsonObject(data) ? data : undefined
    const code = typeof type === 'string' ? canonicalCode(table, type) : 'unknown'
    const flag = typeof recoverable === 'boolean' ? recoverable : undefined
    return {
      nativeCode: typeof type === 'string' ? type : undefined,
      code,
      message: asText(message),
      recoverable: flag,
      // "Recoverable" is "send it again" for a passing condition only; elsewhere something has to change first.
      retryable: rootOf(code) === 'transient' ? flag : undefined,
      retryAfter: goRetryAfterIn(bag),
      details: bag,
    }
  },

  write({ message, recoverable, retryable, retryAfter, details }, type): JsonObject {
    const data = withRetryAfter(details, retryAfter, goRetryAfterIn, [inSeconds, formatGoDuration])
    const isTransient = rootOf(canonicalCode(table, type)) === 'transient'
    return {
      type,
      message,
      recoverable: isTransient ? (retryable ?? true) : (recoverable ?? retryable ?? false),
      ...(data && Object.keys(data).length > 0 && { data }),
    }
  },

  // When Go cannot encode `data`, it prints type and message between quotes as they are.
  recover(text) {
    const [, type, message, recoverable] = goFallback.exec(text) ?? []
    if (type === undefined || message === undefined || anotherDocument.test(message)) return undefined
    return { type, message, recoverable: recoverable === 'true' }
  },
})

const anotherDocument = /","recoverable":(?:true|false)\}[\s,]*\{/
const goFallback = /^\{"type":"([A-Z_]+)","message":"([\s\S]*)","recoverable":(true|false)\}$/

export default interbase

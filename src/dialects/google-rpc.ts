import * as z from 'zod'
import { classify } from '../core/classify'
import { type CanonicalCode, codes } from '../core/codes'
import { defineDialect } from '../core/dialect'
import {
  hasOnly,
  ifObject,
  ifText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  others,
} from '../core/json'
import { asText } from '../core/json-write'
import { listIn, listKey } from '../core/list-body'
import { canonicalCode } from '../core/native-code'
import { isStatus } from '../core/readable'
import { retryAfterIn } from '../core/retry-after'
import { codeByStatus } from '../core/status-rows'
import { type Details, isTyped, readDetails, writeDetails } from './google-rpc/details'

// In the order of their numbers, from 1 on.
const names = [
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const

const connectCodes = /* @__PURE__ */ names.map(inConnect)

/** Connect has small letters, and another spelling of one name. */
function inConnect(name: string): string {
  return name === 'CANCELLED' ? 'canceled' : name.toLowerCase()
}

/**
 * The wire type: google.rpc.Status, in an envelope with its HTTP status, in a list of one or alone (where the first
 * gateways of gRPC have an `error`, too), and the JSON of Connect.
 */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const any = z.looseObject({ '@type': z.string() })
  const status = z.strictObject({
    code: z.int(),
    message: z.string(),
    status: z.string().optional(),
    details: z.array(any).optional(),
    // What Google's APIs had before they had details.
    errors: z.array(z.looseObject({ reason: z.string() })).optional(),
  })
  const envelope = z.strictObject({ error: status })
  const connect = z.looseObject({
    code: z.enum(connectCodes),
    message: z.string().optional(),
    details: z.array(z.looseObject({ type: z.string(), value: z.string() })).optional(),
  })
  return z.union([
    envelope,
    z.array(envelope).length(1),
    z.strictObject({ ...status.shape, error: z.string().optional() }),
    connect,
    z.looseObject({ error: connect }),
  ])
})

/** An error of a Google API, of gRPC as JSON, or of Connect. */
export type GoogleRpcError = z.infer<typeof schema>

const table = [
  ['CANCELLED', 'cancelled'],
  ['UNKNOWN', 'unknown'],
  ['INVALID_ARGUMENT', 'invalid_arguments'],
  ['INVALID_ARGUMENT', 'invalid_input'],
  ['DEADLINE_EXCEEDED', 'deadline_exceeded'],
  ['DEADLINE_EXCEEDED', 'timeout'],
  ['NOT_FOUND', 'not_found'],
  ['ALREADY_EXISTS', 'already_exists'],
  ['PERMISSION_DENIED', 'permission_denied'],
  ['RESOURCE_EXHAUSTED', 'rate_limited'],
  ['FAILED_PRECONDITION', 'conflict'],
  ['ABORTED', 'conflict'],
  ['OUT_OF_RANGE', 'invalid_input'],
  ['UNIMPLEMENTED', 'tool_not_found'],
  ['INTERNAL', 'internal'],
  ['UNAVAILABLE', 'unavailable'],
  ['UNAVAILABLE', 'transient'],
  ['DATA_LOSS', 'internal'],
  ['UNAUTHENTICATED', 'unauthenticated'],
] as const

// The HTTP status of each, where it is not that of the canonical code.
const statuses: Readonly<Record<string, number>> = {
  FAILED_PRECONDITION: 400,
  UNIMPLEMENTED: 501,
  UNKNOWN: 500,
}

// Reasons with which services say something else than their code.
const reasons: readonly (readonly [string, CanonicalCode])[] = [
  ['API_KEY_INVALID', 'auth_invalid'],
  ['ACCESS_TOKEN_EXPIRED', 'auth_expired'],
  ['RATE_LIMIT_EXCEEDED', 'rate_limited'],
  ['rateLimitExceeded', 'rate_limited'],
  ['userRateLimitExceeded', 'rate_limited'],
  ['quotaExceeded', 'quota_exceeded'],
  ['dailyLimitExceeded', 'quota_exceeded'],
  ['RESOURCE_QUOTA_EXCEEDED', 'quota_exceeded'],
  ['BILLING_DISABLED', 'quota_exceeded'],
]

/** google.rpc.Status without the envelope, with gRPC's number. */
const alone = 'status'
/** The envelope in a list, as streamed answers have it. */
const listed = 'list'
const connectForm = 'connect'
/** Connect's, in the `error` with which it ends a stream. */
const endOfStream = 'connect-end'

interface Parts {
  error: JsonObject
  name: string | undefined
  variant: string | undefined
  beside: JsonObject | undefined
}

function partsOf(body: JsonObject): Parts {
  const list = listIn(body)
  const outer = Array.isArray(list) && list.length === 1 ? (ifObject(list[0]) ?? {}) : body
  const inner = ifObject(outer.error)
  const error = inner ?? outer
  const { code } = error
  const spoken = typeof code === 'string' ? code.toUpperCase().replace('CANCELED', 'CANCELLED') : undefined
  if (spoken !== undefined && code !== spoken && names.some((name) => name === spoken)) {
    const variant = inner ? endOfStream : connectForm
    return {
      error,
      name: spoken,
      variant,
      beside: inner ? others(body, ['error']) : others(body, ['code', 'message', 'details']),
    }
  }
  if (!inner)
    return {
      error,
      name: typeof code === 'number' ? names[code - 1] : undefined,
      variant: alone,
      beside: undefined,
    }
  return {
    error,
    name: ifText(error.status),
    variant: outer === body ? undefined : listed,
    beside: undefined,
  }
}

function hasTypes(details: JsonValue | undefined): boolean {
  return Array.isArray(details) && details.length > 0 && details.every(isTyped)
}

/** Connect: a code of gRPC in lower case, and details that name their type and hold bytes. */
function confidenceInConnect({ error: { details }, variant, beside }: Parts): number {
  if (details !== undefined && !Array.isArray(details)) return 0
  const isMarked = (entry: JsonValue) =>
    isJsonObject(entry) && typeof entry.type === 'string' && typeof entry.value === 'string'
  if (details && details.length > 0 && details.every(isMarked)) return 0.9
  return beside && variant === connectForm ? 0.6 : 0.65
}

/** A status without its envelope: a number of gRPC, and a list of details. */
function confidenceInStatus(body: JsonObject): number {
  const { details } = body
  if (hasTypes(details)) return 0.95
  if (Array.isArray(details)) return hasOnly(body, ['code', 'message', 'details']) ? 0.8 : 0
  return details === undefined && hasOnly(body, ['code', 'message', 'error']) ? 0.65 : 0
}

/** google.rpc.Status as JSON, with its typed details; and the JSON of Connect. */
export const googleRpc = /* @__PURE__ */ defineDialect({
  id: 'google-rpc',
  title: 'google.rpc.Status {error: {code, message, status, details: [{@type, …}]}}, Connect',
  signature: 'a code of gRPC by name or number, beside a message or typed details',
  codes: table,
  hasRetryFlag: false,
  hasStatus: true,
  bag: 'json',
  decidingDetails: ['ErrorInfo', 'QuotaFailure', 'reason'],
  schema,
  tellingMembers: [['error'], ['code', 'details'], ['[].error'], ['[].code', '[].details']],

  detect(body) {
    const parts = partsOf(body)
    const { error, name, variant } = parts
    if (!(error.message === undefined || typeof error.message === 'string')) return 0
    if (variant === connectForm || variant === endOfStream) return confidenceInConnect(parts)
    if (typeof error.message !== 'string' || typeof error.code !== 'number') return 0
    const isKnown = names.some((each) => each === name)
    if (variant === alone) return isKnown ? confidenceInStatus(body) : 0
    if (!isStatus(error.code)) return 0
    if (isKnown) return hasOnly(error, ['code', 'message', 'status', 'details', 'errors']) ? 0.95 : 0.6
    return hasTypes(error.details) || isLegacy(error.errors) ? 0.75 : 0
  },

  read(body) {
    const { error, name, variant, beside } = partsOf(body)
    const { code, message, details, errors } = error
    const said = readDetails(Array.isArray(details) ? details : [])
    const reason = ifText(ifObject(said.bag.ErrorInfo)?.reason) ?? legacyReason(errors)
    const bag = { ...(isLegacy(errors) && { errors }), ...said.bag, ...beside }
    const status = isStatus(code) && variant !== alone ? code : undefined
    const known = reasons.find(([each]) => each === reason)?.[1]
    const isUsedUp = isUsedUpInWords(name, said, asText(message))
    return {
      nativeCode: name ?? reason,
      variant,
      code: known ?? (name === undefined || isUsedUp ? 'unknown' : codeOf(name, said)),
      // What nobody knows has a status all the same.
      impliedCode: isUsedUp
        ? 'quota_exceeded'
        : codeByStatus(name === 'UNKNOWN' ? undefined : status, [reason], [message]),
      message: asText(message),
      retryAfter: said.retryAfter ?? retryAfterIn(bag),
      recovery: said.recovery,
      issues: said.issues,
      requestId: said.requestId,
      resource: said.resource,
      status,
      details: Object.keys(bag).length > 0 ? bag : undefined,
    }
  },

  write(error, native, variant): JsonObject {
    const name = names.find((each) => each === native) ?? 'UNKNOWN'
    const { message } = error
    if (variant === connectForm || variant === endOfStream) {
      const inner = { code: inConnect(name), message }
      return variant === connectForm
        ? { ...inner, ...others(error.details ?? {}, ['code', 'message', 'details', 'error']) }
        : { error: inner, ...others(error.details ?? {}, ['error']) }
    }
    const details = writeDetails(error)
    const rest = { ...(details.length > 0 && { details }) }
    if (variant === alone) return { code: names.indexOf(name) + 1, message, ...rest }
    const body = { error: { code: error.status ?? usualStatus(name), message, status: name, ...rest } }
    return variant === listed ? { [listKey]: [body] } : body
  },
})

/** Services say both "too fast" and "used up" by one code; their quotas and how long to wait tell them apart. */
function codeOf(name: string, { retryAfter, bag }: Details): CanonicalCode {
  const code = canonicalCode(table, name)
  const quotas = name === exhausted ? ifObject(bag.QuotaFailure) : undefined
  // Gemini names a short wait even where the quota of a day is used up.
  return quotas && (retryAfter === undefined || isDaily(quotas)) ? 'quota_exceeded' : code
}

/** Whether nothing but the words tell that a quota is used up. */
function isUsedUpInWords(name: string | undefined, { retryAfter, bag }: Details, message: string): boolean {
  if (name !== exhausted || retryAfter !== undefined || Object.hasOwn(bag, 'QuotaFailure')) return false
  return classify(message.replace(stockHint, '')).code === 'quota_exceeded'
}

const exhausted = 'RESOURCE_EXHAUSTED'
// In the text that services have for this code when they say nothing of their own.
const stockHint = '(e.g. check quota)'

function isDaily({ violations }: JsonObject): boolean {
  const ids = (Array.isArray(violations) ? violations : []).map((each) => asText(ifObject(each)?.quotaId))
  return ids.some((id) => /PerDay|Daily/.test(id))
}

function usualStatus(name: string): number {
  return statuses[name] ?? codes[canonicalCode(table, name)].status
}

/** What Google's APIs had before they had details: `errors: [{domain, reason, message}]`. */
function isLegacy(errors: JsonValue | undefined): errors is JsonObject[] {
  return (
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every((each) => isJsonObject(each) && typeof each.reason === 'string')
  )
}

function legacyReason(errors: JsonValue | undefined): string | undefined {
  return isLegacy(errors) ? ifText(errors[0]?.reason) : undefined
}

export default googleRpc

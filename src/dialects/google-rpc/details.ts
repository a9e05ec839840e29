import type { CanonicalError, Issue } from '../../core/canonical-error'
import { parseDuration } from '../../core/duration'
import {
  hasOnly,
  ifObject,
  ifText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setMember,
  without,
} from '../../core/json'
import { isSeconds } from '../../core/readable'
import { withoutRetryAfter } from '../../core/retry-after'

const prefix = 'type.googleapis.com/'
const rpc = 'google.rpc.'
/** Any JSON object: where what has no type of its own stands. */
const anyObject = 'google.protobuf.Struct'

/** What the typed details of a status say. */
export interface Details {
  retryAfter?: number
  recovery?: string
  issues?: Issue[]
  requestId?: string
  resource?: string
  /** The details by the names of their types, and what stands in a Struct. */
  bag: JsonObject
}

/** Whether an entry names its type, as google.protobuf.Any does. */
export function isTyped(entry: JsonValue): entry is JsonObject {
  return isJsonObject(entry) && typeof entry['@type'] === 'string'
}

/** The name of a type, and its message; Connect has the type without an address, and the message for people only. */
function partsOf(entry: JsonObject): { name: string; message: JsonObject } | undefined {
  const type = ifText(entry['@type'])
  if (type !== undefined) return { name: shortName(type), message: without(entry, ['@type']) }
  const { type: bare, value, debug } = entry
  if (typeof bare !== 'string') return undefined
  const name = shortName(bare)
  const wait = name === 'RetryInfo' && typeof value === 'string' ? durationIn(value) : undefined
  return {
    name,
    message: wait === undefined ? (ifObject(debug) ?? { value: value ?? null }) : { retryDelay: `${wait}s` },
  }
}

function shortName(type: string): string {
  const name = type.startsWith(prefix) ? type.slice(prefix.length) : type
  return name.startsWith(rpc) ? name.slice(rpc.length) : name
}

/** Reads typed details: what the canonical error has a member for, and the rest by the names of their types. */
export function readDetails(entries: readonly JsonValue[]): Details {
  const details: Details = { bag: {} }
  for (const entry of entries) {
    const parts = isJsonObject(entry) ? partsOf(entry) : undefined
    if (!parts) continue
    const { name, message } = parts
    if (name === anyObject && isJsonObject(message.value)) {
      for (const [key, value] of Object.entries(message.value)) setMember(details.bag, key, value)
    } else if (!take(details, name, message)) {
      setMember(details.bag, name, message)
    }
  }
  return details
}

/** Takes what an entry says; false where that is not all of it, so that it has to be kept as well. */
function take(details: Details, name: string, message: JsonObject): boolean {
  if (name === 'RetryInfo') {
    details.retryAfter ??= secondsOf(message.retryDelay)
    return details.retryAfter !== undefined && hasOnly(message, ['retryDelay'])
  }
  if (name === 'RequestInfo') {
    details.requestId ??= ifText(message.requestId) ?? ifText(message.request_id)
    return details.requestId !== undefined && hasOnly(message, ['requestId'])
  }
  if (name === 'ResourceInfo') {
    details.resource ??= ifText(message.resourceName) ?? ifText(message.resource_name)
    return details.resource !== undefined && hasOnly(message, ['resourceName'])
  }
  if (name === 'BadRequest') {
    const list = message.fieldViolations ?? message.field_violations
    const violations = (Array.isArray(list) ? list : []).filter(isJsonObject)
    details.issues ??= violations.map(({ field, description }) => ({
      path: ifText(field) ?? '',
      message: ifText(description) ?? '',
    }))
    return violations.length > 0 && violations.every((each) => hasOnly(each, ['field', 'description']))
  }
  if (name === 'Help') details.recovery ??= helpIn(message)
  return false
}

function secondsOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string') return parseDuration(value)
  // As the fields of a Duration, which some encoders leave as they are.
  const { seconds = 0, nanos = 0 } = ifObject(value) ?? { seconds: 'none' }
  const isScalar = [seconds, nanos].every((each) => typeof each === 'number' || typeof each === 'string')
  const wait = isScalar ? Number(seconds) + Number(nanos) / 1e9 : Number.NaN
  return isSeconds(wait) ? wait : undefined
}

function helpIn({ links }: JsonObject): string | undefined {
  const lines = (Array.isArray(links) ? links : [])
    .filter(isJsonObject)
    .map(({ description, url }) =>
      [description, url].filter((part) => typeof part === 'string' && part !== '').join(': '),
    )
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** Writes typed details: the error's own members, those of its details that bear the name of a type, and a Struct. */
export function writeDetails(error: CanonicalError): JsonObject[] {
  const { retryAfter, issues = [], requestId, resource, details = {} } = error
  // The order of members is not data; that of a list is.
  const typed = Object.entries(details)
    .filter(([name, value]) => isTypeName(name) && isJsonObject(value))
    .sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
  const kept = typed.map(([name, value]) => entry(name, value as JsonObject))
  const said = readDetails(kept)
  const rest = without(
    details,
    typed.map(([name]) => name),
  )
  const delay =
    retryAfter === undefined || said.retryAfter === retryAfter ? undefined : durationOf(retryAfter)
  const struct = delay === undefined || retryAfter === undefined ? rest : withoutRetryAfter(rest, retryAfter)
  const added: (readonly [string, JsonObject] | undefined)[] = [
    delay === undefined ? undefined : ['RetryInfo', { retryDelay: delay }],
    issues.length > 0 && said.issues === undefined ? ['BadRequest', violationsOf(issues)] : undefined,
    requestId !== undefined && said.requestId === undefined ? ['RequestInfo', { requestId }] : undefined,
    resource !== undefined && said.resource === undefined
      ? ['ResourceInfo', { resourceName: resource }]
      : undefined,
    Object.keys(struct).length > 0 ? [anyObject, { value: struct }] : undefined,
  ]
  return [...kept, ...added.flatMap((each) => (each ? [entry(...each)] : []))]
}

/** Seconds as the JSON of a Duration, which has no exponent; undefined where that would change them. */
function durationOf(seconds: number): string | undefined {
  const text = `${seconds}s`
  return text.includes('e') || parseDuration(text) !== seconds ? undefined : text
}

// In the order in which services have them.
const known: readonly string[] = [
  'ErrorInfo',
  'LocalizedMessage',
  'QuotaFailure',
  'PreconditionFailure',
  'BadRequest',
  'ResourceInfo',
  'RequestInfo',
  'Help',
  'RetryInfo',
  'DebugInfo',
]

function placeOf(name: string): number {
  return known.includes(name) ? known.indexOf(name) : known.length
}

/** Whether a detail bears the name of a type, and so is one. */
function isTypeName(name: string): boolean {
  return known.includes(name) || /^[a-z]\w*(?:\.\w+)+$/.test(name)
}

function entry(name: string, message: JsonObject): JsonObject {
  return { '@type': prefix + (known.includes(name) ? rpc + name : name), ...without(message, ['@type']) }
}

function violationsOf(issues: readonly Issue[]): JsonObject {
  return { fieldViolations: issues.map(({ path, message }) => ({ field: path, description: message })) }
}

/** The seconds of a google.rpc.RetryInfo in Connect's base64: field 1 is a Duration of seconds (1) and nanos (2). */
function durationIn(base64: string): number | undefined {
  let bytes: number[]
  try {
    bytes = Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let place = 1; at < bytes.length; place *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * place
      if (byte < 128) return value
    }
    return Number.NaN
  }
  if (varint() !== 0x0a || varint() !== bytes.length - at) return undefined
  let seconds = 0
  while (at < bytes.length) {
    const tag = varint()
    const value = varint()
    if (tag === 0x08) seconds += value
    else if (tag === 0x10) seconds += value / 1e9
    else return undefined
  }
  return isSeconds(seconds) ? seconds : undefined
}

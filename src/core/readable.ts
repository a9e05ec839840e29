import { type CanonicalError, type Field, fieldValue } from './canonical-error'
import { type CanonicalCode, codes, isCanonicalCode, rootOf } from './codes'
import { isJsonObject, type JsonObject, type JsonValue, member, sameJson, setMember, without } from './json'
import { readJson } from './json-read'
import { writeJson } from './json-write'
import { defaultLimits } from './limits'

/** A canonical member under a plain name in a dialect's bag, where the dialect has no member of its own for it. */
interface ReadableMember {
  readonly field: Field
  readonly name: string
  readonly accepts: (value: JsonValue) => boolean
}

const isText = (value: JsonValue) => typeof value === 'string'
const isFlag = (value: JsonValue) => typeof value === 'boolean'
const isIssue = (value: JsonValue) =>
  isJsonObject(value) &&
  isText(member(value, 'path') ?? null) &&
  isText(member(value, 'message') ?? null) &&
  Object.keys(value).length === 2

const readableMembers: readonly ReadableMember[] = [
  { field: 'code', name: 'code', accepts: isCanonicalCode },
  { field: 'severity', name: 'severity', accepts: isSeverity },
  { field: 'retryable', name: 'retryable', accepts: isFlag },
  { field: 'recoverable', name: 'recoverable', accepts: isFlag },
  { field: 'temporary', name: 'temporary', accepts: isFlag },
  { field: 'retryAfter', name: 'retry_after', accepts: isSeconds },
  { field: 'recovery', name: 'recovery', accepts: isText },
  { field: 'actions', name: 'actions', accepts: (value) => Array.isArray(value) && value.every(isText) },
  { field: 'issues', name: 'issues', accepts: (value) => Array.isArray(value) && value.every(isIssue) },
  { field: 'operation', name: 'operation', accepts: isText },
  { field: 'resource', name: 'resource', accepts: isText },
  { field: 'requestId', name: 'request_id', accepts: isText },
  { field: 'timestamp', name: 'timestamp', accepts: isTimestamp },
  { field: 'status', name: 'status', accepts: isStatus },
]

function isSeverity(value: JsonValue): boolean {
  return value === 'warning' || value === 'error' || value === 'critical'
}

function isTimestamp(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(value)
}

/** Whether a value can be a `retryAfter`. */
export function isSeconds(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** Whether a value can be a `status`. */
export function isStatus(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
}

/** A bag that is an error body itself speaks of that other error. */
function holdsAnotherError(bag: JsonObject): boolean {
  const names = ['code', 'error', 'type', 'kind'].filter((key) => Object.hasOwn(bag, key))
  return isJsonObject(member(bag, 'error')) || (typeof member(bag, 'message') === 'string' && names.length > 0)
}

/** The bag's value of a readable member, or undefined where it has none that fits. */
function valueIn(bag: JsonObject, { name, accepts }: ReadableMember, textOnly: boolean): JsonValue | undefined {
  const found = member(bag, name)
  if (found === undefined) return undefined
  const value = textOnly && !accepts(found) ? fromText(found) : found
  if (value === undefined || !accepts(value)) return undefined
  // A bag of text holds text members as they are, and the others as JSON.
  return textOnly && typeof value !== 'string' && found !== writeJson(value) ? undefined : value
}

function fromText(text: JsonValue): JsonValue | undefined {
  if (typeof text !== 'string' || !/^(?:[[\d]|true$|false$)/.test(text)) return undefined
  try {
    return readJson(text, defaultLimits, false)
  } catch {
    return undefined
  }
}

/** Moves the readable members of a bag to where they belong, for every member that the dialect left unsaid. */
export function liftReadable(error: Partial<CanonicalError>, textOnly: boolean): Partial<CanonicalError> {
  const bag = error.details
  if (bag === undefined || holdsAnotherError(bag)) return error
  const lifted: Partial<CanonicalError> = {}
  const taken: string[] = []
  for (const readable of readableMembers) {
    const { field, name } = readable
    if (field !== 'code' && error[field] !== undefined) continue
    const value = valueIn(bag, readable, textOnly)
    if (value === undefined) continue
    if (field === 'code' && !mayRefine(error.code ?? 'unknown', value as CanonicalCode)) continue
    setMember(lifted as JsonObject, field, value)
    taken.push(name)
  }
  if (taken.length === 0) return error
  const rest = without(bag, taken)
  return { ...error, ...lifted, details: Object.keys(rest).length > 0 ? rest : undefined }
}

/** A bag may name the code more closely, not contradict the native one about retrying. */
function mayRefine(native: CanonicalCode, named: CanonicalCode): boolean {
  if (named === native) return false
  const root = rootOf(native)
  return root === rootOf(named) || root === 'internal' || codes[native].retryable === codes[named].retryable
}

/** What has to go into the bag, in plain words, for a reading to come back with what `error` says. */
export function readableFor(error: CanonicalError, reading: CanonicalError): JsonObject {
  const bag = error.details ?? {}
  const additions: JsonObject = {}
  if (holdsAnotherError(bag)) return additions
  for (const { field, name, accepts } of readableMembers) {
    const value = fieldValue(error, field)
    if (value === undefined || sameJson(value, fieldValue(reading, field)) || Object.hasOwn(bag, name)) continue
    if (field === 'code' && !mayRefine(reading.code, error.code)) continue
    if (accepts(value) && !holdsAnotherError({ ...bag, [name]: value })) setMember(additions, name, value)
  }
  return additions
}

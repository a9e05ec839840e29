import { type CanonicalError, type Field, fieldValue } from './canonical-error'
import { type CanonicalCode, codes, isCanonicalCode, rootOf } from './codes'
import { isJsonObject, type JsonObject, type JsonValue, member, others, sameJson, setMember } from './json'
import { readJsonQuietly } from './json-read'
import { writeJson } from './json-write'

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

/** All members but the message and the details. */
export const readableMembers: readonly ReadableMember[] = [
  // A server's own `severity` may be of something else.
  { field: 'severity', name: 'error_severity', accepts: isSeverity },
  { field: 'retryable', name: 'retryable', accepts: isFlag },
  // After the flag, with which it has to agree.
  { field: 'code', name: 'code', accepts: isCanonicalCode },
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

/** Those that are any text, by the names that they have in a bag. */
export const readableTexts: readonly string[] = /* @__PURE__ */ readableMembers
  .filter(({ accepts }) => accepts === isText || accepts === isTimestamp)
  .map(({ name }) => name)

/** The names in a bag whose values decide something for every dialect. */
export const decidingInBags: readonly string[] = /* @__PURE__ */ ['error', 'type', 'kind'].concat(
  /* @__PURE__ */ readableMembers.map(({ name }) => name).filter((name) => !readableTexts.includes(name)),
)

/** The readable members on which an agent's decision hangs. */
export const decidingMembers = ['code', 'error_severity', 'retryable'] as const

/** The members by which a bag is taken for the body of another error. */
export const anotherErrorMembers = ['message', 'error', 'type', 'kind'] as const

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
function holdsAnotherError(bag: JsonObject, textOnly: boolean): boolean {
  const isNamed = () => ['code', 'error', 'type', 'kind'].some((key) => Object.hasOwn(bag, key))
  return isJsonObject(member(bag, 'error')) || (hasMessage(bag, textOnly) && isNamed())
}

function hasMessage(bag: JsonObject, textOnly: boolean): boolean {
  const message = member(bag, 'message')
  return typeof message === 'string' || (textOnly && message !== undefined)
}

/** The bag's value of a readable member, or undefined where it has none that fits. */
function valueIn(
  bag: JsonObject,
  { name, accepts }: ReadableMember,
  textOnly: boolean,
): JsonValue | undefined {
  const found = member(bag, name)
  if (found === undefined) return undefined
  const value = textOnly && !accepts(found) ? fromText(found) : found
  if (value === undefined || !accepts(value)) return undefined
  // A bag of text holds text members as they are, and the others as JSON.
  return textOnly && typeof value !== 'string' && found !== writeJson(value) ? undefined : value
}

function fromText(text: JsonValue): JsonValue | undefined {
  const mayBeJson = typeof text === 'string' && /^(?:[[\d]|true$|false$)/.test(text)
  return mayBeJson ? readJsonQuietly(text) : undefined
}

/**
 * Moves the readable members of a bag to where they belong, for every member that the dialect left unsaid. `native` is
 * what its own members say; without it, the bag may name any code.
 */
export function liftReadable(
  error: Partial<CanonicalError>,
  native: Deciding | undefined,
  textOnly: boolean,
): Partial<CanonicalError> {
  const bag = error.details
  if (bag === undefined || holdsAnotherError(bag, textOnly)) return error
  let lifted: Partial<CanonicalError> | undefined
  const taken: string[] = []
  for (const readable of readableMembers) {
    const { field, name } = readable
    const value = valueIn(bag, readable, textOnly)
    if (value === undefined || (field !== 'code' && error[field] !== undefined)) continue
    const { retryable } = lifted ?? error
    if (field === 'code' && !mayRefine(native, { code: value as CanonicalCode, retryable })) continue
    lifted ??= Object.assign({}, error)
    setMember(lifted as JsonObject, field, value)
    taken.push(name)
  }
  if (lifted === undefined) return error
  lifted.details = others(bag, taken)
  return lifted
}

/** A bag may name the code more closely, not contradict what the body itself says about retrying. */
export function mayRefine(native: Deciding | undefined, named: Deciding): boolean {
  if (native === undefined) return true
  if (named.code === native.code) return false
  const root = rootOf(native.code)
  return root === rootOf(named.code) || root === 'internal' || isRetryable(native) === isRetryable(named)
}

/** What an error says about retrying. */
export type Deciding = Pick<CanonicalError, 'code' | 'retryable'>

function isRetryable({ code, retryable }: Deciding): boolean {
  return retryable ?? codes[code].retryable
}

/** The members that a reading has only because a detail of the error bears their name. */
export function misreadMembers(error: CanonicalError, reading: CanonicalError): Field[] {
  const [bag, kept] = [error.details ?? {}, reading.details ?? {}]
  const isMisread = ({ field, name }: ReadableMember) =>
    error[field] === undefined &&
    reading[field] !== undefined &&
    Object.hasOwn(bag, name) &&
    !Object.hasOwn(kept, name)
  return readableMembers.filter(isMisread).map(({ field }) => field)
}

/** What a dialect says itself is not looked for in its bag; a severity of `error` may be what nobody said. */
function isSaid(reading: CanonicalError, field: Field): boolean {
  return field === 'severity' ? reading.severity !== 'error' : reading[field] !== undefined
}

/** What has to go into the bag, in plain words, for a reading to come back with what `error` says. */
export function readableFor(
  error: CanonicalError,
  { error: reading, isCodeSaid }: { error: CanonicalError; isCodeSaid: boolean },
  textOnly: boolean,
): JsonObject {
  const bag = error.details ?? {}
  const additions: JsonObject = {}
  if (holdsAnotherError(bag, textOnly)) return additions
  for (const { field, name, accepts } of readableMembers) {
    const value = fieldValue(error, field)
    if (value === undefined || Object.hasOwn(bag, name) || !accepts(value)) continue
    if (sameJson(value, fieldValue(reading, field))) continue
    if (field === 'code' ? !mayRefine(isCodeSaid ? reading : undefined, error) : isSaid(reading, field))
      continue
    // With a code beside its message the bag would be another error.
    if (field !== 'code' || !hasMessage(bag, textOnly)) setMember(additions, name, value)
  }
  return additions
}

/** Which of the additions a reading does not give back: they need not be there. */
export function unreadMembers(
  additions: JsonObject,
  error: CanonicalError,
  reading: CanonicalError,
): string[] {
  const isUnread = ({ field, name }: ReadableMember) =>
    Object.hasOwn(additions, name) && !sameJson(fieldValue(error, field), fieldValue(reading, field))
  return readableMembers.filter(isUnread).map(({ name }) => name)
}

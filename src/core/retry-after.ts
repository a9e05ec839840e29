import type { CanonicalError } from './canonical-error'
import { parseDuration } from './duration'
import { JsonNumber, type JsonObject, type JsonValue, joined, member } from './json'
import { isSeconds } from './readable'

/** The member of a JSON bag that says how long to wait. */
const key = 'retry_after'

// What servers call it besides, and how many of it are a second.
const otherNames: readonly (readonly [name: string, inASecond: number])[] = [
  ['retryAfter', 1],
  ['retry-after', 1],
  ['Retry-After', 1],
  ['retry_after_seconds', 1],
  ['retryAfterSeconds', 1],
  ['RetryAfterSeconds', 1],
  ['retry_after_ms', 1000],
  ['retryAfterMs', 1000],
  ['retryDelay', 1],
  ['retry_delay', 1],
  ['retryDelayMs', 1000],
  ['backoff_seconds', 1],
]

/** The names under which a bag may say how long to wait. */
export const waitNames: readonly string[] = /* @__PURE__ */ [key].concat(
  /* @__PURE__ */ otherNames.map(([name]) => name),
)

// Nobody waits 115 days: a number this large is a Go `time.Duration`, which JSON has as nanoseconds.
const leastNanoseconds = 1e7

/** The seconds that a JSON bag says to wait: a number, a number as text, or a duration. */
export function retryAfterIn(bag: JsonObject | undefined): number | undefined {
  return bag && (secondsOf(member(bag, key)) ?? underOtherNames(bag))
}

/** Like {@link retryAfterIn}, for producers written in Go. */
export function goRetryAfterIn(bag: JsonObject | undefined): number | undefined {
  const value = bag && member(bag, key)
  const isNumber = typeof value === 'number' || value instanceof JsonNumber
  const isLong = isNumber && Number(value) >= leastNanoseconds
  return secondsOf(isLong ? Number(value) / 1e9 : value) ?? (bag && underOtherNames(bag))
}

function underOtherNames(bag: JsonObject): number | undefined {
  for (const [name, inASecond] of otherNames) {
    const value = member(bag, name)
    const seconds = value === undefined ? undefined : secondsOf(value)
    if (seconds !== undefined) return hasUnit(value) ? seconds : seconds / inASecond
  }
  return undefined
}

function hasUnit(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /[a-zµμ]/i.test(value)
}

function secondsOf(value: JsonValue | undefined): number | undefined {
  let seconds = value
  if (value instanceof JsonNumber) seconds = Number(value)
  if (typeof value === 'string')
    seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : parseDuration(value)
  return isSeconds(seconds) ? seconds : undefined
}

/** Ways to write seconds, the dialect's own first. */
export type Notation = (seconds: number) => JsonValue | undefined

/** A number of seconds. */
export const inSeconds: Notation = (seconds) => seconds

/**
 * The bag with `retry_after` in the first notation in which the dialect reads the same seconds again, unless it
 * says so in the dialect's own already. Seconds that none can hold are left out.
 */
export function withRetryAfter(
  bag: JsonObject | undefined,
  seconds: number | undefined,
  read: (bag: JsonObject) => number | undefined,
  notations: readonly Notation[],
): JsonObject | undefined {
  if (seconds === undefined) return bag
  // It may stand under another name, or be said in words.
  if (!(bag && Object.hasOwn(bag, key)) && read(bag ?? {}) === seconds) return bag
  const values = notations.map((write) => write(seconds)).filter((value) => value !== undefined)
  const value = values.find((value) => read({ [key]: value }) === seconds)
  if (value === undefined) return bag && withoutRetryAfter(bag, seconds)
  const old = bag && member(bag, key)
  const isOwn = typeof old === typeof value || (old instanceof JsonNumber && typeof value === 'number')
  return bag && isOwn && read(bag) === seconds ? bag : joined(bag, { [key]: value })
}

/** The bag without a `retry_after` that says no more than `seconds` does. */
export function withoutRetryAfter(bag: JsonObject, seconds: number): JsonObject {
  if (secondsOf(member(bag, key)) !== seconds) return bag
  const { [key]: _, ...rest } = bag
  return rest
}

/** Whether an error's details only say its `retryAfter` once more, as seconds or as a duration. */
export function saysRetryAfter({ details, retryAfter }: CanonicalError): boolean {
  // An exact number says more than the nearest double.
  if (details && member(details, key) instanceof JsonNumber) return false
  return retryAfter !== undefined && retryAfterIn(details) === retryAfter
}

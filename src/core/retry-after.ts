import type { CanonicalError } from './canonical-error'
import { parseGoDuration } from './go-duration'
import { JsonNumber, type JsonObject, type JsonValue, member } from './json'
import { isSeconds } from './readable'

/** The member of a JSON bag that says how long to wait. */
const key = 'retry_after'

// Nobody waits 115 days: a number this large is a Go `time.Duration`, which JSON has as nanoseconds.
const leastNanoseconds = 1e7

/** The seconds that a JSON bag's `retry_after` says: a number, a number as text, or a Go duration. */
export function retryAfterIn(bag: JsonObject | undefined): number | undefined {
  return bag && secondsOf(member(bag, key))
}

/** Like {@link retryAfterIn}, for producers written in Go. */
export function goRetryAfterIn(bag: JsonObject | undefined): number | undefined {
  const value = bag && member(bag, key)
  const isNumber = typeof value === 'number' || value instanceof JsonNumber
  return secondsOf(isNumber && Number(value) >= leastNanoseconds ? Number(value) / 1e9 : value)
}

function secondsOf(value: JsonValue | undefined): number | undefined {
  let seconds = value
  if (value instanceof JsonNumber) seconds = Number(value)
  if (typeof value === 'string')
    seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : parseGoDuration(value)
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
  const values = notations.map((write) => write(seconds)).filter((value) => value !== undefined)
  const value = values.find((value) => read({ [key]: value }) === seconds)
  if (value === undefined) return bag && withoutRetryAfter(bag, seconds)
  const old = bag && member(bag, key)
  const isOwn = typeof old === typeof value || (old instanceof JsonNumber && typeof value === 'number')
  return bag && isOwn && read(bag) === seconds ? bag : { ...bag, [key]: value }
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

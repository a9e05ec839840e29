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
  return typeof value === 'number' && value >= leastNanoseconds ? value / 1e9 : secondsOf(value)
}

function secondsOf(value: JsonValue | undefined): number | undefined {
  let seconds = value
  if (value instanceof JsonNumber) seconds = Number(value)
  if (typeof value === 'string') seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : parseGoDuration(value)
  return isSeconds(seconds) ? seconds : undefined
}

/** The bag with `retry_after` in a dialect's own notation, unless it says so already. */
export function withRetryAfter(
  bag: JsonObject | undefined,
  seconds: number | undefined,
  write: (seconds: number) => JsonValue | undefined = (seconds) => seconds,
): JsonObject | undefined {
  if (seconds === undefined) return bag
  const value = write(seconds)
  const old = bag && member(bag, key)
  if (value === undefined || (typeof old === typeof value && secondsOf(old) === seconds)) return bag
  if (old instanceof JsonNumber && typeof value === 'number' && Number(old) === seconds) return bag
  return { ...bag, [key]: value }
}

/** The bag without a `retry_after` that says no more than `seconds` does. */
export function withoutRetryAfter(bag: JsonObject, seconds: number | undefined): JsonObject {
  if (seconds === undefined || secondsOf(member(bag, key)) !== seconds) return bag
  const { [key]: _, ...rest } = bag
  return rest
}

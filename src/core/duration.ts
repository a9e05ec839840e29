import { parseGoDuration } from './go-duration'

const unitSeconds: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 0.001],
  [/^(?:s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hrs?|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
]

/** A number and a unit of time, as a pattern for texts that hold one. */
export const amountOfTime =
  '\\d{1,15}(?:\\.\\d{1,15})?(?:e[+-]?\\d{1,3})?[ -]?(?:milliseconds?|millis|msecs?|ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|[smhd])(?![a-z])'

const part = /(\d+(?:\.\d+)?(?:e[+-]?\d+)?)[ -]?([a-z]+)(?:,? and |, |,| |$)/giy

/** The seconds of a duration in words or in Go's notation (`2 minutes`, `1 hour 30 min`, `500ms`, `1m0s`). */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim()
  let seconds = 0
  let end = 0
  for (const [whole, amount, unit = ''] of trimmed.matchAll(part)) {
    const size = unitSeconds.find(([names]) => names.test(unit.toLowerCase()))?.[1]
    if (size === undefined) break
    // Dividing keeps 1500 ms at 1.5, where multiplying would not.
    seconds += size < 1 ? Number(amount) / (1 / size) : Number(amount) * size
    end += whole.length
  }
  if (end === 0 || end < trimmed.length) return parseGoDuration(trimmed)
  return Number.isFinite(seconds) ? seconds : undefined
}

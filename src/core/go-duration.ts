const unitNanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3, // U+00B5, which Go writes
  μs: 1e3, // U+03BC, which Go reads too
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
}

const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y

/** The seconds of a Go duration (`1m0s`, `250µs`, `-1s`), or undefined when the text is none. */
export function parseGoDuration(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1
  const start = /^[+-]/.test(text) ? 1 : 0
  if (text.slice(start) === '0') return 0
  let nanoseconds = 0
  part.lastIndex = start
  for (let at = start; at < text.length; at = part.lastIndex) {
    const [, amount, unit = ''] = part.exec(text) ?? []
    if (amount === undefined) return undefined
    nanoseconds += Number(amount) * (unitNanoseconds[unit] ?? 0)
  }
  return text.length > start ? (sign * nanoseconds) / 1e9 || 0 : undefined
}

const longest = 2n ** 63n - 1n

/** Seconds as Go prints a duration, or undefined beyond what one can hold. */
export function formatGoDuration(seconds: number): string | undefined {
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > 1e10) return undefined
  const whole = Math.floor(seconds)
  const total = BigInt(whole) * 1_000_000_000n + BigInt(Math.round((seconds - whole) * 1e9))
  if (total > longest) return undefined
  if (total === 0n) return '0s'
  if (total < 1_000n) return `${total}ns`
  if (total < 1_000_000n) return `${decimal(total, 3)}µs`
  if (total < 1_000_000_000n) return `${decimal(total, 6)}ms`
  const minutes = total / 60_000_000_000n
  const rest = `${decimal(total % 60_000_000_000n, 9)}s`
  if (minutes === 0n) return rest
  return minutes < 60n ? `${minutes}m${rest}` : `${minutes / 60n}h${minutes % 60n}m${rest}`
}

function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const point = digits.length - places
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end--
  return digits.slice(0, point) + (end > point ? `.${digits.slice(point, end)}` : '')
}

import { parseHttpDate } from '../core/http-date'
import { isSeconds } from '../core/readable'

/**
 * The seconds that a response's `Retry-After` asks to wait: a number (also with a fraction, which some servers send),
 * or a date. A date counts from the server's own `Date`, or else from `now`; one in the past is 0.
 */
export function readRetryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+(?:\.\d*)?$/.test(value)) return isSeconds(Number(value)) ? Number(value) : undefined
  const until = parseHttpDate(value, now)
  if (!until) return undefined
  const from = parseHttpDate(headers.get('date') ?? '', now) ?? now
  const seconds = Math.max(0, (until.getTime() - from.getTime()) / 1000)
  return isSeconds(seconds) ? seconds : undefined
}

// 68 years. A cache need not count further (RFC 9111, section 1.2.2), and no number of this size has an exponent.
const longestWait = 2 ** 31 - 1

/** How a wait stands in a `Retry-After` header: whole seconds or a date, never sooner than the error says. */
export function writeRetryAfter(seconds: number, form: 'seconds' | 'date', now: Date): string {
  const wait = Math.min(seconds, longestWait)
  if (form === 'seconds') return String(Math.ceil(wait))
  return new Date(Math.ceil(now.getTime() / 1000 + wait) * 1000).toUTCString()
}

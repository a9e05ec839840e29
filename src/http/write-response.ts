import { builtIn, type DialectId } from '../built-in'
import { checkedError } from '../core/canonical-check'
import type { CanonicalError } from '../core/canonical-error'
import { codes } from '../core/codes'
import { inOrder } from '../core/read-body'
import type { EncodeOptions, Translator } from '../core/translator'
import { writeRetryAfter } from './retry-after-header'

/** How to write a response. */
export interface WriteResponseOptions extends EncodeOptions {
  /** The dialect of the body. Default `agentapi`. */
  dialect?: DialectId | undefined
  /** The request's id, for the body and for `X-Request-ID`. Without it, the one that the error has. */
  requestId?: string | undefined
  /** The status. Without it, the error's own, or that of its code; 200 for a warning. */
  status?: number | undefined
  /** What `Retry-After` is written as. Default `seconds`. */
  retryAfter?: 'seconds' | 'date' | undefined
  /** More headers. They win over those that are written here. */
  headers?: ResponseInit['headers'] | undefined
  /** When it happened, for an error that does not say so itself. */
  timestamp?: string | Date | undefined
  /** The dialects to write; without it, the built-in ones. */
  translator?: Translator | undefined
  /** What time it is, for a `Retry-After` that is a date. Without it, now. */
  now?: Date | undefined
}

/**
 * The response that says an error: its body in a dialect, the status, the content type, and `Retry-After` and
 * `X-Request-ID` where they are known. The body repeats the status only where its dialect has a member for it.
 * @throws {RangeError} when `options.status` is none that a response with a body can have
 * @throws {EncodeError} when the value is no canonical error, or there is no such dialect
 */
export function writeResponse(error: CanonicalError, options: WriteResponseOptions = {}): Response {
  const { dialect = 'agentapi', translator = builtIn, preserve } = options
  const checked = checkedError(error)
  const status = options.status === undefined ? statusOf(checked) : possibleStatus(options.status)
  const known = translator.target(dialect)
  const said = inOrder({
    ...checked,
    requestId: options.requestId || checked.requestId,
    timestamp: checked.timestamp ?? timestampFrom(options.timestamp),
    status: known.hasStatus ? status : ifWorthSaying(checked.status, status),
  })
  const body = translator.stringify(said, dialect, { preserve })
  const headers = new Headers(options.headers)
  const setUnlessThere = (name: string, value: string) => headers.has(name) || headers.set(name, value)
  setUnlessThere('Content-Type', known.mediaType ?? 'application/json')
  // Who goes by the head alone must not try again what is not to be tried again.
  if (said.retryAfter !== undefined && said.retryable !== false) {
    const wait = writeRetryAfter(said.retryAfter, options.retryAfter ?? 'seconds', options.now ?? new Date())
    setUnlessThere('Retry-After', wait)
  }
  if (said.requestId !== undefined && legalHeader.test(said.requestId)) {
    setUnlessThere('X-Request-ID', said.requestId)
  }
  return new Response(body, { status, headers })
}

// Visible Latin-1, with blanks only inside (RFC 9110, section 5.5).
const legalHeader = /^[\x21-\x7e\xa1-\xff]+(?:[\t ]+[\x21-\x7e\xa1-\xff]+)*$/

function statusOf({ code, severity, status = 0 }: CanonicalError): number {
  if (severity === 'warning') return 200
  return status >= 400 ? status : codes[code].status
}

const withoutBody: readonly number[] = [204, 205, 304]

function possibleStatus(status: number): number {
  if (Number.isInteger(status) && status >= 200 && status <= 599 && !withoutBody.includes(status))
    return status
  throw new RangeError(`A response with a body cannot have the status ${status}.`)
}

/** The status line says it already; and that an error once came with a success's status is nothing to pass on. */
function ifWorthSaying(said: number | undefined, status: number): number | undefined {
  return said !== undefined && said !== status && said >= 300 ? said : undefined
}

/** RFC 3339 to the second, as AgentAPI writes it. */
function timestampFrom(time: string | Date | undefined): string | undefined {
  if (!(time instanceof Date)) return time
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(/\.\d+Z$/, 'Z')
}

import { builtIn, type DialectId } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import { codes, rootOf } from '../core/codes'
import { isWritable, plainText } from '../core/dialect'
import { type Limits, limitsFrom } from '../core/limits'
import { carriesResidue } from '../core/plain-text'
import { inOrder } from '../core/read-body'
import { isStatus } from '../core/readable'
import { codeByStatus } from '../core/status-rows'
import type { Translator } from '../core/translator'
import { type BodyText, readBodyText } from './body-text'
import { readRetryAfter } from './retry-after-header'
import { codeOf, readUnknownBody } from './unknown-body'

/** How to read a response. */
export interface ReadResponseOptions {
  /** The dialects to read; without it, the built-in ones. */
  translator?: Translator | undefined
  /** The dialect that the server is known to speak. What it says in another one is read all the same. */
  dialect?: DialectId | undefined
  /** How much to read. Of a body that is longer, the beginning is kept as a detail. */
  limits?: Partial<Limits> | undefined
  /** Ends the reading of a body that does not come; status and headers say enough. */
  signal?: AbortSignal | undefined
  /** What time it is, for a `Retry-After` that is a date. Without it, now. */
  now?: Date | undefined
}

/**
 * The error that a response speaks of, or undefined when it is none. The response stays readable.
 *
 * From status 400 on every response is an error. One whose body is in no dialect gets its code from the status and its
 * message from the body: the usual members of a JSON object (which is kept as the details), the title of a page (of which
 * up to 2,000 characters are kept as `details.body`), or plain text. A body that is used, locked or broken is no failure:
 * status and headers say enough.
 *
 * Below 400 only a body that has a dialect's signature is an error, such as an advisory. Only JSON, XML and plain text
 * up to 1 MiB that begin with `{`, `<` or `"` are looked at; event streams are never touched.
 *
 * What the body does not say is taken from the head: `status`, `retryAfter` from `Retry-After`, and `requestId` from
 * `X-Request-ID`, `X-Correlation-ID` or `Request-ID`.
 * @throws {DecodeError} when the translator has no such dialect as `options.dialect`
 */
export async function readResponse(
  response: Response,
  options: ReadResponseOptions = {},
): Promise<CanonicalError | undefined> {
  const translator = options.translator ?? builtIn
  const limits = limitsFrom(options.limits)
  const error =
    response.status >= 400
      ? await readFailure(response, translator, limits, options)
      : await readBySignature(response, translator, limits, options.signal)
  return error && withHead(error, response, options.now ?? new Date())
}

async function readFailure(
  response: Response,
  translator: Translator,
  limits: Limits,
  { dialect, signal }: ReadResponseOptions,
): Promise<CanonicalError> {
  const body = isEventStream(response) ? noBody : await readBodyText(response, { ...limits, signal })
  // The beginning of a body that is too long is in no dialect.
  const text = body.isStopped ? '' : body.text
  const named = dialect === undefined ? undefined : translator.safeDecode(text, { dialect, limits })
  if (named?.error?.code === 'UNKNOWN_DIALECT') throw named.error
  // A likeness that says nothing gives way to the signature of another dialect; the least likeness comes last.
  const isEnough = named?.success && named.data.code !== 'unknown'
  const detected = (failed: boolean) => {
    const { data } = translator.safeDecode(text, { limits, failed })
    // A text in no other dialect is read with the status in mind.
    return data?.origin?.dialect === plainText && !carriesResidue(text) ? undefined : data
  }
  const found = (isEnough ? undefined : detected(false)) ?? named?.data ?? detected(true)
  return found ? withStatus(found, response.status, translator) : readUnknownBody(response, body, limits)
}

/** Where words say nothing, or nothing but words say it, the status counts. */
function withStatus(error: CanonicalError, status: number, translator: Translator): CanonicalError {
  const { code, message, origin } = error
  if (origin?.dialect === plainText)
    return code === 'unknown' ? { ...error, code: codeOf(status, '') } : error
  const dialect = origin && translator.dialect(origin.dialect)
  if (dialect?.codes.length !== 0) return error
  // What a shape that somebody has made up only hints at, the status says more closely.
  const isVague = code === 'unknown' || (!isWritable(dialect) && code === rootOf(code))
  if (!isVague && status === codes[code].status) return error
  return { ...error, code: codeByStatus(status, [origin?.code], [message]) }
}

/** A stream of events may never end. */
function isEventStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

const noBody: BodyText = { text: '', isStopped: false }

const inspected = /^(?:application|text)\/(?:\S+\+)?(?:json|xml)$|^text\/plain$/
const longestInspected = 2 ** 20

async function readBySignature(
  response: Response,
  translator: Translator,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<CanonicalError | undefined> {
  const { headers } = response
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';')
  if (!inspected.test(mediaType.trim().toLowerCase())) return undefined
  if (Number(headers.get('content-length')) > longestInspected) return undefined
  const { text, isStopped } = await readBodyText(response, {
    maxLength: limits.maxLength,
    maxBytes: longestInspected,
    openings: '{<"',
    signal,
  })
  // No dialect is named here: a success may look like an error of the named one.
  return isStopped ? undefined : translator.safeDecode(text, { limits, unmistakable: true }).data
}

const requestIdHeaders = ['x-request-id', 'x-correlation-id', 'request-id']

function withHead(error: CanonicalError, { status, headers }: Response, now: Date): CanonicalError {
  const requestId = requestIdHeaders.map((name) => headers.get(name)).find((value) => value)
  return inOrder({
    ...error,
    retryAfter: error.retryAfter ?? readRetryAfter(headers, now),
    requestId: error.requestId ?? requestId ?? undefined,
    status: error.status ?? (isStatus(status) ? status : undefined),
  })
}

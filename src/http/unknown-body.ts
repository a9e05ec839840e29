import type { CanonicalError } from '../core/canonical-error'
import { classify } from '../core/classify'
import { type CanonicalCode, codes } from '../core/codes'
import { nameOfStatus } from '../core/http-phrase'
import { codeOfStatus } from '../core/http-status'
import { isJsonObject, type JsonObject, type JsonValue, member } from '../core/json'
import { readJson } from '../core/json-read'
import type { Limits } from '../core/limits'
import { plainError } from '../core/plain-error'
import { inOrder } from '../core/read-body'
import { retryAfterIn } from '../core/retry-after'
import { text as ofTexts } from '../dialects/text'
import type { BodyText } from './body-text'

/** The dialect id of an error whose body is in no dialect. */
export const http = 'http'

// Where a JSON body says what happened: problem details (RFC 9457), common usage, OAuth (RFC 6749).
const messagePaths: readonly (readonly string[])[] = [
  ['detail'],
  ['title'],
  ['message'],
  ['error_description'],
  ['error', 'message'],
  ['error'],
]

/** What a body says; its code is that of the status. */
type Saying = Partial<Omit<CanonicalError, 'code' | 'status' | 'origin'>>

/** The error that a status and a body in no dialect speak of. */
export function readUnknownBody(
  { status, statusText }: Response,
  { text, isStopped }: BodyText,
  limits: Limits,
): CanonicalError {
  const body = text.trim()
  const said: Saying = isStopped ? { details: bodyDetail(body) } : sayingOf(body, limits)
  return inOrder({
    severity: 'error',
    ...said,
    code: codeOf(status, said.message ?? body),
    message: said.message ?? (statusText || nameOfStatus(status)),
    origin: { dialect: http, code: String(status) },
  })
}

/** The code of a status; where it has none, what the words say, as far as they are of the same class. */
export function codeOf(status: number, words: string): CanonicalCode {
  const known = codeOfStatus(status)
  if (known) return known
  const { code } = classify(words)
  const classOf = (each: number) => Math.floor(each / 100)
  if (code !== 'unknown' && classOf(codes[code].status) === classOf(status)) return code
  return status < 500 ? 'invalid_input' : 'internal'
}

function sayingOf(body: string, limits: Limits): Saying {
  if (body === '') return {}
  if (/^[{["]/.test(body)) {
    const value = quietly(() => readJson(body, limits, true))
    if (value !== undefined) return sayingOfJson(value)
  }
  // Markup and broken JSON are nothing to show to people as they are.
  if (body.startsWith('<')) return { message: titleIn(body), details: bodyDetail(body) }
  if (/^\[?\s*\{/.test(body)) return { details: bodyDetail(body) }
  // Bytes that are no text at all.
  if (body.includes('\0')) return {}
  return sayingOfText(body)
}

/** What the words of a text say. The status line says the status. */
function sayingOfText(text: string): Saying {
  const { code: _, status: __, origin: ___, ...said } = plainError(text.trim(), ofTexts)
  return said.message.trim() === '' ? {} : said
}

function sayingOfJson(value: JsonValue): Saying {
  if (typeof value === 'string') return sayingOfText(value)
  if (!isJsonObject(value)) return { details: { body: value } }
  const texts = messagePaths.map((path) =>
    path.reduce<JsonValue | undefined>(
      (inner, key) => (isJsonObject(inner) ? member(inner, key) : undefined),
      value,
    ),
  )
  const message = texts.find((text) => typeof text === 'string' && text.trim() !== '')
  const [requestId, retryable] = [member(value, 'request_id'), member(value, 'retryable')]
  return {
    message: typeof message === 'string' ? message : undefined,
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
    retryAfter: retryAfterIn(value),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    details: Object.keys(value).length > 0 ? value : undefined,
  }
}

// A title stands at the beginning, and is short.
const longestHead = 2 ** 16
const longestTitle = 1000
const title = /<(?:title|message)(?:\s[^<>]*)?>([^<]+)</i
const references: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['nbsp', ' '],
])

/** The title of an HTML page, or the message of an XML error such as S3 sends. */
function titleIn(markup: string): string | undefined {
  const words = title
    .exec(markup.slice(0, longestHead))?.[1]
    ?.replace(/&(#?\w+);/g, (whole, name) => references.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
  return words && words.length <= longestTitle ? words : undefined
}

const longestDetail = 2000

/** A body as a detail, cut where it is long. */
function bodyDetail(body: string): JsonObject | undefined {
  if (body === '') return undefined
  // Half a surrogate pair is no character.
  const cut = body.slice(0, longestDetail - 1).replace(/[\ud800-\udbff]$/, '')
  return { body: body.length > longestDetail ? `${cut}…` : body }
}

function quietly(read: () => JsonValue): JsonValue | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

import type { CanonicalError } from '../core/canonical-error'
import { ifText, isJsonObject, type JsonObject, sameJson } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { jsonSnapshot } from '../core/json-snapshot'
import { defaultLimits, type Limits, limitsFrom } from '../core/limits'
import { inOrder } from '../core/read-body'
import { retryAfterIn } from '../core/retry-after'
import { withoutPrefix } from '../core/tool-result'
import type { Translator } from '../core/translator'
import { unwrap } from '../core/wrapper'
import { bodyWithin } from './body-within'
import type { KnownServer } from './known-server'
import { metaKey, readMeta, type Travelling } from './meta'
import { type Decode, isWrittenHere, type PartDecoder, partDecoder } from './part-decoder'
import { withPlainNumbers } from './put-error'
import { blocksOf, resourceTextOf, textOf } from './tool-result'

/** How to read what a server says. */
export interface ReadOptions extends KnownServer {
  /** The dialects to read; without it, the built-in ones. */
  translator?: Translator | undefined
  /** How much to read before a text is taken as it is, and how many blocks to look into. */
  limits?: Partial<Limits> | undefined
}

/** An error, and which parts of a result say it. */
export interface FoundError {
  error: CanonicalError
  /** The block with the body, when it is in one. */
  bodyAt?: number
  /** Every block that says the error, in order: the one with the body, and those with the same message for people. */
  saying: ReadonlySet<number>
  /** Whether `structuredContent` says it. */
  isStructured: boolean
  travelling: Travelling
}

/** A block of text, and where it stands. */
interface Text {
  at: number
  text: string
}

/** Where an error is, and what it says. */
interface Place {
  error: CanonicalError
  bodyAt?: number
}

/** Looks for an error in a tool result, in the order in which its parts are to be trusted. */
export function findError(
  result: JsonObject,
  translator: Translator,
  options: ReadOptions,
): FoundError | undefined {
  const isError = result.isError === true
  // A result of another kind asks for something; it is not the answer yet.
  if (!isError && typeof result.resultType === 'string' && result.resultType !== 'complete') return undefined
  const travelling = readMeta(result._meta)
  const blocks = blocksOf(result)
  const { maxBlocks } = limitsFrom(options.limits)
  const looked = blocks.slice(0, maxBlocks)
  const texts = looked.flatMap((block, at): Text[] => {
    const text = textOf(block)
    return text === undefined ? [] : [{ at, text }]
  })
  const structured = structuredIn(result, travelling)

  const decoder = partDecoder(isError, travelling.residue, translator, options)
  const inStructured = structured && decodeStructured(structured, decoder.decode)
  const place =
    inBlocks(texts, travelling.at, inStructured, decoder) ?? (inStructured && { error: inStructured })
  const found = place ?? (isError ? amongOthers(result, looked, texts, travelling, decoder) : undefined)
  if (!found) {
    if (!isError) return undefined
    return (
      vaguely(texts, structured, travelling, decoder) ??
      plainly(looked, texts, structured, travelling, decoder)
    )
  }
  const isSaying = ({ at, text }: Text) => at === found.bodyAt || isMessage(text, found.error)
  const saying = new Set(texts.filter(isSaying).map(({ at }) => at))
  const isStructured = inStructured !== undefined
  // Where nobody says that it is an error, it is none beside anything else: a list of files, a picture, data.
  const others = blocks.filter((block, at) => !saying.has(at) && !isNoise(block))
  if (!isError && (others.length > 0 || (structured && !isStructured))) return undefined
  return { ...found, saying, isStructured, travelling }
}

/** Where else the body may be of what is said to be an error. */
function amongOthers(
  result: JsonObject,
  blocks: readonly unknown[],
  texts: readonly Text[],
  travelling: Travelling,
  { decode, signed }: PartDecoder,
): Place | undefined {
  return (
    inMeta(result._meta, texts, travelling, signed) ??
    behindWords(texts, decode) ??
    withinWords(texts, signed) ??
    inResources(blocks, signed)
  )
}

/** The block that is a body, JSON before XML and both before a text that tells what it is; before all, the one that is marked. */
function inBlocks(
  texts: readonly Text[],
  marked: number | undefined,
  inStructured: CanonicalError | undefined,
  { decode, asText, isError }: PartDecoder,
): Place | undefined {
  const order = [
    ...texts.filter(({ at }) => at === marked),
    ...texts.filter(isJson),
    ...texts.filter(isMarkup),
    ...texts.filter(({ text }) => isError && isWrittenHere(text)),
  ]
  for (const { at, text } of order) {
    const error = decode(text) ?? (isError && at === marked ? asText(text) : undefined)
    if (!error) continue
    // A message may be such a text itself: then it is another part that says it.
    const others = order.filter((each) => each.at !== at && each.text.length > text.length)
    const outer = others.map((each) => ({ bodyAt: each.at, error: decode(each.text) }))
    const outside = outer.find((each) => isMessage(text, each.error))
    if (outside?.error) return { error: outside.error, bodyAt: outside.bodyAt }
    if (!isMessage(text, inStructured)) return { error, bodyAt: at }
  }
  return undefined
}

const isJson = ({ text }: Text) => /^[\s\uFEFF]*[{["]/.test(text)
const isMarkup = ({ text }: Text) => /^[\s\uFEFF]*</.test(text)
/** What Fusion puts beside its answers. */
const isNoise = (block: unknown) => /^\s*<cache_invalidation\b/.test(textOf(block) ?? '')

/** Whether a text is what an error has to say, for people. */
function isMessage(text: string, error: CanonicalError | undefined): boolean {
  return error !== undefined && (text === error.message || withoutPrefix(text) === error.message)
}

/** A body in `_meta`. Nobody sees it: where the result has a text, that has to say the same. */
function inMeta(
  meta: unknown,
  texts: readonly Text[],
  { body }: Travelling,
  decode: Decode,
): Place | undefined {
  const others = isJsonObject(meta) ? Object.entries(meta).filter(([key]) => key !== metaKey) : []
  const bodies = [body, meta, ...others.map(([, value]) => value)].filter(isJsonObject)
  const isSeen = (error: CanonicalError) =>
    texts.every(({ text }) => text.trim() === '') ||
    texts.some(({ text }) => isMessage(text, error) || (error.message !== '' && text.includes(error.message)))
  const error = bodies.map(decode).find((each) => each !== undefined && isSeen(each))
  return error && { error }
}

/** A body behind the words of a framework. */
function behindWords(texts: readonly Text[], decode: Decode): Place | undefined {
  for (const { at, text } of texts) {
    const error = unwrap(text.trimStart()) && decode(text)
    if (error) return { error, bodyAt: at }
  }
  return undefined
}

/** A body among other words. */
function withinWords(texts: readonly Text[], decode: Decode): Place | undefined {
  for (const { at, text } of texts) {
    const body = bodyWithin(text)
    const error = body === undefined ? undefined : decode(body)
    if (error) return { error, bodyAt: at }
  }
  return undefined
}

/** A body in a resource that stands in a block. */
function inResources(blocks: readonly unknown[], decode: Decode): Place | undefined {
  const error = blocks
    .flatMap(resourceTextOf)
    .map(decode)
    .find((each) => each !== undefined)
  return error && { error }
}

/** An error in a body that is only a little like one of a dialect, with no other words beside it. */
function vaguely(
  texts: readonly Text[],
  structured: JsonObject | undefined,
  travelling: Travelling,
  { vague }: PartDecoder,
): FoundError | undefined {
  const [only, second] = texts
  if (second) return undefined
  const inStructured = structured && decodeStructured(structured, vague)
  const error = only ? vague(only.text) : inStructured
  return (
    error && {
      error,
      ...(only && { bodyAt: only.at }),
      saying: new Set(only ? [only.at] : []),
      isStructured: inStructured !== undefined,
      travelling,
    }
  )
}

/** An error in no dialect: all its text is the message. */
function plainly(
  blocks: readonly unknown[],
  texts: readonly Text[],
  structured: JsonObject | undefined,
  travelling: Travelling,
  { asText }: PartDecoder,
): FoundError {
  const [only, second] = texts
  const all = texts.length > 0 ? texts.map(({ text }) => withoutPrefix(text)) : blocks.flatMap(resourceTextOf)
  const text = only && !second ? only.text : all.join('\n')
  const error = asText(text)
  const within = all.flatMap((each) => [each, bodyWithin(each) ?? '']).map((each) => readJsonQuietly(each))
  // What cannot be read as data, or is too deep, is only kept.
  const data = structured && dataOf(structured)
  const said = { ...error, ...flagsIn([...within, data]) }
  const details = data && detailsIn(data, error.message)
  return {
    error: inOrder(details ? { ...said, details: { ...said.details, ...details } } : said),
    ...(only && !second && { bodyAt: only.at }),
    saying: new Set(texts.map(({ at }) => at)),
    isStructured: data !== undefined,
    travelling,
  }
}

/** What data in no dialect say about trying again, which must not be overlooked. */
function flagsIn(data: readonly unknown[]): Pick<CanonicalError, 'retryable' | 'retryAfter'> {
  const objects = data.flatMap((each) => (isJsonObject(each) ? [each, each.error] : [])).filter(isJsonObject)
  const retryable = objects.map((each) => each.retryable).find((flag) => typeof flag === 'boolean')
  const retryAfter = objects.map(retryAfterIn).find((seconds) => seconds !== undefined)
  return { ...(retryable !== undefined && { retryable }), ...(retryAfter !== undefined && { retryAfter }) }
}

/** FastMCP puts a text that a tool returns under `result`. */
function decodeStructured(structured: JsonObject, decode: Decode): CanonicalError | undefined {
  return decode(structured) ?? decode(resultIn(structured))
}

/** The member `result`, where it is a text and can be looked at. */
function resultIn(structured: JsonObject): string | undefined {
  try {
    return ifText(structured.result)
  } catch {
    return undefined
  }
}

/** `structuredContent`, with the exact numbers that may travel beside it. */
function structuredIn({ structuredContent }: JsonObject, { body }: Travelling): JsonObject | undefined {
  if (!isJsonObject(structuredContent)) return undefined
  return body && sameJson(withPlainNumbers(body), dataOf(structuredContent)) ? body : structuredContent
}

/** What `structuredContent` says beside a message in plain text. */
function detailsIn(structured: JsonObject, message: string): JsonObject | undefined {
  if (structured.result === message && Object.keys(structured).length === 1) return undefined
  return Object.keys(structured).length > 0 ? structured : undefined
}

function dataOf(structured: JsonObject): JsonObject | undefined {
  try {
    const data = jsonSnapshot(structured, defaultLimits)
    return isJsonObject(data) ? data : undefined
  } catch {
    return undefined
  }
}

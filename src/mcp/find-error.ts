import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject, type JsonObject, sameJson } from '../core/json'
import { jsonSnapshot } from '../core/json-snapshot'
import { defaultLimits, type Limits } from '../core/limits'
import { plainError } from '../core/plain-error'
import { withoutPrefix } from '../core/tool-result'
import type { Translator } from '../core/translator'
import { unwrap } from '../core/wrapper'
import type { KnownServer } from './known-server'
import { metaKey, readMeta, type Travelling } from './meta'
import { withPlainNumbers } from './result-form'
import { blocksOf, textOf } from './tool-result'

/** How to read what a server says. */
export interface ReadOptions extends KnownServer {
  /** The dialects to read; without it, the built-in ones. */
  translator?: Translator
  /** The dialect that the server is known to speak. What it says in another one is read all the same. */
  dialect?: string
  /** How much to read before a text is taken as it is. */
  limits?: Partial<Limits>
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

/** Looks for an error in a tool result, in the order in which its parts are to be trusted. */
export function findError(
  result: JsonObject,
  translator: Translator,
  { dialect, limits }: ReadOptions,
): FoundError | undefined {
  const isError = result.isError === true
  const travelling = readMeta(result._meta)
  const { residue } = travelling
  const blocks = blocksOf(result)
  const texts = blocks.flatMap((block, at) => {
    const text = textOf(block)
    return text === undefined ? [] : [{ at, text }]
  })
  const structured = structuredIn(result, travelling)

  const decode = (input: unknown): CanonicalError | undefined => {
    const detected = translator.safeDecode(input, { limits, residue })
    if (detected.success || !isError || dialect === undefined) return detected.data
    // The server is known to speak it, and says that this is an error: a likeness is enough.
    return translator.safeDecode(input, { dialect, limits, residue }).data
  }
  const found = (error: CanonicalError, bodyAt?: number): FoundError => {
    const saying = texts.filter(({ at, text }) => at === bodyAt || isMessage(text, error))
    return {
      error,
      ...(bodyAt !== undefined && { bodyAt }),
      saying: new Set(saying.map(({ at }) => at)),
      isStructured: structured !== undefined && decodeStructured(structured, decode) !== undefined,
      travelling,
    }
  }

  const order = [...texts.filter(isJson), ...texts.filter(isMarkup)]
  for (const { at, text } of order) {
    const error = decode(text)
    // A message may be such a text itself: then it is the other block that says it.
    const outer = error && order.find((each) => each.at !== at && isMessage(text, decode(each.text)))
    const outerError = outer && decode(outer.text)
    if (outerError) return found(outerError, outer.at)
    if (error && !isMessage(text, structured && decodeStructured(structured, decode))) return found(error, at)
  }
  const inStructured = structured && decodeStructured(structured, decode)
  if (inStructured) return found(inStructured)
  if (isError) {
    for (const body of bodiesInMeta(result._meta, travelling)) {
      const error = decode(body)
      if (error) return found(error)
    }
  }
  for (const { at, text } of texts) {
    const error = unwrap(text.trimStart()) && decode(text)
    if (error) return found(error, at)
  }
  if (!isError) return undefined
  const message = texts.map(({ text }) => withoutPrefix(text)).join('\n')
  const error = plainError(message)
  const details = structured && detailsIn(structured, message)
  return {
    error: details ? { ...error, details } : error,
    saying: new Set(texts.map(({ at }) => at)),
    isStructured: structured !== undefined,
    travelling,
  }
}

const isJson = ({ text }: { text: string }) => /^[\s\uFEFF]*[{["]/.test(text)
const isMarkup = ({ text }: { text: string }) => /^[\s\uFEFF]*</.test(text)

/** Whether a text is what an error has to say, for people. */
function isMessage(text: string, error: CanonicalError | undefined): boolean {
  return error !== undefined && (text === error.message || withoutPrefix(text) === error.message)
}

/** FastMCP puts a text that a tool returns under `result`. */
function decodeStructured(
  structured: JsonObject,
  decode: (input: unknown) => CanonicalError | undefined,
): CanonicalError | undefined {
  return decode(structured) ?? (typeof structured.result === 'string' ? decode(structured.result) : undefined)
}

/** `structuredContent`, with the exact numbers that may travel beside it. */
function structuredIn({ structuredContent }: JsonObject, { body }: Travelling): JsonObject | undefined {
  if (!isJsonObject(structuredContent)) return undefined
  return body && sameJson(withPlainNumbers(body), structuredContent) ? body : structuredContent
}

function bodiesInMeta(meta: unknown, { body }: Travelling): unknown[] {
  const others = isJsonObject(meta) ? Object.entries(meta).filter(([key]) => key !== metaKey) : []
  return [body, meta, ...others.map(([, value]) => value)].filter(isJsonObject)
}

/** What `structuredContent` says beside a message in plain text. */
function detailsIn(structured: JsonObject, message: string): JsonObject | undefined {
  if (structured.result === message && Object.keys(structured).length === 1) return undefined
  try {
    const details = jsonSnapshot(structured, defaultLimits)
    return isJsonObject(details) && Object.keys(details).length > 0 ? details : undefined
  } catch {
    return undefined
  }
}

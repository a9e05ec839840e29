import { checkedError } from './canonical-check'
import type { CanonicalError } from './canonical-error'
import { decodeBody } from './decode-body'
import { DecodeError, EncodeError } from './decode-error'
import type { Dialect, DialectNamed } from './dialect'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import { isDocumentAndMore, readJson, readJsonQuietly } from './json-read'
import { jsonSnapshot } from './json-snapshot'
import { writeJson } from './json-write'
import { defaultLimits, type Limits, limitsFrom } from './limits'
import { type Loss, lossesBetween } from './loss'
import { measureOriginLoss } from './origin-loss'
import { plainError, plainText } from './plain-error'
import { inOrder, readBody } from './read-body'
import { readResidue, residueKey, writeResidue } from './residue'
import { schemaProblem } from './schema-problem'
import { readThrown } from './thrown'
import { toolResultParts } from './tool-result'
import { unwrap } from './wrapper'
import { writeBody, writeBodyApart } from './write-body'

/** Options of {@link Translator.decode}. */
export interface DecodeOptions<Id extends string = string> {
  /** The dialect that the input is in; without it, it is detected. `text`: an unstructured message. */
  dialect?: Known<Id | 'text'> | undefined
  /** Hold the input to the dialect's schema to the letter. By default what is odd is kept and decoded. */
  strict?: boolean | undefined
  /** How much to read before refusing. */
  limits?: Partial<Limits> | undefined
  /**
   * Take only what is unmistakably an error: a dialect's body with nothing beside it that the dialect does not have.
   * For texts of which nobody has said that they are errors.
   */
  unmistakable?: boolean | undefined
  /** What travelled apart from the body: the `residue` of {@link Translator.encodeApart}. */
  residue?: JsonValue | undefined
}

/** Options of {@link Translator.encode} and {@link Translator.stringify}. */
export interface EncodeOptions {
  /** Carry what the dialect cannot say under one reserved key of its bag. Default true. */
  preserve?: boolean | undefined
}

/** Options of {@link Translator.translate}. */
export interface TranslateOptions<Id extends string = string>
  extends EncodeOptions,
    Omit<DecodeOptions, 'dialect'> {
  /** The dialect of the input; without it, it is detected. */
  from?: Known<Id | 'text'>
  /** The dialect to translate into. */
  to: Known<Id>
}

/** What {@link Translator.encodeApart} gives. */
export interface EncodedApart {
  /** The body as data: for a dialect that is not JSON, the parts of its document. */
  body: JsonObject
  /** The text, laid out as the dialect's own producers do. */
  text: string
  /** What the body cannot say, when there is anything. */
  residue?: JsonObject
}

/** Any string, with the known ones offered by the editor. */
type Known<Id extends string> = Id | (string & {})

/** A dialect, and how sure it is (0 to 1). */
export interface Detection {
  dialect: string
  confidence: number
}

/** What `safeDecode` gives, in zod's shape. */
export type SafeDecodeResult =
  | { success: true; data: CanonicalError; error?: never }
  | { success: false; data?: never; error: DecodeError }

/** Everything that can be done with a set of dialects. */
export interface Translator<Id extends string = string> {
  /** The dialects, in the order in which they are tried. */
  readonly dialects: readonly Dialect[]
  /**
   * Reads an error in any of the dialects: text, a parsed value, an MCP tool result, or an Error whose message
   * is one of those.
   * @throws {DecodeError} when it is none
   */
  decode(input: unknown, options?: DecodeOptions<Id>): CanonicalError
  /** Like `decode`, with the DecodeError in the result instead of thrown. */
  safeDecode(input: unknown, options?: DecodeOptions<Id>): SafeDecodeResult
  /** The body in a dialect: an object for a JSON dialect, a string for the others. */
  encode(error: CanonicalError, dialect: Known<Id>, options?: EncodeOptions): JsonObject | string
  /** The text in a dialect, laid out as its own producers do. */
  stringify(error: CanonicalError, dialect: Known<Id>, options?: EncodeOptions): string
  /**
   * Like `encode` with `preserve`, for carriers that have a place beside the body: what the body cannot say stands in
   * `residue`, to be given to `decode` again.
   */
  encodeApart(error: CanonicalError, dialect: Known<Id>): EncodedApart
  /** The error that was thrown, whatever it is: one of an MCP SDK, of Node, a canonical one or your own. It never throws itself. */
  readThrown(thrown: unknown): CanonicalError
  /** From one dialect into another: text gives text, anything else gives a body. */
  translate(input: string, options: TranslateOptions<Id>): string
  translate(input: unknown, options: TranslateOptions<Id>): JsonObject | string
  /** Which dialect an input is in, or undefined when it is in none. */
  detect(input: unknown): Detection | undefined
  /** What an error says that would be lost in a dialect without `preserve`, measured. */
  measureLoss(error: CanonicalError, dialect: Known<Id>): Loss[]
}

/** A body and the dialect that it is in. */
interface Found {
  dialect: Dialect
  body: JsonObject
  confidence: number
  /** The tool that a framework named before the body. */
  tool?: string
}

/** A translator of the given dialects: built-in ones, your own, or both. */
export function createTranslator<const Id extends string>({
  dialects,
}: {
  dialects: readonly DialectNamed<Id>[]
}): Translator<Id> {
  const known = new Map<string, Dialect>()
  for (const dialect of dialects) {
    if (known.has(dialect.id) || dialect.id === plainText) {
      throw new TypeError(`There are two dialects with the id ${dialect.id}.`)
    }
    known.set(dialect.id, dialect)
  }
  const byId = (id: string) => known.get(id)
  const knownIds = [...known.keys()].join(', ')
  const unknownId = (id: string) => `There is no dialect ${JSON.stringify(id)}. Known: ${knownIds}.`

  function target(id: string): Dialect {
    const dialect = known.get(id)
    if (!dialect) throw new EncodeError('UNKNOWN_DIALECT', '', unknownId(id))
    return dialect
  }

  function decode(input: unknown, options: DecodeOptions = {}): CanonicalError {
    const hint = options.dialect
    if (hint !== undefined && hint !== plainText && !known.has(hint)) {
      throw new DecodeError('UNKNOWN_DIALECT', '', unknownId(hint))
    }
    const limits = limitsFrom(options.limits)
    const strict = options.strict ?? false
    const data = textOrData(input, limits)
    if (hint === plainText) return fromPlainText(data)
    const candidates = hint === undefined ? dialects : dialects.filter(({ id }) => id === hint)
    const { unmistakable = false } = options
    const search = { dialects: candidates, limits, strict, unmistakable, isNamed: hint !== undefined }
    const found = find(data, search)
    if (found) {
      if (strict) checkSchema(found)
      const residue = options.residue === undefined ? undefined : readResidue(options.residue, false)
      const error = decodeBody(found.dialect, found.body, byId, residue)
      return found.tool === undefined || error.operation !== undefined
        ? error
        : inOrder({ ...error, operation: found.tool })
    }
    const errorText = hint === undefined ? errorTextIn(data, unmistakable) : undefined
    if (errorText !== undefined) return fromPlainText(errorText)
    throw notFound(hint, knownIds)
  }

  function safeDecode(input: unknown, options?: DecodeOptions): SafeDecodeResult {
    try {
      return { success: true, data: decode(input, options) }
    } catch (error) {
      if (error instanceof DecodeError) return { success: false, error }
      throw error
    }
  }

  function encodeBody(
    error: CanonicalError,
    dialect: Dialect,
    { preserve = true }: EncodeOptions,
  ): JsonObject {
    return writeBody(dialect, checkedError(error), preserve, byId)
  }

  function encode(error: CanonicalError, id: string, options: EncodeOptions = {}): JsonObject | string {
    const dialect = target(id)
    const body = encodeBody(error, dialect, options)
    return dialect.text ? dialect.text.print(body) : body
  }

  function stringify(error: CanonicalError, id: string, options: EncodeOptions = {}): string {
    const dialect = target(id)
    return textOf(dialect, encodeBody(error, dialect, options))
  }

  function encodeApart(error: CanonicalError, id: string): EncodedApart {
    const dialect = target(id)
    const { body, residue } = writeBodyApart(dialect, checkedError(error), byId)
    const text = textOf(dialect, body)
    return residue ? { body, text, residue: writeResidue(residue, false) as JsonObject } : { body, text }
  }

  function translate(input: string, options: TranslateOptions): string
  function translate(input: unknown, options: TranslateOptions): JsonObject | string
  function translate(input: unknown, { from, to, preserve, ...rest }: TranslateOptions): JsonObject | string {
    target(to)
    const error = decode(input, from === undefined ? rest : { ...rest, dialect: from })
    return typeof input === 'string' ? stringify(error, to, { preserve }) : encode(error, to, { preserve })
  }

  return Object.freeze({
    dialects: Object.freeze([...dialects]),
    decode,
    safeDecode,
    readThrown: (thrown: unknown) => readThrown(thrown, safeDecode),
    encode,
    stringify,
    encodeApart,
    translate,
    detect(input: unknown): Detection | undefined {
      try {
        const data = textOrData(input, defaultLimits)
        const found = find(data, {
          dialects,
          limits: defaultLimits,
          strict: false,
          unmistakable: false,
          isNamed: false,
        })
        return found && { dialect: found.dialect.id, confidence: found.confidence }
      } catch (error) {
        if (error instanceof DecodeError) return undefined
        throw error
      }
    },
    measureLoss(error: CanonicalError, id: string): Loss[] {
      const dialect = target(id)
      const checked = checkedError(error)
      const reading = readBody(dialect, writeBody(dialect, checked, false, byId)).error
      return [...lossesBetween(checked, reading), ...measureOriginLoss(checked, reading, dialect.id, byId)]
    },
  })
}

function textOf(dialect: Dialect, body: JsonObject): string {
  return dialect.text
    ? dialect.text.print(body)
    : writeJson(body, dialect.layout) + (dialect.layout?.end ?? '')
}

function notFound(hint: string | undefined, knownIds: string): DecodeError {
  if (hint !== undefined) {
    return new DecodeError(
      'NOT_THIS_DIALECT',
      '',
      `The input is not in the dialect ${hint}: neither its code nor its message is there.`,
    )
  }
  return new DecodeError(
    'NO_DIALECT',
    '',
    `The input is in no known dialect. Tried: ${knownIds}. Name its dialect, or "text" to take any text as a message.`,
  )
}

/** Text as it is; anything else as plain JSON data. */
function textOrData(input: unknown, limits: Limits): string | JsonValue {
  const source = messageOrInput(input)
  if (typeof source !== 'string') return snapshot(source, limits)
  checkLength(source, limits)
  if (source.trim() === '') throw new DecodeError('EMPTY', '', 'The text is empty.')
  return source
}

function snapshot(source: unknown, limits: Limits): JsonValue {
  try {
    return jsonSnapshot(source, limits)
  } catch (error) {
    if (!(error instanceof DecodeError && error.code === 'LIMIT_DEPTH')) throw error
    const data = jsonSnapshot(source, limitsWithResidue(limits))
    if (writeJson(data).includes(residueMark)) return data
    throw error
  }
}

function messageOrInput(input: unknown): unknown {
  try {
    return input instanceof Error ? input.message : input
  } catch {
    throw new DecodeError('NOT_DATA', '', 'The input cannot be looked at: reading its message failed.')
  }
}

function checkLength(text: string, { maxLength }: Limits): void {
  if (text.length > maxLength) {
    throw new DecodeError('LIMIT_SIZE', '', `The text is longer than ${maxLength} characters.`)
  }
}

/** All the text of a tool result that says it is an error. */
function errorTextIn(data: string | JsonValue, unmistakable = false): string | undefined {
  const value = typeof data === 'string' ? readJsonQuietly(bare(data)) : data
  const parts = value === undefined ? undefined : toolResultParts(value)
  return unmistakable && parts?.hasOthers ? undefined : parts?.errorText
}

/** Text without a byte order mark and without white space around it. */
function bare(text: string): string {
  return text.replace(/^\uFEFF/, '').trim()
}

interface Search {
  dialects: readonly Dialect[]
  limits: Limits
  strict: boolean
  /** The caller named the dialect, so a likeness is enough. */
  isNamed: boolean
  /** Nothing but a dialect's own members may be there. */
  unmistakable: boolean
  /** The words of frameworks have been taken off the text: those in it are its own. */
  isUnwrapped?: boolean
  /** The text stood in quotes: quotes in it are not opened again. */
  isQuoted?: boolean
}

function find(data: string | JsonValue, search: Search): Found | undefined {
  return typeof data === 'string' ? findInText(data, search) : findInValue(data, search)
}

function findInText(source: string, search: Search): Found | undefined {
  const text = bare(source)
  const written = search.dialects.find((dialect) => dialect.text?.begins(text))
  if (written?.text) {
    try {
      return { dialect: written, body: written.text.parse(text, search.limits, search.strict), confidence: 1 }
    } catch (error) {
      const found = search.strict ? undefined : recovered(text, { ...search, dialects: [written] })
      if (found) return found
      throw error
    }
  }
  if (!(search.isQuoted ? /^[{[]/ : /^[{["]/).test(text)) return findBehindPrefix(text, search)
  let value: JsonValue
  try {
    value = readJson(
      text,
      text.includes(residueMark) ? limitsWithResidue(search.limits) : search.limits,
      !search.strict,
    )
  } catch (error) {
    const found = search.strict ? undefined : recovered(text, search)
    if (found || text.startsWith('"')) return found
    throw error
  }
  // Text in quotes is text once more.
  return typeof value === 'string'
    ? findInText(value, { ...search, isQuoted: true })
    : findInValue(value, search)
}

/** A framework may have put its own words before the body. */
function findBehindPrefix(text: string, search: Search): Found | undefined {
  const inner = search.strict || search.isUnwrapped ? undefined : unwrap(text)
  const found = inner && findQuietly(inner.text, { ...search, isUnwrapped: true })
  return found && inner?.tool !== undefined ? { tool: inner.tool, ...found } : found
}

const residueMark = `"${residueKey}"`

/** What travels with an error makes it a few levels deeper than the text that it came from. */
function limitsWithResidue(limits: Limits): Limits {
  return { ...limits, maxDepth: limits.maxDepth + 16 }
}

function recovered(text: string, { dialects }: Search): Found | undefined {
  // Two documents are not one that its encoder failed at.
  if (isDocumentAndMore(text)) return undefined
  for (const dialect of dialects) {
    const body = dialect.recover?.(text)
    if (body) return { dialect, body, confidence: 0.9 }
  }
  return undefined
}

function findInValue(value: JsonValue, search: Search): Found | undefined {
  const parts = toolResultParts(value)
  const isSaidToFail = parts?.errorText !== undefined && !parts.hasOthers
  if (parts && (isSaidToFail || !search.unmistakable)) {
    for (const candidate of parts.candidates) {
      const found = findQuietly(candidate, search)
      if (found) return found
    }
  }
  return isJsonObject(value) ? findInObject(value, search) : undefined
}

/** In a tool result a text that cannot be read is just not the one. */
function findQuietly(candidate: string | JsonObject, search: Search): Found | undefined {
  if (typeof candidate !== 'string') return findInObject(candidate, search)
  checkLength(candidate, search.limits)
  try {
    return findInText(candidate, search)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

// How sure a dialect is of a body that has its members and no others.
const leastCertain = 0.7

function findInObject(body: JsonObject, { dialects, isNamed, unmistakable }: Search): Found | undefined {
  let best: Found | undefined
  for (const dialect of dialects) {
    if (dialect.text) continue
    const confidence = dialect.detect(body)
    if (confidence > (best?.confidence ?? 0) && (!unmistakable || confidence >= leastCertain))
      best = { dialect, body, confidence }
  }
  const [named] = dialects
  if (best || !isNamed || !named || named.text) return best
  const { nativeCode, message } = named.read(body)
  return nativeCode !== undefined || message !== '' ? { dialect: named, body, confidence: 0 } : undefined
}

function checkSchema({ dialect, body }: Found): void {
  const verdict = dialect.schema?.safeParse(body)
  if (!verdict || verdict.success) return
  const { path, problem } = schemaProblem(verdict.error)
  const place = path === '' ? 'the body' : path
  throw new DecodeError('SCHEMA', path, `The schema of ${dialect.id} refuses ${place}: ${problem}.`)
}

/** An unstructured message, which the caller says is an error. */
function fromPlainText(data: string | JsonValue): CanonicalError {
  const text = typeof data === 'string' ? data : errorTextIn(data)
  if (text === undefined) {
    throw new DecodeError(
      'NOT_THIS_DIALECT',
      '',
      'The input is neither text nor a tool result that says it is an error.',
    )
  }
  return plainError(text)
}

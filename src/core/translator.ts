import { checkedError } from './canonical-check'
import type { CanonicalError } from './canonical-error'
import { decodeBody } from './decode-body'
import { DecodeError, EncodeError } from './decode-error'
import { type Detection, detectDialect, type ExplainedDetection, explainDetection } from './detection'
import { type Dialect, type DialectNamed, isWritable, plainText, type WritableDialect } from './dialect'
import { errorSigns } from './error-signs'
import { checkLength, errorTextIn, type Found, findBody, limitsWithResidue, mayCarry } from './find-body'
import type { JsonObject, JsonValue } from './json'
import { jsonSnapshot } from './json-snapshot'
import { writeJson } from './json-write'
import { defaultLimits, type Limits, limitsFrom } from './limits'
import { asValue, type Body } from './list-body'
import { type Loss, lossesBetween } from './loss'
import { measureOriginLoss } from './origin-loss'
import { plainError } from './plain-error'
import { quickErrors, type Stringify } from './quick-errors'
import { quickTexts } from './quick-texts'
import { inOrder, readBody } from './read-body'
import { writeResidue } from './residue'
import { schemaProblem } from './schema-problem'
import { readThrown } from './thrown'
import { withoutMisleadingForm } from './travelled-form'
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
  /**
   * Somebody says that it is an error: the flag of a tool result, the status of a response. The least likeness to a
   * dialect is enough then, and a text in none is the message of an error.
   */
  failed?: boolean | undefined
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

/** What `safeDecode` gives, in zod's shape. */
export type SafeDecodeResult =
  | { success: true; data: CanonicalError; error?: never }
  | { success: false; data?: never; error: DecodeError }

/** Everything that can be done with a set of dialects. */
export interface Translator<Id extends string = string> {
  /** The dialects, in the order in which they are tried. */
  readonly dialects: readonly Dialect[]
  /** The dialect with an id, be it one of their vocabularies; undefined where there is none. */
  dialect(id: Known<Id>): Dialect | undefined
  /**
   * The same, to be written.
   * @throws {EncodeError} when there is none, or it is only read
   */
  target(id: Known<Id>): WritableDialect
  /**
   * Reads an error in any of the dialects: text, a parsed value, an MCP tool result, or an Error whose message
   * is one of those.
   * @throws {DecodeError} when it is none
   */
  decode(input: unknown, options?: DecodeOptions<Id>): CanonicalError
  /** Like `decode`, with the DecodeError in the result instead of thrown. */
  safeDecode(input: unknown, options?: DecodeOptions<Id>): SafeDecodeResult
  /** The body in a dialect: an object (a list, where its errors are lists) for a JSON dialect, a string for the others. */
  encode(error: CanonicalError, dialect: Known<Id>, options?: EncodeOptions): Body | string
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
  translate(input: unknown, options: TranslateOptions<Id>): Body | string
  /** Which dialect an input is in, or undefined when it is in none. With `explain`, also why, and why no other. */
  detect(input: unknown, options?: { explain?: false | undefined }): Detection | undefined
  detect(input: unknown, options: { explain: true }): ExplainedDetection
  detect(
    input: unknown,
    options: { explain?: boolean | undefined },
  ): Detection | ExplainedDetection | undefined
  /**
   * Whether a text, or the value of one, may be an error though nobody says so. Only its first characters are looked at, or the
   * names of its members: true says no more than that it has to be read. With `isCut` a text goes on behind what is given.
   */
  mayBeError(part: unknown, isCut?: boolean): boolean
  /** What an error says that would be lost in a dialect without `preserve`, measured. */
  measureLoss(error: CanonicalError, dialect: Known<Id>): Loss[]
}

/** A translator of the given dialects: built-in ones, your own, or both. */
export function createTranslator<const Id extends string>({
  dialects,
}: {
  dialects: readonly DialectNamed<Id>[]
}): Translator<Id> {
  const known = new Map<string, Dialect>()
  for (const dialect of dialects.flatMap((each) => [each, ...(each.vocabularies ?? [])])) {
    if (known.has(dialect.id)) throw new TypeError(`There are two dialects with the id ${dialect.id}.`)
    known.set(dialect.id, dialect)
  }
  const byId = (id: string) => known.get(id)
  const knownIds = [...known.keys()].join(', ')
  const unknownId = (id: string) => `There is no dialect ${JSON.stringify(id)}. Known: ${knownIds}.`

  function target(id: string): WritableDialect {
    const dialect = known.get(id)
    if (!dialect) throw new EncodeError('UNKNOWN_DIALECT', '', unknownId(id))
    if (isWritable(dialect)) return dialect
    const writable = [...known.values()].filter(isWritable).map(({ id }) => id)
    const message = `The dialect ${id} is only read. Write one of: ${writable.join(', ')}.`
    throw new EncodeError('READ_ONLY_DIALECT', '', message)
  }

  /** An unstructured message, which the caller says is an error. */
  function fromPlainText(text: string, limits: Limits, residue?: JsonValue): CanonicalError {
    const dialect = known.get(plainText)
    if (!dialect?.text) return plainError(text, undefined)
    return decodeBody(dialect, dialect.text.parse(text, limits, false), byId, limits, residue)
  }

  const stringifySlowly: Stringify = (error, id, preserve) =>
    textOf(target(id), encodeBody(error, target(id), { preserve }))
  const stringifyQuickly = quickErrors(stringifySlowly, dialects, byId)
  const quick = quickTexts(
    {
      decode: (text, from) => decodeSlowly(text, { dialect: from }),
      stringify: stringifySlowly,
      stringifyQuickly,
    },
    dialects,
    byId,
  )

  function decode(input: unknown, options: DecodeOptions = {}): CanonicalError {
    return typeof input === 'string' && isUsual(options)
      ? quick.decode(input, options.dialect)
      : decodeSlowly(input, options)
  }

  function decodeSlowly(input: unknown, options: DecodeOptions): CanonicalError {
    const hint = options.dialect
    if (hint !== undefined && hint !== plainText && !known.has(hint)) {
      throw new DecodeError('UNKNOWN_DIALECT', '', unknownId(hint))
    }
    const limits = limitsFrom(options.limits)
    const strict = options.strict ?? false
    const data = textOrData(input, limits)
    const { residue } = options
    if (hint === plainText) return fromPlainText(messageIn(data, limits), limits, residue)
    const { unmistakable = false, failed = false } = options
    const named = hint === undefined ? undefined : known.get(hint)
    const found = findBody(data, {
      dialects: named ? [named] : dialects,
      limits,
      strict,
      unmistakable,
      failed,
      isNamed: named !== undefined,
    })
    if (found) {
      if (strict) checkSchema(found)
      const error = decodeBody(found.dialect, found.body, byId, limits, residue)
      return found.tool === undefined || error.operation !== undefined
        ? error
        : inOrder({ ...error, operation: found.tool })
    }
    const errorText = named ? undefined : errorTextIn(data, limits, unmistakable)
    if (errorText !== undefined) return fromPlainText(errorText, limits, residue)
    throw notFound(hint, dialects.map(({ id }) => id).join(', '))
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
    dialect: WritableDialect,
    { preserve = true }: EncodeOptions,
  ): JsonObject {
    const checked = preserve ? checkedError(error) : forAnybody(error, dialect)
    return writeBody(dialect, checked, preserve, byId)
  }

  /** An error as it is written for readers who may not be told the dialect, such as those of tool results. */
  function forAnybody(error: CanonicalError, dialect: WritableDialect): CanonicalError {
    const write = (each: CanonicalError) => writeBody(dialect, each, false, byId)
    return withoutMisleadingForm(checkedError(error), dialect, dialects, write)
  }

  function encode(error: CanonicalError, id: string, options: EncodeOptions = {}): Body | string {
    const dialect = target(id)
    const body = encodeBody(error, dialect, options)
    return dialect.text ? dialect.text.print(body) : asValue(body)
  }

  function stringify(error: CanonicalError, id: string, options?: EncodeOptions): string {
    return stringifyQuickly(error, id, options?.preserve ?? true)
  }

  function encodeApart(error: CanonicalError, id: string): EncodedApart {
    const dialect = target(id)
    const { body, residue } = writeBodyApart(dialect, forAnybody(error, dialect), byId)
    const text = textOf(dialect, body)
    return residue ? { body, text, residue: writeResidue(residue, false) as JsonObject } : { body, text }
  }

  function translate(input: string, options: TranslateOptions): string
  function translate(input: unknown, options: TranslateOptions): Body | string
  function translate(input: unknown, { from, to, preserve, ...rest }: TranslateOptions): Body | string {
    target(to)
    if (typeof input === 'string' && isUsual(rest)) return quick.translate(input, from, to, preserve ?? true)
    const error = decode(input, from === undefined ? rest : { ...rest, dialect: from })
    return typeof input === 'string' ? stringify(error, to, { preserve }) : encode(error, to, { preserve })
  }

  function detect(input: unknown, options?: { explain?: false | undefined }): Detection | undefined
  function detect(input: unknown, options: { explain: true }): ExplainedDetection
  function detect(
    input: unknown,
    options: { explain?: boolean | undefined },
  ): Detection | ExplainedDetection | undefined
  function detect(input: unknown, options: { explain?: boolean | undefined } = {}) {
    const read = () => textOrData(input, defaultLimits)
    return options.explain ? explainDetection(read, dialects) : detectDialect(read, dialects)
  }

  return Object.freeze({
    dialects: Object.freeze([...dialects]),
    dialect: byId,
    target,
    decode,
    safeDecode,
    readThrown: (thrown: unknown) => readThrown(thrown, { safeDecode, dialect: byId }),
    encode,
    stringify,
    encodeApart,
    translate,
    detect,
    mayBeError: errorSigns(dialects),
    measureLoss(error: CanonicalError, id: string): Loss[] {
      const dialect = target(id)
      const checked = forAnybody(error, dialect)
      const reading = readBody(dialect, writeBody(dialect, checked, false, byId)).error
      return [...lossesBetween(checked, reading), ...measureOriginLoss(checked, reading, dialect.id, byId)]
    },
  })
}

/** Whether nothing is asked for but to read an error, in a dialect or in any. */
function isUsual({ strict, limits, unmistakable, failed, residue }: Omit<DecodeOptions, 'dialect'>): boolean {
  return !strict && limits === undefined && !unmistakable && !failed && residue === undefined
}

function textOf(dialect: Dialect, body: JsonObject): string {
  return dialect.text
    ? dialect.text.print(body)
    : writeJson(asValue(body), dialect.layout) + (dialect.layout?.end ?? '')
}

function notFound(hint: string | undefined, tried: string): DecodeError {
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
    `The input is in no known dialect. Tried: ${tried}. Name its dialect, or "text" to take any text as a message.`,
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
    if (mayCarry(writeJson(data))) return data
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

function checkSchema({ dialect, body }: Found): void {
  const verdict = dialect.schema?.safeParse(asValue(body))
  if (!verdict || verdict.success) return
  const { path, problem } = schemaProblem(verdict.error)
  const place = path === '' ? 'the body' : path
  throw new DecodeError('SCHEMA', path, `The schema of ${dialect.id} refuses ${place}: ${problem}.`)
}

/** The text of an input of which the caller says that it is an unstructured message. */
function messageIn(data: string | JsonValue, limits: Limits): string {
  const text = typeof data === 'string' ? data : errorTextIn(data, limits)
  if (text !== undefined) return text
  const message = 'The input is neither text nor a tool result that says it is an error.'
  throw new DecodeError('NOT_THIS_DIALECT', '', message)
}

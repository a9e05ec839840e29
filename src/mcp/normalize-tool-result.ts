import { builtIn, type DialectId } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import type { Dialect, WritableDialect } from '../core/dialect'
import { isJsonObject, type JsonObject } from '../core/json'
import type { RedactOptions } from '../core/redact'
import type { Translator } from '../core/translator'
import { compose, type WriteOptions } from './compose'
import { type FoundError, findError, type ReadOptions } from './find-error'
import { checkServer, codeFrom } from './known-server'
import { type Travelling, withMeta } from './meta'
import { wrapsText } from './output-schema'
import { isWhole } from './own-text'
import { isPlainSuccess } from './plain-success'
import { checkFormat } from './put-error'
import { formIn, readToolResult, withHistory } from './read-tool-result'
import { redactResult } from './redact-result'
import { surroundingsOf } from './surroundings'
import { blocksOf, isToolResult, textOf } from './tool-result'

/** How to normalize a tool result. */
export interface NormalizeOptions extends ReadOptions, WriteOptions {
  /** The dialect to translate errors into. */
  to: DialectId
  /** Whether a result that does not say that it is an error may be one all the same. Default true. */
  promote?: boolean | undefined
  /** Take secrets, stack traces and paths of the server out of what the error says, or some of these. Default false. */
  redact?: boolean | RedactOptions | undefined
}

/**
 * A tool result with its error in another dialect, and everything else as it was. What is not an error, or is in the
 * wanted dialect already, is given back as the same reference.
 * @throws {EncodeError} when there is no such dialect or format
 */
export function normalizeToolResult<T>(result: T, options: NormalizeOptions): T {
  const translator = options?.translator ?? builtIn
  const dialect = checkTarget(translator, options)
  if (isPlainSuccess(result, translator, options) || !isToolResult(result)) return result
  if (isSuccess(result, options)) return result
  const found = findError(result, translator, options)
  if (!found) return result
  const clean = options.redact ? redactResult(result, wanted(options.redact)) : result
  if (clean !== result) return normalizeToolResult(clean as T & JsonObject, { ...options, redact: false })
  if (isAlready(result, found, dialect, options)) return withTravelling(result, found.travelling, options)
  const surroundings = surroundingsOf(result, found)
  const isSameDialect = found.error.origin?.dialect === options.to
  const form = isSameDialect ? undefined : formIn(result, found, surroundings, translator)
  const error = withHistory(found, form, options, translator)
  return compose(translator, error, options.to, options, surroundings) as T
}

/** The error of a result that is normalized with the same options. */
export function errorIn(result: unknown, options: NormalizeOptions): CanonicalError | undefined {
  if (isJsonObject(result) && isSuccess(result, options)) return undefined
  const error = readToolResult(result, options)
  return error && options.redact && isJsonObject(result)
    ? readToolResult(redactResult(result, wanted(options.redact)), options)
    : error
}

/** What is to be redacted: everything, unless something else is said. */
export function wanted(redaction: true | RedactOptions): RedactOptions {
  return redaction === true ? {} : redaction
}

/** Whether a result is not said to be an error, and is not to be taken for one or has just the members of its tool. */
function isSuccess(
  { isError, structuredContent }: JsonObject,
  { outputSchema, promote = true }: NormalizeOptions,
): boolean {
  if (isError === true) return false
  if (!promote) return true
  if (!isJsonObject(structuredContent) || wrapsText(outputSchema)) return false
  const declared = isJsonObject(outputSchema) ? outputSchema.properties : undefined
  return isJsonObject(declared) && Object.keys(structuredContent).every((key) => Object.hasOwn(declared, key))
}

/** The dialect to translate into, or an error that says what is wrong with the options. */
export function checkTarget(translator: Translator, options: NormalizeOptions): WritableDialect {
  const { to, format } = options ?? {}
  const dialect = translator.target(to)
  checkFormat(dialect, format)
  checkServer(options, translator)
  return dialect
}

/** Whether a result says its error in the dialect already, in a block of its own, with the flag that belongs to it. */
function isAlready(
  result: JsonObject,
  { error, bodyAt, isStructured }: FoundError,
  dialect: Dialect,
  { format, outputSchema, overrides }: NormalizeOptions,
): boolean {
  if (error.origin?.dialect !== dialect.id || bodyAt === undefined || format !== undefined) return false
  if (codeFrom(error.origin.code, overrides) !== undefined) return false
  // What a server sends as a success fits its own schema.
  if (outputSchema !== undefined && isStructured && result.isError === true) return false
  const usual =
    dialect.result?.put({ error, body: {}, text: '' }, undefined).isError ?? error.severity !== 'warning'
  // A flag that the dialect does not ask for does no harm; one that it asks for has to be there.
  const isFlagRight = result.isError === true || !usual
  return isFlagRight && isWhole(textOf(blocksOf(result)[bodyAt]) ?? '', dialect)
}

/** The same reference, unless what travels with it is to be another. */
function withTravelling<T extends JsonObject>(
  result: T,
  travelling: Travelling,
  { server, preserve = true }: NormalizeOptions,
): T {
  const isSame = preserve
    ? server === undefined || travelling.server === server
    : Object.keys(travelling).length === 0
  if (isSame) return result
  const meta = withMeta(result._meta, preserve ? { ...travelling, server } : {})
  if (meta) return { ...result, _meta: meta }
  const { _meta, ...others } = result
  return others as T
}

import { builtIn } from '../built-in'
import type { CanonicalError, ResultForm } from '../core/canonical-error'
import { isWritable, plainText } from '../core/dialect'
import type { JsonObject } from '../core/json'
import { jsonSnapshot } from '../core/json-snapshot'
import { defaultLimits } from '../core/limits'
import { chain, originsOf } from '../core/residue'
import type { Translator } from '../core/translator'
import { type Arrangement, arrange, joined } from './arrangement'
import { type FoundError, findError, type ReadOptions } from './find-error'
import { checkServer, fromServer } from './known-server'
import { isPlainSuccess } from './plain-success'
import { formatsOf, putError } from './put-error'
import { formOf } from './result-form'
import { keptIn, type Surroundings, surroundingsOf } from './surroundings'
import { blocksOf, isToolResult, textOf } from './tool-result'

/**
 * Reads an MCP tool result of any server; undefined means that it is not an error. It is looked for, in this order,
 * in blocks of JSON, in blocks of XML, in `structuredContent` and in `_meta`; and where `isError` is set and none of
 * these is in a known dialect, the text is the message.
 */
export function readToolResult(result: unknown, options: ReadOptions = {}): CanonicalError | undefined {
  const translator = options.translator ?? builtIn
  checkServer(options, translator)
  if (isPlainSuccess(result, translator, options) || !isToolResult(result)) return undefined
  const found = findError(result, translator, options)
  if (!found) return undefined
  const surroundings = surroundingsOf(result, found)
  const asWritten = { ...surroundings, extras: {}, isFlagged: false }
  const form = formIn(result, found, asWritten, translator)
  const kept = keptIn(surroundings)
  return withHistory(found, { ...form, ...(kept && { kept }) }, options, translator)
}

/** The error with where it came from: its server, the form of its result, and those of the results before. */
export function withHistory(
  { error, travelling }: FoundError,
  form: ResultForm | undefined,
  { server = travelling.server, overrides }: ReadOptions,
  translator: Translator,
): CanonicalError {
  const [own = { dialect: 'text' }, ...earlier] = originsOf(error)
  const { results = {} } = travelling
  const known = [own, ...earlier]
  const formed = known.map((origin) =>
    Object.hasOwn(results, origin.dialect) ? { ...origin, result: results[origin.dialect] } : origin,
  )
  const others = Object.entries(results).flatMap(([dialect, result]) =>
    known.some((origin) => origin.dialect === dialect) ? [] : [{ dialect, result }],
  )
  const latest = form && Object.keys(form).length > 0 ? { ...own, result: form } : own
  const whole = { ...error, origin: chain([latest, ...formed.slice(1), ...others]) } as CanonicalError
  return fromServer(whole, { server, overrides }, translator)
}

/** How a result puts its error, where that is not as its dialect's writer would. */
export function formIn(
  result: JsonObject,
  { error, bodyAt, saying, isStructured, travelling }: FoundError,
  surroundings: Surroundings,
  translator: Translator,
): ResultForm | undefined {
  const dialect = translator.dialect(error.origin?.dialect ?? '')
  // A translation has no form of its own: it can be made again.
  const isTranslation = travelling.residue || travelling.results || travelling.isFlagOurs
  if (!dialect || !isWritable(dialect) || isTranslation) return undefined
  const encoded = translator.encodeApart(error, dialect.id)
  const usual = formatsOf(dialect).map((format) => ({
    format,
    arrangement: arrange(
      putError(dialect, error, encoded, format),
      encoded.text,
      error.severity,
      surroundings,
    ),
  }))
  const all = blocksOf(result)
  let kept = 0
  const actual = arrangementOf({
    content: all.map((block, at) => (saying.has(at) ? (block as JsonObject) : kept++)),
    ...(isStructured && { structuredContent: result.structuredContent as JsonObject }),
    ...(result.isError !== undefined && { isError: result.isError }),
  })
  if (!actual) return undefined
  // The text of several blocks is that of none.
  const inPieces = dialect.id === plainText && saying.size > 1
  const text = inPieces ? joined(all.filter((_, at) => saying.has(at)) as JsonObject[]) : undefined
  return formOf(actual, bodyAt === undefined ? text : textOf(all[bodyAt]), encoded, usual)
}

/** An arrangement as data; undefined where it is none, or too deep, and cannot be put again. */
function arrangementOf(arrangement: Arrangement): Arrangement | undefined {
  try {
    return jsonSnapshot(arrangement, defaultLimits) as unknown as Arrangement
  } catch {
    return undefined
  }
}

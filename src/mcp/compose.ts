import type { CanonicalError, ResultForm } from '../core/canonical-error'
import { plainText } from '../core/dialect'
import { isJsonObject, type JsonObject } from '../core/json'
import { lossesBetween } from '../core/loss'
import { originIn } from '../core/plain-body'
import { originsOf } from '../core/residue'
import { isNotation } from '../core/smallest-residue'
import type { EncodedApart, Translator } from '../core/translator'
import { type Arrangement, arrange, isAmong, isTextOf } from './arrangement'
import { findError } from './find-error'
import { holdsExactNumber, type Travelling, withMeta } from './meta'
import { safeFor } from './output-schema'
import { isWhole } from './own-text'
import { chosenFormat, putError } from './put-error'
import { inForm, isFaithful } from './result-form'
import type { Surroundings } from './surroundings'
import { type ToolResult, textOf } from './tool-result'

/** How to write a tool result. */
export interface WriteOptions {
  /** The dialects to write; without it, the built-in ones. */
  translator?: Translator | undefined
  /** For a dialect with several formats (`toolerror-v1`: `json`, `both`, `markdown`); without it, the first. */
  format?: string | undefined
  /** The `outputSchema` that the tool declares. A client may refuse a result whose `structuredContent` breaks it. */
  outputSchema?: unknown
  /** Carry in `_meta` what the dialect cannot say. Default true. */
  preserve?: boolean | undefined
}

/** The result of a dialect's server for an error, among what else the result carries. */
export function compose(
  translator: Translator,
  error: CanonicalError,
  id: string,
  options: WriteOptions,
  surroundings: Surroundings,
): ToolResult {
  const encoded = translator.encodeApart(error, id)
  const dialect = translator.target(id)
  const form = originIn(error, id)?.result
  const format = chosenFormat(dialect, options.format, form)
  const parts = putError(dialect, error, encoded, format)
  const usual = arrange(parts, encoded.text, error.severity, surroundings)
  const texts = [encoded.text, ...(form?.text === undefined ? [] : [form.text])]
  const isAmbiguous = surroundings.blocks.some((block) => isAnotherError(block, id, translator))
  const finish = (arrangement: Arrangement, residue = encoded.residue): ToolResult => {
    const at = arrangement.content.findIndex((item) => isAmong(item, texts))
    const travelling = travellingWith(error, id, residue, translator)
    const put = (isError = arrangement.isError) =>
      assemble({ ...arrangement, isError }, surroundings, { ...encoded, texts }, travelling, options)
    let result = put()
    if (!isRead(result, translator)) {
      travelling.isFlagOurs = true
      result = put(true)
    }
    if (!isAmbiguous || at === -1 || placeOf(result, translator) === at) return result
    travelling.at = at
    return put(result.isError)
  }
  const plain = finish(usual)
  const isFormWanted = form !== undefined && (options.format === undefined || options.format === form.format)
  const formed = isFormWanted ? inForm(usual, form, encoded) : undefined
  if (!formed || !isFaithful(formed, texts, error.message, surroundings.blocks.length)) return plain
  const inItsForm = finish(formed)
  if (!saysJust(inItsForm, error, id, translator) && !sayTheSame(inItsForm, plain, translator)) return plain
  // What the data say that stand beside a text need not travel.
  const { said: _, details: __, ...further } = encoded.residue ?? {}
  if (!formed.structuredContent || Object.keys(further).length > 0) return inItsForm
  const leaner = finish(formed, {})
  return sayTheSame(leaner, inItsForm, translator) ? leaner : inItsForm
}

/** Whether a result is read as an error by those who do not look into its `_meta`. */
function isRead({ _meta, ...result }: ToolResult, translator: Translator): boolean {
  return result.isError === true || errorOf(result, translator) !== undefined
}

/** The block in which the error of a result is found. */
function placeOf(result: ToolResult, translator: Translator): number | undefined {
  return findError(result as unknown as JsonObject, translator, {})?.bodyAt
}

/** Whether a block that is only kept would be taken for the error, or for a part of it. */
function isAnotherError(block: unknown, id: string, translator: Translator): boolean {
  const text = textOf(block)
  if (text === undefined) return false
  return id === plainText || (/^\s*[{<]/.test(text) && translator.safeDecode(text).success)
}

/** What has to travel with the error, because its body in the dialect does not say it. */
function travellingWith(
  error: CanonicalError,
  id: string,
  residue: JsonObject | undefined,
  translator: Translator,
): Travelling {
  const origins = originsOf(error)
  const results = origins.flatMap(({ dialect, result }): [string, ResultForm][] => {
    const { text, ...form } = result ?? {}
    if (dialect === id) return []
    const source = dialect === plainText ? undefined : translator.dialect(dialect)
    // How a body was laid out is not data; what it was wrapped in is, and all of a plain text.
    if (text !== undefined && !(source && isWhole(text, source))) Object.assign(form, { text })
    return Object.keys(form).length > 0 ? [[dialect, form]] : []
  })
  const server = origins.find((origin) => origin.server !== undefined)?.server
  return {
    ...(residue && Object.keys(residue).length > 0 && { residue }),
    ...(results.length > 0 && { results: Object.fromEntries(results) }),
    ...(server !== undefined && { server }),
  }
}

function assemble(
  arrangement: Arrangement,
  { blocks, members }: Surroundings,
  encoded: EncodedApart & { texts: readonly string[] },
  travelling: Travelling,
  { outputSchema, preserve = true }: WriteOptions,
): ToolResult {
  const { content, structuredContent, isError } = safeFor(outputSchema, arrangement, members, encoded.text)
  const { _meta, ...others } = members
  const carried: Travelling = preserve ? travelling : {}
  // A client that knows the tool's schema throws away an error beside data that break it.
  if (outputSchema !== undefined && isError === true && isJsonObject(others.structuredContent)) {
    if (preserve) carried.structuredContent = others.structuredContent
    delete others.structuredContent
  }
  const isInText =
    content.some((item) => isAmong(item, encoded.texts)) || isTextOf({ content }, encoded.texts)
  const isInData = structuredContent !== undefined && !holdsExactNumber(encoded.body)
  if (preserve && !isInText && !isInData) carried.body = encoded.body
  const meta = withMeta(_meta, carried)
  return {
    ...others,
    content: content
      .map((item) => (typeof item === 'number' ? blocks[item] : item))
      .filter((block) => block !== undefined),
    ...(structuredContent && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(meta && { _meta: meta }),
  } as ToolResult
}

/** Whether two results say the same error. */
function sayTheSame(one: ToolResult, other: ToolResult, translator: Translator): boolean {
  const error = errorOf(other, translator)
  return error?.origin !== undefined && saysJust(one, error, error.origin.dialect, translator)
}

/** Whether a result says an error in a dialect: no more and no less. */
function saysJust(result: ToolResult, error: CanonicalError, id: string, translator: Translator): boolean {
  const said = errorOf(result, translator)
  if (said?.origin?.dialect !== id) return false
  return isHeld(said, error) && isHeld(error, said)
}

/** Whether one error says all that another does, be it in another notation. */
function isHeld(error: CanonicalError, by: CanonicalError): boolean {
  return lossesBetween(error, by).every(({ path }) => isNotation(path, error))
}

function errorOf(result: ToolResult, translator: Translator): CanonicalError | undefined {
  return findError(result as unknown as JsonObject, translator, {})?.error
}

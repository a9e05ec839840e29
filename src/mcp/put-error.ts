import type { CanonicalError, ResultForm } from '../core/canonical-error'
import { EncodeError } from '../core/decode-error'
import type { Dialect, ResultParts } from '../core/dialect'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../core/json'
import type { EncodedApart } from '../core/translator'

/** The formats of a dialect's results, the default first. */
export function formatsOf(dialect: Dialect): readonly (string | undefined)[] {
  return dialect.result && dialect.result.formats.length > 0 ? dialect.result.formats : [undefined]
}

/** The parts of a result that say an error, as servers of the dialect put them. */
export function putError(
  dialect: Dialect,
  error: CanonicalError,
  { body, text }: EncodedApart,
  format: string | undefined,
): ResultParts {
  const parts = dialect.result?.put({ error, body, text }, format)
  if (!parts) return { content: [{ type: 'text', text }], isError: error.severity !== 'warning' }
  return parts.structuredContent
    ? { ...parts, structuredContent: withPlainNumbers(parts.structuredContent) as JsonObject }
    : parts
}

/** JSON data as every reader of `structuredContent` expects it; the exact numbers stand in the text. */
export function withPlainNumbers(value: JsonValue): JsonValue {
  if (value instanceof JsonNumber) return Number.isFinite(Number(value)) ? Number(value) : value.text
  // JSON.stringify writes no sign before a zero.
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(withPlainNumbers)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainNumbers(inner)]))
}

/** Throws an EncodeError when a dialect has no such format. */
export function checkFormat(dialect: Dialect, format: string | undefined): void {
  const formats = formatsOf(dialect)
  if (format === undefined || formats.includes(format)) return
  const known = formats.filter((each) => each !== undefined).join(', ') || 'none'
  const message = `There is no format ${JSON.stringify(format)} of ${dialect.id}. Known: ${known}.`
  throw new EncodeError('UNKNOWN_FORMAT', '', message)
}

/** The format to write: the one that the caller wants, or the one that the error's result had, or the default. */
export function chosenFormat(
  dialect: Dialect,
  wanted: string | undefined,
  form: ResultForm | undefined,
): string | undefined {
  checkFormat(dialect, wanted)
  const formats = formatsOf(dialect)
  const said = wanted ?? form?.format
  return formats.includes(said) ? said : formats[0]
}

import type { CanonicalError, ResultForm, Severity } from '../core/canonical-error'
import type { Dialect, ResultParts } from '../core/dialect'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, sameJson } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { defaultLimits } from '../core/limits'
import { applyPatch, diff, type Patch } from '../core/patch'
import type { EncodedApart } from '../core/translator'
import type { Surroundings } from './surroundings'

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

/** Whether a text is the dialect's own, and not in a wrapper or damaged. */
export function isWhole(text: string, dialect: Dialect): boolean {
  if (!dialect.text) {
    const body = readJsonQuietly(text)
    return isJsonObject(body) && dialect.detect(body) > 0
  }
  try {
    return dialect.text.begins(text) && dialect.text.parse(text, defaultLimits, false) !== undefined
  } catch {
    return false
  }
}

/** The parts of a result that say an error, among the blocks that do not. */
export interface Arrangement {
  /** In order: blocks that say the error, and the numbers of those that are only kept. */
  content: (JsonObject | number)[]
  structuredContent?: JsonObject
  isError?: JsonValue
}

/** The parts that say an error among what surrounds it: own blocks together, where the error was. */
export function arrange(
  { content, structuredContent, isError }: ResultParts,
  text: string,
  severity: Severity,
  { blocks, before, members, extras, isFlagged }: Surroundings,
): Arrangement {
  const kept = blocks.map((_, i) => i)
  const bodyAt = Math.max(
    content.findIndex((block) => block.text === text),
    0,
  )
  const own = content.map((block, i) => (i === bodyAt ? { ...extras, ...block } : block))
  // What the server itself has put into structured content is not overwritten: the text says the error.
  const isFree = !isJsonObject(members.structuredContent)
  return {
    content: [...kept.slice(0, before), ...own, ...kept.slice(before)],
    ...(structuredContent && isFree && { structuredContent }),
    // What was said to be a failure does not become a remark.
    isError: isError || (isFlagged && severity === 'warning'),
  }
}

/** The form in which a result stands that is not as any of the usual ones, or undefined. */
export function formOf(
  actual: Arrangement,
  actualText: string | undefined,
  encoded: EncodedApart,
  usual: readonly { format: string | undefined; arrangement: Arrangement }[],
): ResultForm | undefined {
  const isDefault = (format: string | undefined) => format === usual[0]?.format
  const marked = mark(actual, actualText ?? encoded.text, encoded.body)
  const forms = usual.map(({ format, arrangement }): ResultForm => {
    const patch = diff(mark(arrangement, encoded.text, encoded.body), marked)
    return { ...(format !== undefined && !isDefault(format) && { format }), ...(patch && { patch }) }
  })
  const [form = {}] = forms.sort((a, b) => sizeOf(a.patch) - sizeOf(b.patch))
  if (actualText !== undefined && actualText !== encoded.text) form.text = actualText
  return Object.keys(form).length > 0 ? form : undefined
}

function sizeOf(patch: Patch | undefined): number {
  return patch === undefined ? 0 : JSON.stringify(patch).length
}

/** An arrangement in the given form, or undefined where the form does not fit. */
export function inForm(
  arrangement: Arrangement,
  { patch, text }: ResultForm,
  encoded: EncodedApart,
): Arrangement | undefined {
  const marked = mark(arrangement, encoded.text, encoded.body)
  return unmark(patch ? applyPatch(marked, patch) : marked, text ?? encoded.text, encoded.body)
}

// Stand for the text and the body, so that a form does not repeat them.
const textMark = { errlingua: 'text' }
const bodyMark = { errlingua: 'body' }

function mark(
  { content, structuredContent, isError }: Arrangement,
  text: string,
  body: JsonObject,
): JsonObject {
  const markText = (value: JsonValue): JsonValue => (value === text ? textMark : value)
  const items = content.map((item): JsonValue => {
    if (typeof item === 'number') return { kept: item }
    return Object.hasOwn(item, 'text') ? { ...item, text: markText(item.text as JsonValue) } : item
  })
  const marked: JsonObject = { content: { ...items } as unknown as JsonObject }
  if (structuredContent) {
    const isBody = sameJson(withPlainNumbers(structuredContent), withPlainNumbers(body))
    const members = Object.entries(structuredContent).map(([key, value]) => [key, markText(value)])
    marked.structuredContent = isBody ? bodyMark : Object.fromEntries(members)
  }
  if (isError !== undefined) marked.isError = isError
  return marked
}

function unmark(marked: JsonObject, text: string, body: JsonObject): Arrangement | undefined {
  const { content, structuredContent, isError } = marked
  const unmarkText = (value: JsonValue): JsonValue => (sameJson(value, textMark) ? text : value)
  const unmarkMembers = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, unmarkText(value)]))
  const items = isJsonObject(content) ? Object.values(content) : []
  if (!items.every(isJsonObject)) return undefined
  const blocks = items.map((item) =>
    typeof item.kept === 'number' && Object.keys(item).length === 1 ? item.kept : unmarkMembers(item),
  )
  const structured = sameJson(structuredContent, bodyMark) ? withPlainNumbers(body) : structuredContent
  return {
    content: blocks,
    ...(isJsonObject(structured) && { structuredContent: unmarkMembers(structured) }),
    ...(isError !== undefined && { isError }),
  }
}

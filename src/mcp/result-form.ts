import type { ResultForm } from '../core/canonical-error'
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../core/json'
import { applyPatch, diff, type Patch } from '../core/patch'
import { withoutPrefix } from '../core/tool-result'
import type { EncodedApart } from '../core/translator'
import { type Arrangement, isAmong, isTextOf } from './arrangement'
import { withPlainNumbers } from './put-error'

/** How a result departs from the usual arrangement that is most like it; undefined where it does not. */
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

/** A form may come from anywhere: it may say nothing but the error, and has to keep what is kept. */
export function isFaithful(
  { content }: Arrangement,
  texts: readonly string[],
  message: string,
  keptBlocks: number,
): boolean {
  const kept = content.filter((item) => typeof item === 'number')
  const said = content.filter((item) => typeof item !== 'number')
  return (
    kept.length === keptBlocks &&
    kept.every((item, i) => item === i) &&
    (isTextOf({ content }, texts) ||
      said.every(
        (item) =>
          isAmong(item, texts) || item.text === message || withoutPrefix(String(item.text)) === message,
      ))
  )
}

import { isExactAsDoubles } from './json-read'
import { type JsonStyle, writeJson } from './json-write'
import type { Notation, Slot } from './shape'

/**
 * The value in a slot as JSON of a style, with so much white space before each further line; undefined where there is none.
 */
export function slotText(
  notation: Notation,
  text: string,
  slot: Slot,
  depth: number,
  style: JsonStyle,
  indent: string,
): string | undefined {
  const { kind, start, end, asIs } = slot
  if (asIs === 'always' || (asIs === 'in-unicode' && !style.ascii)) return text.slice(start, end)
  const value = notation.valueIn(text, slot, depth)
  if (value === undefined) return undefined
  // The runtime writes it faster, where no number needs more than a double.
  const isForRuntime =
    !style.spaced && !style.ascii && (kind === 'text' || isExactAsDoubles(text.slice(start, end)))
  if (!isForRuntime) return indented(writeJson(value, style), indent)
  const written = JSON.stringify(value, null, style.indent)
  return style.indent ? indented(written, indent) : written
}

/** In JSON, a line ends only between values. */
function indented(json: string, indent: string): string {
  return json.includes('\n') ? json.replaceAll('\n', `\n${indent}`) : json
}

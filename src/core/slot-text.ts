import { type JsonStyle, writeJson, writeJsonOfDoubles } from './json-write'
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
  const { start, end, asIs, isOfDoubles } = slot
  if (asIs === 'always' || (asIs === 'in-unicode' && !style.ascii)) return text.slice(start, end)
  const value = notation.valueIn(text, slot, depth)
  if (value === undefined) return undefined
  const written = isOfDoubles ? writeJsonOfDoubles(value, style) : writeJson(value, style)
  return style.indent ? indented(written, indent) : written
}

/** In JSON, a line ends only between values. */
function indented(json: string, indent: string): string {
  return json.includes('\n') ? json.replaceAll('\n', `\n${indent}`) : json
}

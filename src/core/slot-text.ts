import { type JsonStyle, writeJson, writeJsonOfDoubles } from './json-write'
import type { Notation, Slot } from './shape'

/** The value in a slot as JSON of a style, so many levels deep; undefined where there is none. */
export function slotText(
  notation: Notation,
  text: string,
  slot: Slot,
  depth: number,
  style: JsonStyle,
  level: number,
): string | undefined {
  const { start, end, asIs, isOfDoubles } = slot
  if (asIs === 'always' || (asIs === 'in-unicode' && !style.ascii)) return text.slice(start, end)
  const value = notation.valueIn(text, slot, depth)
  if (value === undefined) return undefined
  return isOfDoubles ? writeJsonOfDoubles(value, style, level) : writeJson(value, style, level)
}

import { laidOut } from './container-layout'
import { type JsonStyle, writeJson, writeJsonOfDoubles } from './json-write'
import { defaultLimits } from './limits'
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
  const { kind, start, end, asIs, isOfDoubles, nesting = 0 } = slot
  if (asIs === 'always' || (asIs === 'in-unicode' && !style.ascii)) {
    if (depth + nesting > defaultLimits.maxDepth) return undefined
    const isSameLayout = kind !== 'container' || (slot.isCompact && !style.indent && !style.spaced)
    return isSameLayout ? text.slice(start, end) : laidOut(text, start, end, style, level)
  }
  const value = notation.valueIn(text, slot, depth)
  if (value === undefined) return undefined
  return isOfDoubles ? writeJsonOfDoubles(value, style, level) : writeJson(value, style, level)
}

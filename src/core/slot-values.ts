import type { JsonValue } from './json'
import { isExactAsDoubles, readJson } from './json-read'
import { textIn } from './json-shape'
import { type JsonStyle, writeJson } from './json-write'
import { defaultLimits } from './limits'
import type { Slot } from './shape'

/** The value in a slot of a JSON text that stands as deep as said; undefined where it is no JSON, or too deep. */
export function slotValue(text: string, slot: Slot, depth: number): JsonValue | undefined {
  const { kind, start, end, nesting = 0 } = slot
  if (kind === 'text') return textIn(text, slot)
  if (depth + nesting > defaultLimits.maxDepth) return undefined
  try {
    return readJson(text.slice(start, end), defaultLimits, true)
  } catch {
    return undefined
  }
}

/** The same as it is written in a style, with so much white space before each further line. */
export function slotText(
  text: string,
  slot: Slot,
  depth: number,
  style: JsonStyle,
  indent: string,
): string | undefined {
  const { start, end, asIs, kind } = slot
  if (asIs === 'always' || (asIs === 'in-unicode' && !style.ascii)) return text.slice(start, end)
  const value = slotValue(text, slot, depth)
  if (value === undefined) return undefined
  // Only where no number needs more than a double can the runtime write it, which is faster.
  const written =
    !style.spaced && !style.ascii && isExactAsDoubles(text.slice(start, end))
      ? JSON.stringify(value, null, style.indent)
      : writeJson(value, style)
  return kind === 'container' && style.indent ? written.replaceAll('\n', `\n${indent}`) : written
}

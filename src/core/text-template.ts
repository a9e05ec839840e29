import type { JsonStyle } from './json-write'
import { mark, type Template } from './recipes'
import type { Notation, Shape, Slot } from './shape'
import { slotText } from './slot-text'

interface Gap {
  /** Which of the slots. */
  readonly slot: number
  /** How deep that one stands. */
  readonly depth: number
  /** The white space before the line on which the gap is. */
  readonly indent: string
}

const quotedMark = /* @__PURE__ */ new RegExp(`"${mark.source}"`)

/** A JSON text with marks, as a template; undefined where a mark is only part of a text. */
export function textTemplate(
  made: string,
  shape: Shape,
  notation: Notation,
  style: JsonStyle,
): Template<string> | undefined {
  const parts = made.split(quotedMark)
  const pieces = parts.filter((_, at) => at % 2 === 0)
  if (pieces.some((piece) => mark.test(piece))) return undefined
  const gaps: Gap[] = []
  let indent = ''
  for (let at = 0; at + 1 < parts.length; at += 2) {
    indent = /\n( *)[^\n]*$/.exec(parts[at] ?? '')?.[1] ?? indent
    const slot = Number(parts[at + 1])
    gaps.push({ slot, depth: shape.depths[slot] ?? 0, indent })
  }
  return { fill: (text, slots) => filled(pieces, gaps, notation, text, slots, style) }
}

function filled(
  pieces: readonly string[],
  gaps: readonly Gap[],
  notation: Notation,
  text: string,
  slots: readonly Slot[],
  style: JsonStyle,
): string | undefined {
  let made = pieces[0] ?? ''
  for (let at = 0; at < gaps.length; at++) {
    const { slot, depth, indent } = gaps[at] as Gap
    const value = slotText(notation, text, slots[slot] as Slot, depth, style, indent)
    if (value === undefined) return undefined
    made += value + pieces[at + 1]
  }
  return made
}

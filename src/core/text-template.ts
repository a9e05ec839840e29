import type { JsonStyle } from './json-write'
import { defaultLimits } from './limits'
import { mark, type Template } from './recipes'
import type { Notation, Shape, Slot } from './shape'
import { slotText } from './slot-text'

interface Gap {
  /** Which of the slots. */
  readonly slot: number
  /** How deep that one stands. */
  readonly depth: number
  /** How deep it stands in what is made, by the white space before its line. */
  readonly level: number
  /** Whether it is part of a text. */
  readonly isPart: boolean
}

/** A JSON text with marks, as a template; undefined where what is no text would be part of one. */
export function textTemplate(
  made: string,
  shape: Shape,
  notation: Notation,
  style: JsonStyle,
): Template<string> | undefined {
  const parts = made.split(mark)
  const pieces = parts.filter((_, at) => at % 2 === 0)
  const gaps: Gap[] = []
  let level = 0
  for (let at = 0; at + 1 < pieces.length; at++) {
    const [before = '', behind = ''] = pieces.slice(at, at + 2)
    const slot = Number(parts[2 * at + 1])
    const isPart = !(/(?<!\\)"$/.test(before) && behind.startsWith('"'))
    if (isPart && (shape.slots[slot]?.kind !== 'text' || isOfSource(before, behind))) return undefined
    if (before.includes('\n')) level = levelAfter(before, style)
    if (!isPart) {
      pieces[at] = before.slice(0, -1)
      pieces[at + 1] = behind.slice(1)
    }
    gaps.push({ slot, depth: shape.depths[slot] ?? 0, level, isPart })
  }
  const unused = [...shape.slots.keys()].filter((slot) => !gaps.some((gap) => gap.slot === slot))
  const isReadable = (text: string, slots: readonly Slot[]) =>
    unused.every((slot) => isValue(notation, text, slots[slot] as Slot, shape.depths[slot] ?? 0))
  return {
    fill: (text, slots) =>
      isReadable(text, slots) ? filled(pieces, gaps, notation, text, slots, style) : undefined,
  }
}

/** Whether what is around a mark is the source of a document, in which a text is escaped once more. */
function isOfSource(before: string, behind: string): boolean {
  return /[<&]|\\"$/.test(before) || /^\\"|[<&]/.test(behind)
}

/** How deep the last line of a text stands. */
export function levelAfter(text: string, { indent = 0 }: JsonStyle): number {
  const white = /^ */.exec(text.slice(text.lastIndexOf('\n') + 1))?.[0] ?? ''
  return indent > 0 ? white.length / indent : 0
}

/** Whether there is a value in a slot, be it lost in the translation. */
function isValue(notation: Notation, text: string, slot: Slot, depth: number): boolean {
  const { asIs, nesting = 0 } = slot
  if (asIs !== 'never') return depth + nesting <= defaultLimits.maxDepth
  return notation.valueIn(text, slot, depth) !== undefined
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
    const { slot, depth, level, isPart } = gaps[at] as Gap
    const value = slotText(notation, text, slots[slot] as Slot, depth, style, level)
    if (value === undefined) return undefined
    made += (isPart ? value.slice(1, -1) : value) + pieces[at + 1]
  }
  return made
}

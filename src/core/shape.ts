import type { JsonValue } from './json'

/**
 * The shape of a text: what is left of it when the values are taken out that are only passed on. What is made of one text
 * serves for all texts of its shape.
 */
export interface Shape {
  /** The text with a mark in place of each such value; equal for texts of the same shape. */
  readonly key: string
  readonly slots: readonly Slot[]
  /** How many objects and lists each slot stands in. */
  readonly depths: readonly number[]
}

/** Where a value stands that is only passed on. */
export interface Slot {
  readonly kind: SlotKind
  readonly start: number
  readonly end: number
  /** Whether it stands there as it is to be written: always, unless everything beyond ASCII is escaped, or never. */
  readonly asIs: 'always' | 'in-unicode' | 'never'
  /** Whether the runtime reads and writes it without changing a number. */
  readonly isOfDoubles: boolean
  /** Whether a text has escapes. */
  readonly isEscaped?: boolean
  /** How deep objects and lists are nested in it; undefined where only who reads it knows. */
  readonly nesting?: number
  /** Of an object or list: whether there is white space between its parts, which is all that may have to change in it. */
  readonly isCompact?: boolean
}

/** How the values of texts in a notation are found and read. */
export interface Notation {
  /** What stands around a text. */
  readonly quote: '"' | ''
  /** The value that begins at a place and may be in a slot; undefined where none does. */
  slotAt(text: string, start: number): Slot | undefined
  /** Whether a text that stands at a place is a time. */
  isTime(text: string, start: number): boolean
  /** The value in a slot that stands as deep as said; undefined where it is none, or too deep. */
  valueIn(text: string, slot: Slot, depth: number): JsonValue | undefined
}

/** What stands in a slot, by its mark in the key. */
export const marks = {
  text: '\u0001',
  time: '\u0002',
  number: '\u0003',
  word: '\u0004',
  container: '\u0005',
} as const

/** A character that is a mark: a text that has one itself, as control characters go out raw in XML, has no shape. */
export const anyMark = /* @__PURE__ */ new RegExp(`[${Object.values(marks).join('')}]`)

/** What stands in a slot; texts whose slots are of other kinds have other shapes. */
export type SlotKind = keyof typeof marks

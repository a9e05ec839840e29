import { isJsonObject, type JsonObject, type JsonValue, setMember } from './json'
import { mark, type Template } from './recipes'
import type { Notation, Shape, Slot } from './shape'

/** How a part of a value is made anew: as it was, from a slot, from texts around slots, or from its own parts. */
type Part =
  | { readonly as: 'it-was'; readonly value: JsonValue }
  | { readonly as: 'slot'; readonly slot: number }
  | { readonly as: 'joined'; readonly pieces: readonly string[]; readonly slots: readonly number[] }
  | { readonly as: 'object'; readonly keys: readonly string[]; readonly parts: readonly Part[] }
  | { readonly as: 'list'; readonly parts: readonly Part[] }

const onlyMark = /* @__PURE__ */ new RegExp(`^${mark.source}$`)

/**
 * A value with marks, as a template; undefined where a mark stands among the source of a document. Whatever is made by it is
 * nobody else's.
 */
export function valueTemplate(
  made: JsonValue,
  { depths }: Shape,
  notation: Notation,
): Template<JsonValue> | undefined {
  const part = partFor(made)
  if (!isPure(part)) return undefined
  return {
    fill(text, slots) {
      const values: JsonValue[] = []
      for (let at = 0; at < slots.length; at++) {
        const value = notation.valueIn(text, slots[at] as Slot, depths[at] ?? 0)
        if (value === undefined) return undefined
        values.push(value)
      }
      return filled(part, values)
    },
  }
}

function partFor(value: JsonValue): Part {
  if (typeof value === 'string') {
    const [, only] = onlyMark.exec(value) ?? []
    if (only !== undefined) return { as: 'slot', slot: Number(only) }
    const parts = value.split(mark)
    if (parts.length === 1) return { as: 'it-was', value }
    return {
      as: 'joined',
      pieces: parts.filter((_, at) => at % 2 === 0),
      slots: parts.filter((_, at) => at % 2 === 1).map(Number),
    }
  }
  if (Array.isArray(value)) return { as: 'list', parts: value.map(partFor) }
  if (!isJsonObject(value)) return { as: 'it-was', value }
  return { as: 'object', keys: Object.keys(value), parts: Object.values(value).map(partFor) }
}

/** Source has its texts escaped, and what is filled in is not. */
function isPure(part: Part): boolean {
  if (part.as === 'joined') return !part.pieces.some((piece) => /[<&]/.test(piece))
  return part.as === 'object' || part.as === 'list' ? part.parts.every(isPure) : true
}

function filled(part: Part, values: readonly JsonValue[]): JsonValue {
  switch (part.as) {
    case 'it-was':
      return part.value
    case 'slot':
      return values[part.slot] as JsonValue
    case 'joined':
      return part.pieces.reduce((text, piece, at) => text + values[part.slots[at - 1] as number] + piece)
    case 'list':
      return part.parts.map((each) => filled(each, values))
    case 'object': {
      const { keys, parts } = part
      const object: JsonObject = {}
      for (let at = 0; at < keys.length; at++)
        setMember(object, keys[at] as string, filled(parts[at] as Part, values))
      return object
    }
  }
}

import { isTime, jsonShape, jsonSlotAt, type Looks } from './json-shape'
import type { JsonStyle } from './json-write'
import type { Shape, Slot } from './shape'
import { ShapeTree } from './shape-tree'
import { slotText } from './slot-values'

// Shapes that were seen once are many; those that come again are few.
const mostSeen = 1000
const mostRecipes = 250

/** A text with gaps, and which value of another text belongs into each. */
interface Recipe {
  readonly pieces: readonly string[]
  readonly gaps: readonly Gap[]
}

interface Gap {
  /** Which of the slots. */
  readonly slot: number
  /** How deep that one stands. */
  readonly depth: number
  /** The white space before the line on which the gap is. */
  readonly indent: string
}

/**
 * What an engine makes of texts, for engines that only pass on what stands in the slots of a shape. What it makes of one
 * text of a shape is kept, with gaps; for further texts of that shape the gaps are filled in.
 */
export class Recipes {
  readonly #make: (text: string) => string
  readonly #looks: Looks
  readonly #style: JsonStyle
  readonly #seen = new Set<string>()
  #tree = new ShapeTree<Recipe>({ slotAt: jsonSlotAt, isTime })
  #count = 0

  /** @param make the engine; what it throws is thrown */
  constructor(make: (text: string) => string, looks: Looks, style: JsonStyle = {}) {
    this.#make = make
    this.#looks = looks
    this.#style = style
  }

  /** The same as the engine makes. */
  make(text: string): string {
    const match = this.#tree.find(text)
    const filled = match && this.#filled(match.made, text, match.slots)
    if (filled !== undefined) return filled
    const made = this.#make(text)
    if (!match) this.#note(text, made)
    return made
  }

  /** Works out the recipe for a shape when it comes for the second time. */
  #note(text: string, made: string): void {
    const shape = text.includes(reserved) ? undefined : jsonShape(text, this.#looks)
    if (!shape) return
    if (this.#seen.has(shape.key)) {
      const recipe = this.#recipe(text, shape)
      // A shape that is more than it seems is none.
      if (!recipe || this.#filled(recipe, text, shape.slots) !== made) return
      if (this.#count++ === mostRecipes) {
        this.#tree = new ShapeTree({ slotAt: jsonSlotAt, isTime })
        this.#count = 1
      }
      this.#tree.add(shape.key, recipe)
    } else {
      if (this.#seen.size === mostSeen) this.#seen.clear()
      this.#seen.add(shape.key)
    }
  }

  #recipe(text: string, { slots, depths }: Shape): Recipe | undefined {
    const made = this.#makeQuietly(withMarks(text, slots))
    if (made === undefined) return undefined
    const parts = made.split(mark)
    const gaps: Gap[] = []
    for (let at = 1, before = 0; at < parts.length; at += 2) {
      before += (parts[at - 1] ?? '').length
      const slot = Number(parts[at])
      const line = made.slice(made.lastIndexOf('\n', before) + 1)
      gaps.push({ slot, depth: depths[slot] ?? 0, indent: /^ */.exec(line)?.[0] ?? '' })
      before += markOf(slot, slots[slot]?.kind).length
    }
    return { pieces: parts.filter((_, at) => at % 2 === 0), gaps }
  }

  #makeQuietly(text: string): string | undefined {
    try {
      return this.#make(text)
    } catch {
      return undefined
    }
  }

  /** Undefined where a value is no JSON: the engine has to say so. */
  #filled({ pieces, gaps }: Recipe, text: string, slots: readonly Slot[]): string | undefined {
    let made = pieces[0] ?? ''
    for (let i = 0; i < gaps.length; i++) {
      const { slot, depth, indent } = gaps[i] as Gap
      const value = slotText(text, slots[slot] as Slot, depth, this.#style, indent)
      if (value === undefined) return undefined
      made += value + pieces[i + 1]
    }
    return made
  }
}

const reserved = 'errlingua'
const mark = /"(?:2000-01-01T00:00:00Z)?errlingua#(\d+)"/

function markOf(slot: number, kind: Slot['kind'] | undefined): string {
  return kind === 'time' ? `"2000-01-01T00:00:00Z${reserved}#${slot}"` : `"${reserved}#${slot}"`
}

/** The text with a mark in place of each value. */
function withMarks(text: string, slots: readonly Slot[]): string {
  let marked = ''
  let kept = 0
  for (const [at, { kind, start, end }] of slots.entries()) {
    marked += text.slice(kept, start) + markOf(at, kind)
    kept = end
  }
  return marked + text.slice(kept)
}

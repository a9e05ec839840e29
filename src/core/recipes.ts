import { KnownTexts, longestKept, ownCopy } from './known-texts'
import { anyMark, type Notation, type Shape, type Slot } from './shape'
import { ShapeTree } from './shape-tree'

// Shapes that come once are many; those that come again are few.
const mostSamples = 1000
const mostRefused = 2000
const mostRecipes = 1000

/** What was made of a text, with gaps in place of what stood in the slots of that. */
export interface Template<Made> {
  /** The same for another text of the shape; undefined where a value in it cannot be read. */
  fill(text: string, slots: readonly Slot[]): Made | undefined
}

/** An engine that makes something of texts, and how to make the same by recipes. */
export interface Cookery<Made> {
  /** The engine itself. What it throws is thrown. */
  make(text: string): Made
  readonly notation: Notation
  /** The shape of a text; undefined where it has none. */
  shapeOf(text: string): Shape | undefined
  /** Whether the engine passes on what stands in the slots of such a text. */
  passesOn(text: string): boolean
  /** What the engine made of a text with marks in its slots, as a template. */
  template(made: Made, shape: Shape): Template<Made> | undefined
  isSame(one: Made, other: Made): boolean
  /** Whether the engine makes the same of a text at any time; absent where whoever gets it may change it. */
  isLasting?(text: string): boolean
}

/** A text, and what the engine made of it. */
interface Sample<Made> {
  readonly text: string
  readonly made: Made
}

/**
 * What an engine makes of texts. What it makes of one text of a shape is kept with gaps, and for further texts of that
 * shape the gaps are filled in: an engine that measures what is lost and restored does the same for all of them.
 */
export class Recipes<Made> {
  readonly #cookery: Cookery<Made>
  /** The first text of each shape; undefined where it is not kept. */
  readonly #samples = new Map<string, Sample<Made> | undefined>()
  readonly #refused = new Set<string>()
  /** What has no recipe; undefined where nothing is kept as it is. */
  readonly #known: KnownTexts<Made> | undefined
  #tree: ShapeTree<Template<Made>>
  #count = 0

  constructor(cookery: Cookery<Made>) {
    this.#cookery = cookery
    this.#known = cookery.isLasting && new KnownTexts(cookery.isLasting)
    this.#tree = new ShapeTree(cookery.notation)
  }

  /** The same as the engine makes. */
  make(text: string): Made {
    const match = this.#tree.find(text)
    const found = match?.made.fill(text, match.slots) ?? this.#known?.get(text)
    if (found !== undefined) return found
    const shape = match || isMarked(text) ? undefined : this.#cookery.shapeOf(text)
    return (shape && this.#bySample(text, shape)) ?? this.#byEngine(text, shape)
  }

  #byEngine(text: string, shape: Shape | undefined): Made {
    const made = this.#cookery.make(text)
    const own = this.#known !== undefined && text.length <= longestKept ? ownCopy(text) : undefined
    if (shape && !this.#samples.has(shape.key) && !this.#refused.has(shape.key)) {
      if (this.#samples.size === mostSamples) this.#samples.clear()
      this.#samples.set(ownCopy(shape.key), own === undefined ? undefined : { text: own, made })
    }
    if (own !== undefined) this.#known?.note(own, made)
    return made
  }

  /** What is made by a recipe, which is worked out when a shape comes for the second time, and tried on the first text. */
  #bySample(text: string, shape: Shape): Made | undefined {
    if (!this.#samples.has(shape.key)) return undefined
    const sample = this.#samples.get(shape.key) ?? { text, made: this.#cookery.make(text) }
    this.#samples.delete(shape.key)
    const template = this.#templateFor(text, shape)
    const slots = this.#cookery.shapeOf(sample.text)?.slots
    const again = slots && template?.fill(sample.text, slots)
    if (!template || again === undefined || !this.#cookery.isSame(again, sample.made)) {
      remember(this.#refused, shape.key, mostRefused)
      return undefined
    }
    if (this.#count++ === mostRecipes) {
      this.#tree = new ShapeTree(this.#cookery.notation)
      this.#count = 1
    }
    this.#tree.add(shape.key, template)
    return template.fill(text, shape.slots)
  }

  #templateFor(text: string, shape: Shape): Template<Made> | undefined {
    const marked = withMarks(text, shape.slots, this.#cookery.notation.quote)
    try {
      if (!this.#cookery.passesOn(marked)) return undefined
      return this.#cookery.template(this.#cookery.make(marked), shape)
    } catch {
      // Where a value was thought to end too early or too late, the engine cannot read it.
      return undefined
    }
  }
}

/** Keeps a key; where there are too many, they are all forgotten. */
export function remember(keys: Set<string>, key: string, most: number): void {
  if (keys.size === most) keys.clear()
  keys.add(key)
}

const reserved = 'errlingua'

/** Whether a text has what stands for values elsewhere. */
function isMarked(text: string): boolean {
  return text.includes(reserved) || anyMark.test(text)
}

const aTime = '2000-01-01T00:00:00Z'

/** What stands in place of a value in a text that is only there to see what the engine makes of it. */
export const mark = /* @__PURE__ */ new RegExp(`(?:${aTime})?${reserved}#(\\d+)#`)

/** The mark of a slot. */
export function markFor(slot: number, kind: string): string {
  return `${kind === 'time' ? aTime : ''}${reserved}#${slot}#`
}

function withMarks(text: string, slots: readonly Slot[], quote: string): string {
  let marked = ''
  let kept = 0
  for (const [at, { kind, start, end }] of slots.entries()) {
    marked += `${text.slice(kept, start)}${quote}${markFor(at, kind)}${quote}`
    kept = end
  }
  return marked + text.slice(kept)
}

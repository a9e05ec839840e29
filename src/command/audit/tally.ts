import { Frequent } from './frequent'

/** A name and how often it was counted. */
export interface Counted {
  readonly name: string
  readonly count: number
}

/** The name that stands for all names beyond as many as are held. */
export const others = '(others)'

/** The most names that are held apart. */
const mostNames = 1000

/** Counts by name, the most frequent names apart and all others together. */
export class Tally {
  readonly #names: Frequent<string>
  #others = 0

  constructor(most = mostNames) {
    this.#names = new Frequent(most)
  }

  add(name: string): void {
    if (name === others) this.#others++
    else this.#names.add(name, name)
  }

  /** The most frequent first, of equal ones in the order of their names; what is not told apart last. */
  rows(): Counted[] {
    const { rows, rest } = this.#names.counted()
    const unnamed = rest + this.#others
    return [
      ...rows.map(({ value, count }) => ({ name: value, count })).sort(byCount),
      ...(unnamed > 0 ? [{ name: others, count: unnamed }] : []),
    ]
  }
}

function byCount(a: Counted, b: Counted): number {
  return b.count - a.count || byName(a.name, b.name)
}

/** The same order on every machine. */
export function byName(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

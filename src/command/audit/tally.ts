/** A name and how often it was counted. */
export interface Counted {
  readonly name: string
  readonly count: number
}

/** The name that stands for all names beyond as many as are held. */
export const others = '(others)'

/** The most names that are held apart. */
const mostNames = 1000

/** Counts by name. It holds so many names at most, so that no input can fill the memory. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #most: number

  constructor(most = mostNames) {
    this.#most = most
  }

  add(name: string): void {
    const held = this.#counts.has(name) || this.#counts.size < this.#most ? name : others
    this.#counts.set(held, (this.#counts.get(held) ?? 0) + 1)
  }

  /** The most frequent first, of equal ones in the order of their names; what is not told apart last. */
  rows(): Counted[] {
    return [...this.#counts].map(([name, count]) => ({ name, count })).sort(byCount)
  }
}

function byCount(a: Counted, b: Counted): number {
  if ((a.name === others) !== (b.name === others)) return a.name === others ? 1 : -1
  return b.count - a.count || byName(a.name, b.name)
}

/** The same order on every machine. */
export function byName(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

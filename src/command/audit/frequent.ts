/** Something that was counted, as it came first. */
interface Frequency<T> {
  readonly value: T
  count: number
}

/**
 * Counts by key. It holds twice as many keys as it is to keep, and when these are too many lets go of the rarer half, so
 * that no input can fill the memory and what is frequent is kept even where it comes late. The count of a key that came
 * back after that is too low.
 */
export class Frequent<T> {
  readonly #most: number
  #held = new Map<string, Frequency<T>>()
  #dropped = 0

  constructor(most: number) {
    this.#most = most
  }

  add(key: string, value: T): void {
    const held = this.#held.get(key)
    if (held) held.count++
    else this.#held.set(key, { value, count: 1 })
    if (this.#held.size <= 2 * this.#most) return
    const { kept, rest } = this.#ranked()
    this.#held = new Map(kept)
    this.#dropped = rest
  }

  /** The most frequent first, then as they came; and how often all others were counted together. */
  counted(): { rows: Frequency<T>[]; rest: number } {
    const { kept, rest } = this.#ranked()
    return { rows: kept.map(([, row]) => row), rest }
  }

  #ranked(): { kept: [string, Frequency<T>][]; rest: number } {
    const ranked = [...this.#held].sort(([, a], [, b]) => b.count - a.count)
    const rest = ranked.slice(this.#most).reduce((sum, [, { count }]) => sum + count, this.#dropped)
    return { kept: ranked.slice(0, this.#most), rest }
  }
}

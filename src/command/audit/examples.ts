import type { ExampleReport } from './report'
import { shownMessage } from './shown-text'

/** A few messages that differ in more than their numbers. */
export class Examples {
  readonly #most: number
  readonly #held = new Map<string, { message: string; tool: string | null; errors: number }>()

  constructor(most: number) {
    this.#most = most
  }

  add(given: string, tool: string | undefined): void {
    const message = shownMessage(given)
    const shape = message.replace(/[\da-f]*\d[\da-f]*/gi, '0')
    const held = this.#held.get(shape)
    if (held) held.errors++
    else if (this.#held.size < this.#most) this.#held.set(shape, { message, tool: tool ?? null, errors: 1 })
  }

  /** The most frequent first, then as they came. */
  rows(): ExampleReport[] {
    return [...this.#held.values()].sort((a, b) => b.errors - a.errors)
  }
}

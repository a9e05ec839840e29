import { Frequent } from './frequent'
import type { ExampleReport } from './report'
import { shownMessage } from './shown-text'

// Enough that a frequent message is among them before it is known to be frequent; there may be a thousand servers.
const mostHeld = 100

/** The most frequent messages of each tool that differ in more than their numbers. */
export class Examples {
  readonly #most: number
  readonly #held: Frequent<Pick<ExampleReport, 'message' | 'tool'>>

  constructor(most: number) {
    this.#most = most
    this.#held = new Frequent(Math.max(most, mostHeld))
  }

  add(given: string, tool: string | undefined): void {
    if (this.#most === 0) return
    const message = shownMessage(given)
    const shape = message.replace(/[\da-f]+/gi, (run) => (/\d/.test(run) ? '0' : run))
    this.#held.add(JSON.stringify([tool, shape]), { message, tool: tool ?? null })
  }

  /** The most frequent first, then as they came. */
  rows(): ExampleReport[] {
    const { rows } = this.#held.counted()
    return rows.slice(0, this.#most).map(({ value, count }) => ({ ...value, errors: count }))
  }
}

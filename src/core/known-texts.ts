/** What is longer is not kept. */
export const longestKept = 4096
const mostSeen = 500
const mostKept = 250

/** A text by itself: what is cut out of a long one keeps all of that in memory. */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1)
}

/**
 * What was made of texts that came twice as they are, and may come again: an error that is like no other is often the same one,
 * from a server that is asked again and again.
 */
export class KnownTexts<Made> {
  readonly #isLasting: (text: string) => boolean
  readonly #seen = new Set<string>()
  readonly #made = new Map<string, Made>()

  /** @param isLasting whether the same is made of a text at any time */
  constructor(isLasting: (text: string) => boolean) {
    this.#isLasting = isLasting
  }

  get(text: string): Made | undefined {
    return this.#made.get(text)
  }

  /** Notes what was made of a text by itself. */
  note(text: string, made: Made): void {
    if (!this.#seen.has(text)) {
      if (this.#seen.size === mostSeen) this.#seen.clear()
      this.#seen.add(text)
    } else if (this.#isLasting(text)) {
      if (this.#made.size === mostKept) this.#made.clear()
      this.#made.set(text, made)
    }
  }
}

/** How much a decoder reads before it refuses. */
export interface Limits {
  /** Longest text, in UTF-16 code units. Default 16,777,216. */
  readonly maxLength: number
  /** Deepest nesting of objects, arrays or elements. Default 128, at most 1,000. */
  readonly maxDepth: number
  /** Most values in an input that is not text. Default 1,000,000. */
  readonly maxValues: number
}

/** What no limit may go beyond: values are walked by recursion. */
export const greatestDepth = 1000

export const defaultLimits: Limits = /* @__PURE__ */ Object.freeze({
  maxLength: 2 ** 24,
  maxDepth: 128,
  maxValues: 1_000_000,
})

/** The limits that a caller sets, and the defaults for the others. */
export function limitsFrom({ maxLength, maxDepth, maxValues }: Partial<Limits> = {}): Limits {
  for (const [name, limit] of Object.entries({ maxLength, maxDepth, maxValues })) {
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      throw new TypeError(`limits.${name} is not a number of 0 or more.`)
  }
  return {
    maxLength: maxLength ?? defaultLimits.maxLength,
    maxDepth: Math.min(maxDepth ?? defaultLimits.maxDepth, greatestDepth),
    maxValues: maxValues ?? defaultLimits.maxValues,
  }
}

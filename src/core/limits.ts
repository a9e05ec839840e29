/** How much a decoder reads before it refuses. */
export interface Limits {
  /** Longest text, in UTF-16 code units. Default 16,777,216. */
  readonly maxLength: number
  /** Deepest nesting of objects, arrays or elements. Default 128. */
  readonly maxDepth: number
  /** Most values in one input. Default 1,000,000. */
  readonly maxValues: number
}

export const defaultLimits: Limits = /* @__PURE__ */ Object.freeze({
  maxLength: 2 ** 24,
  maxDepth: 128,
  maxValues: 1_000_000,
})

/** How much a decoder reads before it refuses. */
export interface Limits {
  /** Longest text, in UTF-16 code units. Default 16,777,216. */
  readonly maxLength: number
  /** Deepest nesting of objects, arrays or elements. Default 128, at most 1,000. */
  readonly maxDepth: number
  /** Most values in an input that is not text. Default 1,000,000. */
  readonly maxValues: number
  /** Most members of the details. Default 10,000. */
  readonly maxDetails: number
  /** Most invalid fields. Default 10,000. */
  readonly maxIssues: number
  /** Most actions to call instead. Default 10,000. */
  readonly maxActions: number
  /** Most content blocks of a tool result. Default 10,000. */
  readonly maxBlocks: number
}

/** What no limit may go beyond: values are walked by recursion. */
export const greatestDepth = 1000

export const defaultLimits: Limits = /* @__PURE__ */ Object.freeze({
  maxLength: 2 ** 24,
  maxDepth: 128,
  maxValues: 1_000_000,
  maxDetails: 10_000,
  maxIssues: 10_000,
  maxActions: 10_000,
  maxBlocks: 10_000,
})

/** The limits that a caller sets, and the defaults for the others. */
export function limitsFrom(limits: Partial<Limits> | undefined): Limits {
  if (limits === undefined) return defaultLimits
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(defaultLimits, name))
  if (unknown !== undefined)
    throw new TypeError(`There is no limit ${unknown}. Known: ${Object.keys(defaultLimits).join(', ')}.`)
  const set = (Object.keys(defaultLimits) as (keyof Limits)[]).map((name) => {
    const { [name]: limit = defaultLimits[name] } = limits
    if (!(typeof limit === 'number' && limit >= 0))
      throw new TypeError(`limits.${name} is not a number of 0 or more.`)
    return [name, name === 'maxDepth' ? Math.min(limit, greatestDepth) : limit] as const
  })
  return Object.fromEntries(set) as unknown as Limits
}

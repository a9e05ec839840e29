/** One expression that finds what any of the given ones does. */
export function anyOf(patterns: readonly RegExp[], flags: string): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags)
}

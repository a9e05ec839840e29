/** One expression that finds what any of the given ones does, in a single pass over a text. */
export function anyOf(patterns: readonly RegExp[], flags = 'g', before = ''): RegExp {
  return new RegExp(`${before}(?:${patterns.map(({ source }) => source).join('|')})`, flags)
}

import type { JsonValue } from './json'

const noes: readonly unknown[] = ['false', 'False', 'FALSE', 0]

/** A flag, also where a server has written something else in place of `false`: a refusal must not be overlooked. */
export function flagOf(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  return noes.includes(value) ? false : undefined
}

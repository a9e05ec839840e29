import { DecodeError } from './decode-error'
import { JsonNumber, type JsonObject, type JsonValue, setMember } from './json'
import type { Limits } from './limits'

/**
 * A plain JSON copy of any value. What JSON leaves out (undefined, functions, symbols) is left out; what cannot
 * be copied (a cycle, a getter that throws) is a DecodeError.
 */
export function jsonSnapshot(input: unknown, limits: Pick<Limits, 'maxDepth' | 'maxValues'>): JsonValue {
  let values = 0

  /** Where the value is that is being copied. */
  const path: (string | number)[] = []

  const spend = (count: number): void => {
    values += count
    if (values > limits.maxValues) {
      throw new DecodeError(
        'LIMIT_VALUES',
        written(path),
        `The value holds more than ${limits.maxValues} values.`,
      )
    }
  }
  const copyAt = (key: string | number, value: unknown, depth: number): JsonValue | undefined => {
    path.push(key)
    const copied = copy(value, depth)
    path.pop()
    return copied
  }
  const copy = (value: unknown, depth: number): JsonValue | undefined => {
    spend(1)
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (typeof value === 'bigint') {
      const double = Number(value)
      return Number.isFinite(double) && BigInt(double) === value ? double : new JsonNumber(String(value))
    }
    if (typeof value !== 'object') return undefined
    if (value instanceof JsonNumber) return value
    if (depth >= limits.maxDepth) {
      throw new DecodeError('LIMIT_DEPTH', '', `The value is nested deeper than ${limits.maxDepth} levels.`)
    }
    // To look whether it is there is faster than to look for it in vain.
    const toJSON = 'toJSON' in value ? value.toJSON : undefined
    if (typeof toJSON === 'function') return copy(toJSON.call(value, ''), depth + 1)
    if (Array.isArray(value)) {
      spend(value.length)
      return Array.from(value, (item, i) => copyAt(i, item, depth + 1) ?? null)
    }
    const result: JsonObject = {}
    for (const key of Object.keys(value)) {
      const inner = copyAt(key, (value as Record<string, unknown>)[key], depth + 1)
      if (inner !== undefined) setMember(result, key, inner)
    }
    return result
  }

  let result: JsonValue | undefined
  try {
    result = copy(input, 0)
  } catch (error) {
    if (error instanceof DecodeError) throw error
    throw new DecodeError('NOT_DATA', '', 'The value could not be copied: reading one of its members failed.')
  }
  if (result === undefined)
    throw new DecodeError('NOT_DATA', '', `The input is of type ${typeof input}, not text or JSON data.`)
  return result
}

function written(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (before, key) => before + (typeof key === 'number' ? `[${key}]` : before === '' ? key : `.${key}`),
    '',
  )
}

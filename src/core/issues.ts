import type { Issue } from './canonical-error'
import { JsonNumber, type JsonValue } from './json'
import { asText } from './json-write'

/** A message for an error that says nothing but which fields are invalid. */
export function summaryOf(issues: readonly Issue[]): string {
  if (issues.length === 0) return 'Validation failed.'
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n')
}

/** A path of keys and indices as one text: `items.0.name`. */
export function pathFrom(keys: readonly JsonValue[]): string {
  return keys.map((key) => asText(key)).join('.')
}

/** The keys and indices of a path; the reverse of {@link pathFrom} but for keys with dots or nothing but digits. */
export function keysOf(path: string): (string | number)[] {
  if (path === '') return []
  return path.split('.').map((key) => (/^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key))
}

/** Whether a value is a list of keys and indices. */
export function isKeys(value: JsonValue | undefined): value is (string | number)[] {
  return (
    Array.isArray(value) &&
    value.every((key) => typeof key === 'string' || typeof key === 'number' || key instanceof JsonNumber)
  )
}

import { type CanonicalError, type Field, fields, fieldValue } from './canonical-error'
import { isJsonObject, type JsonValue, member, sameJson } from './json'

/** One thing that an error says and its translation does not. */
export interface Loss {
  /** The member of the canonical error: `retryAfter`, `details`. */
  field: Field | 'origin'
  /** The member, and within details the detail: `details.conflicts`. */
  path: string
  /** What the error says. */
  was: JsonValue
  /** What the translation says instead; absent where it says nothing. */
  became?: JsonValue
}

/** What `error` says that `reading` does not, detail by detail. */
export function lossesBetween(error: CanonicalError, reading: CanonicalError): Loss[] {
  const losses: Loss[] = []
  for (const field of fields) {
    const was = fieldValue(error, field)
    if (was === undefined) continue
    const became = fieldValue(reading, field)
    if (sameJson(was, became)) continue
    if (!isJsonObject(was) || (became === undefined && Object.keys(was).length === 0)) {
      losses.push(loss(field, field, was, became))
      continue
    }
    const kept = isJsonObject(became) ? became : {}
    for (const [key, value] of Object.entries(was)) {
      const now = member(kept, key)
      if (!sameJson(value, now)) losses.push(loss(field, `details.${key}`, value, now))
    }
  }
  return losses
}

/** Whether two errors say the same to the letter, wherever they come from. */
export function saysTheSame(one: CanonicalError, other: CanonicalError): boolean {
  return fields.every((field) => sameJson(fieldValue(one, field), fieldValue(other, field), true))
}

/** The paths in which two errors differ. No details, and details with nothing in them, are the same. */
export function differencesBetween(one: CanonicalError, other: CanonicalError): Set<string> {
  const paths = new Set<string>()
  for (const { path } of lossesBetween(other, one)) paths.add(path)
  for (const { path } of lossesBetween(one, other)) paths.add(path)
  // That the details are lost as a whole is said only of those with nothing in them.
  paths.delete('details')
  return paths
}

/** The same, but for how long to wait in another notation. */
export function contradictionsBetween(one: CanonicalError, other: CanonicalError): string[] {
  const isSameWait = one.retryAfter === other.retryAfter
  return [...differencesBetween(one, other)].filter((path) => !(isSameWait && path === 'details.retry_after'))
}

function loss(field: Field, path: string, was: JsonValue, became: JsonValue | undefined): Loss {
  return became === undefined ? { field, path, was } : { field, path, was, became }
}

import { type ResultForm, ResultFormSchema } from '../core/canonical-error'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { jsonSnapshot } from '../core/json-snapshot'
import { writeJson } from '../core/json-write'
import { defaultLimits } from '../core/limits'

/** The member of a result's `_meta` in which travels what its content does not say. */
export const metaKey = 'errlingua/error'

/** What travels in `_meta`. */
export interface Travelling {
  /** What the body cannot say. */
  residue?: JsonObject
  /** The body itself, where no other part of the result holds it exactly. */
  body?: JsonObject
  /** How the results were put that the error stood in before, by dialect. */
  results?: { [dialect: string]: ResultForm }
  /** What stood in `structuredContent` beside the error, where it would break a client. */
  structuredContent?: JsonObject
  /** Which block says the error, where others would do so, too. */
  at?: number
  /** The flag is ours: the server did not set it, and without it nobody would take this for an error. */
  isFlagOurs?: true
  /** The server of a fleet that it came from. */
  server?: string
}

/** Reads what travels in a result's `_meta`, leaving out whatever is not in the right shape. */
export function readMeta(meta: unknown): Travelling {
  const found = isJsonObject(meta) && Object.hasOwn(meta, metaKey) ? copy(meta[metaKey]) : undefined
  if (!isJsonObject(found)) return {}
  const { residue, body, results, structuredContent, at, isFlagOurs, server } = found
  const forms = Object.entries(isJsonObject(results) ? results : {}).filter(
    ([, form]) => ResultFormSchema.safeParse(form).success,
  )
  return {
    ...(isJsonObject(residue) && { residue }),
    ...(isJsonObject(body) && { body }),
    ...(forms.length > 0 && { results: Object.fromEntries(forms) as { [dialect: string]: ResultForm } }),
    ...(isJsonObject(structuredContent) && { structuredContent }),
    ...(typeof at === 'number' && { at }),
    ...(isFlagOurs === true && { isFlagOurs }),
    ...(typeof server === 'string' && { server }),
  }
}

function copy(value: unknown): JsonValue | undefined {
  if (typeof value === 'string') return readJsonQuietly(value)
  try {
    return jsonSnapshot(value, defaultLimits)
  } catch {
    return undefined
  }
}

/** A result's `_meta` with what travels in it, or undefined when it would be empty. */
export function withMeta(meta: unknown, travelling: Travelling): { [key: string]: unknown } | undefined {
  const { [metaKey]: _, ...others } = isJsonObject(meta) ? meta : {}
  const value = travelling as JsonObject
  const entry = Object.keys(value).length > 0 && {
    [metaKey]: holdsExactNumber(value) ? writeJson(value) : value,
  }
  const result = { ...others, ...entry }
  return Object.keys(result).length > 0 || (isJsonObject(meta) && !Object.hasOwn(meta, metaKey))
    ? result
    : undefined
}

/** Whether JSON.stringify would change a number in a value. */
export function holdsExactNumber(value: JsonValue): boolean {
  if (value instanceof JsonNumber || Object.is(value, -0)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsExactNumber)
}

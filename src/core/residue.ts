import { type CanonicalError, fields, fieldValue, type Origin, PartialErrorSchema } from './canonical-error'
import { isJsonObject, type JsonObject, type JsonValue, joined, member, setMember, without } from './json'
import { readJsonQuietly } from './json-read'
import { asText, writeJson } from './json-write'
import { lossesBetween } from './loss'
import type { Patch } from './patch'
import { misreadMembers } from './readable'

/** The one reserved key, in a dialect's bag, under which travels what the dialect cannot say. */
export const residueKey = 'errlingua'

/** What reading a body does not give back, in as little as restores it. */
export interface Residue {
  /** Members of the canonical error. */
  said?: Partial<CanonicalError>
  /** Details, one by one. */
  details?: JsonObject
  /** Details that stand in the bag as JSON text and are not text. */
  json?: string[]
  /** What the dialect had to say though the error does not: `retryable`, `details.statusCode`. */
  absent?: string[]
  /** Where the error was before. */
  origin?: Origin
}

/** With only this under the reserved key, a bag is read as one that is not there. */
export const nothing: Residue = { absent: ['details'] }

/** What `error` says and `reading` does not, and what the reading took for something else. */
export function residueOf(error: CanonicalError, reading: CanonicalError, textOnly: boolean): Residue {
  const residue: Residue = {}
  const misread: string[] = misreadMembers(error, reading)
  // Text may spoil the name of a detail; nothing else adds one there.
  if (textOnly) misread.push(...gainedBy(reading, error).filter((path) => path.startsWith('details.')))
  if (misread.length > 0) residue.absent = misread.sort()
  // In one order, so that the same error always leaves the same residue.
  const losses = lossesBetween(error, reading).sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { field, path, was, became } of losses) {
    const key = path.slice('details.'.length)
    if (field !== 'details') {
      residue.said ??= {}
      setMember(residue.said as JsonObject, field, was)
    } else if (path === 'details') {
      residue.details ??= {}
    } else if (typeof was !== 'string' && became === writeJson(was)) {
      residue.json ??= []
      residue.json.push(key)
    } else {
      residue.details ??= {}
      setMember(residue.details, key, was)
    }
  }
  return residue
}

/** What `reading` says and `error` does not: the paths for {@link Residue.absent}. */
export function gainedBy(reading: CanonicalError, error: CanonicalError): string[] {
  return fields.flatMap((field): string[] => {
    if (fieldValue(reading, field) === undefined) return []
    if (fieldValue(error, field) === undefined) return [field]
    if (field !== 'details') return []
    const details = error.details ?? {}
    return Object.keys(reading.details ?? {})
      .filter((key) => !Object.hasOwn(details, key))
      .map((key) => `details.${key}`)
  })
}

/** Puts back what a reading lacks and takes away what it has too much. */
export function restore(reading: CanonicalError, residue: Residue): CanonicalError {
  const absent = residue.absent ?? []
  const missing = absent.filter((path) => !path.startsWith('details.'))
  const gone = absent
    .filter((path) => path.startsWith('details.'))
    .map((path) => path.slice('details.'.length))
  const result: CanonicalError = Object.assign({}, reading, residue.said)
  if (residue.details !== undefined || residue.json !== undefined) {
    const details = joined(result.details, residue.details ?? {})
    for (const key of residue.json ?? []) {
      const text = member(details, key)
      const value = typeof text === 'string' ? readJsonQuietly(text) : undefined
      if (value !== undefined) setMember(details, key, value)
    }
    result.details = details
  }
  if (result.details && gone.length > 0) result.details = without(result.details, gone)
  return missing.length > 0
    ? (without(result as object as JsonObject, missing) as object as CanonicalError)
    : result
}

const optionalFields: readonly string[] = /* @__PURE__ */ fields.filter(
  (field) => !['code', 'message', 'severity'].includes(field),
)

/** The residue as it stands in a bag: an object, or JSON text where the bag holds text only. */
export function writeResidue({ said, details, json, absent, origin }: Residue, textOnly: boolean): JsonValue {
  // Always in this order: as text, the same residue must be the same text.
  const parts = Object.entries({ said, details, json, absent, origin }).filter(
    ([, part]) => part !== undefined,
  )
  const value = Object.fromEntries(parts) as JsonObject
  return textOnly ? writeJson(value, { ascii: true }) : value
}

/** Reads what stands under the reserved key, or gives undefined where that is not a residue. */
export function readResidue(found: JsonValue, textOnly: boolean): Residue | undefined {
  const value = textOnly ? readJsonQuietly(asText(found)) : found
  if (!isJsonObject(value)) return undefined
  const { said = {}, details = {}, json = [], absent = [], origin, ...unknown } = value
  const isResidue =
    Object.keys(unknown).length === 0 &&
    Object.keys(value).length > 0 &&
    isJsonObject(said) &&
    isJsonObject(details) &&
    !Object.hasOwn(said, 'details') &&
    !Object.hasOwn(said, 'origin') &&
    isPartialError(origin === undefined ? said : { ...said, origin }) &&
    areTravelling(originsOf(value as Residue)) &&
    Array.isArray(json) &&
    json.every((key) => typeof key === 'string') &&
    Array.isArray(absent) &&
    absent.every(
      (path) => typeof path === 'string' && (path.startsWith('details.') || optionalFields.includes(path)),
    )
  return isResidue ? (value as Residue) : undefined
}

function isPartialError(said: JsonObject): boolean {
  return Object.keys(said).length === 0 || PartialErrorSchema.safeParse(said).success
}

// An error has at most one origin a dialect, and each is written once more when it is encoded.
const mostOrigins = 32

/** Whether origins are as few as an error can have, and say nothing that they do not travel with. */
function areTravelling(origins: readonly Origin[]): boolean {
  return (
    origins.length <= mostOrigins &&
    origins.every(
      ({ server, result, carried, ignored }) =>
        server === undefined && result === undefined && carried === undefined && ignored === undefined,
    )
  )
}

/** Details without one that a reader would take for a residue. */
export function withoutResidue(details: JsonObject): JsonObject {
  const found = member(details, residueKey)
  const isTaken = found !== undefined && (readResidue(found, false) ?? readResidue(found, true)) !== undefined
  return isTaken ? without(details, [residueKey]) : details
}

/**
 * An origin as it travels with a body: without the order of members, which is not data, without what comes before,
 * without what is about a tool result, and without how it was read.
 */
export function travelling({ dialect, code, variant, form }: Origin): Origin {
  const unordered = form && withoutOrder(form)
  return {
    dialect,
    ...(code !== undefined && { code }),
    ...(variant !== undefined && { variant }),
    ...(unordered && { form: unordered }),
  }
}

function withoutOrder({ set, drop, inside }: Patch): Patch | undefined {
  const inner = Object.entries(inside ?? {}).flatMap(([key, patch]): [string, Patch][] => {
    const rest = withoutOrder(patch)
    return rest ? [[key, rest]] : []
  })
  const patch: Patch = {
    ...(set && { set }),
    ...(drop && { drop }),
    ...(inner.length > 0 && { inside: Object.fromEntries(inner) }),
  }
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** An error's origins, the latest first. */
export function originsOf({ origin }: { origin?: Origin | undefined }): Origin[] {
  const origins: Origin[] = []
  for (let at = origin; at !== undefined; at = at.previous) origins.push(at)
  return origins
}

/** Origins as one chain, the first one the latest. */
export function chain(origins: readonly Origin[]): Origin | undefined {
  return origins.reduceRight<Origin | undefined>(
    (previous, { dialect, code, variant, form, server, result, carried, ignored }) => {
      const origin: Origin = { dialect }
      if (code !== undefined) origin.code = code
      if (variant !== undefined) origin.variant = variant
      if (form !== undefined) origin.form = form
      if (server !== undefined) origin.server = server
      if (result !== undefined) origin.result = result
      if (carried !== undefined) origin.carried = carried
      if (ignored !== undefined) origin.ignored = ignored
      if (previous !== undefined) origin.previous = previous
      return origin
    },
    undefined,
  )
}

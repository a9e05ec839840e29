/** A JSON value, with numbers that a double cannot hold kept as {@link JsonNumber}. */
export type JsonValue = string | number | boolean | null | JsonNumber | JsonObject | JsonValue[]

/** A JSON object. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** A number as JSON writes it. */
export const jsonNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/
const onlyJsonNumber = /* @__PURE__ */ (() => new RegExp(`^${jsonNumber.source}$`))()

/**
 * A number exactly as it was written, for those that a double would change (9007199254740993, 1e400).
 * `Number(n)` gives the nearest double, `String(n)` the digits.
 */
export class JsonNumber {
  /** The number as it stood in the JSON text. */
  readonly text: string

  /** @throws {TypeError} when the text is no JSON number */
  constructor(text: string) {
    if (!onlyJsonNumber.test(text)) throw new TypeError('The text is not a JSON number.')
    this.text = text
    Object.freeze(this)
  }

  valueOf(): number {
    return Number(this.text)
  }

  toString(): string {
    return this.text
  }

  /** What `JSON.stringify` writes: the exact digits where the runtime can, else the nearest double. */
  toJSON(): unknown {
    const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }
    return rawJSON ? rawJSON(this.text) : Number(this.text)
  }
}

/** Whether a JSON value is an object (not an array, not null, not an exact number). */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  )
}

/** A value that is text; undefined for any other. */
export function ifText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A value that is an object; undefined for any other. */
export function ifObject(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/** The own member of an object, or undefined: never something inherited. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Sets an own member even when the key is `__proto__`. */
export function setMember(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    object[key] = value
  }
}

/** A copy of `object` without the given keys. */
export function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return others(object, keys) ?? {}
}

/** The members of one object and those of another, which count more. Not by a spread, which is slow to look into. */
export function joined(object: JsonObject | undefined, more: JsonObject): JsonObject {
  const result: JsonObject = {}
  for (const each of object ? [object, more] : [more])
    for (const key of Object.keys(each)) setMember(result, key, each[key] as JsonValue)
  return result
}

/** Whether an object has no members but those named. */
export function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name))
}

/** What `object` holds under other keys, or undefined where that is nothing. */
export function others(object: JsonObject, keys: readonly string[]): JsonObject | undefined {
  const left = new Set(keys)
  let rest: JsonObject | undefined
  for (const key of Object.keys(object)) {
    if (left.has(key)) continue
    rest ??= {}
    setMember(rest, key, object[key] as JsonValue)
  }
  return rest
}

/** Whether two JSON values are the same data. With `ordered`, members must come in the same order too. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined, ordered = false): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (a instanceof JsonNumber) return b instanceof JsonNumber && a.text === b.text
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let at = 0; at < a.length; at++) if (!sameJson(a[at], b[at], ordered)) return false
    return true
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  const otherKeys = Object.keys(b)
  if (keys.length !== otherKeys.length) return false
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string
    if (ordered ? key !== otherKeys[at] : !Object.hasOwn(b, key)) return false
    if (!sameJson(a[key], b[key], ordered)) return false
  }
  return true
}

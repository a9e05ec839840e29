import { isJsonObject, type JsonObject, type JsonValue } from './json'

/** What a JSON text holds when it is an error: an object, or a list for a dialect whose errors are lists. */
export type Body = JsonObject | JsonValue[]

/** The member under which a body that is a list stands, so that every dialect reads and writes objects. */
export const listKey = '[]'

/** A value as a dialect reads it; undefined for what is no body. */
export function asBody(value: JsonValue): JsonObject | undefined {
  if (Array.isArray(value)) return value.length > 0 ? { [listKey]: value } : undefined
  return isJsonObject(value) && listIn(value) === undefined ? value : undefined
}

/** What a dialect has written, as it stands in a text. */
export function asValue(body: JsonObject): Body {
  return listIn(body) ?? body
}

/** The list that a body is; undefined for an object. */
export function listIn(body: JsonObject): JsonValue[] | undefined {
  const list = Object.keys(body).length === 1 ? body[listKey] : undefined
  return Array.isArray(list) ? list : undefined
}

import { type CanonicalError, type Field, fields, fieldValue } from '../core/canonical-error'
import type { Dialect } from '../core/dialect'
import { isJsonObject, type JsonObject, sameJson, setMember, without } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { defaultLimits } from '../core/limits'
import { asBody } from '../core/list-body'
import { readBody } from '../core/read-body'
import { dialects } from '../index'

/** Which members of a text each part of the error comes from. */
export type Sources = { readonly [F in Field]?: readonly string[] }

// More than that is not read by a person, and each costs a reading of all.
const mostMembers = 200
const deepest = 5

/**
 * Where each part of an error comes from: measured by reading its text without each of its members in turn. The error's
 * details come from everywhere else, so they are left out.
 */
export function sourcesOf(error: CanonicalError, text: string): Sources {
  const dialect = dialects.find(({ id }) => id === error.origin?.dialect)
  const body = dialect && bodyOf(dialect, text)
  if (!dialect || !body) return {}
  const whole = readBody(dialect, body).error
  const found = new Map<Field, string[]>()
  const paths = pathsIn(body)
  if (paths.length > mostMembers) return {}
  for (const path of paths) {
    const part = readWithout(path, body, dialect)
    if (!part) continue
    for (const field of fields) {
      const was = fieldValue(whole, field)
      if (field === 'details' || was === undefined || sameJson(was, fieldValue(part, field) ?? null)) continue
      found.set(field, [...(found.get(field) ?? []), nameOf(path, dialect)])
    }
  }
  return Object.fromEntries(found)
}

/** What a body says without one of its members; undefined where it is none without it. */
function readWithout(path: Path, body: JsonObject, dialect: Dialect): CanonicalError | undefined {
  try {
    return readBody(dialect, withoutMember(body, path)).error
  } catch {
    // An element cannot be without its text, but the document without the element.
    return path.length > 2 ? readWithout(path.slice(0, -1), body, dialect) : undefined
  }
}

function bodyOf(dialect: Dialect, text: string): JsonObject | undefined {
  try {
    if (dialect.text) return dialect.text.parse(text.trim(), defaultLimits, false)
    const value = readJsonQuietly(text)
    return value === undefined ? undefined : asBody(value)
  } catch {
    return undefined
  }
}

type Path = readonly string[]

/** The members that hold no others, and those that are as deep as one looks. */
function pathsIn(body: JsonObject, above: Path = []): Path[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const path = [...above, key]
    const isOpen = isJsonObject(value) && Object.keys(value).length > 0 && path.length < deepest
    return isOpen ? pathsIn(value, path) : [path]
  })
}

function withoutMember(body: JsonObject, [key = '', ...below]: Path): JsonObject {
  const inner = body[key]
  if (below.length === 0 || !isJsonObject(inner)) return without(body, [key])
  const copy = { ...body }
  setMember(copy, key, withoutMember(inner, below))
  return copy
}

// How a document of XML is held; its author knows names only.
const holders: readonly string[] = ['attributes', 'children', 'text']

function nameOf(path: Path, { text }: Dialect): string {
  const names = text ? path.filter((name) => !holders.includes(name)) : path
  return names.filter((name, i) => !text || name !== names[i - 1]).join('.')
}

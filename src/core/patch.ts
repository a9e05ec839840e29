import { isJsonObject, type JsonObject, type JsonValue, sameJson, setMember } from './json'

/** What turns one JSON object into another, or one list into another of the same length. */
export type Patch = {
  /** Members to put in place; of a list, by their index. */
  set?: JsonObject
  /** Members to take away. */
  drop?: string[]
  /** Patches of members that are objects, or lists of the same length, in both. */
  inside?: { [key: string]: Patch }
  /** The order of the members, when it is not the one that results. */
  order?: string[]
}

/**
 * The patch that turns `from` into `to`, or undefined when they are the same in the same order. A member named
 * `atom` is replaced as a whole.
 */
export function diff(from: JsonObject, to: JsonObject, atom?: string): Patch | undefined {
  const patch = diffMembers(from, to, atom)
  const order = Object.keys(to)
  if (namesAfter(from, patch).some((key, i) => key !== order[i])) patch.order = order
  return Object.keys(patch).length > 0 ? patch : undefined
}

/** The names of the members that a patch leaves an object with, in the order that results. */
function namesAfter(object: JsonObject, { drop, set }: Patch): string[] {
  const dropped = new Set(drop)
  const kept = Object.keys(object).filter((key) => !dropped.has(key))
  if (set === undefined) return kept
  // The runtime has names that are numbers before all others.
  return Object.keys(Object.fromEntries([...kept, ...Object.keys(set)].map((key) => [key, null])))
}

function diffMembers(from: JsonObject, to: JsonObject, atom: string | undefined): Patch {
  const patch: Patch = {}
  const drop = Object.keys(from).filter((key) => !Object.hasOwn(to, key))
  if (drop.length > 0) patch.drop = drop
  for (const [key, value] of Object.entries(to)) {
    const old = Object.hasOwn(from, key) ? from[key] : undefined
    if (sameJson(old, value, true)) continue
    const inner = key === atom ? undefined : diffInside(old, value, atom)
    if (inner) {
      patch.inside ??= {}
      setMember(patch.inside as JsonObject, key, inner as JsonObject)
    } else {
      patch.set ??= {}
      setMember(patch.set, key, value)
    }
  }
  return patch
}

/** The patch of a member that is not the same; undefined where it has to be replaced. */
function diffInside(
  old: JsonValue | undefined,
  value: JsonValue,
  atom: string | undefined,
): Patch | undefined {
  if (isJsonObject(old) && isJsonObject(value)) return diff(old, value, atom)
  const areAlike = Array.isArray(old) && Array.isArray(value) && old.length === value.length
  return areAlike ? diffMembers({ ...old } as never, { ...value } as never, atom) : undefined
}

/** Applies a patch. Members that it speaks of and `base` does not have are no error: they are passed over. */
export function applyPatch(base: JsonObject, patch: Patch): JsonObject {
  const { inside, order = [] } = patch
  const dropped = new Set(patch.drop)
  const members = new Map<string, JsonValue>()
  for (const [key, value] of Object.entries(base)) {
    if (dropped.has(key)) continue
    const inner = inside && Object.hasOwn(inside, key) ? inside[key] : undefined
    members.set(key, inner ? patched(value, inner) : value)
  }
  for (const [key, value] of Object.entries(patch.set ?? {})) members.set(key, value)
  // Those that the order names first, and in that order.
  const result: JsonObject = {}
  for (const key of order) if (members.has(key)) setMember(result, key, members.get(key) as JsonValue)
  for (const [key, value] of members) if (!Object.hasOwn(result, key)) setMember(result, key, value)
  return result
}

function patched(value: JsonValue, patch: Patch): JsonValue {
  if (isJsonObject(value)) return applyPatch(value, patch)
  if (!Array.isArray(value)) return value
  const { set = {}, inside = {} } = patch
  return value.map((item, i) => {
    if (Object.hasOwn(set, i)) return set[i] as JsonValue
    const inner = Object.hasOwn(inside, i) ? inside[i] : undefined
    return inner ? patched(item, inner) : item
  })
}

/** A patch cut into the smallest patches that it is made of. */
export function patchSteps(patch: Patch): Patch[] {
  return [
    ...(patch.drop ?? []).map((key): Patch => ({ drop: [key] })),
    ...Object.entries(patch.set ?? {}).map(
      ([key, value]): Patch => ({ set: Object.fromEntries([[key, value]]) }),
    ),
    ...Object.entries(patch.inside ?? {}).flatMap(([key, inner]) =>
      patchSteps(inner).map((step): Patch => ({ inside: Object.fromEntries([[key, step]]) })),
    ),
    ...(patch.order ? [{ order: patch.order }] : []),
  ]
}

/** The one patch that several steps make. */
export function joinSteps(steps: readonly Patch[]): Patch {
  const patch: Patch = {}
  const inside = new Map<string, Patch[]>()
  for (const step of steps) {
    if (step.drop) {
      patch.drop ??= []
      for (const key of step.drop) patch.drop.push(key)
    }
    for (const [key, value] of Object.entries(step.set ?? {})) {
      patch.set ??= {}
      setMember(patch.set, key, value)
    }
    for (const [key, inner] of Object.entries(step.inside ?? {})) {
      const inners = inside.get(key)
      if (inners) inners.push(inner)
      else inside.set(key, [inner])
    }
    if (step.order) patch.order = step.order
  }
  if (inside.size > 0)
    patch.inside = Object.fromEntries([...inside].map(([key, inner]) => [key, joinSteps(inner)]))
  return patch
}

/** Whether an untrusted value has the shape of a patch. */
export function isPatch(value: unknown, depth = 128): value is Patch {
  if (!isJsonObject(value) || depth === 0) return false
  const { set, drop, inside, order, ...rest } = value
  const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every((key) => typeof key === 'string')
  return (
    Object.keys(rest).length === 0 &&
    (set === undefined || isJsonObject(set)) &&
    (drop === undefined || isKeys(drop)) &&
    (order === undefined || isKeys(order)) &&
    (inside === undefined ||
      (isJsonObject(inside) && Object.values(inside).every((inner) => isPatch(inner, depth - 1))))
  )
}

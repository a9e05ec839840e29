import { JsonNumber, type JsonObject } from './json'
import type { SlotKind } from './shape'

/** What a value may be of which only its kind counts. A name is a text that is never taken for several. */
export type ValueKind = SlotKind | 'name'

/** What a value has to be like: the same, one of a kind, or one with such members or items. */
export type ValuePattern =
  | { readonly is: 'same'; readonly value: unknown }
  | { readonly is: ValueKind }
  | { readonly is: 'object'; readonly keys: readonly string[]; readonly members: readonly ValuePattern[] }
  | { readonly is: 'list'; readonly items: readonly ValuePattern[] }

const name = /^[\w.:/-]+$/
const time = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/

/** Whether a value is of a kind; texts with nothing in them are of none. */
export function isOfKind(kind: ValueKind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value !== ''
    case 'name':
      return typeof value === 'string' && name.test(value)
    case 'time':
      return typeof value === 'string' && time.test(value)
    case 'number':
      return Number.isFinite(value)
    case 'word':
      return typeof value === 'boolean' || value === null
    case 'container':
      return typeof value === 'object' && value !== null && !saysItself(value)
  }
}

/** Whether an object says itself what it is written as, which may be a text or a number. */
function saysItself(value: object): boolean {
  return value instanceof JsonNumber || typeof (value as { toJSON?: unknown }).toJSON === 'function'
}

/** Whether a value is like a pattern; what stands in the place of kinds is added to `slots`, in order. */
export function isLike(value: unknown, pattern: ValuePattern, slots: unknown[]): boolean {
  // What most are is asked first.
  if (pattern.is === 'text') return slots.push(value) > 0 && typeof value === 'string' && value !== ''
  if (pattern.is === 'same') return Object.is(value, pattern.value)
  if (pattern.is === 'object') return hasMembers(value, pattern.keys, pattern.members, slots)
  if (pattern.is === 'list') return hasItems(value, pattern.items, slots)
  slots.push(value)
  return isOfKind(pattern.is, value)
}

function hasMembers(
  value: unknown,
  keys: readonly string[],
  members: readonly ValuePattern[],
  slots: unknown[],
): boolean {
  if (typeof value !== 'object' || value === null) return false
  // An object of any other kind may not be what it looks like, or says itself how it is written.
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  let at = 0
  for (const key in value) {
    if (key !== keys[at]) return false
    const member = members[at] as ValuePattern
    const found = (value as JsonObject)[key]
    // Nearly every member is one of these two.
    if (member.is === 'same') {
      if (!Object.is(found, member.value)) return false
    } else if (member.is === 'text') {
      if (typeof found !== 'string' || found === '') return false
      slots.push(found)
    } else if (!isLike(found, member, slots)) {
      return false
    }
    at++
  }
  return at === keys.length
}

function hasItems(value: unknown, items: readonly ValuePattern[], slots: unknown[]): boolean {
  if (!Array.isArray(value) || value.length !== items.length) return false
  for (let at = 0; at < items.length; at++)
    if (!isLike(value[at], items[at] as ValuePattern, slots)) return false
  return true
}

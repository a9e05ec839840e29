import { type CanonicalError, type Field, fields, type Origin } from './canonical-error'
import type { Looks } from './looks'
import type { SlotKind } from './shape'
import { isOfKind, type ValuePattern } from './value-pattern'

// An error with more details than this is like no other.
const mostDetails = 32
const mostItems = 16

/** The names in a bag of members that have another name in an error. */
const namesInBags: Readonly<Record<string, string>> = { requestId: 'request_id' }

const textMembers: readonly string[] = ['message', 'recovery', 'operation', 'resource', 'requestId']
const originMembers = ['dialect', 'code', 'variant'] as const

/** What errors are like: their members, in the order of the fields, and how many there are. */
export interface ErrorPattern {
  readonly members: { readonly [field in Field]?: ValuePattern } & { readonly origin?: OriginPattern }
  readonly count: number
}

/** What the origins of errors are like. */
export type OriginPattern = { readonly [member in (typeof originMembers)[number]]?: ValuePattern }

/**
 * What errors are like of which a dialect makes the same but for what it passes on; undefined for one that is like no
 * other, be it no error at all.
 */
export function errorPattern(error: CanonicalError, looks: Looks): ErrorPattern | undefined {
  const members: { [field in Field]?: ValuePattern } & { origin?: OriginPattern } = {}
  for (const field of fields) {
    if (error[field] === undefined) continue
    const member = memberPattern(error, field, looks)
    if (!member) return undefined
    members[field] = member
  }
  if (error.origin !== undefined) {
    const origin = originPattern(error.origin)
    if (!origin) return undefined
    members.origin = origin
  }
  const count = Object.keys(members).length
  return count === Object.keys(error).length ? { members, count } : undefined
}

function memberPattern(error: CanonicalError, field: Field, looks: Looks): ValuePattern | undefined {
  const value: unknown = error[field]
  if (field === 'details') return detailsPattern(error, looks)
  if (field === 'actions') return listPattern(value, namePattern)
  if (field === 'timestamp') return isOfKind('time', value) ? { is: 'time' } : undefined
  if (textMembers.includes(field)) return textPattern(value)
  // Of invalid fields some dialects make the message; what is no value of JSON may be left out.
  return scalars.includes(typeof value) ? same(value) : undefined
}

const scalars: readonly string[] = ['string', 'number', 'boolean']

const same = (value: unknown): ValuePattern => ({ is: 'same', value })

function textPattern(value: unknown): ValuePattern | undefined {
  if (typeof value !== 'string') return undefined
  return value === '' ? same(value) : { is: 'text' }
}

function namePattern(value: unknown): ValuePattern | undefined {
  return isOfKind('name', value) ? { is: 'name' } : undefined
}

function listPattern(
  value: unknown,
  itemPattern: (item: unknown) => ValuePattern | undefined,
): ValuePattern | undefined {
  if (!Array.isArray(value) || value.length > mostItems) return undefined
  const items = value.map(itemPattern)
  return items.every((item) => item !== undefined) ? { is: 'list', items } : undefined
}

function originPattern(origin: Origin): OriginPattern | undefined {
  const pattern: { -readonly [member in keyof OriginPattern]: ValuePattern } = {}
  for (const member of originMembers) if (origin[member] !== undefined) pattern[member] = same(origin[member])
  return Object.keys(pattern).length === Object.keys(origin).length ? pattern : undefined
}

const kinds: readonly SlotKind[] = ['text', 'number', 'container']

function detailsPattern(error: CanonicalError, looks: Looks): ValuePattern | undefined {
  const { details } = error
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return undefined
  const keys = Object.keys(details)
  if (keys.length > mostDetails) return undefined
  // A detail by the name of a member is compared with that.
  const names = Object.keys(error).map((key) => namesInBags[key] ?? key)
  const members: ValuePattern[] = []
  for (const key of keys) {
    const value = details[key]
    const isKnown = looks.byValue.has(key) || looks.inside.has(key) || looks.texts.has(key)
    const kind = kinds.find((each) => isOfKind(each, value))
    if (names.includes(key)) return undefined
    if (isKnown || value === '' || value === null || typeof value === 'boolean') {
      if (typeof value === 'object' && value !== null) return undefined
      members.push(same(value))
    } else if (kind) {
      members.push({ is: kind })
    } else {
      return undefined
    }
  }
  return { is: 'object', keys, members }
}

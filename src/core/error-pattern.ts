import { type CanonicalError, fields } from './canonical-error'
import type { JsonObject } from './json'
import type { Looks } from './looks'
import type { SlotKind } from './shape'
import { isOfKind, type ValuePattern } from './value-pattern'

// An error with more details than this is like no other.
const mostDetails = 32
const mostItems = 16

/** The names in a bag of members that have another name in an error. */
const namesInBags: Readonly<Record<string, string>> = { requestId: 'request_id' }

const textMembers: readonly string[] = ['message', 'recovery', 'operation', 'resource', 'requestId']
const simpleOrigin: readonly string[] = ['dialect', 'code', 'variant']

/**
 * What errors are like of which a dialect makes the same but for what it passes on; undefined for one that is like no
 * other, be it no error at all.
 */
export function errorPattern(error: CanonicalError, looks: Looks): ValuePattern | undefined {
  const keys: string[] = []
  const members: ValuePattern[] = []
  for (const key in error) {
    const member = memberPattern(error, key, looks)
    if (!member) return undefined
    keys.push(key)
    members.push(member)
  }
  return { is: 'object', keys, members }
}

function memberPattern(error: CanonicalError, key: string, looks: Looks): ValuePattern | undefined {
  const value: unknown = error[key as keyof CanonicalError]
  if (key === 'origin') return originPattern(value)
  if (!(fields as readonly string[]).includes(key)) return undefined
  if (value === undefined) return same(value)
  if (key === 'details') return detailsPattern(error, looks)
  if (key === 'actions')
    return error.origin?.variant === undefined ? listPattern(value, textPattern) : undefined
  if (key === 'timestamp') return isOfKind('time', value) ? { is: 'time' } : undefined
  if (textMembers.includes(key)) return textPattern(value)
  // Of invalid fields some dialects make the message.
  return typeof value === 'object' ? undefined : same(value)
}

const same = (value: unknown): ValuePattern => ({ is: 'same', value })

function textPattern(value: unknown): ValuePattern | undefined {
  if (typeof value !== 'string') return undefined
  return value === '' ? same(value) : { is: 'text' }
}

function listPattern(
  value: unknown,
  itemPattern: (item: unknown) => ValuePattern | undefined,
): ValuePattern | undefined {
  if (!Array.isArray(value) || value.length > mostItems) return undefined
  const items = value.map(itemPattern)
  return items.every((item) => item !== undefined) ? { is: 'list', items } : undefined
}

function originPattern(origin: unknown): ValuePattern | undefined {
  if (origin === undefined) return same(origin)
  if (typeof origin !== 'object' || origin === null) return undefined
  const keys = Object.keys(origin)
  const members = keys.map((key) => same((origin as JsonObject)[key]))
  const isSimple = keys.every((key) => simpleOrigin.includes(key))
  return isSimple ? { is: 'object', keys, members } : undefined
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

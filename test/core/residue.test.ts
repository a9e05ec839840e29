import { describe, expect, it } from 'vitest'
import type { CanonicalError, Origin } from '../../src/core/canonical-error'
import { JsonNumber, type JsonObject, type JsonValue } from '../../src/core/json'
import {
  chain,
  gainedBy,
  originsOf,
  type Residue,
  readResidue,
  residueKey,
  residueOf,
  restore,
  travelling,
  withoutResidue,
  writeResidue,
} from '../../src/core/residue'

const base: CanonicalError = { code: 'timeout', message: 'm', severity: 'error' }

it('travels under one reserved key', () => {
  expect(residueKey).toBe('errlingua')
})

const cases: [string, Partial<CanonicalError>, Partial<CanonicalError>, Residue][] = [
  ['nothing', {}, {}, {}],
  ['a member', { retryAfter: 5 }, {}, { said: { retryAfter: 5 } }],
  ['the code', {}, { code: 'transient' }, { said: { code: 'timeout' } }],
  ['members by name', { status: 404, actions: ['a'] }, {}, { said: { actions: ['a'], status: 404 } }],
  ['empty details', { details: {} }, {}, { details: {} }],
  ['a detail', { details: { a: 1, b: 2 } }, { details: { a: 1 } }, { details: { b: 2 } }],
  ['details by name', { details: { b: 1, a: 2 } }, {}, { details: { a: 2, b: 1 } }],
  [
    'a detail that stands as JSON text',
    { details: { a: [1], b: 'x', c: 5 } },
    { details: { a: '[1]', b: 'x', c: '5' } },
    { json: ['a', 'c'] },
  ],
  ['a text that became another', { details: { a: 'x' } }, { details: { a: 'y' } }, { details: { a: 'x' } }],
  [
    'a member that was misread',
    { details: { retryable: true } },
    { retryable: true },
    { absent: ['retryable'], details: { retryable: true } },
  ],
  [
    'details and a member',
    { retryAfter: 5, details: { a: 1 } },
    {},
    { said: { retryAfter: 5 }, details: { a: 1 } },
  ],
]

describe('a residue', () => {
  it.each(cases)('holds %s, no more and no less', (_, said, read, residue) => {
    expect(residueOf({ ...base, ...said }, { ...base, ...read }, false)).toEqual(residue)
  })

  it.each(cases)('that holds %s restores it', (_, said, read, residue) => {
    expect(restore({ ...base, ...read }, residue)).toEqual({ ...base, ...said })
  })

  it('is the same for the same error whatever the order of its details', () => {
    const one = residueOf({ ...base, details: { b: 1, a: [1] } }, base, false)
    const two = residueOf({ ...base, details: { a: [1], b: 1 } }, base, false)
    expect(JSON.stringify(one)).toBe('{"details":{"a":[1],"b":1}}')
    expect(JSON.stringify(two)).toBe(JSON.stringify(one))
  })

  it('lists misread members in one order', () => {
    const error = { ...base, details: { status: 404, operation: 'o', recovery: 'r' } }
    const reading = { ...base, status: 404, operation: 'o', recovery: 'r' }
    expect(residueOf(error, reading, false).absent).toEqual(['operation', 'recovery', 'status'])
  })

  it('of text takes away the details that text made up', () => {
    const error = { ...base, details: { 'a\0': 'x' } }
    const reading = { ...base, details: { 'a\ufffd': 'x' } }
    expect(residueOf(error, reading, true)).toEqual({ absent: ['details.a\ufffd'], details: { 'a\0': 'x' } })
    expect(residueOf(error, reading, false)).toEqual({ details: { 'a\0': 'x' } })
    expect(restore(reading, residueOf(error, reading, true))).toEqual(error)
  })

  it('of text does not take other members away', () => {
    expect(residueOf(base, { ...base, retryAfter: 5 }, true)).toEqual({})
  })

  it('holds a detail named __proto__', () => {
    const details = JSON.parse('{"__proto__":{"x":1}}') as JsonObject
    const residue = residueOf({ ...base, details }, base, false)
    expect(JSON.stringify(residue)).toBe('{"details":{"__proto__":{"x":1}}}')
    expect(JSON.stringify(restore(base, residue).details)).toBe('{"__proto__":{"x":1}}')
  })
})

describe('what a reading has too much', () => {
  it.each<[Partial<CanonicalError>, Partial<CanonicalError>, string[]]>([
    [{}, {}, []],
    [{ retryable: true }, {}, ['retryable']],
    [{ retryable: true }, { retryable: false }, []],
    [{ details: { a: 1 } }, {}, ['details']],
    [{ details: { a: 1, b: 2 } }, { details: { b: 3 } }, ['details.a']],
    [{ details: { toString: 1 } }, { details: {} }, ['details.toString']],
    [{}, { details: { a: 1 } }, []],
    [{ status: 404, temporary: true }, {}, ['temporary', 'status']],
  ])('in %j beside %j is %j', (reading, error, paths) => {
    expect(gainedBy({ ...base, ...reading }, { ...base, ...error })).toEqual(paths)
  })
})

describe('restoring', () => {
  it('does not touch the reading', () => {
    const reading: CanonicalError = { ...base, retryable: true, details: { a: '1', b: 2 } }
    const copy = structuredClone(reading)
    restore(reading, {
      said: { status: 404 },
      json: ['a'],
      details: { c: 1 },
      absent: ['retryable', 'details.b'],
    })
    expect(reading).toEqual(copy)
  })

  it('takes members and details away', () => {
    const reading: CanonicalError = { ...base, retryable: true, details: { a: 1, b: 2 } }
    expect(restore(reading, { absent: ['retryable', 'details.a'] })).toStrictEqual({
      ...base,
      details: { b: 2 },
    })
    expect(restore(reading, { absent: ['details'] })).toStrictEqual({ ...base, retryable: true })
    expect(restore(base, { absent: ['details.a'] })).toStrictEqual(base)
  })

  it('reads JSON text where a detail has it, and passes over what is no text', () => {
    const reading: CanonicalError = { ...base, details: { a: '9007199254740993', b: 5 } }
    expect(restore(reading, { json: ['a', 'b', 'c'] }).details).toEqual({
      a: new JsonNumber('9007199254740993'),
      b: 5,
    })
    expect(restore(base, { json: ['a'] }).details).toEqual({})
  })

  it('puts said members over those that were read', () => {
    expect(restore(base, { said: { code: 'throttled', status: 429 } })).toEqual({
      ...base,
      code: 'throttled',
      status: 429,
    })
  })
})

describe('a residue in a bag', () => {
  const whole: Residue = {
    origin: { dialect: 'x' },
    absent: ['retryable'],
    json: ['a'],
    details: { é: 1 },
    said: { status: 404 },
  }

  it('is an object, or ASCII text with its parts in one order', () => {
    expect(writeResidue(whole, false)).toEqual(whole)
    expect(writeResidue(whole, true)).toBe(
      '{"said":{"status":404},"details":{"\\u00e9":1},"json":["a"],"absent":["retryable"],"origin":{"dialect":"x"}}',
    )
    expect(writeResidue({ absent: undefined, said: {} }, false)).toStrictEqual({ said: {} })
  })

  it('is read as it was written', () => {
    expect(readResidue(writeResidue(whole, false), false)).toEqual(whole)
    expect(readResidue(writeResidue(whole, true), true)).toEqual(whole)
  })

  it.each<[JsonValue]>([
    [{ said: { status: 404 } }],
    [{ said: {} }],
    [{ details: {} }],
    [{ json: [] }],
    [{ absent: [] }],
    [{ absent: ['retryable', 'details', 'details.x', 'details.'] }],
    [{ origin: { dialect: 'x', previous: { dialect: 'y' } } }],
  ])('may be %j', (value) => {
    expect(readResidue(value, false)).toBe(value)
  })

  it.each<[JsonValue]>([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ more: 1 }],
    [{ said: {}, more: 1 }],
    [{ said: [] }],
    [{ said: null }],
    [{ said: { code: 'nope' } }],
    [{ said: { more: 1 } }],
    [{ said: { details: {} } }],
    [{ said: { origin: { dialect: 'x' } } }],
    [{ details: [] }],
    [{ details: 'x' }],
    [{ json: 'a' }],
    [{ json: [1] }],
    [{ json: {} }],
    [{ absent: 'retryable' }],
    [{ absent: [5] }],
    [{ absent: ['code'] }],
    [{ absent: ['message'] }],
    [{ absent: ['severity'] }],
    [{ absent: ['origin'] }],
    [{ absent: ['more'] }],
    [{ absent: ['retryable', 'more'] }],
    [{ absent: {} }],
    [{ origin: {} }],
    [{ origin: { dialect: 'x', form: { more: 1 } } }],
    [{ origin: null }],
  ])('may not be %j', (value) => {
    expect(readResidue(value, false)).toBeUndefined()
  })

  it.each<[JsonValue]>([['{'], ['text'], ['[]'], [''], ['{"more":1}'], [5]])(
    'may not be the text %j',
    (text) => {
      expect(readResidue(text, true)).toBeUndefined()
    },
  )

  it('is read as JSON from an object too where text is expected', () => {
    expect(readResidue({ said: { status: 404 } }, true)).toEqual({ said: { status: 404 } })
  })
})

describe('details', () => {
  it.each<[JsonValue]>([[{ said: {} }], ['{"said":{}}']])(
    'lose what a reader would take for a residue: %j',
    (errlingua) => {
      expect(withoutResidue({ a: 1, errlingua })).toEqual({ a: 1 })
    },
  )

  it.each<[JsonValue]>([['hello'], [5], [{}], ['{}'], [{ more: 1 }]])(
    'keep what nobody would take for one: %j',
    (errlingua) => {
      const details = { a: 1, errlingua }
      expect(withoutResidue(details)).toBe(details)
    },
  )

  it('are the same where the key is not there', () => {
    const details = { a: 1 }
    expect(withoutResidue(details)).toBe(details)
  })
})

describe('an origin', () => {
  it.each<[Origin, Origin]>([
    [{ dialect: 'x' }, { dialect: 'x' }],
    [
      { dialect: 'x', code: 'C', variant: 'v' },
      { dialect: 'x', code: 'C', variant: 'v' },
    ],
    [{ dialect: 'x', previous: { dialect: 'y' } }, { dialect: 'x' }],
    [{ dialect: 'x', form: { order: ['a'] } }, { dialect: 'x' }],
    [{ dialect: 'x', form: {} }, { dialect: 'x' }],
    [
      { dialect: 'x', form: { order: ['a'], set: { a: 1 }, drop: ['b'] } },
      { dialect: 'x', form: { set: { a: 1 }, drop: ['b'] } },
    ],
    [
      { dialect: 'x', form: { inside: { a: { order: ['b'] }, c: { drop: ['d'], order: ['e'] } } } },
      { dialect: 'x', form: { inside: { c: { drop: ['d'] } } } },
    ],
    [{ dialect: 'x', form: { inside: { a: { inside: { b: { order: [] } } } } } }, { dialect: 'x' }],
  ])('%j travels as %j', (origin, expected) => {
    expect(travelling(origin)).toStrictEqual(expected)
  })

  it('stands in a chain, the latest first', () => {
    const one: Origin = { dialect: 'a', code: 'C', variant: 'v', form: { drop: ['x'] } }
    const two: Origin = { dialect: 'b' }
    const chained = chain([one, two])
    expect(chained).toStrictEqual({ ...one, previous: { dialect: 'b' } })
    expect(originsOf({ ...base, origin: chained })).toEqual([chained, two])
    expect(chain([])).toBeUndefined()
    expect(originsOf(base)).toEqual([])
    expect(chain([{ dialect: 'a', code: undefined, previous: two }])).toStrictEqual({ dialect: 'a' })
  })
})

import { describe, expect, it } from 'vitest'
import {
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  joined,
  member,
  sameJson,
  setMember,
  without,
} from '../../src/core/json'

describe('an exact number', () => {
  const number = new JsonNumber('9007199254740993')

  it('is its digits as text and the nearest double as a number', () => {
    expect(number.text).toBe('9007199254740993')
    expect(String(number)).toBe('9007199254740993')
    expect(number.toString()).toBe('9007199254740993')
    expect(number.valueOf()).toBe(9007199254740992)
    expect(Number(number)).toBe(9007199254740992)
    expect(Number(new JsonNumber('1e400'))).toBe(Number.POSITIVE_INFINITY)
  })

  it.each(['', ' 1', '01', '1.', '.5', '+1', '1e', 'NaN', '"},"x":1', '1\n'])('cannot be %j', (text) => {
    expect(() => new JsonNumber(text)).toThrow(new TypeError('The text is not a JSON number.'))
  })

  it('is frozen', () => {
    expect(Object.isFrozen(number)).toBe(true)
  })

  it('is written by JSON.stringify as its digits where the runtime can, else as the nearest double', () => {
    const holder = JSON as { rawJSON?: (text: string) => unknown }
    const before = Object.getOwnPropertyDescriptor(JSON, 'rawJSON')
    try {
      Object.defineProperty(JSON, 'rawJSON', { value: undefined, configurable: true, writable: true })
      expect(number.toJSON()).toBe(9007199254740992)
      expect(JSON.stringify({ number })).toBe('{"number":9007199254740992}')
      holder.rawJSON = (text) => `raw ${text}`
      expect(number.toJSON()).toBe('raw 9007199254740993')
    } finally {
      delete holder.rawJSON
      if (before) Object.defineProperty(JSON, 'rawJSON', before)
    }
  })
})

describe('a JSON object', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
    [1, false],
    [true, false],
    [() => 1, false],
    [new JsonNumber('1'), false],
  ])('is told from everything else: %j is %s', (value, expected) => {
    expect(isJsonObject(value)).toBe(expected)
  })
})

describe('a member', () => {
  it('is an own one, never an inherited one', () => {
    expect(member({ a: 1 }, 'a')).toBe(1)
    expect(member({ a: 1 }, 'b')).toBeUndefined()
    expect(member({}, 'toString')).toBeUndefined()
    expect(member({}, '__proto__')).toBeUndefined()
    expect(member(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1)
  })

  it.each(['a', '__proto__', 'constructor'])('can be set as %s', (key) => {
    const object: JsonObject = {}
    setMember(object, key, { x: 1 })
    setMember(object, 'z', 2)
    expect(Object.entries(object)).toEqual([
      [key, { x: 1 }],
      ['z', 2],
    ])
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
    setMember(object, key, 3)
    expect(member(object, key)).toBe(3)
  })

  it('can be changed and taken away again even as __proto__', () => {
    const object: JsonObject = {}
    setMember(object, '__proto__', 1)
    expect(Object.getOwnPropertyDescriptor(object, '__proto__')).toEqual({
      value: 1,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  })
})

it('leaves members out without touching the object', () => {
  const object = JSON.parse('{"a":1,"__proto__":2,"b":3}') as JsonObject
  expect(Object.entries(without(object, ['a', 'x']))).toEqual([
    ['__proto__', 2],
    ['b', 3],
  ])
  expect(Object.keys(without(object, ['__proto__']))).toEqual(['a', 'b'])
  expect(Object.keys(object)).toEqual(['a', '__proto__', 'b'])
})

it('joins the members of two objects, the second of which counts more', () => {
  const [one, other] = [
    JSON.parse('{"a":1,"__proto__":2,"b":3}'),
    JSON.parse('{"b":4,"c":5}'),
  ] as JsonObject[]
  expect(JSON.stringify(joined(one, other as JsonObject))).toBe('{"a":1,"__proto__":2,"b":4,"c":5}')
  expect(joined(undefined, other as JsonObject)).toEqual({ b: 4, c: 5 })
  expect(JSON.stringify(one)).toBe('{"a":1,"__proto__":2,"b":3}')
})

describe('sameness', () => {
  const number = (text: string) => new JsonNumber(text)

  it.each<[JsonValue | undefined, JsonValue | undefined]>([
    [undefined, undefined],
    [null, null],
    [1, 1],
    ['a', 'a'],
    [true, true],
    [[], []],
    [{}, {}],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: { c: [] } },
      { b: { c: [] }, a: 1 },
    ],
    [number('1e400'), number('1e400')],
  ])('holds between %j and %j', (a, b) => {
    expect(sameJson(a, b)).toBe(true)
    expect(sameJson(b, a)).toBe(true)
  })

  it.each<[JsonValue | undefined, JsonValue | undefined]>([
    [undefined, null],
    [0, -0],
    [1, '1'],
    [1, 2],
    [null, {}],
    [[], {}],
    [[], null],
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [{}, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 2 }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [{ toString: 1 }, { a: 1 }],
    [number('1e400'), number('1e401')],
    [number('1e0'), 1],
    [number('1'), '1'],
    [number('1'), {}],
    [{ text: '1' }, number('1')],
    [['a'], { 0: 'a' }],
  ])('does not hold between %j and %j', (a, b) => {
    expect(sameJson(a, b)).toBe(false)
    expect(sameJson(b, a)).toBe(false)
  })

  it.each<[JsonValue, JsonValue]>([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ x: { a: 1, b: 2 } }, { x: { b: 2, a: 1 } }],
    [[{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
  ])('minds the order of %j and %j only when told to', (a, b) => {
    expect(sameJson(a, b)).toBe(true)
    expect(sameJson(a, b, false)).toBe(true)
    expect(sameJson(a, b, true)).toBe(false)
    expect(sameJson(a, structuredClone(a), true)).toBe(true)
  })

  it('does not take an inherited member for an own one', () => {
    const other = Object.create({ a: 1 }) as JsonObject
    other.b = 1
    expect(sameJson({ a: 1 }, other)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import { JsonNumber, type JsonObject } from '../../src/core/json'
import { jsonSnapshot } from '../../src/core/json-snapshot'
import { defaultLimits } from '../../src/core/limits'

const snapshot = (input: unknown) => jsonSnapshot(input, defaultLimits)

const failure = (input: unknown, limits = defaultLimits) => {
  try {
    jsonSnapshot(input, limits)
  } catch (error) {
    if (error instanceof DecodeError) return { code: error.code, path: error.path, message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('a copy', () => {
  it.each([
    [null, null],
    ['a', 'a'],
    [true, true],
    [false, false],
    [1.5, 1.5],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [5n, 5],
    [2n ** 60n, 2 ** 60],
    [10n ** 400n, new JsonNumber(`1${'0'.repeat(400)}`)],
    [[], []],
    [{}, {}],
    [
      [1, [undefined, 2]],
      [1, [null, 2]],
    ],
    [{ a: undefined, b: () => 1, d: 0 }, { d: 0 }],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    [new Map([['a', 1]]), {}],
    [{ toJSON: () => ({ toJSON: () => [1] }) }, [1]],
    [{ toJSON: 1 }, { toJSON: 1 }],
  ])('of %s is %j', (input, copy) => {
    expect(snapshot(input)).toEqual(copy)
  })

  it('has null for what JSON leaves out of an array, and no member for it in an object', () => {
    expect(snapshot([() => 1, Symbol('s'), undefined])).toEqual([null, null, null])
    expect(Object.keys(snapshot({ a: () => 1, b: Symbol('s'), c: undefined, d: 0 }) as JsonObject)).toEqual([
      'd',
    ])
  })

  it('keeps a number exactly', () => {
    const number = new JsonNumber('1e400')
    expect(snapshot({ number })).toEqual({ number })
    expect((snapshot({ number }) as JsonObject).number).toBe(number)
    expect(snapshot(9007199254740993n)).toEqual(new JsonNumber('9007199254740993'))
    expect(Object.is(snapshot(-0), -0)).toBe(true)
  })

  it('is a new object with the same members in the same order', () => {
    const input = { b: { y: 1 }, a: [2] }
    const copy = snapshot(input) as JsonObject
    expect(copy).not.toBe(input)
    expect(copy.b).not.toBe(input.b)
    expect(copy.a).not.toBe(input.a)
    expect(Object.keys(copy)).toEqual(['b', 'a'])
  })

  it('keeps an own __proto__ and takes nothing inherited', () => {
    const copy = snapshot(JSON.parse('{"__proto__":{"a":1}}')) as JsonObject
    expect(Object.entries(copy)).toEqual([['__proto__', { a: 1 }]])
    expect(snapshot(Object.create({ a: 1 }))).toEqual({})
  })

  it('gives the holder to toJSON as JSON.stringify does', () => {
    const holder = {
      value: 7,
      toJSON(key: string) {
        return { key, value: this.value }
      },
    }
    expect(snapshot(holder)).toEqual({ key: '', value: 7 })
  })

  it('may use the same object twice', () => {
    const shared = { x: 1 }
    expect(snapshot([shared, shared])).toEqual([{ x: 1 }, { x: 1 }])
  })
})

describe('a refusal', () => {
  it.each([
    ['undefined', undefined],
    ['function', () => 1],
    ['symbol', Symbol('s')],
  ])('names a %s', (kind, input) => {
    expect(failure(input)).toEqual({
      code: 'NOT_DATA',
      path: '',
      message: `The input is of type ${kind}, not text or JSON data.`,
    })
  })

  it('says that a member could not be read', () => {
    const expected = {
      code: 'NOT_DATA',
      path: '',
      message: 'The value could not be copied: reading one of its members failed.',
    }
    const throwing = {
      get secret(): string {
        throw new Error('hunter2')
      },
    }
    expect(failure(throwing)).toEqual(expected)
    expect(failure([throwing])).toEqual(expected)
    expect(
      failure({
        toJSON() {
          throw new TypeError('hunter2')
        },
      }),
    ).toEqual(expected)
    expect(
      failure(
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('trap')
            },
          },
        ),
      ),
    ).toEqual(expected)
  })

  it('meets a cycle at the depth limit', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    const message = 'The value is nested deeper than 128 levels.'
    expect(failure(cycle)).toEqual({ code: 'LIMIT_DEPTH', path: '', message })
    const self = { toJSON: () => self }
    expect(failure(self)).toEqual({ code: 'LIMIT_DEPTH', path: '', message })
  })
})

describe('the limits', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

  it('let exactly as many levels through as they say', () => {
    const limits = { ...defaultLimits, maxDepth: 3 }
    expect(jsonSnapshot(nested(3), limits)).toEqual({ a: { a: { a: 1 } } })
    expect(failure(nested(4), limits)).toEqual({
      code: 'LIMIT_DEPTH',
      path: '',
      message: 'The value is nested deeper than 3 levels.',
    })
  })

  it('count an array as a level too', () => {
    const limits = { ...defaultLimits, maxDepth: 1 }
    expect(jsonSnapshot([1], limits)).toEqual([1])
    expect(failure([[]], limits).code).toBe('LIMIT_DEPTH')
    expect(failure({ toJSON: () => ({}) }, limits).code).toBe('LIMIT_DEPTH')
  })

  it('do not count an exact number as a level', () => {
    const number = new JsonNumber('1e400')
    expect(jsonSnapshot([number], { ...defaultLimits, maxDepth: 1 })).toEqual([number])
  })

  it('let exactly as many values through as they say', () => {
    const limits = { ...defaultLimits, maxValues: 4 }
    expect(jsonSnapshot({ a: 1, b: 2, c: 3 }, limits)).toEqual({ a: 1, b: 2, c: 3 })
    expect(failure({ a: 1, b: 2, c: { d: 3 } }, limits)).toEqual({
      code: 'LIMIT_VALUES',
      path: 'c.d',
      message: 'The value holds more than 4 values.',
    })
  })

  it('say where in an array they were met', () => {
    expect(failure({ list: [[1], { x: [1] }] }, { ...defaultLimits, maxValues: 10 }).path).toBe(
      'list[1].x[0]',
    )
  })

  it('are met by a huge array of nothing before any of it is copied', () => {
    const huge: unknown[] = []
    huge.length = 2 ** 32 - 1
    expect(failure({ huge })).toEqual({
      code: 'LIMIT_VALUES',
      path: 'huge',
      message: 'The value holds more than 1000000 values.',
    })
  })
})

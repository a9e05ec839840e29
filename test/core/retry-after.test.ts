import { describe, expect, it } from 'vitest'
import { formatGoDuration } from '../../src/core/go-duration'
import { JsonNumber, type JsonObject, type JsonValue } from '../../src/core/json'
import {
  goRetryAfterIn,
  inSeconds,
  retryAfterIn,
  saysRetryAfter,
  withoutRetryAfter,
  withRetryAfter,
} from '../../src/core/retry-after'

describe('a bag', () => {
  it.each<[JsonValue, number]>([
    [0, 0],
    [30, 30],
    [0.5, 0.5],
    ['30', 30],
    ['1.5', 1.5],
    ['0', 0],
    ['1m0s', 60],
    ['250µs', 0.00025],
    [new JsonNumber('1.00000000000000000001'), 1],
  ])('with a retry_after of %j says %d seconds', (value, seconds) => {
    expect(retryAfterIn({ retry_after: value })).toBe(seconds)
    expect(goRetryAfterIn({ retry_after: value })).toBe(seconds)
  })

  it.each<[JsonValue]>([
    [-1],
    ['-1'],
    ['-1s'],
    ['soon'],
    [''],
    ['1.'],
    ['.5'],
    ['1e3'],
    [' 1'],
    [null],
    [true],
    [[30]],
    [{ seconds: 30 }],
    [new JsonNumber('-1.00000000000000000001')],
  ])('with a retry_after of %j says nothing', (value) => {
    expect(retryAfterIn({ retry_after: value })).toBeUndefined()
    expect(goRetryAfterIn({ retry_after: value })).toBeUndefined()
  })

  it('with a number of seconds without end says nothing', () => {
    expect(retryAfterIn({ retry_after: new JsonNumber('1e400') })).toBeUndefined()
    expect(goRetryAfterIn({ retry_after: new JsonNumber('1e400') })).toBeUndefined()
  })

  it('of a Go producer has nanoseconds in a number that no double can hold', () => {
    expect(goRetryAfterIn({ retry_after: new JsonNumber('9223372036854775807') })).toBe(2 ** 63 / 1e9)
  })

  it('that is absent, or has none, says nothing', () => {
    expect(retryAfterIn(undefined)).toBeUndefined()
    expect(goRetryAfterIn(undefined)).toBeUndefined()
    expect(retryAfterIn({})).toBeUndefined()
    expect(goRetryAfterIn({})).toBeUndefined()
    expect(retryAfterIn(Object.create({ retry_after: 1 }))).toBeUndefined()
  })

  it.each([
    [30_000_000_000, 30],
    [1e7, 0.01],
    [9_999_999, 9_999_999],
    [1e21, 1e12],
  ])('of a Go producer with the number %d says %d seconds', (value, seconds) => {
    expect(goRetryAfterIn({ retry_after: value })).toBe(seconds)
    expect(retryAfterIn({ retry_after: value })).toBe(value)
  })
})

describe('a bag under another name', () => {
  it.each<[string, JsonValue, number]>([
    ['retryAfter', 30, 30],
    ['retryAfterSeconds', '30', 30],
    ['RetryAfterSeconds', 5, 5],
    ['retry_after_ms', 1500, 1.5],
    ['retryAfterMs', '250', 0.25],
    ['retryAfterMs', '2 seconds', 2],
    ['Retry-After', '2 minutes', 120],
    ['retryDelay', '30s', 30],
  ])('%s: %j says %d seconds', (name, value, seconds) => {
    expect(retryAfterIn({ [name]: value })).toBe(seconds)
    expect(goRetryAfterIn({ [name]: value })).toBe(seconds)
  })

  it('says less than under its own', () => {
    expect(retryAfterIn({ retryAfter: 30, retry_after: 5 })).toBe(5)
    expect(retryAfterIn({ retryAfter: 30, retry_after: 'soon' })).toBe(30)
  })

  it('is left as it is when the same seconds are written', () => {
    const bag = { retryAfterMs: 1500 }
    expect(withRetryAfter(bag, 1.5, retryAfterIn, [inSeconds])).toBe(bag)
    expect(withRetryAfter(bag, 2, retryAfterIn, [inSeconds])).toEqual({ ...bag, retry_after: 2 })
  })

  it.each([
    ['retryAfter', 'soon'],
    ['retryAfterMs', -1],
    ['retry', 5],
    ['after', 5],
  ])('%s: %j says nothing', (name, value) => {
    expect(retryAfterIn({ [name]: value })).toBeUndefined()
  })
})

describe('writing seconds into a bag', () => {
  const write = (bag: JsonObject | undefined, seconds: number | undefined) =>
    withRetryAfter(bag, seconds, retryAfterIn, [inSeconds])
  const writeGo = (bag: JsonObject | undefined, seconds: number | undefined) =>
    withRetryAfter(bag, seconds, goRetryAfterIn, [formatGoDuration, inSeconds])

  it('leaves the bag alone where there are none', () => {
    const bag = { retry_after: 'soon' }
    expect(write(bag, undefined)).toBe(bag)
    expect(write(undefined, undefined)).toBeUndefined()
  })

  it('adds them after what is there', () => {
    expect(write({ a: 1 }, 30)).toEqual({ a: 1, retry_after: 30 })
    expect(write(undefined, 0)).toEqual({ retry_after: 0 })
    expect(writeGo({ a: 1 }, 60)).toEqual({ a: 1, retry_after: '1m0s' })
  })

  it.each<[JsonValue]>([[30], [new JsonNumber('30.00000000000000000000001')]])(
    'keeps the bag that says %j in its own notation',
    (value) => {
      const bag = { retry_after: value }
      expect(write(bag, 30)).toBe(bag)
    },
  )

  it('keeps a Go duration that is written another way', () => {
    const bag = { retry_after: '60s' }
    expect(writeGo(bag, 60)).toBe(bag)
    expect(writeGo({ retry_after: '61s' }, 60)).toEqual({ retry_after: '1m0s' })
  })

  it('rewrites another notation, and another wait, in its place', () => {
    expect(write({ retry_after: '30', b: 1 }, 30)).toEqual({ retry_after: 30, b: 1 })
    expect(Object.keys(write({ retry_after: '30', b: 1 }, 30) ?? {})).toEqual(['retry_after', 'b'])
    expect(write({ retry_after: 10 }, 30)).toEqual({ retry_after: 30 })
    expect(writeGo({ retry_after: 60 }, 60)).toEqual({ retry_after: '1m0s' })
    expect(writeGo({ retry_after: new JsonNumber('60.00000000000000000001') }, 60)).toEqual({
      retry_after: '1m0s',
    })
    expect(write({ retry_after: null }, 30)).toEqual({ retry_after: 30 })
  })

  it('takes the next notation where the first cannot hold them', () => {
    expect(writeGo(undefined, 1e-12)).toEqual({ retry_after: 1e-12 })
    expect(writeGo(undefined, 0.1234567891)).toEqual({ retry_after: 0.1234567891 })
  })

  it('leaves out what no notation can hold', () => {
    const bag = { a: 1 }
    expect(writeGo(bag, 1e11)).toBe(bag)
    expect(writeGo(undefined, 1e11)).toBeUndefined()
    expect(writeGo({ a: 1, retry_after: 1e11 }, 1e11)).toEqual({ a: 1 })
    expect(withRetryAfter({ a: 1 }, 5, retryAfterIn, [])).toEqual({ a: 1 })
  })
})

describe('taking a wait out of a bag', () => {
  it('takes it where it says no more than the seconds', () => {
    expect(withoutRetryAfter({ a: 1, retry_after: '30s' }, 30)).toEqual({ a: 1 })
    expect(withoutRetryAfter({ retry_after: 30 }, 30)).toEqual({})
  })

  it('leaves the same bag otherwise', () => {
    const other = { retry_after: 31 }
    const none = { a: 1 }
    expect(withoutRetryAfter(other, 30)).toBe(other)
    expect(withoutRetryAfter(none, 30)).toBe(none)
  })
})

describe('details', () => {
  const error = { code: 'timeout', message: 'm', severity: 'error' } as const

  it.each([
    [30, { retry_after: 30 }, true],
    [30, { retry_after: '30s', a: 1 }, true],
    [30, { retry_after: 31 }, false],
    [30, {}, false],
    [30, undefined, false],
    [undefined, { retry_after: 30 }, false],
    [undefined, undefined, false],
  ])('with a wait of %j and %j say it once more: %s', (retryAfter, details, expected) => {
    expect(saysRetryAfter({ ...error, retryAfter, details })).toBe(expected)
  })
})

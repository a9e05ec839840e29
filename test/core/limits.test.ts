import { describe, expect, it } from 'vitest'
import { defaultLimits, greatestDepth, type Limits, limitsFrom } from '../../src/core/limits'

it('reads sixteen million characters, 128 levels, a million values and ten thousand of each part, and no more', () => {
  expect(defaultLimits).toEqual({
    maxLength: 16_777_216,
    maxDepth: 128,
    maxValues: 1_000_000,
    maxDetails: 10_000,
    maxIssues: 10_000,
    maxActions: 10_000,
    maxBlocks: 10_000,
  })
  expect(Object.isFrozen(defaultLimits)).toBe(true)
})

it('never goes deeper than a thousand levels', () => {
  expect(greatestDepth).toBe(1000)
})

describe('the limits of a caller', () => {
  it.each<[Partial<Limits> | undefined, Limits]>([
    [undefined, defaultLimits],
    [{}, defaultLimits],
    [{ maxLength: undefined, maxDepth: undefined, maxValues: undefined }, defaultLimits],
    [{ maxLength: 5 }, { ...defaultLimits, maxLength: 5 }],
    [{ maxDepth: 5 }, { ...defaultLimits, maxDepth: 5 }],
    [{ maxValues: 5 }, { ...defaultLimits, maxValues: 5 }],
    [{ maxDetails: 5 }, { ...defaultLimits, maxDetails: 5 }],
    [
      { maxIssues: 1, maxActions: 2, maxBlocks: 3 },
      { ...defaultLimits, maxIssues: 1, maxActions: 2, maxBlocks: 3 },
    ],
    [
      { maxLength: 0, maxDepth: 0, maxValues: 0 },
      { ...defaultLimits, maxLength: 0, maxDepth: 0, maxValues: 0 },
    ],
    [{ maxDepth: 1000 }, { ...defaultLimits, maxDepth: 1000 }],
    [{ maxDepth: 1001 }, { ...defaultLimits, maxDepth: 1000 }],
    [{ maxDepth: Number.POSITIVE_INFINITY }, { ...defaultLimits, maxDepth: 1000 }],
    [
      { maxLength: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY },
      { ...defaultLimits, maxLength: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY },
    ],
  ])('%j are those, the defaults for the others, and a depth of at most a thousand', (given, limits) => {
    expect(limitsFrom(given)).toEqual(limits)
  })
})

it.each([Number.NaN, -1, ...(['5', null] as unknown as number[])])('refuses a limit of %j', (limit) => {
  expect(() => limitsFrom({ maxDepth: limit })).toThrow(
    new TypeError('limits.maxDepth is not a number of 0 or more.'),
  )
})

it('refuses a limit that there is not: a slip of the pen would be no limit at all', () => {
  expect(() => limitsFrom({ maxLenght: 5 } as Partial<Limits>)).toThrow(
    /^There is no limit maxLenght\. Known: maxLength, maxDepth, /,
  )
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import { JsonNumber } from '../../src/core/json'
import { type Loss, lossesBetween, saysTheSame } from '../../src/core/loss'

const error: CanonicalError = { code: 'timeout', message: 'm', severity: 'error' }

describe('two errors', () => {
  const details = { a: 1, b: [{ c: 2 }] }

  it.each<[Partial<CanonicalError>, Partial<CanonicalError>, boolean]>([
    [{}, {}, true],
    [{ origin: { dialect: 'x' } }, {}, true],
    [{ details }, { details: structuredClone(details) }, true],
    [{ details }, { details: { b: details.b, a: 1 } }, false],
    [{ details: {} }, {}, false],
    [{}, { status: 404 }, false],
    [{ status: 404 }, { status: 405 }, false],
  ])('with %j and %j say the same to the letter: %j', (one, other, isSame) => {
    expect(saysTheSame({ ...error, ...one }, { ...error, ...other })).toBe(isSame)
    expect(saysTheSame({ ...error, ...other }, { ...error, ...one })).toBe(isSame)
  })
})

describe('a loss', () => {
  it.each<[string, Partial<CanonicalError>, Partial<CanonicalError>, Loss[]]>([
    ['of nothing is none', {}, {}, []],
    ['is none where the reading says more', {}, { retryAfter: 5, details: { a: 1 } }, []],
    ['is none of an origin', { origin: { dialect: 'x' } }, {}, []],
    [
      'of a member is that member',
      { retryAfter: 5 },
      {},
      [{ field: 'retryAfter', path: 'retryAfter', was: 5 }],
    ],
    [
      'has what came instead',
      { retryable: false },
      { retryable: true },
      [{ field: 'retryable', path: 'retryable', was: false, became: true }],
    ],
    [
      'of the code',
      {},
      { code: 'transient' },
      [{ field: 'code', path: 'code', was: 'timeout', became: 'transient' }],
    ],
    [
      'of a list is the whole list',
      { actions: ['a', 'b'] },
      { actions: ['a'] },
      [{ field: 'actions', path: 'actions', was: ['a', 'b'], became: ['a'] }],
    ],
    ['is none of the same list', { actions: ['a'] }, { actions: ['a'] }, []],
    ['of empty details', { details: {} }, {}, [{ field: 'details', path: 'details', was: {} }]],
    ['is none of empty details where there are others', { details: {} }, { details: { x: 1 } }, []],
    ['is none of details in another order', { details: { a: 1, b: 2 } }, { details: { b: 2, a: 1 } }, []],
    [
      'of details is told one by one',
      { details: { a: 1, b: 2, c: null } },
      { details: { a: 1, b: 3 } },
      [
        { field: 'details', path: 'details.b', was: 2, became: 3 },
        { field: 'details', path: 'details.c', was: null },
      ],
    ],
    [
      'of all details is told one by one too',
      { details: { a: 1 } },
      {},
      [{ field: 'details', path: 'details.a', was: 1 }],
    ],
    [
      'of a detail with an inherited name',
      { details: { toString: 1 } },
      { details: {} },
      [{ field: 'details', path: 'details.toString', was: 1 }],
    ],
    [
      'of digits',
      { details: { n: new JsonNumber('9007199254740993') } },
      { details: { n: 9007199254740992 } },
      [
        {
          field: 'details',
          path: 'details.n',
          was: new JsonNumber('9007199254740993'),
          became: 9007199254740992,
        },
      ],
    ],
    [
      'comes in the order of the members',
      { status: 404, recovery: 'r', retryable: true },
      {},
      [
        { field: 'retryable', path: 'retryable', was: true },
        { field: 'recovery', path: 'recovery', was: 'r' },
        { field: 'status', path: 'status', was: 404 },
      ],
    ],
  ])('%s', (_, more, other, losses) => {
    expect(lossesBetween({ ...error, ...more }, { ...error, ...other })).toStrictEqual(losses)
  })
})

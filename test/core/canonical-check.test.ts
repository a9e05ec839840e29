import { describe, expect, it } from 'vitest'
import { checkedError } from '../../src/core/canonical-check'
import { CanonicalError, fields } from '../../src/core/canonical-error'
import { EncodeError } from '../../src/core/decode-error'
import { JsonNumber, type JsonObject } from '../../src/core/json'
import { jsonSnapshot } from '../../src/core/json-snapshot'
import { defaultLimits } from '../../src/core/limits'

const error: CanonicalError = { code: 'timeout', message: 'm', severity: 'error' }

const failure = (value: unknown) => {
  try {
    checkedError(value as CanonicalError)
  } catch (error) {
    if (error instanceof EncodeError) return { code: error.code, path: error.path, message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('a canonical error', () => {
  it('is copied, with its members in their fixed order', () => {
    const details: JsonObject = { b: 1, a: new JsonNumber('1e400') }
    const given = {
      origin: { dialect: 'x' },
      details,
      severity: 'error',
      message: 'm',
      code: 'timeout',
    } as const
    const checked = checkedError(given)
    expect(checked).toEqual(given)
    expect(checked).not.toBe(given)
    expect(Object.keys(checked)).toEqual(['code', 'message', 'severity', 'details', 'origin'])
    expect(Object.keys(checked.details ?? {})).toEqual(['b', 'a'])
  })

  it('may have members that are undefined, and has them no more', () => {
    expect(Object.keys(checkedError({ ...error, retryable: undefined, origin: undefined }))).toEqual([
      'code',
      'message',
      'severity',
    ])
  })

  it('keeps an own __proto__ in its details', () => {
    const details = JSON.parse('{"__proto__":{"a":1}}') as JsonObject
    expect(JSON.stringify(checkedError({ ...error, details }).details)).toBe('{"__proto__":{"a":1}}')
  })

  const nested = (depth: number): JsonObject => (depth === 0 ? {} : { a: nested(depth - 1) })

  it('may have details twice as deep as a decoder can be told to read', () => {
    expect(checkedError({ ...error, details: nested(1998) }).code).toBe('timeout')
    expect(failure({ ...error, details: nested(1999) })).toEqual({
      code: 'NOT_CANONICAL',
      path: '',
      message: 'The value is nested deeper than 2000 levels.',
    })
  })

  it('may have a text longer than a decoder reads by default, and more values', () => {
    const message = 'x'.repeat(2 ** 24 + 1)
    expect(checkedError({ ...error, message }).message).toHaveLength(message.length)
    const list = Array.from({ length: 600_000 }, () => 0)
    expect(checkedError({ ...error, details: { list } }).details?.list).toHaveLength(600_000)
  })

  it.each<[string, unknown, string, string]>([
    [
      'a negative wait',
      { ...error, retryAfter: -1 },
      'retryAfter',
      'The value is no canonical error; retryAfter: it is not as it should be.',
    ],
    [
      'a wait without end',
      { ...error, retryAfter: Number.POSITIVE_INFINITY },
      'retryAfter',
      'The value is no canonical error; retryAfter: it should be of type number.',
    ],
    [
      'an issue without a message',
      { ...error, issues: [{ path: 'a' }] },
      'issues.0.message',
      'The value is no canonical error; issues.0.message: it should be of type string.',
    ],
    [
      'details that are a list',
      { ...error, details: [] },
      'details',
      'The value is no canonical error; details: it is not as it should be.',
    ],
    [
      'a form that is no patch',
      { ...error, origin: { dialect: 'x', form: { nope: 1 } } },
      'origin.form',
      'The value is no canonical error; origin.form: it is not as it should be.',
    ],
    [
      'one with a member too many',
      { ...error, hunter2: 1 },
      '',
      'The value is no canonical error; the value itself: it has a member that the schema does not know.',
    ],
    [
      'one of another severity',
      { ...error, severity: 'hunter2' },
      'severity',
      'The value is no canonical error; severity: it should be one of warning, error, critical.',
    ],
    ['a number', 5, '', 'The value is no canonical error; the value itself: it should be of type object.'],
    ['null', null, '', 'The value is no canonical error; the value itself: it should be of type object.'],
  ])('is not %s', (_, value, path, message) => {
    expect(failure(value)).toEqual({ code: 'NOT_CANONICAL', path, message })
  })

  it.each<[unknown, string]>([
    [{ ...error, code: 'nope' }, 'code'],
    [{ message: 'm', severity: 'error' }, 'code'],
    [{ ...error, severity: 'fatal' }, 'severity'],
    [{ ...error, message: 5 }, 'message'],
    [{ ...error, status: 99 }, 'status'],
    [{ ...error, status: 600 }, 'status'],
    [{ ...error, status: 404.5 }, 'status'],
    [{ ...error, retryable: 'yes' }, 'retryable'],
    [{ ...error, actions: 'a' }, 'actions'],
    [{ ...error, origin: {} }, 'origin.dialect'],
    [{ ...error, origin: { dialect: 'x', previous: { dialect: 1 } } }, 'origin.previous.dialect'],
    [{ ...error, extra: 1 }, ''],
    [{ ...error, origin: { dialect: 'x', extra: 1 } }, 'origin'],
  ])('is not %j', (value, path) => {
    expect(failure(value)).toMatchObject({ code: 'NOT_CANONICAL', path })
  })

  const values = [
    ...[undefined, null, true, 0, -0, -1, 1.5, 404, 1e21, '', 'x', 'timeout', 'warning'],
    ...['2026-01-01T00:00:00Z', [], ['a'], [1], {}, { a: 1 }, new JsonNumber('1e400')],
    ...[[{ path: 'a', message: 'b' }], [{ path: 'a', message: 'b', more: 1 }], [{ path: 'a' }]],
    ...[{ set: { a: 1 } }, { set: 1 }, { dialect: 'x' }, { dialect: 'x', previous: { dialect: 'y' } }],
  ]
  const ofOrigins = [
    'dialect',
    'code',
    'variant',
    'form',
    'server',
    'carried',
    'ignored',
    'previous',
    'other',
  ]

  it.each([
    ...[...fields, 'origin', 'other'].map((name) => [
      name,
      (value: unknown) => ({ ...error, [name]: value }),
    ]),
    ...ofOrigins.map((name) => [
      `origin.${name}`,
      (value: unknown) => ({ ...error, origin: { dialect: 'x', [name]: value } }),
    ]),
  ] as [string, (value: unknown) => object][])(
    'has in %s what the schema takes, and nothing else',
    (_, withValue) => {
      for (const value of values) {
        const given = withValue(value)
        const isTaken = CanonicalError.safeParse(jsonSnapshot(given, defaultLimits)).success
        if (isTaken) expect(checkedError(given as CanonicalError)).toEqual(given)
        else expect(failure(given)).toMatchObject({ code: 'NOT_CANONICAL' })
      }
    },
  )

  it('is nothing that cannot be copied', () => {
    const throwing = {
      ...error,
      get details(): JsonObject {
        throw new Error('hunter2')
      },
    }
    expect(
      failure(
        Object.defineProperty({ ...error }, 'details', { get: () => throwing.details, enumerable: true }),
      ),
    ).toEqual({
      code: 'NOT_CANONICAL',
      path: '',
      message: 'The value could not be copied: reading one of its members failed.',
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError, Field } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import { JsonNumber, type JsonObject, type JsonValue } from '../../src/core/json'
import {
  anotherErrorMembers,
  decidingMembers,
  isSeconds,
  isStatus,
  liftReadable as lift,
  mayRefine,
  misreadMembers,
  readableFor as readableBeside,
  unreadMembers,
} from '../../src/core/readable'

const base: CanonicalError = { code: 'internal', message: 'm', severity: 'error' }
const unsaid: Partial<CanonicalError> = { code: 'internal', message: 'm' }

const liftReadable = (said: Partial<CanonicalError>, textOnly: boolean) =>
  lift(said, { code: said.code ?? 'unknown', retryable: said.retryable }, textOnly)
const readableFor = (error: CanonicalError, reading: CanonicalError, textOnly: boolean) =>
  readableBeside(error, { error: reading, isCodeSaid: true }, textOnly)

// field, name in the bag, a value that fits, the same as text
const members: [Field, string, JsonValue, string][] = [
  ['severity', 'error_severity', 'warning', 'warning'],
  ['retryable', 'retryable', false, 'false'],
  ['retryable', 'retryable', true, 'true'],
  ['code', 'code', 'timeout', 'timeout'],
  ['recoverable', 'recoverable', true, 'true'],
  ['temporary', 'temporary', false, 'false'],
  ['retryAfter', 'retry_after', 1.5, '1.5'],
  ['recovery', 'recovery', 'try', 'try'],
  ['actions', 'actions', ['a', 'b'], '["a","b"]'],
  ['actions', 'actions', [], '[]'],
  ['issues', 'issues', [{ path: 'p', message: 'm' }], '[{"path":"p","message":"m"}]'],
  ['operation', 'operation', 'op', 'op'],
  ['resource', 'resource', 'res', 'res'],
  ['requestId', 'request_id', 'id', 'id'],
  ['timestamp', 'timestamp', '2025-10-23T12:34:56Z', '2025-10-23T12:34:56Z'],
  ['status', 'status', 404, '404'],
]

describe('a readable member', () => {
  it.each(members)('%s is lifted from %s', (field, name, value) => {
    const lifted = liftReadable({ ...unsaid, details: { [name]: value } }, false)
    expect(lifted).toEqual({ ...unsaid, [field]: value, details: undefined })
  })

  it.each(members)('%s is lifted from %s in a bag of text', (field, name, value, text) => {
    const lifted = liftReadable({ ...unsaid, details: { [name]: text, other: 'x' } }, true)
    expect(lifted).toEqual({ ...unsaid, [field]: value, details: { other: 'x' } })
  })

  it.each(members.filter(([field]) => field !== 'code'))(
    '%s is not lifted from %s where the body says it',
    (field, name, value) => {
      const said = { ...unsaid, [field]: 'said', details: { [name]: value } }
      expect(liftReadable(said, false)).toBe(said)
    },
  )

  it.each(members)('%s is written as %s', (field, name, value) => {
    const error = { ...base, [field]: value }
    expect(readableFor(error, base, false)).toEqual({ [name]: value })
  })

  it.each<[string, JsonValue]>([
    ['error_severity', 'fatal'],
    ['severity', 'warning'],
    ['error_severity', true],
    ['retryable', 'true'],
    ['retryable', 1],
    ['code', 'NOPE'],
    ['code', 5],
    ['recoverable', null],
    ['retry_after', -1],
    ['retry_after', '5'],
    ['retry_after', new JsonNumber('1e400')],
    ['recovery', 5],
    ['actions', 'a'],
    ['actions', ['a', 1]],
    ['issues', {}],
    ['issues', [1]],
    ['issues', [{ path: 'p' }]],
    ['issues', [{ message: 'm' }]],
    ['issues', [{ path: 'p', message: 5 }]],
    ['issues', [{ path: 5, message: 'm' }]],
    ['issues', [{ path: 'p', message: 'm', more: 1 }]],
    ['operation', {}],
    ['request_id', 7],
    ['timestamp', 'yesterday'],
    ['timestamp', 1700000000],
    ['timestamp', 'at 2025-10-23T12:34:56Z'],
    ['status', 99],
    ['status', 600],
    ['status', 404.5],
    ['status', '404'],
  ])('is not lifted from %s: %j', (name, value) => {
    const said = { ...unsaid, details: { [name]: value } }
    expect(liftReadable(said, false)).toBe(said)
  })

  it.each<[string, JsonValue]>(
    [
      ['retryable', 'TRUE'],
      ['retryable', ' true'],
      ['retryable', 'truex'],
      ['retryable', 'falsehood'],
      ['retryable', '1'],
      ['retry_after', '05'],
      ['retry_after', '5.0'],
      ['retry_after', '1e1'],
      ['retry_after', '5 '],
      ['retry_after', '-5'],
      ['actions', '["a", "b"]'],
      ['actions', '["a"'],
      ['actions', 'a'],
      ['status', '4040'],
      ['status', 'x404'],
      ['retryable', true as JsonValue],
    ].filter(([, value]) => typeof value === 'string') as [string, JsonValue][],
  )('is not lifted from the text %s: %j', (name, value) => {
    const said = { ...unsaid, details: { [name]: value } }
    expect(liftReadable(said, true)).toBe(said)
  })

  it.each(['2025-10-23T12:34', '2025-10-23t12:34:56.5+07:00', '2025-10-23 12:34'])(
    'may be the timestamp %s',
    (timestamp) => {
      expect(liftReadable({ ...unsaid, details: { timestamp } }, false).timestamp).toBe(timestamp)
    },
  )

  it.each(['2025-10-23', '2025-10-23x12:34', '25-10-23T12:34', '2025-1-23T12:34'])(
    'may not be the timestamp %s',
    (timestamp) => {
      expect(liftReadable({ ...unsaid, details: { timestamp } }, false).timestamp).toBeUndefined()
    },
  )

  it('leaves the other details in place', () => {
    const details = { a: 1, retryable: true, b: 2, status: 404 }
    expect(liftReadable({ ...unsaid, details }, false)).toEqual({
      ...unsaid,
      retryable: true,
      status: 404,
      details: { a: 1, b: 2 },
    })
  })

  it('is none in an error without details, or with none that fits', () => {
    const [without, other] = [{ ...unsaid }, { ...unsaid, details: { a: 1 } }]
    expect(liftReadable(without, false)).toBe(without)
    expect(liftReadable(other, false)).toBe(other)
  })
})

describe('a bag that speaks of another error', () => {
  const others: JsonObject[] = [
    { message: 'x', code: 'timeout' },
    { message: 'x', error: 'y', retryable: true },
    { message: '', type: 1, retryable: true },
    { message: 'x', kind: null, retryable: true },
    { error: {}, retryable: true },
  ]

  it.each(others)('is left alone: %j', (details) => {
    const said = { ...unsaid, details }
    expect(liftReadable(said, false)).toBe(said)
    expect(readableFor({ ...base, status: 404, details }, base, false)).toEqual({})
  })

  it.each<[JsonObject]>([
    [{ message: 5, code: 'timeout' }],
    [{ code: 'timeout' }],
    [{ message: 'x', retryable: true }],
    [{ error: 'x', retryable: true }],
    [{ error: [], retryable: true }],
    [{ type: 'x', retryable: true }],
  ])('is not this one: %j', (details) => {
    expect(liftReadable({ ...unsaid, details }, false).details).not.toEqual(details)
  })

  it('has a message of any kind where it holds text only', () => {
    const details = { message: 5, code: 'timeout' }
    const said = { ...unsaid, details }
    expect(liftReadable(said, true)).toBe(said)
    expect(readableFor({ ...base, status: 404, details }, base, true)).toEqual({})
    expect(readableFor({ ...base, status: 404, details: { message: 5 } }, base, false)).toEqual({
      status: 404,
    })
  })

  it('is not made by what is added to it', () => {
    const error: CanonicalError = { ...base, code: 'timeout', retryable: true, details: { message: 'x' } }
    expect(readableFor(error, base, false)).toEqual({ retryable: true })
  })
})

describe('a code in a bag', () => {
  it.each<[CanonicalCode, boolean | undefined, CanonicalCode, boolean | undefined, boolean]>([
    ['transient', undefined, 'transient', undefined, false],
    ['transient', undefined, 'timeout', undefined, true],
    ['transient', true, 'timeout', false, true],
    ['internal', undefined, 'timeout', undefined, true],
    ['unknown', undefined, 'timeout', undefined, true],
    ['not_found', undefined, 'timeout', undefined, false],
    ['not_found', undefined, 'invalid_input', undefined, true],
    ['timeout', undefined, 'not_found', undefined, false],
    ['timeout', false, 'not_found', undefined, true],
    ['timeout', undefined, 'not_found', true, true],
    ['not_found', true, 'timeout', undefined, true],
    ['not_found', undefined, 'timeout', false, true],
  ])('of %s (%s) may be read as %s (%s): %s', (code, retryable, named, flag, expected) => {
    expect(mayRefine({ code, retryable }, { code: named, retryable: flag })).toBe(expected)
  })

  it('is lifted where it agrees with the flag in the bag', () => {
    const details = { code: 'not_found', retryable: true }
    expect(liftReadable({ code: 'timeout', message: 'm', details }, false)).toEqual({
      code: 'not_found',
      message: 'm',
      retryable: true,
      details: undefined,
    })
    expect(liftReadable({ code: 'timeout', message: 'm', details: { code: 'not_found' } }, false).code).toBe(
      'timeout',
    )
  })

  it('is lifted where it agrees with the flag of the body', () => {
    const said: Partial<CanonicalError> = {
      code: 'timeout',
      message: 'm',
      retryable: false,
      details: { code: 'not_found' },
    }
    expect(liftReadable(said, false).code).toBe('not_found')
  })

  it('is lifted where the body has none', () => {
    expect(liftReadable({ message: 'm', details: { code: 'timeout' } }, false).code).toBe('timeout')
  })

  it('is left where it says nothing new', () => {
    const said = { ...unsaid, details: { code: 'internal' } }
    expect(liftReadable(said, false)).toBe(said)
  })

  it('is written only where it may be read again', () => {
    const reading: CanonicalError = { ...base, code: 'transient' }
    expect(readableFor({ ...base, code: 'timeout' }, reading, false)).toEqual({ code: 'timeout' })
    expect(readableFor({ ...base, code: 'not_found' }, reading, false)).toEqual({})
    expect(readableFor({ ...base, code: 'transient' }, reading, false)).toEqual({})
  })
})

describe('what is written into a bag', () => {
  it('is not what the reading says, or the bag has', () => {
    const error: CanonicalError = { ...base, retryAfter: 5, status: 404 }
    expect(readableFor(error, { ...base, retryAfter: 5 }, false)).toEqual({ status: 404 })
    expect(readableFor({ ...error, details: { status: 'x' } }, base, false)).toEqual({ retry_after: 5 })
  })

  it('is not what the dialect says otherwise', () => {
    expect(readableFor({ ...base, retryable: true }, { ...base, retryable: false }, false)).toEqual({})
    expect(readableFor({ ...base, severity: 'critical' }, { ...base, severity: 'warning' }, false)).toEqual(
      {},
    )
    expect(readableFor({ ...base, severity: 'critical' }, base, false)).toEqual({
      error_severity: 'critical',
    })
  })

  it('is not what would not be read', () => {
    expect(readableFor({ ...base, timestamp: 'yesterday' }, base, false)).toEqual({})
  })

  it('comes in a fixed order', () => {
    const error: CanonicalError = {
      status: 404,
      operation: 'o',
      retryable: true,
      severity: 'warning',
      code: 'timeout',
      message: 'm',
    }
    expect(Object.keys(readableFor(error, base, false))).toEqual([
      'error_severity',
      'retryable',
      'code',
      'operation',
      'status',
    ])
  })

  it('need not be there where it is not read again', () => {
    const error: CanonicalError = { ...base, status: 404, operation: 'o' }
    expect(unreadMembers({ status: 404, operation: 'o' }, error, { ...base, status: 404 })).toEqual([
      'operation',
    ])
    expect(unreadMembers({ status: 404, operation: 'o' }, error, error)).toEqual([])
    expect(unreadMembers({ operation: 'o' }, error, base)).toEqual(['operation'])
  })
})

describe('a misread member', () => {
  it('is one that the error says only as a detail', () => {
    const error: CanonicalError = { ...base, details: { retryable: true, request_id: 'x' } }
    const reading: CanonicalError = { ...base, retryable: true, requestId: 'x' }
    expect(misreadMembers(error, reading)).toEqual(['retryable', 'requestId'])
  })

  it.each<[string, Partial<CanonicalError>, Partial<CanonicalError>]>([
    ['that the error says', { retryable: true, details: { retryable: true } }, { retryable: true }],
    ['that the reading does not say', { details: { retryable: true } }, {}],
    ['that stands in no detail', {}, { retryable: true }],
    [
      'that is still a detail',
      { details: { retryable: true } },
      { retryable: true, details: { retryable: true } },
    ],
  ])('is not one %s', (_, error, reading) => {
    expect(misreadMembers({ ...base, ...error }, { ...base, ...reading })).toEqual([])
  })
})

it('decides by code, severity and retryable', () => {
  expect(decidingMembers).toEqual(['code', 'error_severity', 'retryable'])
})

it('takes a bag for another error by its message, error, type and kind', () => {
  expect(anotherErrorMembers).toEqual(['message', 'error', 'type', 'kind'])
})

describe('a value', () => {
  it.each<[JsonValue | undefined, boolean]>([
    [0, true],
    [1.5, true],
    [1e300, true],
    [-0.1, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    ['5', false],
    [undefined, false],
    [null, false],
    [new JsonNumber('5'), false],
  ])('%j can be seconds: %s', (value, expected) => {
    expect(isSeconds(value)).toBe(expected)
  })

  it.each<[JsonValue | undefined, boolean]>([
    [100, true],
    [599, true],
    [99, false],
    [600, false],
    [404.5, false],
    ['404', false],
    [undefined, false],
    [null, false],
  ])('%j can be a status: %s', (value, expected) => {
    expect(isStatus(value)).toBe(expected)
  })
})

describe('where a body names no code', () => {
  const timeout = { code: 'timeout' as const, message: 'm', severity: 'error' as const }

  it.each<CanonicalCode>(['unknown', 'not_found', 'rate_limited', 'advisory'])(
    'its bag may name %s',
    (code) => {
      expect(mayRefine(undefined, { code })).toBe(true)
      expect(lift({ message: 'm', details: { code } }, undefined, false)).toEqual({
        message: 'm',
        code,
        details: undefined,
      })
      const reading = { error: timeout, isCodeSaid: false }
      expect(readableBeside({ ...timeout, code }, reading, false)).toEqual({ code })
    },
  )
})

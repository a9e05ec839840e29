import { describe, expect, it } from 'vitest'
import {
  CanonicalError,
  changed,
  fields,
  fieldValue,
  PartialErrorSchema,
} from '../../src/core/canonical-error'
import { JsonNumber } from '../../src/core/json'

const least = { code: 'timeout', message: 'm', severity: 'error' } as const

const full = {
  ...least,
  severity: 'critical',
  retryable: true,
  recoverable: false,
  temporary: true,
  retryAfter: 0,
  recovery: '',
  actions: ['a'],
  issues: [{ path: 'p', message: 'm' }],
  operation: 'o',
  resource: 'r',
  requestId: 'id',
  timestamp: 'any text',
  status: 100,
  details: { n: new JsonNumber('1e400') },
  origin: { dialect: 'x', code: 'C', variant: 'v', form: { drop: ['a'] }, previous: { dialect: 'y' } },
}

describe('the schema', () => {
  it.each<[string, unknown]>([
    ['the least', least],
    ['everything', full],
    ['a status of 599', { ...least, status: 599 }],
    ['a warning', { ...least, severity: 'warning' }],
  ])('takes %s', (_, value) => {
    expect(CanonicalError.safeParse(value)).toMatchObject({ success: true })
  })

  it('gives details back by reference, with a member named __proto__', () => {
    const details = JSON.parse('{"__proto__":1}')
    expect(CanonicalError.parse({ ...least, details }).details).toBe(details)
  })

  it.each<[string, unknown]>([
    ['no code', { message: 'm', severity: 'error' }],
    ['no message', { code: 'timeout', severity: 'error' }],
    ['no severity', { code: 'timeout', message: 'm' }],
    ['another code', { ...least, code: 'nope' }],
    ['another severity', { ...least, severity: 'fatal' }],
    ['another member', { ...least, more: 1 }],
    ['null for absent', { ...least, retryable: null }],
    ['a negative wait', { ...least, retryAfter: -0.1 }],
    ['a wait without end', { ...least, retryAfter: Number.POSITIVE_INFINITY }],
    ['a status of 99', { ...least, status: 99 }],
    ['a status of 600', { ...least, status: 600 }],
    ['a broken status', { ...least, status: 404.5 }],
    ['details that are an exact number', { ...least, details: new JsonNumber('1') }],
    ['details that are a list', { ...least, details: [] }],
    ['an origin without a dialect', { ...least, origin: { code: 'C' } }],
    ['an origin with another member', { ...least, origin: { dialect: 'x', more: 1 } }],
    ['a form that is no patch', { ...least, origin: { dialect: 'x', form: { more: 1 } } }],
    ['an origin before it that is none', { ...least, origin: { dialect: 'x', previous: {} } }],
  ])('refuses %s', (_, value) => {
    expect(CanonicalError.safeParse(value).success).toBe(false)
  })

  it('of some members takes any of them and no other', () => {
    expect(PartialErrorSchema.safeParse({}).success).toBe(true)
    expect(PartialErrorSchema.safeParse({ retryAfter: 5 }).success).toBe(true)
    expect(PartialErrorSchema.safeParse({ origin: { dialect: 'x' } }).success).toBe(true)
    expect(PartialErrorSchema.safeParse({ retryAfter: '5' }).success).toBe(false)
    expect(PartialErrorSchema.safeParse({ more: 5 }).success).toBe(false)
  })
})

it('is changed without a change to itself', () => {
  const error = { ...least, details: { a: 1 } }
  expect(changed(error, { details: undefined, status: 504 })).toEqual({ ...least, status: 504 })
  expect(error).toEqual({ ...least, details: { a: 1 } })
})

describe('the members', () => {
  it('are these, in this order', () => {
    expect(fields).toEqual([
      'code',
      'message',
      'severity',
      'retryable',
      'recoverable',
      'temporary',
      'retryAfter',
      'recovery',
      'actions',
      'issues',
      'operation',
      'resource',
      'requestId',
      'timestamp',
      'status',
      'details',
    ])
  })

  it('are had by name', () => {
    expect(fieldValue(least, 'code')).toBe('timeout')
    expect(fieldValue({}, 'retryAfter')).toBeUndefined()
  })
})

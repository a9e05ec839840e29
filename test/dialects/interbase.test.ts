import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import { JsonNumber, type JsonObject, type JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import interbaseDefault, { interbase, schema } from '../../src/dialects/interbase'

const { decode, stringify } = createTranslator({ dialects: [interbase] })
const body = { type: 'NOT_FOUND', message: 'gone', recoverable: false }
const error: CanonicalError = { code: 'internal', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(interbaseDefault).toBe(interbase)
  expect(Object.isFrozen(interbase)).toBe(true)
  expect(interbase.id).toBe('interbase')
  expect(interbase.title).toBe('Interbase {type, message, recoverable, data?}')
  expect(interbase.hasRetryFlag).toBe(false)
  expect(interbase.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 1],
    [{ ...body, data: {} }, 1],
    [{ ...body, data: null }, 1],
    [{ ...body, extra: 1 }, 0.6],
    [{ ...body, type: 'TEAPOT' }, 0.6],
    [{ ...body, type: 'T2_X' }, 0.6],
    [{ ...body, type: 'TEAPOT', extra: 1 }, 0],
    [{ ...body, type: 'teapot' }, 0],
    [{ ...body, type: 'xTEAPOT' }, 0],
    [{ ...body, type: 'TEAPOT!' }, 0],
    [{ ...body, type: '2X' }, 0],
    [{ ...body, type: '' }, 0],
    [{ ...body, type: 5 }, 0],
    [{ ...body, message: 5 }, 0],
    [{ ...body, recoverable: 'no' }, 0],
    [{ ...body, data: [] }, 0],
    [{ ...body, data: 'x' }, 0],
    [{ type: 'NOT_FOUND', message: 'gone' }, 0],
    [{ type: 'NOT_FOUND', recoverable: false }, 0],
    [{ message: 'gone', recoverable: false }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(interbase.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode, boolean][] = [
    ['NOT_FOUND', 'not_found', false],
    ['CONFLICT', 'conflict', false],
    ['VALIDATION', 'invalid_input', false],
    ['PERMISSION', 'permission_denied', false],
    ['TRANSIENT', 'transient', true],
    ['INTERNAL', 'internal', false],
  ]

  it('are these', () => {
    expect(interbase.codes).toEqual(rows.map(([native, code]) => [native, code]))
  })

  it.each(rows)('%s is %s, both ways', (type, code, recoverable) => {
    expect(decode({ type, message: 'm', recoverable }).code).toBe(code)
    expect(stringify({ ...error, code }, 'interbase')).toBe(
      `{"type":"${type}","message":"m","recoverable":${recoverable}}`,
    )
  })

  it('of the server itself are judged by their words and kept', () => {
    const found = decode({ type: 'PROJECT_NOT_FOUND', message: 'm', recoverable: false })
    expect(found.code).toBe('not_found')
    expect(found.origin).toEqual({ dialect: 'interbase', code: 'PROJECT_NOT_FOUND' })
    expect(stringify(found, 'interbase')).toBe(
      '{"type":"PROJECT_NOT_FOUND","message":"m","recoverable":false}',
    )
  })
})

describe('reading', () => {
  it.each([
    ['TRANSIENT', true, { code: 'transient', recoverable: true, retryable: true }],
    ['TRANSIENT', false, { code: 'transient', recoverable: false, retryable: false }],
    ['SERVICE_TIMEOUT', true, { code: 'timeout', recoverable: true, retryable: true }],
    ['VALIDATION', true, { code: 'invalid_input', recoverable: true, retryable: undefined }],
    ['CONFLICT', true, { code: 'conflict', recoverable: true, retryable: undefined }],
  ])(
    'takes recoverable of %s %s as repeating only for a passing condition',
    (type, recoverable, expected) => {
      expect(interbase.read({ type, message: 'm', recoverable })).toMatchObject(expected)
    },
  )

  it.each<[JsonValue, number | undefined]>([
    [30, 30],
    ['30', 30],
    ['1m0s', 60],
    [30_000_000_000, 30],
    ['soon', undefined],
    [-1, undefined],
  ])('takes a retry_after of %j as %s seconds and keeps it', (retry_after, seconds) => {
    const reading = interbase.read({ ...body, data: { retry_after } })
    expect(reading.retryAfter).toBe(seconds)
    expect(reading.details).toEqual({ retry_after })
  })

  it('passes over members that are not what they should be', () => {
    expect(interbase.read({ type: 5, message: { a: 1 }, recoverable: 'x', data: [1] })).toEqual({
      nativeCode: undefined,
      code: 'unknown',
      message: '{"a":1}',
      recoverable: undefined,
      retryable: undefined,
      retryAfter: undefined,
      details: undefined,
    })
    expect(interbase.read({})).toEqual({ code: 'unknown', message: '' })
  })
})

describe('writing', () => {
  it.each<[string, Partial<CanonicalError>, string, JsonObject]>([
    ['a flag for a passing condition', { retryable: false }, 'TRANSIENT', { recoverable: false }],
    ['true for a passing condition', {}, 'TRANSIENT', { recoverable: true }],
    [
      'retryable before recoverable for a passing condition',
      { retryable: false, recoverable: true },
      'TRANSIENT',
      { recoverable: false },
    ],
    ['recoverable elsewhere', { recoverable: true }, 'VALIDATION', { recoverable: true }],
    [
      'recoverable before retryable elsewhere',
      { recoverable: false, retryable: true },
      'CONFLICT',
      { recoverable: false },
    ],
    ['retryable where there is no recoverable', { retryable: true }, 'CONFLICT', { recoverable: true }],
    ['false elsewhere', {}, 'INTERNAL', { recoverable: false }],
    ['details', { details: { a: 1 } }, 'INTERNAL', { recoverable: false, data: { a: 1 } }],
    ['no empty details', { details: {} }, 'INTERNAL', { recoverable: false }],
    [
      'a wait in seconds',
      { retryAfter: 1.5 },
      'TRANSIENT',
      { recoverable: true, data: { retry_after: 1.5 } },
    ],
    [
      'a wait that seconds cannot say as a duration',
      { retryAfter: 1e7 },
      'TRANSIENT',
      { recoverable: true, data: { retry_after: '2777h46m40s' } },
    ],
    ['no wait that nothing can say', { retryAfter: 1e11 }, 'TRANSIENT', { recoverable: true }],
  ])('writes %s', (_, more, type, expected) => {
    const written = interbase.write({ ...error, ...more }, type)
    expect(written).toStrictEqual({ type, message: 'm', ...expected })
    expect(Object.keys(written).slice(0, 3)).toEqual(['type', 'message', 'recoverable'])
  })

  it('keeps numbers and unknown members, in order', () => {
    const text = '{"type":"INTERNAL","x":[],"message":"m","data":{"n":9007199254740993},"recoverable":false}'
    expect(decode(text).details).toEqual({ n: new JsonNumber('9007199254740993') })
    expect(stringify(decode(text), 'interbase')).toBe(text)
  })
})

describe('what Go prints when it cannot encode', () => {
  it.each([
    [
      '{"type":"TRANSIENT","message":"a "b" c","recoverable":true}',
      { type: 'TRANSIENT', message: 'a "b" c', recoverable: true },
    ],
    [
      '{"type":"NOT_FOUND","message":"","recoverable":false}',
      { type: 'NOT_FOUND', message: '', recoverable: false },
    ],
    [
      '{"type":"X","message":"line\nline","recoverable":false}',
      { type: 'X', message: 'line\nline', recoverable: false },
    ],
  ])('is recovered from %j', (text, expected) => {
    expect(interbase.recover?.(text)).toEqual(expected)
  })

  it.each([
    '',
    '{"type":"x","message":"m","recoverable":true}',
    '{"type":"","message":"m","recoverable":true}',
    '{"type":"X","message":"m","recoverable":maybe}',
    '{"type":"X","message":"m","recoverable":true} ',
    ' {"type":"X","message":"m","recoverable":true}',
    '{"type":"X","message":"m"}',
    '{"type":"X","message":"a "b"","recoverable":true}\n{"type":"X","message":"m","recoverable":false}',
    '{"type":"X","message":"a "b"","recoverable":true},{"type":"X","message":"m","recoverable":false}',
  ])('is nothing in %j', (text) => {
    expect(interbase.recover?.(text)).toBeUndefined()
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ ...body, data: {} }],
    [{ ...body, data: { any: [1] } }],
    [{ ...body, type: 'TRANSIENT', recoverable: true }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, type: 'TEAPOT' }],
    [{ ...body, data: null }],
    [{ ...body, data: [] }],
    [{ ...body, extra: 1 }],
    [{ ...body, recoverable: 'no' }],
    [{ ...body, message: null }],
    [{ type: 'NOT_FOUND', message: 'gone' }],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import pydanticDefault, { pydantic, schema } from '../../src/dialects/pydantic'

const { decode, stringify, encode } = createTranslator({ dialects: [pydantic] })
const body = { error: 'not_found', message: 'm', details: null }
const error: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(pydanticDefault).toBe(pydantic)
  expect(Object.isFrozen(pydantic)).toBe(true)
  expect(pydantic.id).toBe('pydantic')
  expect(pydantic.title).toBe('Pydantic-style {error, message, details}')
  expect(pydantic.hasRetryFlag).toBe(false)
  expect(pydantic.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 1],
    [{ error: 'not_found', message: 'm' }, 1],
    [{ ...body, details: {} }, 1],
    [{ ...body, extra: 1 }, 0.6],
    [{ ...body, error: 'own_code' }, 0.7],
    [{ ...body, error: 'own2', details: {} }, 0.7],
    [{ error: 'own_code', message: 'm' }, 0],
    [{ ...body, error: 'own_code', extra: 1 }, 0],
    [{ ...body, error: 'none' }, 0],
    [{ ...body, error: 'ok', details: {} }, 0],
    [{ ...body, error: 'Own' }, 0],
    [{ ...body, error: 'own__code' }, 0],
    [{ ...body, error: 'own_' }, 0],
    [{ ...body, error: '_own' }, 0],
    [{ ...body, error: '2own' }, 0],
    [{ ...body, error: 'own code' }, 0],
    [{ ...body, error: '' }, 0],
    [{ ...body, error: null }, 0],
    [{ ...body, error: {} }, 0],
    [{ ...body, message: null }, 0],
    [{ ...body, details: 'x' }, 0],
    [{ ...body, details: [] }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(pydantic.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode][] = [
    ['auth_required', 'unauthenticated'],
    ['not_found', 'not_found'],
    ['rate_limited', 'rate_limited'],
    ['send_failed', 'send_failed'],
    ['permission_denied', 'permission_denied'],
    ['parse_error', 'malformed_data'],
    ['mcp_unavailable', 'unavailable'],
    ['internal_error', 'internal'],
  ]
  const broader: [string, CanonicalCode][] = [
    ['parse_error', 'invalid_input'],
    ['mcp_unavailable', 'transient'],
  ]

  it('are these', () => {
    const all = [...rows, ...broader].map((row) => row.join(' ')).sort()
    expect(pydantic.codes.map((row) => row.join(' ')).sort()).toEqual(all)
  })

  it.each(rows)('%s is %s, both ways', (native, code) => {
    const text = `{"error": "${native}", "message": "m", "details": null}`
    expect(stringify({ ...error, code }, 'pydantic')).toBe(text)
    expect(decode(text)).toEqual({ ...error, code, origin: { dialect: 'pydantic', code: native } })
  })

  it.each(broader)('%s is how %s is written, which its details say', (native, code) => {
    expect(encode({ ...error, code }, 'pydantic')).toEqual({ error: native, message: 'm', details: { code } })
  })

  it('of the server itself are judged by their words and kept', () => {
    const own = { error: 'invoice_already_paid', message: 'm', details: null }
    expect(decode(own).code).toBe('already_exists')
    expect(encode(decode(own), 'pydantic')).toEqual(own)
  })
})

describe('reading', () => {
  it.each<[JsonValue, number | undefined]>([
    [30, 30],
    ['30', 30],
    ['1m0s', 60],
    [30_000_000_000, 30_000_000_000],
    [-1, undefined],
  ])('takes a wait of %j as %s seconds and keeps it', (retry_after, seconds) => {
    expect(pydantic.read({ ...body, details: { retry_after } })).toEqual({
      nativeCode: 'not_found',
      message: 'm',
      retryAfter: seconds,
      details: { retry_after },
    })
  })

  it('passes over members that are not what they should be', () => {
    expect(pydantic.read({ error: 5, message: [1], details: 'x' })).toEqual({ message: '[1]' })
    expect(pydantic.read({})).toEqual({ message: '' })
  })
})

describe('writing', () => {
  it('is spaced, in ASCII, with null for no details', () => {
    expect(stringify({ ...error, message: 'é "x"', details: { ü: ['→', 1] } }, 'pydantic')).toBe(
      '{"error": "not_found", "message": "\\u00e9 \\"x\\"", "details": {"\\u00fc": ["\\u2192", 1]}}',
    )
    expect(pydantic.write({ ...error, details: {} }, 'not_found')).toEqual(body)
    expect(pydantic.write(error, 'not_found')).toEqual(body)
  })

  it('has a wait in seconds', () => {
    expect(pydantic.write({ ...error, retryAfter: 0.5, details: { a: 1 } }, 'not_found')).toEqual({
      error: 'not_found',
      message: 'm',
      details: { a: 1, retry_after: 0.5 },
    })
    expect(
      pydantic.write({ ...error, retryAfter: 60, details: { retry_after: '1m0s' } }, 'x').details,
    ).toEqual({ retry_after: 60 })
  })
})

describe('the schema', () => {
  it.each([
    'auth_required',
    'not_found',
    'rate_limited',
    'send_failed',
    'permission_denied',
    'parse_error',
    'mcp_unavailable',
    'internal_error',
  ])('takes %s', (code) => {
    expect(schema.safeParse({ ...body, error: code }).success).toBe(true)
  })

  it.each<[unknown, boolean]>([
    [{ error: 'not_found', message: 'm' }, true],
    [{ ...body, details: { a: 1 } }, true],
    [{ ...body, error: 'own_code' }, false],
    [{ ...body, message: 5 }, false],
    [{ ...body, details: [] }, false],
    [{ ...body, extra: 1 }, false],
    [{ error: 'not_found' }, false],
  ])('takes %j: %s', (value, expected) => {
    expect(schema.safeParse(value).success).toBe(expected)
  })
})

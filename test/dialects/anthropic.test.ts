import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import anthropicDefault, { anthropic, schema } from '../../src/dialects/anthropic'

const { decode, encode, stringify } = createTranslator({ dialects: [anthropic] })
const inner = { type: 'not_found_error', message: 'm' }
const body = { type: 'error', error: inner }
const error: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(anthropicDefault).toBe(anthropic)
  expect(Object.isFrozen(anthropic)).toBe(true)
  expect(anthropic.id).toBe('anthropic')
  expect(anthropic.title).toBe('Anthropic API {type: "error", error: {type, message}, request_id?}')
  expect(anthropic.hasRetryFlag).toBe(false)
  expect(anthropic.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 1],
    [{ ...body, request_id: 'req_1' }, 1],
    [{ ...body, error: { ...inner, details: {} } }, 1],
    [{ ...body, error: { ...inner, type: 'request_too_large' } }, 1],
    [{ ...body, error: { ...inner, type: 'own' } }, 0.9],
    [{ ...body, extra: 1 }, 0.6],
    [{ ...body, type: 'message' }, 0],
    [{ error: inner }, 0],
    [{ type: 'error', error: 'm' }, 0],
    [{ type: 'error', error: { type: 'not_found_error' } }, 0],
    [{ type: 'error', error: { message: 'm' } }, 0],
    [{ type: 'error', error: { type: 5, message: 'm' } }, 0],
    [{ type: 'error', message: 'm' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(anthropic.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode][] = [
    ['invalid_request_error', 'invalid_input'],
    ['authentication_error', 'unauthenticated'],
    ['billing_error', 'quota_exceeded'],
    ['permission_error', 'permission_denied'],
    ['not_found_error', 'not_found'],
    ['conflict_error', 'conflict'],
    ['rate_limit_error', 'rate_limited'],
    ['api_error', 'internal'],
    ['overloaded_error', 'busy'],
    ['timeout_error', 'timeout'],
  ]

  it('are these, one that only comes in, and two that are written more broadly', () => {
    expect(anthropic.codes.map((row) => row.join(' ')).sort()).toEqual(
      [
        ...rows.map((row) => row.join(' ')),
        'request_too_large invalid_input',
        'overloaded_error unavailable',
        'overloaded_error transient',
      ].sort(),
    )
  })

  it.each(rows)('%s is %s, both ways', (type, code) => {
    const text = `{"type":"error","error":{"type":"${type}","message":"m"}}`
    expect(stringify({ ...error, code }, 'anthropic')).toBe(text)
    expect(decode(text)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      origin: { dialect: 'anthropic', code: type },
    })
  })

  it.each<[CanonicalCode, string]>([
    ['unavailable', 'overloaded_error'],
    ['transient', 'overloaded_error'],
    ['auth_invalid', 'authentication_error'],
    // Which may be retried, and so is not written as one that may not.
    ['auth_expired', 'overloaded_error'],
    ['missing_field', 'invalid_request_error'],
    ['unknown', 'api_error'],
  ])('%s is written as %s and named beside it', (code, type) => {
    const written = encode({ ...error, code }, 'anthropic')
    expect(written).toMatchObject({ error: { type, message: 'm', code } })
    expect(decode(written).code).toBe(code)
  })

  it.each<[string, string, CanonicalCode]>([
    ['authentication_error', 'Invalid API key', 'auth_invalid'],
    ['authentication_error', 'OAuth token has expired', 'auth_expired'],
    ['authentication_error', 'not found', 'unauthenticated'],
    ['permission_error', 'OAuth token has expired', 'permission_denied'],
    ['invalid_request_error', 'Your credit balance is too low', 'quota_exceeded'],
    ['invalid_request_error', 'model not found', 'invalid_input'],
    ['request_too_large', 'Request exceeds the maximum size', 'invalid_input'],
    ['own_timeout_error', 'm', 'timeout'],
    ['own', 'm', 'unknown'],
  ])('%s with %j is %s', (type, message, code) => {
    expect(decode({ type: 'error', error: { type, message } }).code).toBe(code)
  })
})

describe('reading', () => {
  it('finds everything', () => {
    const details = { error_visibility: 'user_facing' }
    const value = { ...body, error: { ...inner, details, retry_after: 3 }, request_id: 'req_1' }
    expect(anthropic.read(value)).toEqual({
      nativeCode: 'not_found_error',
      impliedCode: undefined,
      code: 'not_found',
      message: 'm',
      retryAfter: 3,
      requestId: 'req_1',
      details: { details, retry_after: 3 },
    })
  })

  it('passes over members that are not what they should be, and goes by the words then', () => {
    expect(anthropic.read({ error: { type: 5, message: 'Request timed out' }, request_id: 9 })).toEqual({
      impliedCode: 'timeout',
      message: 'Request timed out',
    })
    expect(anthropic.read({})).toEqual({ impliedCode: 'unknown', message: '' })
  })
})

describe('writing', () => {
  it('has every member in its place', () => {
    const full: CanonicalError = { ...error, retryAfter: 5, requestId: 'req_1', details: { a: 1 } }
    expect(stringify(full, 'anthropic')).toBe(
      '{"type":"error","error":{"type":"not_found_error","message":"m","a":1,"retry_after":5},"request_id":"req_1"}',
    )
  })

  it('leaves out details that would be taken for its own members', () => {
    const details = { type: 'x', message: 'y', a: 1 }
    expect(anthropic.write({ ...error, details }, 'own')).toStrictEqual({
      type: 'error',
      error: { type: 'own', message: 'm', a: 1 },
    })
    expect(decode(encode({ ...error, details }, 'anthropic')).details).toEqual(details)
  })

  it('gives back what it has read', () => {
    const value = { ...body, error: { ...inner, details: null }, request_id: null }
    expect(encode(decode(value), 'anthropic')).toEqual(value)
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ ...body, request_id: null }],
    [{ ...body, error: { ...inner, type: 'own', details: {} }, request_id: 'req_1' }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, type: 'message' }],
    [{ ...body, extra: 1 }],
    [{ ...body, request_id: 5 }],
    [{ ...body, error: { message: 'm' } }],
    [{ ...body, error: 'm' }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

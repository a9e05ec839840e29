import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import fastapiDefault, { fastapi, schema } from '../../src/dialects/fastapi'

const { decode, encode, stringify } = createTranslator({ dialects: [fastapi] })
const item = { type: 'missing', loc: ['body', 'name'], msg: 'Field required' }
const error: CanonicalError = { code: 'not_found', message: 'Not Found', severity: 'error' }

it('is one frozen definition', () => {
  expect(fastapiDefault).toBe(fastapi)
  expect(Object.isFrozen(fastapi)).toBe(true)
  expect(fastapi.id).toBe('fastapi')
  expect(fastapi.title).toBe('FastAPI {detail: text | [{loc, msg, type}] | {…}}')
  expect(fastapi.codes).toEqual([])
  expect(fastapi.hasRetryFlag).toBe(false)
  expect(fastapi.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [{ detail: [item] }, 0.95],
    [{ detail: [item, { ...item, input: {}, ctx: {} }] }, 0.95],
    [{ detail: [item], body: {} }, 0.75],
    [{ detail: [] }, 0],
    [{ detail: [item, 5] }, 0],
    [{ detail: [{ ...item, loc: 'Berlin' }] }, 0],
    [{ detail: [{ ...item, loc: [{}] }] }, 0],
    [{ detail: [{ ...item, msg: 5 }] }, 0],
    [{ detail: [{ ...item, type: 5 }] }, 0],
    [{ detail: 'Not Found' }, 0.6],
    [{ detail: 'Not Found', code: 'not_found', status_code: 404 }, 0.6],
    [{ detail: 'Not Found', messages: [], request_id: 'r' }, 0.6],
    [{ detail: 'Not Found', price: 3 }, 0.2],
    [{ detail: 'Password reset e-mail has been sent.' }, 0.4],
    [{ detail: 'high', zoom: 14 }, 0.4],
    [{ detail: { message: 'm' } }, 0.6],
    [{ detail: { error: 'm', code: 'E' } }, 0.6],
    [{ detail: { error: 'm' } }, 0],
    [{ detail: { error: 'm', code: 5 } }, 0],
    [{ detail: { message: 'm' }, extra: 1 }, 0],
    [{ detail: { street: 'Lange Gasse' } }, 0],
    [{ detail: 5 }, 0],
    [{ detail: null }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(fastapi.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  it.each<[JsonObject, CanonicalCode]>([
    [{ detail: 'Not Found' }, 'not_found'],
    [{ detail: 'Not authenticated' }, 'unauthenticated'],
    [{ detail: 'Not authenticated', code: 'throttled' }, 'throttled'],
    [{ detail: { message: 'Hm', code: 'RATE_LIMITED' } }, 'rate_limited'],
    [{ detail: { message: 'Timed out', code: 'E7' } }, 'timeout'],
    [{ detail: { message: 'Hm' } }, 'unknown'],
    [{ detail: 'Hm', status_code: 409 }, 'conflict'],
    [{ detail: 'Hm', status_code: 'x' }, 'unknown'],
    [{ detail: [item] }, 'invalid_arguments'],
  ])('come from names and words: %j is %s', (value, code) => {
    expect(decode(value, { dialect: 'fastapi' }).code).toBe(code)
  })

  it.each<CanonicalCode>(['not_found', 'timeout', 'unknown', 'advisory', 'auth_expired'])(
    'are named beside a message that tells another: %s',
    (code) => {
      const written = encode({ ...error, code, message: 'Conflict' }, 'fastapi')
      expect(written).toEqual({ detail: { message: 'Conflict', code } })
      expect(decode(written).code).toBe(code)
    },
  )
})

describe('reading', () => {
  it('takes a text for the message, and keeps what stands beside it', () => {
    const value = { detail: 'Try again in 38 seconds', code: 'E', status_code: 503, request_id: 'r' }
    expect(fastapi.read(value)).toEqual({
      message: 'Try again in 38 seconds',
      status: 503,
      impliedCode: 'unavailable',
      retryAfter: 38,
      details: { code: 'E', status_code: 503, request_id: 'r' },
    })
    expect(decode(value)).toMatchObject({ requestId: 'r', status: 503 })
    expect(encode(decode(value), 'fastapi')).toEqual(value)
  })

  it.each<[JsonObject, string, JsonObject | undefined]>([
    [{ message: 'm' }, 'm', undefined],
    [{ message: 'm', error: 'e' }, 'm', { error: 'e' }],
    [{ error: 'e', code: 'E' }, 'e', { code: 'E' }],
    [{ detail: 'd', error: 5 }, 'd', { error: 5 }],
    [{ message: 5 }, '5', undefined],
    [{ a: 1 }, '', { a: 1 }],
  ])('takes of the object %j the message %j and the details %j', (detail, message, details) => {
    const read = fastapi.read({ detail })
    expect(read.message).toBe(message)
    expect(read.details).toEqual(details)
  })

  it('takes a list for the invalid fields', () => {
    const detail = [item, { ...item, loc: ['body', 'items', 0, 'price'], msg: 'too low' }, 5]
    expect(fastapi.read({ detail, body: { a: 1 } })).toEqual({
      message: 'body.name: Field required\nbody.items.0.price: too low',
      impliedCode: 'invalid_arguments',
      issues: [
        { path: 'body.name', message: 'Field required' },
        { path: 'body.items.0.price', message: 'too low' },
      ],
      retryAfter: undefined,
      details: { body: { a: 1 } },
    })
  })

  it('takes an entry without a place for the error as a whole', () => {
    const root = { type: 'value_error', loc: [], msg: 'm', ctx: { a: 1, retry_after: 5 } }
    expect(fastapi.read({ detail: [root, item] })).toEqual({
      message: 'm',
      impliedCode: 'invalid_arguments',
      issues: [{ path: 'body.name', message: 'Field required' }],
      retryAfter: 5,
      details: { a: 1, retry_after: 5 },
    })
    expect(fastapi.read({ detail: [{ ...root, ctx: undefined as unknown as JsonValue }] })).toEqual({
      message: 'm',
      impliedCode: 'invalid_arguments',
    })
    expect(fastapi.read({ detail: [root], retry_after: 9, b: 2 }).details).toEqual({
      retry_after: 5,
      b: 2,
      a: 1,
    })
  })

  it('passes over what is not what it should be', () => {
    expect(fastapi.read({ detail: [5] })).toEqual({
      message: 'Validation failed.',
      impliedCode: 'invalid_arguments',
    })
    expect(fastapi.read({ detail: 5 })).toEqual({ message: '5', impliedCode: 'unknown' })
    expect(fastapi.read({})).toEqual({ message: '', impliedCode: 'unknown' })
  })
})

describe('writing', () => {
  it.each<[Partial<CanonicalError>, JsonValue]>([
    [{}, 'Not Found'],
    [{ details: {} }, 'Not Found'],
    [{ issues: [] }, 'Not Found'],
    [{ details: { a: 1 } }, { a: 1, message: 'Not Found' }],
    [{ retryAfter: 5 }, { retry_after: 5, message: 'Not Found' }],
    [{ message: 'Busy, retry after 5 seconds', retryAfter: 5 }, 'Busy, retry after 5 seconds'],
    [{ message: 'Hello' }, { message: 'Hello' }],
  ])('of %j has the detail %j', (members, detail) => {
    expect(fastapi.write({ ...error, ...members }, 'not_found')).toStrictEqual({ detail })
  })

  it('is a list where fields are invalid', () => {
    const issues = [{ path: 'items.0', message: 'bad' }]
    const items = [{ type: 'value_error', loc: ['items', 0], msg: 'bad' }]
    expect(fastapi.write({ ...error, message: 'items.0: bad', issues }, '')).toStrictEqual({ detail: items })
    expect(fastapi.write({ ...error, issues }, '')).toStrictEqual({
      detail: [{ type: 'value_error', loc: [], msg: 'Not Found' }, ...items],
    })
    expect(fastapi.write({ ...error, message: 'items.0: bad', issues, details: { a: 1 } }, '')).toStrictEqual(
      {
        detail: [{ type: 'value_error', loc: [], msg: 'items.0: bad', ctx: { a: 1 } }, ...items],
      },
    )
  })

  it('is on one line', () => {
    expect(stringify(error, 'fastapi')).toBe('{"detail":"Not Found"}')
  })

  it.each<[JsonObject]>([
    [{ detail: 'Password reset e-mail has been sent.' }],
    [{ detail: { error: 'e', code: 'E' } }],
    [{ detail: [{ ...item, input: 5, url: 'u' }], body: null }],
  ])('gives back %j', (value) => {
    expect(encode(decode(value, { dialect: 'fastapi' }), 'fastapi')).toEqual(value)
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [{ detail: 'm' }],
    [{ detail: 'm', extra: 1 }],
    [{ detail: [item] }],
    [{ detail: [{ ...item, loc: ['a', 0], extra: 1 }] }],
    [{ detail: {} }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{}],
    [{ detail: 5 }],
    [{ detail: null }],
    [{ detail: ['m'] }],
    [{ detail: [{ ...item, loc: 'x' }] }],
    [{ detail: [{ loc: [], msg: 'm' }] }],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

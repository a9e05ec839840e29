import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import jsonApiDefault, { jsonApi, schema } from '../../src/dialects/json-api'

const id = 'json-api'
const { decode, encode, stringify } = createTranslator({ dialects: [jsonApi] })
const entry = { status: '404', title: 'Gone', detail: 'm' }
const body = { errors: [entry] }
const field = { status: '422', detail: 'too short', source: { pointer: '/data/attributes/name' } }
const error: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(jsonApiDefault).toBe(jsonApi)
  expect(Object.isFrozen(jsonApi)).toBe(true)
  expect(jsonApi.id).toBe(id)
  expect(jsonApi.title).toBe('JSON:API {errors: [{status?, code?, title?, detail?, source?, meta?}]}')
  expect(jsonApi.hasRetryFlag).toBe(false)
  expect(jsonApi.hasStatus).toBe(true)
  expect(jsonApi.bag).toBe('json')
  expect(jsonApi.mediaType).toBe('application/vnd.api+json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [{ ...body, meta: {}, jsonapi: {}, links: {} }, 0.95],
    [{ errors: [{ title: 't', status: 404 }] }, 0.95],
    [{ errors: [{ title: 't', source: {} }] }, 0.95],
    [{ errors: [{ detail: 'm', code: 'E' }] }, 0.6],
    [{ errors: [entry, { detail: 'm', code: 'E' }] }, 0.6],
    [{ errors: [{ ...entry, extra: 1 }] }, 0.6],
    [{ ...body, extra: 1 }, 0.6],
    [{ errors: [{ detail: 'm', code: 'E', extra: 1 }] }, 0.4],
    [{ errors: [{ detail: 'm' }] }, 0],
    [{ errors: [{ status: '404' }] }, 0],
    [{ errors: [{ message: 'm', code: 'E' }] }, 0],
    [{ errors: [entry, 'm'] }, 0],
    [{ errors: [] }, 0],
    [{ errors: 'm' }, 0],
    [{ ...body, data: null }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(jsonApi.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [number, CanonicalCode][] = [
    [400, 'invalid_input'],
    [401, 'unauthenticated'],
    [402, 'quota_exceeded'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [409, 'conflict'],
    [429, 'rate_limited'],
    [499, 'cancelled'],
    [500, 'internal'],
    [502, 'upstream_failed'],
    [503, 'unavailable'],
    [504, 'timeout'],
  ]

  it('are these statuses, and one more for what is below none of them', () => {
    const all = [...rows.map((row) => row.join(' ')), '503 transient']
    expect(jsonApi.codes.map((row) => row.join(' ')).sort()).toEqual(all.sort())
  })

  it.each(rows)('%d is %s, both ways', (status, code) => {
    const text = `{"errors":[{"status":"${status}","detail":"m"}]}`
    expect(stringify({ ...error, code }, id)).toBe(text)
    expect(decode(text)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      status,
      origin: { dialect: id },
    })
  })

  it.each<[CanonicalCode, string]>([
    ['transient', '503'],
    ['missing_field', '400'],
    ['unknown', '500'],
  ])('%s has the status of its kind, %s, and stands beside it', (code, status) => {
    const written = encode({ ...error, code }, id)
    expect(written).toEqual({ errors: [{ status, detail: 'm', meta: { code } }] })
    expect(decode(written).code).toBe(code)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ title: 't', status: '409', code: 'already_exists' }, 'already_exists'],
    [{ title: 't', status: '400', code: 'rate_limited' }, 'rate_limited'],
    [{ title: 'Access denied', code: 'E' }, 'permission_denied'],
    [{ title: 't', detail: 'Request timed out', code: 'E' }, 'timeout'],
    [{ title: 't', code: 'E' }, 'unknown'],
    [{ title: 't', status: '200' }, 'unknown'],
  ])('%j is %s', (entry, code) => {
    expect(decode({ errors: [entry] }).code).toBe(code)
  })
})

describe('reading', () => {
  it('finds everything in an error of the whole, and the fields in the others', () => {
    const value = {
      errors: [{ ...entry, id: 'i', code: 'GONE', meta: { a: 1, retry_after: 5, requestId: 'r' } }, field],
    }
    expect(jsonApi.read(value)).toEqual({
      nativeCode: 'GONE',
      code: 'unknown',
      impliedCode: 'not_found',
      message: 'm',
      issues: [{ path: '/data/attributes/name', message: 'too short' }],
      retryAfter: 5,
      requestId: 'r',
      status: 404,
      details: { id: 'i', title: 'Gone', a: 1, retry_after: 5, requestId: 'r' },
    })
    expect(encode(decode(value), id)).toEqual(value)
  })

  it('takes errors that all have a place for the fields', () => {
    const value: JsonObject = {
      errors: [
        field,
        { title: 'Bad', source: { parameter: 'sort' } },
        { detail: 'd', source: { header: 'Accept' } },
      ],
    }
    expect(jsonApi.read(value)).toMatchObject({
      message: '/data/attributes/name: too short\nsort: Bad\nAccept: d',
      issues: [
        { path: '/data/attributes/name', message: 'too short' },
        { path: 'sort', message: 'Bad' },
        { path: 'Accept', message: 'd' },
      ],
      status: 422,
    })
    expect(encode(decode(value), id)).toEqual(value)
  })

  it.each<[JsonObject, string, JsonObject | undefined]>([
    [{ title: 't', detail: 'd' }, 'd', { title: 't' }],
    [{ title: 't' }, 't', undefined],
    [{ detail: 'd' }, 'd', undefined],
    [{}, '', undefined],
    [{ title: 't', source: {} }, 't', undefined],
  ])('of %j has the message %j and the details %j', (first, message, details) => {
    const read = jsonApi.read({ errors: [first] })
    expect(read.message).toBe(message)
    expect(read.details).toEqual(details)
  })

  it('finds a wait in the words, and the request in what is about the document', () => {
    const value = { errors: [{ status: '429', detail: 'Try again in 7s' }], meta: { requestId: 'r' } }
    expect(jsonApi.read(value)).toMatchObject({ retryAfter: 7, requestId: 'r' })
    expect(encode(decode(value), id)).toEqual(value)
  })

  it('passes over members that are not what they should be', () => {
    const odd: JsonObject = { id: 1, status: 'x', code: 2, title: 3, detail: 4, meta: 5, source: 6 }
    expect(jsonApi.read({ errors: [7, odd, { title: 8, source: { pointer: 9 } }] })).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '',
      issues: [{ path: '', message: '8' }],
    })
    expect(jsonApi.read({ errors: 5, meta: 6 })).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '',
    })
  })
})

describe('writing', () => {
  it('has every member in its place', () => {
    const full: CanonicalError = {
      ...error,
      status: 410,
      retryAfter: 5,
      issues: [
        { path: '/data/a', message: 'x' },
        { path: 'sort', message: 'y' },
        { path: '', message: 'z' },
      ],
      details: { id: 'i', title: 't', a: 1 },
    }
    expect(jsonApi.write(full, 'GONE')).toStrictEqual({
      errors: [
        {
          id: 'i',
          status: '410',
          code: 'GONE',
          title: 't',
          detail: 'm',
          meta: { a: 1, retry_after: 5 },
        },
        { status: '410', detail: 'x', source: { pointer: '/data/a' } },
        { status: '410', detail: 'y', source: { parameter: 'sort' } },
        { status: '410', detail: 'z' },
      ],
    })
    const { origin: _, ...back } = decode(encode(full, id))
    expect(back).toEqual({ ...full, details: { ...full.details, retry_after: 5 } })
  })

  it('says it with the first field where the fields say all of it', () => {
    const issues = [
      { path: 'a', message: 'x' },
      { path: 'b', message: 'y' },
    ]
    expect(
      jsonApi.write({ ...error, message: 'a: x\nb: y', issues, details: { id: 'i', c: 1 } }, '404'),
    ).toStrictEqual({
      errors: [
        { id: 'i', status: '404', meta: { c: 1 }, detail: 'x', source: { parameter: 'a' } },
        { status: '404', detail: 'y', source: { parameter: 'b' } },
      ],
    })
    expect(
      jsonApi.write({ ...error, message: 'x', issues: [{ path: '', message: 'x' }] }, '404'),
    ).toStrictEqual({
      errors: [
        { status: '404', detail: 'x' },
        { status: '404', detail: 'x' },
      ],
    })
  })

  it.each<[JsonValue]>([[5], [null]])('keeps an id and a title that are %j among the rest', (odd) => {
    expect(jsonApi.write({ ...error, details: { id: odd, title: odd } }, '404')).toStrictEqual({
      errors: [{ status: '404', detail: 'm', meta: { id: odd, title: odd } }],
    })
  })

  it('has the status of its code where the server gave it a code of its own', () => {
    expect(jsonApi.write(error, 'OWN')).toStrictEqual({
      errors: [{ status: '404', code: 'OWN', detail: 'm' }],
    })
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ errors: [{}] }],
    [{ ...body, meta: {}, jsonapi: {}, links: {} }],
    [{ errors: [{ ...field, id: 'i', links: {}, code: 'E', meta: {} }] }],
    [{ errors: [{ source: { header: 'h', parameter: 'p' } }] }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ errors: [] }],
    [{ ...body, data: {} }],
    [{ errors: [{ ...entry, status: 404 }] }],
    [{ errors: [{ ...entry, extra: 1 }] }],
    [{ errors: [{ source: { pointer: 5 } }] }],
    [{ errors: [{ source: { extra: 'x' } }] }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

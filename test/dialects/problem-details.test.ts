import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import problemDetailsDefault, { problemDetails, schema } from '../../src/dialects/problem-details'

const id = 'problem-details'
const { decode, encode, stringify } = createTranslator({ dialects: [problemDetails] })
const type = 'https://example.com/probs/out-of-stock'
const body = { type, title: 'Out of stock', status: 409, detail: 'm' }
const error: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(problemDetailsDefault).toBe(problemDetails)
  expect(Object.isFrozen(problemDetails)).toBe(true)
  expect(problemDetails.id).toBe(id)
  expect(problemDetails.title).toBe(
    'Problem details (RFC 9457) {type?, title?, status?, detail?, instance?, …}',
  )
  expect(problemDetails.hasRetryFlag).toBe(false)
  expect(problemDetails.hasStatus).toBe(true)
  expect(problemDetails.bag).toBe('json')
  expect(problemDetails.mediaType).toBe('application/problem+json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [{ ...body, type: 'about:blank', extra: 1 }, 0.95],
    [{ ...body, type: 'urn:acme:stock' }, 0.95],
    [{ ...body, type: '/probs/stock' }, 0.95],
    [{ title: 'Conflict', status: 409 }, 0.8],
    [{ title: 'Conflict', status: 409, message: 'm' }, 0.8],
    [{ type, title: 'Out of stock' }, 0.6],
    [{ type, detail: 'm' }, 0.6],
    [{ type, detail: 'm', status: 404 }, 0.6],
    [{ detail: 'm', status: 404 }, 0.6],
    [{ detail: 'm', status: 404, message: 'm' }, 0],
    [{ title: 'Conflict' }, 0],
    [{ detail: 'm' }, 0],
    [{ ...body, type: 'movie' }, 0],
    [{ ...body, type: 5 }, 0],
    [{ ...body, title: 5 }, 0],
    [{ ...body, detail: ['m'] }, 0],
    [{ ...body, instance: {} }, 0],
    [{ ...body, status: 200 }, 0],
    [{ ...body, status: '409' }, 0],
    [{ ...body, status: 4.5 }, 0],
    [{ ...body, status: 600 }, 0],
    [{ type, status: 409 }, 0],
    [{ type: 'about:blank', status: 409 }, 0.6],
    [{ type: 'about:blank' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(problemDetails.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [number, string, CanonicalCode][] = [
    [400, 'Bad Request', 'invalid_input'],
    [401, 'Unauthorized', 'unauthenticated'],
    [402, 'Payment Required', 'quota_exceeded'],
    [403, 'Forbidden', 'permission_denied'],
    [404, 'Not Found', 'not_found'],
    [409, 'Conflict', 'conflict'],
    [429, 'Too Many Requests', 'rate_limited'],
    [499, 'Client Closed Request', 'cancelled'],
    [500, 'Internal Server Error', 'internal'],
    [502, 'Bad Gateway', 'upstream_failed'],
    [503, 'Service Unavailable', 'unavailable'],
    [504, 'Gateway Timeout', 'timeout'],
  ]

  it('are these statuses, and one more for what is below none of them', () => {
    const all = [...rows.map(([status, , code]) => `${status} ${code}`), '503 transient']
    expect(problemDetails.codes.map((row) => row.join(' ')).sort()).toEqual(all.sort())
  })

  it.each(rows)('%d %s is %s, both ways', (status, title, code) => {
    const written = { type: 'about:blank', title, status, detail: 'm' }
    expect(encode({ ...error, code }, id)).toEqual(written)
    expect(decode(written)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      status,
      origin: { dialect: id },
    })
  })

  it.each<[CanonicalCode, number]>([
    ['transient', 503],
    ['deadline_exceeded', 504],
    ['missing_field', 400],
    ['resource_not_found', 404],
    ['advisory', 500],
  ])('%s has the status of its kind, %d, and stands beside it', (code, status) => {
    const written = encode({ ...error, code }, id)
    expect(written).toMatchObject({ type: 'about:blank', status, code })
    expect(decode(written).code).toBe(code)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ status: 409, title: 'Already exists' }, 'already_exists'],
    [{ status: 409, type: 'https://example.com/probs/already-exists', title: 'Oops' }, 'already_exists'],
    [{ status: 404, title: 'Access denied' }, 'not_found'],
    [{ status: 400, type: 'https://example.com/probs#rate-limited', title: 'Oops' }, 'rate_limited'],
    [{ type: 'urn:acme:error:rateLimited', detail: 'Oops' }, 'rate_limited'],
    [{ type: 'https://example.com/probs/validation-error/', detail: 'Oops' }, 'invalid_arguments'],
    [{ type: 'https://example.com/probs/oops', title: 'Not found' }, 'not_found'],
    [{ type: 'https://example.com/probs/oops', title: 'Oops' }, 'unknown'],
    [{ type: 'https://example.com/oops', title: 'Oops', errors: { a: ['b'] } }, 'invalid_input'],
    [{ status: 405, title: 'Oops' }, 'invalid_input'],
    [{ status: 507, title: 'Oops' }, 'quota_exceeded'],
    [{ status: 599, title: 'Oops' }, 'internal'],
  ])('%j is %s', (value, code) => {
    expect(decode(value).code).toBe(code)
  })
})

describe('reading', () => {
  it('finds everything, and keeps the extension members', () => {
    const value = {
      ...body,
      instance: '/orders/7',
      errors: [{ pointer: '#/amount', detail: 'too much' }],
      retryAfter: 5,
      traceId: 't-1',
      left: 3,
    }
    expect(problemDetails.read(value)).toEqual({
      nativeCode: type,
      code: 'unknown',
      impliedCode: 'conflict',
      message: 'm',
      retryAfter: 5,
      issues: [{ path: '#/amount', message: 'too much' }],
      requestId: 't-1',
      status: 409,
      details: {
        title: 'Out of stock',
        instance: '/orders/7',
        errors: [{ pointer: '#/amount', detail: 'too much' }],
        retryAfter: 5,
        traceId: 't-1',
        left: 3,
      },
    })
  })

  it('takes no code from a type that says nothing', () => {
    expect(problemDetails.read({ ...body, type: 'about:blank' }).nativeCode).toBeUndefined()
  })

  it.each<[JsonObject, string, JsonObject | undefined]>([
    [{ title: 'Conflict', status: 409, detail: 'm' }, 'm', undefined],
    [{ title: 'Stock', status: 409, detail: 'm' }, 'm', { title: 'Stock' }],
    [{ title: 'Error', detail: 'm', type }, 'm', undefined],
    [{ title: 'Stock', status: 409 }, 'Stock', undefined],
    [{ type, status: 409 }, 'Conflict', undefined],
    [{ type }, '', undefined],
  ])('of %j has the message %j and the details %j', (value, message, details) => {
    expect(problemDetails.read(value)).toMatchObject({ message })
    expect(problemDetails.read(value).details).toEqual(details)
  })

  it('passes over members that are not what they should be', () => {
    expect(problemDetails.read({ type: 5, title: 6, status: 'x', detail: 7 })).toEqual({
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
      retryAfter: 30,
      status: 410,
      details: { title: 'No more', instance: '/a', left: 1 },
    }
    expect(stringify(full, id)).toBe(
      '{"type":"about:blank","title":"No more","status":410,"detail":"m","instance":"/a","left":1,"retry_after":30}',
    )
  })

  it('has the type that the server gave it', () => {
    expect(problemDetails.write({ ...error, status: 409 }, type)).toStrictEqual({
      type,
      title: 'Conflict',
      status: 409,
      detail: 'm',
    })
    expect(encode(decode(body), id)).toEqual(body)
  })

  it('has a status of a failure in any case', () => {
    expect(problemDetails.write({ ...error, status: 200 }, '404')).toMatchObject({ status: 404 })
    expect(problemDetails.write({ ...error, status: 200 }, type)).toMatchObject({ status: 404 })
    expect(problemDetails.write({ ...error, status: 598 }, '404')).toMatchObject({
      status: 598,
      title: 'Error',
    })
  })

  it('leaves out details that would be taken for its own members or for another dialect', () => {
    const details = {
      type: 'x',
      status: 1,
      detail: 'd',
      kind: 'toolError:v1',
      error: { code: 'MCP_TIMEOUT' },
    }
    const plain = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'm' }
    expect(problemDetails.write({ ...error, details }, '404')).toStrictEqual(plain)
    expect(problemDetails.write({ ...error, details: { error: 'e' } }, '404')).toStrictEqual({
      ...plain,
      error: 'e',
    })
    expect(decode(encode({ ...error, details }, id)).details).toEqual(details)
  })
})

describe('the schema', () => {
  it.each<[unknown]>([[body], [{}], [{ ...body, instance: '/a', extra: [1] }], [{ status: 200 }]])(
    'takes %j',
    (value) => {
      expect(schema.safeParse(value).success).toBe(true)
    },
  )

  it.each<[unknown]>([
    [{ ...body, type: 5 }],
    [{ ...body, status: '409' }],
    [{ ...body, status: 99 }],
    [{ ...body, status: 600 }],
    [{ ...body, detail: null }],
    [[]],
    ['text'],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

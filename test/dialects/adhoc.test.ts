import { describe, expect, it } from 'vitest'
import type { CanonicalCode } from '../../src/core/codes'
import { type Dialect, isWritable } from '../../src/core/dialect'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import adhocDefault, { adhoc, schema } from '../../src/dialects/adhoc'

const { decode, encode } = createTranslator({ dialects: [adhoc] })
const read = (value: JsonValue) => decode(value, { failed: true })

it('is one frozen definition, which nothing is written in', () => {
  expect(adhocDefault).toBe(adhoc)
  expect(Object.isFrozen(adhoc)).toBe(true)
  expect(adhoc.id).toBe('adhoc')
  expect(adhoc.title).toBe(
    'Ad-hoc shapes {error}, {ok: false, …}, {success: false, …}, {message, code} (only read)',
  )
  expect(adhoc.codes).toEqual([])
  expect(adhoc.hasRetryFlag).toBe(false)
  expect(adhoc.bag).toBe('json')
  expect(isWritable(adhoc as Dialect)).toBe(false)
  expect(() => encode({ code: 'timeout', message: 'm', severity: 'error' }, 'adhoc')).toThrow('only read')
})

describe('detection', () => {
  const field = { field: 'a', message: 'b' }
  it.each<[JsonObject, number]>([
    // What says that it is an error.
    [{ object: 'error', code: 'x1', message: 'm' }, 0.8],
    [{ object: 'error', status: 404, message: 'm' }, 0.8],
    [{ object: 'error', message: 'm' }, 0.3],
    [{ kind: 'Status', status: 'Failure', message: 'm' }, 0.8],
    [{ kind: 'Status', status: 'Success', message: 'm' }, 0.3],
    // A flag.
    [{ ok: false, error: 'm' }, 0.65],
    [{ success: false, message: 'm' }, 0.65],
    [{ succeeded: false, message: 'm', data: [1] }, 0.65],
    [{ isSuccess: false, errors: ['m'] }, 0.65],
    [{ successful: false }, 0.55],
    [{ ok: false, result: null }, 0.55],
    [{ ok: false, id: 5 }, 0],
    [{ ok: true, error: 'm' }, 0],
    [{ error: false, message: 'm' }, 0],
    // As hapi and Nest send it.
    [{ statusCode: 404, error: 'Not Found', message: 'm' }, 0.65],
    [{ statusCode: '404', error: 'Not Found', message: 'm' }, 0.65],
    [{ statusCode: 7, error: 'Not Found', message: 'm' }, 0.55],
    // An error, in a word, a sentence or an object.
    [{ error: 'm' }, 0.55],
    [{ error: { message: 'm' } }, 0.55],
    [{ error: { code: 'x1' } }, 0.55],
    [{ error: {} }, 0],
    [{ error: null }, 0],
    [{ error: ' ' }, 0],
    [{ error: 'none', message: 'm' }, 0.3],
    [{ error: 'm', data: { a: 1 } }, 0.4],
    [{ error: 'm', data: {} }, 0.55],
    [{ error: 'm', results: [] }, 0.55],
    [{ error: 'm', items: [1] }, 0.4],
    [{ err: 'm' }, 0.55],
    [{ errors: 'm' }, 0.55],
    [{ errorMessages: ['m'] }, 0.55],
    [{ errorMessages: [], errors: { a: 'b' } }, 0.55],
    // A status or a type in words.
    [{ status: 'error', message: 'm' }, 0.55],
    [{ status: 'fail', data: { a: 'b' } }, 0.55],
    [{ status: 'ok', data: { a: 'b' } }, 0],
    [{ type: 'FAILED', message: 'm' }, 0.55],
    // Fields.
    [{ message: { a: ['b'] } }, 0.55],
    [{ message: { detail: [field] } }, 0.55],
    [{ message: { a: 5 } }, 0],
    [{ errors: [field] }, 0.55],
    [{ errors: [{ message: 'm' }] }, 0.55],
    [{ errors: [{ message: 'm' }], data: { a: 1 } }, 0.4],
    [{ message: 'm', errors: [5] }, 0.55],
    [{ message: 'm', errors: [] }, 0.3],
    [{ errors: { a: { 0: { _errors: [{ message: 'm' }] } } } }, 0.55],
    [{ errors: 0, warnings: 2 }, 0],
    [{ email: ['Enter a valid address.'], age: ['A number is required.'] }, 0.55],
    [{ email: ['enter a valid address'] }, 0],
    [{ tags: ['Red.'] }, 0],
    [{ email: ['Enter a valid address.'], age: 5 }, 0],
    [{ email: [] }, 0],
    // A message, and what stands beside it.
    [{ errorMessage: 'm', errorType: 'T' }, 0.55],
    [{ errorMessage: 'm' }, 0.2],
    [{ error_description: 'm', status: 404 }, 0.5],
    [{ description: 'm' }, 0.2],
    [{ message: 'm', status: 404 }, 0.55],
    [{ message: 'm', status: '404' }, 0.55],
    [{ message: 'm', status: 200 }, 0.3],
    [{ message: 'm', documentation_url: 'u' }, 0.55],
    [{ message: 'm', retry_after: 5 }, 0.55],
    [{ message: 'm', errorCode: 5 }, 0.55],
    [{ message: 'm', code: 'PGRST116', hint: null, details: null }, 0.55],
    [{ message: 'm', hint: null, details: null }, 0.3],
    [{ message: 'm', code: 'not_found' }, 0.5],
    [{ message: 'Not found', code: 10003 }, 0.5],
    [{ Message: 'Not found', code: 10003 }, 0.5],
    [{ msg: 'Not found', code: 10003 }, 0.5],
    [{ message: 'Not found', code: 'E1', kind: 'ticket' }, 0.3],
    [{ message: 'Created', code: 'E1' }, 0.3],
    [{ message: 'Not found' }, 0.3],
    [{ message: 'ok', code: 0 }, 0],
    [{ message: 5 }, 0],
    [{ id: 5 }, 0],
    [{}, 0],
    // Lists.
    [{ '[]': [{ message: 'm', errorCode: 'E' }] }, 0.55],
    [{ '[]': [{ message: 'm', schemaPath: '#' }] }, 0.55],
    [{ '[]': [{ message: 'm', errorCode: 'E' }, { message: 'm' }] }, 0],
    [{ '[]': [{ errorCode: 'E' }] }, 0],
    [{ '[]': ['m'] }, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(adhoc.detect(value)).toBe(confidence)
  })
})

describe('the message', () => {
  it.each<[JsonObject, string]>([
    [{ message: 'm', error: 'e' }, 'm'],
    [{ error: { message: 'm', reason: 'r' } }, 'm'],
    [{ error: 'e', error_description: 'm' }, 'm'],
    [{ error: { reason: 'm' } }, 'm'],
    [{ error: { info: 'm' } }, 'm'],
    [{ error: { description: 'm' } }, 'm'],
    [{ error: { msg: 'm' } }, 'm'],
    [{ error: { detail: 'm' } }, 'm'],
    [{ error: { title: 'm' } }, 'm'],
    [{ error: 'e', description: 'm' }, 'm'],
    [{ error: 'e', msg: 'm' }, 'm'],
    [{ Message: 'm', Type: 'User' }, 'm'],
    [{ ok: false, error_message: 'm' }, 'm'],
    [{ ok: false, errorSummary: 'm' }, 'm'],
    [{ ok: false, errmsg: 'm' }, 'm'],
    [{ error: ['m', 'n'], ok: false }, 'm'],
    [{ errors: { detail: 'm' } }, 'm'],
    [{ ok: false, reason: 'm' }, 'm'],
    [{ errors: [{ message: 'm' }] }, 'm'],
    [{ errors: [{ detail: 'm' }] }, 'm'],
    [{ errors: ['m', 'n'] }, 'm'],
    [{ errorMessages: ['m'] }, 'm'],
    [{ message: ['m', 'n'], error: 5, statusCode: 400 }, 'm'],
    [{ error_summary: 'path/not_found/..', error: { '.tag': 'path' } }, 'path/not_found/..'],
    [{ error: 'm' }, 'm'],
    [{ error: { type: 'm' } }, 'm'],
    [{ error: { code: 'm1' } }, 'm1'],
    [{ ok: false }, ''],
  ])('of %j is %j', (value, message) => {
    expect(read(value).message).toBe(message)
  })
})

describe('the code', () => {
  it.each<[JsonObject, string | undefined]>([
    [{ error: { code: 'item_gone', message: 'm' } }, 'item_gone'],
    [{ error: { code: 404, type: 'gone', message: 'm' } }, 'gone'],
    [{ error: { code: 404, message: 'm' } }, '404'],
    [{ error_code: 'E1', message: 'm', ok: false }, 'E1'],
    [{ errorCode: 'E1', message: 'm' }, 'E1'],
    [{ code: 'E1', message: 'm', ok: false }, 'E1'],
    [{ errorType: 'E1', errorMessage: 'm' }, 'E1'],
    [{ reason: 'NotFound', kind: 'Status', status: 'Failure', message: 'm' }, 'NotFound'],
    [{ category: 'OBJECT_NOT_FOUND', status: 'error', message: 'm' }, 'OBJECT_NOT_FOUND'],
    [{ errors: [{ code: 'E1', message: 'm' }] }, 'E1'],
    [{ errors: [{ error: 'E1', message: 'm' }] }, 'E1'],
    [{ message: 'm', errors: [{ code: 'E1', message: 'n' }] }, undefined],
    [{ error_summary: 'path/not_found/...', error: {} }, 'path/not_found'],
    [{ err: 'm', ECODE: 'ITEM_01' }, 'ITEM_01'],
    [{ ok: false, error: 'channel_not_found' }, 'channel_not_found'],
    [{ error_type: 'E1', message: 'm', ok: false }, 'E1'],
    [{ error: 'gone_away', reason: 'other', message: 'm' }, 'gone_away'],
    [{ error: 'A sentence is no code' }, undefined],
    [{ error: 'm', code: 1.5 }, undefined],
  ])('of %j is %s', (value, code) => {
    expect(read(value).origin?.code).toBe(code)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ ok: false, error: 'ratelimited' }, 'rate_limited'],
    [{ error: 'Hm', code: 'session_expired' }, 'auth_expired'],
    [{ error: 'Request timed out' }, 'timeout'],
    [{ error: 'Hm', message: 'Request timed out' }, 'timeout'],
    [{ error: 'Forbidden', message: 'Hm' }, 'permission_denied'],
    [{ error: 'Hm', status: 409 }, 'conflict'],
    [{ error: 'Hm', statusCode: '503' }, 'unavailable'],
    [{ error: 'Hm', status_code: 429 }, 'rate_limited'],
    [{ error: { status: 404, message: 'Hm' } }, 'not_found'],
    [{ error: { statusCode: 401, message: 'Hm' } }, 'unauthenticated'],
    [{ error: { code: 403, message: 'Hm' } }, 'permission_denied'],
    [{ ok: false, error_code: 429, description: 'Hm' }, 'rate_limited'],
    [{ ok: false, code: 404, message: 'Hm' }, 'not_found'],
    [{ errors: [{ status: 409, detail: 'Hm' }] }, 'conflict'],
    [{ errors: { a: ['Hm'] } }, 'invalid_input'],
    [{ errors: { detail: 'Hm' } }, 'unknown'],
    [{ error: 'Hm', retry_after: 5 }, 'transient'],
    [{ error: 'Hm' }, 'unknown'],
  ])('in the canonical error of %j is %s', (value, code) => {
    expect(read(value).code).toBe(code)
  })
})

describe('the invalid fields', () => {
  const a = { path: 'a', message: 'b' }
  it.each<[JsonValue]>([
    [{ message: 'm', errors: [{ field: 'a', message: 'b' }] }],
    [{ errors: { a: ['b'] } }],
    [{ errors: { a: 'b' } }],
    [{ error: { message: 'm', errors: [{ field: 'a', message: 'b' }] } }],
    [{ error: { message: 'm', details: [{ target: 'a', message: 'b' }] } }],
    [{ error: 'm', details: { errors: [{ field: 'a', message: 'b' }] } }],
    [{ ok: false, message: 'm', details: { causes: [{ field: 'a', message: 'b' }] } }],
    [{ message: { a: ['b'] } }],
    [{ message: { detail: [{ loc: ['a'], msg: 'b', type: 'x' }] } }],
    [{ message: 'm', errors: { a: { _errors: [{ code: 'X', message: 'b' }, 5] } } }],
    [{ status: 'fail', data: { a: 'b' } }],
    [[{ instancePath: '/a', schemaPath: '#', message: 'b' }]],
  ])('are found in %j', (value) => {
    expect(read(value).issues).toEqual([a])
  })

  it('are found in lists of sentences, and summed up where nothing else is said', () => {
    expect(read({ a: ['One is too few.', 'Two is too few.'], b: ['It is wrong.'] })).toMatchObject({
      message: 'a: One is too few.\na: Two is too few.\nb: It is wrong.',
      code: 'invalid_input',
      issues: [
        { path: 'a', message: 'One is too few.' },
        { path: 'a', message: 'Two is too few.' },
        { path: 'b', message: 'It is wrong.' },
      ],
    })
  })

  it('are found as deep as they stand', () => {
    const errors = { items: { 0: { name: { _errors: [{ message: 'b' }] }, size: { _errors: 5 } } }, other: 5 }
    expect(read({ message: 'm', errors }).issues).toEqual([{ path: 'items.0.name', message: 'b' }])
    expect(read({ message: 'm', errors: { other: 5 } }).issues).toBeUndefined()
  })
})

describe('everything else', () => {
  it('is kept in the details, that of the error beside the rest', () => {
    const value = {
      ok: false,
      error: { code: 'gone', message: 'm', target: 't' },
      request_id: 'r',
      timestamp: '2026-01-05T10:00:00Z',
      status: 410,
      left: 3,
    }
    expect(decode(value)).toEqual({
      code: 'not_found',
      message: 'm',
      severity: 'error',
      requestId: 'r',
      timestamp: '2026-01-05T10:00:00Z',
      status: 410,
      details: { target: 't', left: 3, status: 410 },
      origin: { dialect: 'adhoc', code: 'gone' },
    })
  })

  it('of a list is the list', () => {
    const list = [
      { message: 'm', errorCode: 'NOT_FOUND' },
      { message: 'n', errorCode: 'E' },
    ]
    expect(decode(list)).toMatchObject({ message: 'm', code: 'not_found', details: { errors: list } })
    expect(adhoc.read({ '[]': ['m'] })).toMatchObject({ message: '', details: { errors: ['m'] } })
  })

  it('is nothing where there is nothing', () => {
    expect(adhoc.read({ error: 'm' }).details).toBeUndefined()
  })

  it.each<[JsonObject, number]>([
    [{ error: 'm', retry_after: 5 }, 5],
    [{ error: { message: 'm', retryAfter: 5 } }, 5],
    [{ ok: false, description: 'm', parameters: { retry_after: 5 } }, 5],
    [{ ok: false, message: 'm', details: { retryAfterSeconds: 5 } }, 5],
    [{ ok: false, message: 'm', metadata: { retry_after: 5 } }, 5],
    [{ error: { message: 'm', data: { retry_after: 5 } } }, 5],
    [{ error: 'Please retry after 5 seconds' }, 5],
  ])('tells how long to wait: %j', (value, seconds) => {
    expect(read(value).retryAfter).toBe(seconds)
  })

  it.each<[JsonObject]>([
    [{ error: 'm', requestId: 'r' }],
    [{ error: { message: 'm', requestId: 'r' } }],
    [{ error: { message: 'm', innerError: { 'request-id': 'r' } } }],
  ])('tells which request it was: %j', (value) => {
    expect(read(value).requestId).toBe('r')
  })
})

describe('the schema', () => {
  it.each<[unknown]>([[{}], [{ error: 'm' }], [[{ message: 'm' }]]])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([['m'], [5], [null], [['m']]])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

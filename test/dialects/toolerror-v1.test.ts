import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import toolerrorDefault, { schema, toolerrorV1 } from '../../src/dialects/toolerror-v1'

const { decode, stringify, encode } = createTranslator({ dialects: [toolerrorV1] })
const kind = 'toolError:v1'
const error: CanonicalError = { code: 'internal', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(toolerrorDefault).toBe(toolerrorV1)
  expect(Object.isFrozen(toolerrorV1)).toBe(true)
  expect(toolerrorV1.id).toBe('toolerror-v1')
  expect(toolerrorV1.title).toBe('toolError:v1 {kind, code, message, retryable?, details?}')
  expect(toolerrorV1.hasRetryFlag).toBe(true)
  expect(toolerrorV1.bag).toBe('json')
  expect(toolerrorV1.decidingDetails).toEqual(['statusCode', 'errorType', 'cause'])
})

it('is detected by its kind alone', () => {
  expect(toolerrorV1.detect({ kind })).toBe(1)
  expect(toolerrorV1.detect({ kind: 'toolError:v2' })).toBe(0)
  expect(toolerrorV1.detect({ kind: 'needsInput:v1', code: 'X', message: 'm' })).toBe(0)
  expect(toolerrorV1.detect({})).toBe(0)
})

describe('codes', () => {
  it('are these', () => {
    expect(toolerrorV1.codes).toEqual([
      ['NETWORK_ERROR', 'network'],
      ['NETWORK_ERROR', 'timeout'],
      ['NETWORK_ERROR', 'tls_failure'],
      ['SERVER_ERROR', 'upstream_failed'],
      ['SERVER_ERROR', 'unavailable'],
      ['SERVER_ERROR', 'transient'],
      ['CLIENT_ERROR', 'invalid_input'],
      ['CLIENT_ERROR', 'conflict'],
      ['CLIENT_ERROR', 'rate_limited'],
      ['NOT_FOUND', 'not_found'],
      ['AUTHENTICATION_ERROR', 'unauthenticated'],
      ['AUTHENTICATION_ERROR', 'permission_denied'],
      ['UNKNOWN_ERROR', 'unknown'],
      ['UNKNOWN_ERROR', 'internal'],
    ])
  })

  it.each<[string, JsonObject, CanonicalCode]>([
    ['NOT_FOUND', {}, 'not_found'],
    ['NOT_FOUND', { statusCode: 500 }, 'not_found'],
    ['UNKNOWN_ERROR', {}, 'unknown'],
    ['AUTHENTICATION_ERROR', {}, 'unauthenticated'],
    ['AUTHENTICATION_ERROR', { statusCode: 401 }, 'unauthenticated'],
    ['AUTHENTICATION_ERROR', { statusCode: 403 }, 'permission_denied'],
    ['AUTHENTICATION_ERROR', { statusCode: '403' }, 'unauthenticated'],
    ['CLIENT_ERROR', {}, 'invalid_input'],
    ['CLIENT_ERROR', { statusCode: 400 }, 'invalid_input'],
    ['CLIENT_ERROR', { statusCode: 409 }, 'conflict'],
    ['CLIENT_ERROR', { statusCode: 423 }, 'resource_locked'],
    ['CLIENT_ERROR', { statusCode: 429 }, 'rate_limited'],
    ['CLIENT_ERROR', { statusCode: 418 }, 'invalid_input'],
    ['CLIENT_ERROR', { statusCode: '429' }, 'invalid_input'],
    ['SERVER_ERROR', {}, 'upstream_internal'],
    ['SERVER_ERROR', { statusCode: 500 }, 'upstream_internal'],
    ['SERVER_ERROR', { statusCode: 502 }, 'upstream_failed'],
    ['SERVER_ERROR', { statusCode: 503 }, 'unavailable'],
    ['SERVER_ERROR', { statusCode: 504 }, 'timeout'],
    ['SERVER_ERROR', { statusCode: 599 }, 'upstream_internal'],
    ['NETWORK_ERROR', {}, 'network'],
    ['NETWORK_ERROR', { errorType: 'timeout' }, 'timeout'],
    ['NETWORK_ERROR', { errorType: 'connection_refused' }, 'connection_refused'],
    ['NETWORK_ERROR', { errorType: 'dns_error' }, 'dns_failure'],
    ['NETWORK_ERROR', { errorType: 'tls_error' }, 'tls_failure'],
    ['NETWORK_ERROR', { errorType: 'unknown' }, 'network'],
    ['NETWORK_ERROR', { cause: 'connect ECONNREFUSED 1.2.3.4:5' }, 'connection_refused'],
    ['NETWORK_ERROR', { cause: 'Connection timed out' }, 'connection_timeout'],
    ['NETWORK_ERROR', { cause: 'timed out' }, 'timeout'],
    ['NETWORK_ERROR', { cause: 'took too long' }, 'timeout'],
    ['NETWORK_ERROR', { cause: 'rate limited' }, 'network'],
    ['NETWORK_ERROR', { cause: 'certificate has expired' }, 'tls_failure'],
    ['NETWORK_ERROR', { cause: 'socket hang up' }, 'network'],
    ['NETWORK_ERROR', { cause: 'not found' }, 'network'],
    ['NETWORK_ERROR', { cause: { code: 'ENOTFOUND' } }, 'dns_failure'],
    ['NETWORK_ERROR', { cause: { code: 'ECONNREFUSED', address: '127.0.0.1' } }, 'connection_refused'],
    ['NETWORK_ERROR', { cause: 'socket hang up at https://ssl.example.com/' }, 'network'],
    ['NETWORK_ERROR', { cause: 'other side closed: tls.example.com' }, 'network'],
    ['NETWORK_ERROR', { cause: 'failed to fetch file "certificate.pem": socket hang up' }, 'network'],
    [
      'NETWORK_ERROR',
      {
        cause: 'Client network socket disconnected before secure TLS connection was established',
      },
      'network',
    ],
    ['NETWORK_ERROR', { cause: 'timed out', errorType: 'dns_error' }, 'dns_failure'],
    ['ProjectNotFound', {}, 'not_found'],
    ['TEAPOT', {}, 'unknown'],
  ])('%s with %j is %s', (code, details, canonical) => {
    expect(toolerrorV1.read({ kind, code, message: 'm', details }).code).toBe(canonical)
  })

  it.each<[CanonicalCode, string, JsonObject, boolean | undefined]>([
    ['network', 'NETWORK_ERROR', {}, undefined],
    ['timeout', 'NETWORK_ERROR', { errorType: 'timeout' }, undefined],
    ['connection_refused', 'NETWORK_ERROR', { errorType: 'connection_refused' }, undefined],
    ['dns_failure', 'NETWORK_ERROR', { errorType: 'dns_error' }, undefined],
    ['tls_failure', 'NETWORK_ERROR', { errorType: 'tls_error' }, false],
    ['upstream_internal', 'SERVER_ERROR', {}, undefined],
    ['upstream_failed', 'SERVER_ERROR', { statusCode: 502 }, undefined],
    ['unavailable', 'SERVER_ERROR', { statusCode: 503 }, undefined],
    ['invalid_input', 'CLIENT_ERROR', {}, undefined],
    ['conflict', 'CLIENT_ERROR', { statusCode: 409 }, undefined],
    ['rate_limited', 'CLIENT_ERROR', { statusCode: 429 }, true],
    ['not_found', 'NOT_FOUND', {}, undefined],
    ['unauthenticated', 'AUTHENTICATION_ERROR', {}, undefined],
    ['permission_denied', 'AUTHENTICATION_ERROR', { statusCode: 403 }, undefined],
    ['unknown', 'UNKNOWN_ERROR', {}, undefined],
    ['connection_timeout', 'NETWORK_ERROR', { code: 'connection_timeout' }, undefined],
    ['resource_locked', 'CLIENT_ERROR', { code: 'resource_locked', statusCode: 409 }, true],
    ['auth_expired', 'AUTHENTICATION_ERROR', { code: 'auth_expired' }, true],
    ['missing_field', 'CLIENT_ERROR', { code: 'missing_field' }, undefined],
  ])('%s is written as %s with %j', (code, native, details, retryable) => {
    const written = encode({ ...error, code }, 'toolerror-v1')
    expect(written).toStrictEqual({
      kind,
      code: native,
      message: 'm',
      ...(retryable !== undefined && { retryable }),
      details,
    })
    expect(decode(written).code).toBe(code)
  })
})

describe('reading', () => {
  it('takes a status from the details and keeps it there', () => {
    const reading = toolerrorV1.read({
      kind,
      code: 'CLIENT_ERROR',
      message: 'm',
      retryable: false,
      details: { statusCode: 429 },
    })
    expect(reading).toEqual({
      nativeCode: 'CLIENT_ERROR',
      code: 'rate_limited',
      message: 'm',
      retryable: false,
      retryAfter: undefined,
      status: 429,
      details: { statusCode: 429 },
    })
  })

  it.each<[JsonValue, number | undefined]>([
    [404, 404],
    [99, undefined],
    [600, undefined],
    ['404', undefined],
    [null, undefined],
  ])('takes the status %j as %s', (statusCode, status) => {
    expect(toolerrorV1.read({ kind, code: 'X', message: 'm', details: { statusCode } }).status).toBe(status)
  })

  it('takes a wait from the details', () => {
    expect(toolerrorV1.read({ kind, code: 'X', message: 'm', details: { retry_after: 30 } }).retryAfter).toBe(
      30,
    )
    expect(
      toolerrorV1.read({ kind, code: 'X', message: 'm', details: { retry_after: 30_000_000_000 } })
        .retryAfter,
    ).toBe(30_000_000_000)
  })

  it('passes over members that are not what they should be', () => {
    expect(toolerrorV1.read({ kind, code: 5, message: { a: [1] }, retryable: 'no', details: 'x' })).toEqual({
      nativeCode: undefined,
      code: 'unknown',
      message: '{"a":[1]}',
      retryable: undefined,
      retryAfter: undefined,
      status: undefined,
      details: undefined,
    })
    expect(toolerrorV1.read({ kind })).toEqual({ code: 'unknown', message: '' })
  })

  it('gives an object in place of the message back', () => {
    const body = { kind, code: 'CLIENT_ERROR', message: { a: [1] }, details: {} }
    expect(encode(decode(body), 'toolerror-v1')).toEqual(body)
  })
})

describe('writing', () => {
  it('is indented by two, with details even when there are none', () => {
    expect(stringify({ ...error, code: 'not_found', message: 'é' }, 'toolerror-v1')).toBe(
      '{\n  "kind": "toolError:v1",\n  "code": "NOT_FOUND",\n  "message": "é",\n  "details": {}\n}',
    )
  })

  it.each<[string, Partial<CanonicalError>, string, JsonObject]>([
    [
      'a flag that the error has',
      { code: 'not_found', retryable: false },
      'NOT_FOUND',
      { retryable: false, details: {} },
    ],
    [
      'a flag where the code alone would be retried',
      { code: 'tls_failure' },
      'NETWORK_ERROR',
      { retryable: false, details: { errorType: 'tls_error' } },
    ],
    [
      'a flag where the code alone would not be retried',
      { code: 'rate_limited' },
      'CLIENT_ERROR',
      { retryable: true, details: { statusCode: 429 } },
    ],
    ['no flag that the code says', { code: 'network' }, 'NETWORK_ERROR', { details: {} }],
    ['the status', { code: 'not_found', status: 410 }, 'NOT_FOUND', { details: { statusCode: 410 } }],
    [
      'the status beside the type',
      { code: 'timeout', status: 504 },
      'NETWORK_ERROR',
      { details: { statusCode: 504, errorType: 'timeout' } },
    ],
    [
      'no type over one that is there',
      { code: 'timeout', details: { errorType: 'mine' } },
      'NETWORK_ERROR',
      { details: { errorType: 'mine' } },
    ],
    ['a wait', { code: 'not_found', retryAfter: 5 }, 'NOT_FOUND', { details: { retry_after: 5 } }],
    [
      'a status that tells the code over another',
      { code: 'conflict', status: 400 },
      'CLIENT_ERROR',
      { details: { statusCode: 409 } },
    ],
    [
      'details before what is added',
      { code: 'rate_limited', retryAfter: 5, details: { a: 1 } },
      'CLIENT_ERROR',
      { retryable: true, details: { a: 1, statusCode: 429, retry_after: 5 } },
    ],
  ])('has %s', (_, more, code, expected) => {
    expect(toolerrorV1.write({ ...error, ...more }, code)).toStrictEqual({
      kind,
      code,
      message: 'm',
      ...expected,
    })
  })
})

describe('the schema', () => {
  const body = { kind, code: 'X', message: 'm' }

  it.each<[unknown]>([[body], [{ ...body, retryable: true, details: {} }]])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, kind: 'toolError:v2' }],
    [{ ...body, code: 5 }],
    [{ ...body, message: {} }],
    [{ ...body, retryable: 'yes' }],
    [{ ...body, details: null }],
    [{ ...body, details: [] }],
    [{ ...body, extra: 1 }],
    [{ kind, message: 'm' }],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

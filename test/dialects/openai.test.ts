import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import openaiDefault, { openai, schema } from '../../src/dialects/openai'

const { decode, encode, stringify } = createTranslator({ dialects: [openai] })
const inner = { message: 'm', type: 'invalid_request_error', param: null, code: null }
const body = { error: inner }
const flat = { object: 'error', ...inner }
const error: CanonicalError = { code: 'invalid_input', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(openaiDefault).toBe(openai)
  expect(Object.isFrozen(openai)).toBe(true)
  expect(openai.id).toBe('openai')
  expect(openai.title).toBe('OpenAI API {error: {message, type, param, code}}')
  expect(openai.hasRetryFlag).toBe(false)
  expect(openai.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [{ error: { ...inner, type: null } }, 0.95],
    [{ error: { ...inner, param: 'model', code: 404 } }, 0.95],
    [{ error: { ...inner, extra: 1 } }, 0.9],
    [{ ...body, id: 'x' }, 0.65],
    [{ error: { message: 'm', type: 'card_error', code: 'card_declined' } }, 0.6],
    [{ error: { message: 'm', type: 'insufficient_quota', code: null } }, 0.6],
    [{ error: { message: 'm', type: 'tokens', code: 'rate_limit_exceeded' } }, 0.6],
    [{ error: { message: 'm', type: 'tokens', code: 'own' } }, 0],
    [{ error: { message: 'm', type: 'card_error' } }, 0],
    [{ error: { ...inner, message: null } }, 0],
    [{ error: { ...inner, type: 5 } }, 0],
    [{ error: { ...inner, param: {} } }, 0],
    [{ error: { ...inner, code: [] } }, 0],
    [{ error: { message: 'm', code: '429' } }, 0],
    [flat, 0.95],
    [{ ...flat, raw_status_code: 429 }, 0.9],
    [{ object: 'list', ...inner }, 0],
    [{ object: 'error', message: 'm' }, 0],
    [inner, 0],
    [{ error: 'm' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(openai.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  // Those that are types, and those that are codes beside a type.
  const types: [string, CanonicalCode][] = [
    ['invalid_request_error', 'invalid_input'],
    ['authentication_error', 'unauthenticated'],
    ['permission_error', 'permission_denied'],
    ['not_found_error', 'not_found'],
    ['conflict_error', 'conflict'],
    ['server_error', 'internal'],
    ['service_unavailable_error', 'unavailable'],
    ['timeout_error', 'timeout'],
  ]
  const named: [string, string, CanonicalCode][] = [
    ['invalid_value', 'invalid_request_error', 'invalid_arguments'],
    ['missing_required_parameter', 'invalid_request_error', 'missing_field'],
    ['invalid_api_key', 'authentication_error', 'auth_invalid'],
    ['model_not_found', 'invalid_request_error', 'resource_not_found'],
    ['rate_limit_exceeded', 'rate_limit_error', 'rate_limited'],
    ['insufficient_quota', 'insufficient_quota', 'quota_exceeded'],
    ['server_is_overloaded', 'service_unavailable_error', 'busy'],
  ]
  const incoming: [string, CanonicalCode][] = [
    ['context_length_exceeded', 'invalid_input'],
    ['content_policy_violation', 'invalid_input'],
    ['content_filter', 'invalid_input'],
    ['missing_scope', 'permission_denied'],
    ['unsupported_country_region_territory', 'permission_denied'],
    ['model_not_available', 'resource_not_found'],
    ['billing_hard_limit_reached', 'quota_exceeded'],
    ['tool_use_failed', 'invalid_input'],
  ]

  it('are these, with what is broader beside two of them', () => {
    expect(openai.codes.map((row) => row.join(' ')).sort()).toEqual(
      [
        ...types.map((row) => row.join(' ')),
        ...named.map(([code, , canonical]) => `${code} ${canonical}`),
        ...incoming.map((row) => row.join(' ')),
        'server_error unknown',
        'service_unavailable_error transient',
      ].sort(),
    )
  })

  it.each(types)('the type %s is %s, both ways', (type, code) => {
    const wire = { error: { message: 'm', type, param: null, code: null } }
    expect(encode({ ...error, code }, 'openai')).toEqual(wire)
    expect(decode(wire)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      origin: { dialect: 'openai', code: type },
    })
  })

  it.each(named)('the code %s beside the type %s is %s, both ways', (code, type, canonical) => {
    const wire = { error: { message: 'm', type, param: null, code } }
    expect(encode({ ...error, code: canonical }, 'openai')).toEqual(wire)
    expect(decode(wire)).toMatchObject({ code: canonical, origin: { code } })
  })

  it.each(incoming)('the code %s comes in as %s', (code, canonical) => {
    const wire = { error: { ...inner, code } }
    expect(decode(wire).code).toBe(canonical)
    expect(encode(decode(wire), 'openai')).toEqual(wire)
  })

  it.each<[CanonicalCode, string]>([
    ['unknown', 'server_error'],
    ['transient', 'service_unavailable_error'],
    ['deadline_exceeded', 'timeout_error'],
    ['malformed_data', 'invalid_request_error'],
  ])('%s is written as %s and named beside it', (code, type) => {
    const wire = encode({ ...error, code }, 'openai')
    expect(wire).toEqual({ error: { message: 'm', type, param: null, code: null, error_code: code } })
    expect(decode(wire).code).toBe(code)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ message: 'No such file: x' }, 'resource_not_found'],
    [{ message: 'Hm' }, 'invalid_input'],
    [{ message: 'The engine is overloaded, try again later', type: 'server_error' }, 'busy'],
    [{ message: 'Hm', type: 'server_error' }, 'internal'],
    [{ message: 'Hm', type: 'BadRequestError', code: 400 }, 'invalid_input'],
    [{ message: 'Hm', type: 'NotFoundError', code: 404 }, 'not_found'],
    [{ message: 'Hm', type: null, code: '429' }, 'rate_limited'],
    [{ message: 'Hm', type: null, code: null, status: 503 }, 'unavailable'],
    [{ message: 'Hm', type: null, code: '1300', raw_status_code: 429 }, 'rate_limited'],
    [{ message: 'Timed out', type: null, code: null }, 'timeout'],
    [{ message: 'Hm', type: null, code: null }, 'unknown'],
    [{ message: 'Hm', type: 'own', code: 'session_expired' }, 'auth_expired'],
  ])('%j is %s', (members, code) => {
    expect(decode({ error: { ...inner, ...members } }).code).toBe(code)
  })
})

describe('reading', () => {
  it('finds everything', () => {
    const value = {
      error: { ...inner, message: 'Invalid. Please try again in 20s.', param: 'a.b', code: 'own', left: 3 },
    }
    expect(openai.read(value)).toEqual({
      nativeCode: 'own',
      variant: undefined,
      code: 'unknown',
      impliedCode: 'invalid_input',
      message: 'Invalid. Please try again in 20s.',
      retryAfter: 20,
      issues: [{ path: 'a.b', message: 'Invalid. Please try again in 20s.' }],
      status: undefined,
      details: { left: 3 },
    })
  })

  it.each<[JsonValue, JsonValue, string | undefined, number | undefined]>([
    ['model_not_found', 'own', 'model_not_found', undefined],
    [null, 'own', 'own', undefined],
    ['404', 'NotFoundError', 'NotFoundError', 404],
    [404, null, '404', 404],
    ['1300', 'rate_limited', 'rate_limited', undefined],
    [null, null, undefined, undefined],
  ])('takes the code %j and the type %j for the code %s and the status %s', (code, type, native, status) => {
    const read = openai.read({ error: { message: 'm', type, code } })
    expect([read.nativeCode, read.status]).toEqual([native, status])
  })

  it('finds the status that Mistral gives, and the shape without an envelope', () => {
    expect(openai.read({ ...flat, raw_status_code: 429 })).toMatchObject({
      variant: 'flat',
      status: 429,
      details: { raw_status_code: 429 },
    })
  })

  it('passes over members that are not what they should be', () => {
    const odd = { message: 6, type: null, param: 7, raw_status_code: 'x' }
    expect(openai.read({ error: odd })).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '6',
      details: { raw_status_code: 'x' },
    })
    expect(openai.read({})).toEqual({ code: 'unknown', impliedCode: 'unknown', message: '', variant: 'flat' })
  })
})

describe('writing', () => {
  it('has every member in its place', () => {
    const issues = [{ path: 'model', message: 'm' }]
    expect(stringify({ ...error, issues, retryAfter: 5, details: { a: 1 } }, 'openai')).toBe(
      '{"error":{"message":"m","type":"invalid_request_error","param":"model","code":null,"a":1,"retry_after":5}}',
    )
  })

  it.each<[CanonicalError['issues']]>([
    [[]],
    [[{ path: 'a', message: 'other' }]],
    [[{ path: '', message: 'm' }]],
    [
      [
        { path: 'a', message: 'm' },
        { path: 'b', message: 'm' },
      ],
    ],
  ])('has no parameter for the issues %j', (issues) => {
    expect(openai.write({ ...error, issues }, 'invalid_request_error')).toStrictEqual(body)
    const written = encode({ ...error, issues }, 'openai')
    expect(decode(written).issues).toEqual(issues)
  })

  it('says no wait twice', () => {
    const message = 'Please retry after 5 seconds'
    expect(openai.write({ ...error, message, retryAfter: 5 }, 'invalid_request_error')).toStrictEqual({
      error: { ...inner, message },
    })
  })

  it('has the type of its kind beside a code of the server', () => {
    expect(openai.write(error, 'session_expired')).toMatchObject({
      error: { type: 'invalid_request_error', code: 'session_expired' },
    })
    expect(openai.write(error, 'own_timeout')).toMatchObject({
      error: { type: 'timeout_error', code: 'own_timeout' },
    })
  })

  it('leaves out details that would be taken for its own members', () => {
    const details = { message: 'x', type: 'y', param: 'z', code: 'w', object: 'v' }
    expect(openai.write({ ...error, details }, 'invalid_request_error')).toStrictEqual({
      error: { ...inner, object: 'v' },
    })
    expect(openai.write({ ...error, details }, 'invalid_request_error', 'flat')).toStrictEqual(flat)
  })

  it.each<[JsonObject]>([
    [flat],
    [{ ...flat, code: 404, type: 'NotFoundError' }],
    [{ error: { message: 'm', type: 'card_error', code: 'card_declined', charge: 'ch' } }],
    [{ ...body, id: 'x' }],
  ])('gives back %j', (value) => {
    expect(encode(decode(value), 'openai')).toEqual(value)
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ error: { message: 'm', type: null } }],
    [{ error: { ...inner, code: 404, param: 'p', extra: 1 } }],
    [flat],
    [{ ...flat, raw_status_code: 429 }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, extra: 1 }],
    [{ error: { message: 'm' } }],
    [{ error: { ...inner, message: null } }],
    [{ error: { ...inner, param: 5 } }],
    [{ ...flat, object: 'list' }],
    [inner],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

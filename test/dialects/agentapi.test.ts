import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import { type CanonicalCode, codes } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import agentapiDefault, { agentapi, schema } from '../../src/dialects/agentapi'

const { decode, stringify, encode } = createTranslator({ dialects: [agentapi] })
const inner = { code: 'MCP_TIMEOUT', message: 'm', temporary: true, retryable: true }
const timestamp = '2025-10-23T12:34:56-07:00'
const body = { error: inner, timestamp }
const error: CanonicalError = { code: 'timeout', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(agentapiDefault).toBe(agentapi)
  expect(Object.isFrozen(agentapi)).toBe(true)
  expect(agentapi.id).toBe('agentapi')
  expect(agentapi.title).toBe('AgentAPI {error: {code: "MCP_…", …}, request_id?, timestamp}')
  expect(agentapi.hasRetryFlag).toBe(true)
  expect(agentapi.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 1],
    [{ error: { code: 'MCP_TIMEOUT', message: 'm' } }, 1],
    [{ error: { code: 'ENCODING_ERROR', message: 'm' } }, 1],
    [{ error: { ...inner, code: 'OWN' } }, 0.9],
    [{ error: { code: 'OWN', message: 'm', temporary: true } }, 0],
    [{ error: { code: 'OWN', message: 'm', retryable: true } }, 0],
    [{ error: { code: 'OWN', message: 'm' } }, 0],
    [{ error: { code: 'XMCP_', message: 'm' } }, 0],
    [{ error: { code: 5, message: 'm' } }, 0],
    [{ error: { ...inner, message: null } }, 0],
    [inner, 1],
    [{ ...inner, code: 'ENCODING_ERROR' }, 1],
    [{ ...inner, code: 'OWN' }, 0],
    [{ code: 'MCP_TIMEOUT', message: 'm' }, 0],
    [{ code: 'MCP_TIMEOUT', message: 'm', temporary: true, retryable: 'x' }, 0],
    [{ code: 'MCP_TIMEOUT', message: 'm', temporary: 'x', retryable: true }, 0],
    [{ error: 'MCP_TIMEOUT', message: 'm' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(agentapi.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode][] = [
    ['MCP_CONNECTION_ERROR', 'connection_failed'],
    ['MCP_CONNECTION_TIMEOUT', 'connection_timeout'],
    ['MCP_CONNECTION_REFUSED', 'connection_refused'],
    ['MCP_TOOL_EXECUTION_ERROR', 'execution_failed'],
    ['MCP_TOOL_NOT_FOUND', 'tool_not_found'],
    ['MCP_INVALID_ARGUMENTS', 'invalid_arguments'],
    ['MCP_TIMEOUT', 'timeout'],
    ['MCP_OPERATION_TIMEOUT', 'operation_timeout'],
    ['MCP_DEADLINE_EXCEEDED', 'deadline_exceeded'],
    ['MCP_AUTHENTICATION_ERROR', 'unauthenticated'],
    ['MCP_AUTH_EXPIRED', 'auth_expired'],
    ['MCP_AUTH_INVALID', 'auth_invalid'],
    ['MCP_OAUTH_FAILURE', 'oauth_failed'],
    ['MCP_RATE_LIMIT_EXCEEDED', 'rate_limited'],
    ['MCP_QUOTA_EXCEEDED', 'quota_exceeded'],
    ['MCP_THROTTLED', 'throttled'],
    ['MCP_SERVER_ERROR', 'upstream_failed'],
    ['MCP_SERVER_UNAVAILABLE', 'unavailable'],
    ['MCP_SERVER_INTERNAL_ERROR', 'upstream_internal'],
    ['MCP_CIRCUIT_BREAKER_OPEN', 'circuit_open'],
    ['MCP_CIRCUIT_BREAKER_HALF_OPEN', 'circuit_half_open'],
    ['MCP_TOO_MANY_REQUESTS', 'too_many_requests'],
    ['MCP_INVALID_CONFIG', 'invalid_config'],
    ['MCP_MISSING_CONFIG', 'missing_config'],
    ['MCP_CONFIG_VALIDATION_ERROR', 'config_invalid'],
    ['MCP_RESOURCE_NOT_FOUND', 'resource_not_found'],
    ['MCP_RESOURCE_LOCKED', 'resource_locked'],
    ['MCP_RESOURCE_EXHAUSTED', 'resource_exhausted'],
    ['MCP_NETWORK_ERROR', 'network'],
    ['MCP_DNS_ERROR', 'dns_failure'],
    ['MCP_TLS_ERROR', 'tls_failure'],
  ]
  const broader: [string, CanonicalCode][] = [
    ['MCP_TOOL_EXECUTION_ERROR', 'internal'],
    ['MCP_INVALID_ARGUMENTS', 'invalid_input'],
    ['MCP_AUTHENTICATION_ERROR', 'permission_denied'],
    ['MCP_SERVER_UNAVAILABLE', 'transient'],
    ['MCP_RESOURCE_NOT_FOUND', 'not_found'],
    ['MCP_RESOURCE_LOCKED', 'conflict'],
  ]

  it('are these, and one that only comes in', () => {
    const all = [...rows, ...broader, ['ENCODING_ERROR', 'internal']].map((row) => row.join(' ')).sort()
    expect(agentapi.codes.map((row) => row.join(' ')).sort()).toEqual(all)
  })

  it.each(rows)('%s is %s, both ways, with the flags of the code', (native, code) => {
    const { temporary, retryable } = codes[code]
    const text = `{"error":{"code":"${native}","message":"m","temporary":${temporary},"retryable":${retryable}},"timestamp":"${timestamp}"}\n`
    expect(stringify({ ...error, code, timestamp }, 'agentapi')).toBe(text)
    expect(decode(text)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      retryable,
      temporary,
      timestamp,
      origin: { dialect: 'agentapi', code: native },
    })
  })

  it.each(broader)('%s is how %s is written, which its metadata says', (native, code) => {
    expect(encode({ ...error, code, timestamp }, 'agentapi')).toMatchObject({
      error: { code: native, metadata: { code } },
    })
  })

  it('ENCODING_ERROR comes back as it came', () => {
    const text = '{"error":{"code":"ENCODING_ERROR","message":"m"}}'
    expect(decode(text)).toMatchObject({ code: 'internal', origin: { code: 'ENCODING_ERROR' } })
    expect(decode(text).retryable).toBeUndefined()
    expect(stringify(decode(text), 'agentapi')).toBe(`${text}\n`)
  })

  it('of the body win over the table', () => {
    const text = `{"error":{"code":"MCP_SERVER_ERROR","message":"m","temporary":false,"retryable":false},"timestamp":"${timestamp}"}\n`
    expect(decode(text)).toMatchObject({ code: 'upstream_failed', retryable: false, temporary: false })
    expect(stringify(decode(text), 'agentapi')).toBe(text)
  })
})

describe('reading', () => {
  it('finds everything in the envelope', () => {
    const metadata = { retry_after: '1m0s', endpoint: 'e' }
    const error = { ...inner, operation: 'op', resource: 'res', metadata }
    expect(agentapi.read({ error, request_id: 'id', timestamp })).toEqual({
      nativeCode: 'MCP_TIMEOUT',
      variant: undefined,
      message: 'm',
      retryable: true,
      temporary: true,
      retryAfter: 60,
      operation: 'op',
      resource: 'res',
      requestId: 'id',
      timestamp,
      details: metadata,
    })
  })

  it('finds everything in the error alone', () => {
    expect(agentapi.read({ ...inner, request_id: 'id', timestamp })).toEqual({
      nativeCode: 'MCP_TIMEOUT',
      variant: 'bare',
      message: 'm',
      retryable: true,
      temporary: true,
      retryAfter: undefined,
      operation: undefined,
      resource: undefined,
      requestId: undefined,
      timestamp,
      details: undefined,
    })
  })

  it.each<[JsonValue, number | undefined]>([
    ['1m0s', 60],
    ['250µs', 0.00025],
    ['1.5ms', 0.0015],
    ['36h0m0s', 129600],
    ['0s', 0],
    ['-1s', undefined],
    [30_000_000_000, 30],
    [30, 30],
  ])('takes a wait of %j as %s seconds', (retry_after, seconds) => {
    expect(agentapi.read({ error: { ...inner, metadata: { retry_after } } }).retryAfter).toBe(seconds)
  })

  it('passes over members that are not what they should be', () => {
    const odd = { code: 5, message: 6, operation: 7, resource: 8, metadata: [], temporary: 'x', retryable: 1 }
    expect(agentapi.read({ error: odd, request_id: 9, timestamp: 10 })).toEqual({ message: '6' })
    expect(agentapi.read({})).toEqual({ message: '', variant: 'bare' })
  })
})

describe('writing', () => {
  it('has every member in its place, and a final newline', () => {
    const full: CanonicalError = {
      ...error,
      retryable: false,
      temporary: false,
      retryAfter: 90,
      operation: 'op',
      resource: 'res',
      requestId: 'id',
      timestamp,
      details: { a: 1 },
    }
    expect(stringify(full, 'agentapi')).toBe(
      `{"error":{"code":"MCP_TIMEOUT","message":"m","operation":"op","resource":"res","metadata":{"a":1,"retry_after":"1m30s"},"temporary":false,"retryable":false},"request_id":"id","timestamp":"${timestamp}"}\n`,
    )
  })

  it('has what Go writes for a time that nobody set', () => {
    expect(agentapi.write(error, 'MCP_TIMEOUT')).toStrictEqual({
      error: inner,
      timestamp: '0001-01-01T00:00:00Z',
    })
  })

  it('leaves out what is empty, as Go does', () => {
    const empty = { ...error, operation: '', resource: '', requestId: '', details: {} }
    expect(agentapi.write(empty, 'MCP_TIMEOUT')).toStrictEqual({
      error: inner,
      timestamp: '0001-01-01T00:00:00Z',
    })
  })

  it('writes the error alone where it came alone', () => {
    expect(agentapi.write(error, 'MCP_TIMEOUT', 'bare')).toStrictEqual(inner)
    const written = agentapi.write(
      { ...error, timestamp, requestId: 'id', resource: 'r', details: { a: 1 } },
      'MCP_TIMEOUT',
      'bare',
    )
    expect(JSON.stringify(written)).toBe(
      `{"code":"MCP_TIMEOUT","message":"m","resource":"r","timestamp":"${timestamp}","metadata":{"a":1},"temporary":true,"retryable":true}`,
    )
    expect(encode(decode({ ...inner, timestamp }), 'agentapi')).toEqual({ ...inner, timestamp })
  })

  it.each<[number, JsonObject | undefined]>([
    [0, { retry_after: '0s' }],
    [0.5, { retry_after: '500ms' }],
    [1e-12, { retry_after: 1e-12 }],
    [1e11, undefined],
  ])('writes a wait of %d seconds as %j', (retryAfter, metadata) => {
    expect((agentapi.write({ ...error, retryAfter }, 'MCP_TIMEOUT').error as JsonObject).metadata).toEqual(
      metadata,
    )
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ ...body, request_id: 'id' }],
    [{ error: { code: 'ENCODING_ERROR', message: 'm' } }],
    [inner],
    [{ ...inner, operation: 'o', resource: 'r', metadata: {}, timestamp }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, extra: 1 }],
    [{ error: { ...inner, extra: 1 } }],
    [{ ...inner, extra: 1 }],
    [{ code: 'MCP_TIMEOUT', message: 'm' }],
    [{ code: 'MCP_TIMEOUT', message: 'm', temporary: true }],
    [{ error: { ...inner, metadata: [] } }],
    [{ error: { ...inner, retryable: 'x' } }],
    [{ error: { message: 'm' } }],
    [{ ...body, timestamp: 5 }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import jsonrpcDefault, { jsonrpc, schema, vocabularies } from '../../src/dialects/jsonrpc'
import { vocabularyRows } from '../../src/dialects/jsonrpc/vocabularies'

const { decode, encode, stringify, dialects } = createTranslator({ dialects: [jsonrpc] })
const inner = { code: -32602, message: 'm' }
const body = { jsonrpc: '2.0', id: null, error: inner }
const error: CanonicalError = { code: 'invalid_arguments', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(jsonrpcDefault).toBe(jsonrpc)
  expect(Object.isFrozen(jsonrpc)).toBe(true)
  expect(jsonrpc.id).toBe('jsonrpc')
  expect(jsonrpc.title).toBe('JSON-RPC {jsonrpc: "2.0", error: {code: -32602, message, data?}}')
  expect(jsonrpc.hasRetryFlag).toBe(false)
  expect(jsonrpc.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 1],
    [{ jsonrpc: '2.0', error: { code: 404, message: 'm', data: {} } }, 1],
    [{ ...body, extra: 1 }, 0.85],
    [{ ...body, error: { ...inner, extra: 1 } }, 0.85],
    [{ ...body, jsonrpc: '1.0' }, 0],
    [{ ...body, error: { ...inner, code: '-32602' } }, 0],
    [{ ...body, error: { ...inner, code: 1.5 } }, 0],
    [{ ...body, error: { code: -32602 } }, 0],
    [inner, 0.9],
    [{ ...inner, data: null }, 0.9],
    [{ ...inner, extra: 1 }, 0.6],
    [{ error: inner }, 0.9],
    [{ error: inner, id: 1 }, 0.9],
    [{ error: inner, extra: 1 }, 0.6],
    [{ code: -32768, message: 'm' }, 0.9],
    [{ code: -32769, message: 'm' }, 0],
    [{ code: -32000, message: 'm' }, 0.9],
    [{ code: -31999, message: 'm' }, 0],
    [{ code: 404, message: 'm' }, 0],
    [{ error: { code: 404, message: 'm' } }, 0],
    [{ jsonrpc: '2.0', id: 1, result: inner }, 0],
    [{ error: 'm' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(jsonrpc.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [number, CanonicalCode][] = [
    [-32700, 'malformed_data'],
    [-32602, 'invalid_arguments'],
    [-32600, 'invalid_input'],
    [-32601, 'tool_not_found'],
    [-32603, 'internal'],
    [401, 'unauthenticated'],
    [402, 'quota_exceeded'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [409, 'conflict'],
    [429, 'rate_limited'],
    [499, 'cancelled'],
    [502, 'upstream_failed'],
    [503, 'unavailable'],
    [504, 'timeout'],
  ]
  const accepted: [number, CanonicalCode][] = [
    [-32002, 'resource_not_found'],
    [-32020, 'invalid_input'],
    [-32021, 'invalid_input'],
    [-32022, 'invalid_input'],
    [-32042, 'permission_denied'],
  ]

  it.each(rows)('%d means %s', (code, canonical) => {
    expect(decode({ jsonrpc: '2.0', error: { code, message: 'm' } }).code).toBe(canonical)
  })

  it.each(rows.filter(([, code]) => code !== 'invalid_input'))('%d is written for %s', (code, canonical) => {
    expect(encode({ ...error, code: canonical }, 'jsonrpc')).toEqual({
      ...body,
      error: { code, message: 'm' },
    })
  })

  it.each<[CanonicalCode, number]>([
    ['invalid_input', -32602],
    ['transient', 503],
    ['resource_not_found', 404],
    ['unknown', -32603],
    ['advisory', -32603],
  ])('%s is written as a broader one that its data makes good', (canonical, code) => {
    const written = encode({ ...error, code: canonical }, 'jsonrpc')
    expect(written).toEqual({ ...body, error: { code, message: 'm', data: { code: canonical } } })
    expect(decode(written).code).toBe(canonical)
  })

  it.each(accepted)('%d is understood as %s and never written', (code, canonical) => {
    expect(decode({ code, message: 'm' }).code).toBe(canonical)
    expect(stringify({ ...error, code: canonical }, 'jsonrpc')).not.toContain(String(code))
  })

  it('is never written from the reserved range but for those that JSON-RPC itself has', () => {
    const reserved = [...rows, ...accepted].map(([, code]) => encode({ ...error, code }, 'jsonrpc'))
    const codes = reserved.map((written) => (written as { error: { code: number } }).error.code)
    const own = [-32700, -32600, -32601, -32602, -32603]
    expect(codes.filter((code) => code <= -32000 && !own.includes(code))).toEqual([])
  })

  it.each<[number, string, CanonicalCode]>([
    [-32600, 'Session expired, please log in', 'auth_expired'],
    [-32602, 'Unknown tool: lst', 'tool_not_found'],
    [-32603, 'connect ECONNREFUSED 127.0.0.1:80', 'connection_refused'],
    [-32002, 'Rate limit exceeded', 'rate_limited'],
    [-32001, 'Request timed out', 'timeout'],
    [-32001, 'Unauthorized', 'unauthenticated'],
    [-32001, 'Hm', 'unknown'],
    [7, 'Hm', 'unknown'],
  ])('%d with %j is %s: the words say more', (code, message, canonical) => {
    expect(decode({ jsonrpc: '2.0', error: { code, message } }).code).toBe(canonical)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ code: 'NOT_FOUND' }, 'not_found'],
    [{ reason: 'RATE_LIMIT_EXCEEDED' }, 'rate_limited'],
    [{ type: 'ValidationError' }, 'invalid_arguments'],
    [{ code: 5, reason: null, type: 'Hm' }, 'internal'],
  ])('counts what the data %j call it', (data, canonical) => {
    expect(decode({ code: -32603, message: 'm', data }).code).toBe(canonical)
  })
})

describe('vocabularies', () => {
  it('are found by their ids, and never by detection', () => {
    expect(dialects.map(({ id }) => id)).toEqual(['jsonrpc'])
    expect(vocabularies.map(({ id }) => id)).toEqual(
      Object.keys(vocabularyRows).map((name) => `jsonrpc-${name}`),
    )
    expect(vocabularies.every(Object.isFrozen)).toBe(true)
    expect(vocabularies.every((each) => each.vocabularies === undefined)).toBe(true)
    expect(decode({ code: -32001, message: 'm' }).origin).toEqual({
      dialect: 'jsonrpc',
      code: '-32001',
      variant: 'bare',
    })
  })

  const firstRows = Object.entries(vocabularyRows).flatMap(([name, rows]) =>
    rows
      .filter(([native], at) => rows.findIndex(([other]) => other === native) === at)
      .map(([native, code]) => [name, native, code] as const),
  )

  it.each(firstRows)('in that of %s, %s is %s', (name, native, code) => {
    const error = { code: Number(native), message: 'm' }
    expect(decode({ jsonrpc: '2.0', error }, { dialect: `jsonrpc-${name}` }).code).toBe(code)
  })

  it.each<[string, number, string, CanonicalCode]>([
    ['trpc', -32001, 'Request timed out', 'unauthenticated'],
    ['a2a', -32001, 'Request timed out', 'not_found'],
    ['sdk-v1', -32001, 'Request timed out', 'timeout'],
    ['sdk-v1', -32001, 'Session not found', 'not_found'],
    ['sdk-v1', -32000, 'Connection closed', 'network'],
    ['sdk-v1', -32000, 'Hm', 'connection_failed'],
    ['sdk-v1', -32000, 'Conflict: Only one SSE stream is allowed per session', 'conflict'],
    ['mcp', -32602, 'Unknown tool: lst', 'tool_not_found'],
    ['mcp', -32603, 'Unknown tool: lst', 'internal'],
    ['fastmcp', -32000, 'Permission denied: x', 'permission_denied'],
    ['fastmcp', -32602, 'Invalid params: x', 'invalid_arguments'],
  ])('in that of %s, %d with %j is %s', (name, code, message, canonical) => {
    expect(decode({ code, message }, { dialect: `jsonrpc-${name}` }).code).toBe(canonical)
  })

  it.each<[string, CanonicalCode, number]>([
    ['trpc', 'not_found', -32004],
    ['trpc', 'rate_limited', -32029],
    ['a2a', 'not_found', -32001],
    ['ethereum', 'rate_limited', -32005],
    ['lsp', 'cancelled', -32800],
    ['mcp', 'not_found', 404],
    ['mcp', 'permission_denied', 403],
    ['sdk-v1', 'permission_denied', 403],
    ['a2a', 'internal', -32603],
    ['a2a', 'invalid_arguments', -32602],
  ])('is written in that of %s, too: %s as %d', (name, canonical, code) => {
    const written = encode({ ...error, code: canonical }, `jsonrpc-${name}`)
    expect(written).toEqual({ ...body, error: { code, message: 'm' } })
  })
})

describe('writing in a vocabulary', () => {
  it.each<[string, CanonicalCode, number]>([
    ['mcp', 'tool_not_found', -32602],
    ['mcp', 'resource_not_found', -32602],
    ['mcp', 'invalid_input', -32602],
    ['a2a', 'invalid_input', -32602],
    ['ethereum', 'invalid_input', -32602],
    ['fastmcp', 'resource_not_found', -32001],
    ['trpc', 'resource_not_found', -32004],
  ])('has in that of %s for %s the code %d, and the closer one in its data', (name, canonical, code) => {
    const written = encode({ ...error, code: canonical }, `jsonrpc-${name}`)
    expect(written).toEqual({ ...body, error: { code, message: 'm', data: { code: canonical } } })
    expect(decode(written, { dialect: `jsonrpc-${name}` }).code).toBe(canonical)
  })

  it('has BAD_REQUEST of tRPC, which has no code for arguments', () => {
    expect(encode({ ...error, code: 'invalid_input' }, 'jsonrpc-trpc')).toEqual({
      ...body,
      error: { code: -32600, message: 'm' },
    })
  })
})

describe('reading', () => {
  it('finds everything in an answer', () => {
    const data = { httpStatus: 429, retry_after: 3, hint: 'h' }
    expect(jsonrpc.read({ ...body, error: { ...inner, code: 429, data } })).toEqual({
      nativeCode: '429',
      code: 'rate_limited',
      impliedCode: 'unknown',
      variant: undefined,
      message: 'm',
      retryAfter: 3,
      issues: undefined,
      status: 429,
      details: data,
    })
  })

  it('finds everything in the error alone and in an error that does not say what it is', () => {
    expect(jsonrpc.read(inner)).toMatchObject({ nativeCode: '-32602', variant: 'bare', message: 'm' })
    expect(jsonrpc.read({ error: inner })).toMatchObject({ nativeCode: '-32602', variant: 'unnamed' })
  })

  it.each<[JsonValue | undefined, JsonObject | undefined]>([
    [undefined, undefined],
    [null, undefined],
    [{ a: 1 }, { a: 1 }],
    ['text', { data: 'text' }],
    [0, { data: 0 }],
    [[1], { data: [1] }],
  ])('has data %j as the details %j', (data, details) => {
    expect(jsonrpc.read({ ...inner, ...(data !== undefined && { data }) }).details).toEqual(details)
  })

  it('finds the invalid fields in the words of a validator and in typed details', () => {
    const message = 'Invalid arguments for tool add: a: Required, b: Invalid'
    expect(jsonrpc.read({ ...inner, message }).issues).toEqual([
      { path: 'a', message: 'Required' },
      { path: 'b', message: 'Invalid' },
    ])
    const data: JsonObject[] = [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'parts', description: 'empty' }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' },
    ]
    const read = jsonrpc.read({ ...inner, data })
    expect(read.issues).toEqual([{ path: 'parts', message: 'empty' }])
    expect(read.retryAfter).toBe(2)
    expect(jsonrpc.read({ ...inner, data: [...data, 1] }).issues).toBeUndefined()
  })

  it('passes over members that are not what they should be', () => {
    const odd = { code: true, message: 6, data: { httpStatus: 'x', retry_after: [] } }
    expect(jsonrpc.read({ error: odd, jsonrpc: 3 })).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '6',
      details: odd.data,
    })
    expect(jsonrpc.read({})).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '',
      variant: 'bare',
    })
    expect(jsonrpc.read({ code: 'E1', message: 'm' }).nativeCode).toBe('E1')
  })
})

describe('writing', () => {
  it('is an answer to nobody, with what else there is in its data', () => {
    const full: CanonicalError = { ...error, retryAfter: 1.5, details: { a: 1 } }
    expect(stringify(full, 'jsonrpc')).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"m","data":{"a":1,"retry_after":1.5}}}',
    )
  })

  it('has no data where there is nothing to say', () => {
    expect(jsonrpc.write({ ...error, details: {} }, '-32602')).toStrictEqual(body)
  })

  it('is alone where it came alone, and without a name where it came without one', () => {
    expect(jsonrpc.write(error, '-32602', 'bare')).toStrictEqual(inner)
    expect(jsonrpc.write(error, '-32602', 'unnamed')).toStrictEqual({ error: inner })
    for (const wire of [inner, { error: inner }, { ...body, id: 7 }])
      expect(encode(decode(wire), 'jsonrpc')).toEqual(wire)
  })

  it('says that it is JSON-RPC where the code alone would not', () => {
    const named = { ...body, error: { code: 404, message: 'm' } }
    expect(jsonrpc.write(error, '404', 'bare')).toStrictEqual(named)
    expect(jsonrpc.write(error, '404', 'unnamed')).toStrictEqual(named)
  })

  it('has a number for its code in any case', () => {
    expect(jsonrpc.write(error, 'E1')).toStrictEqual({ ...body, error: { code: -32603, message: 'm' } })
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ jsonrpc: '2.0', id: 'a', error: { ...inner, data: [1] } }],
    [{ jsonrpc: '2.0', id: 1, error: inner }],
    [{ jsonrpc: '2.0', error: inner }],
    [inner],
    [{ ...inner, data: null }],
    [{ error: inner }],
    [{ id: null, error: inner }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, jsonrpc: '1.0' }],
    [{ ...body, result: 1 }],
    [{ ...body, id: {} }],
    [{ error: inner, extra: 1 }],
    [{ ...inner, code: 'x' }],
    [{ ...inner, code: 1.5 }],
    [{ ...inner, extra: 1 }],
    [{ code: -32602 }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

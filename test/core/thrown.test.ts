import { describe, expect, it } from 'vitest'
import { builtIn } from '../../src/built-in'
import { readRpcError } from '../../src/core/thrown'
import { readThrown, stringify } from '../../src/index'

const withMembers = (message: string, members: object, options?: ErrorOptions) =>
  Object.assign(new Error(message, options), members)

describe('what was thrown', () => {
  it.each([
    ['a timeout of SDK v1', withMembers('MCP error -32001: Request timed out', { code: -32001 }), 'timeout'],
    [
      'a closed connection of SDK v1',
      withMembers('MCP error -32000: Connection closed', { code: -32000 }),
      'network',
    ],
    ['a timeout of SDK v2', withMembers('hm', { code: 'REQUEST_TIMEOUT', data: { timeout: 50 } }), 'timeout'],
    ['a call given up in SDK v2', withMembers('user left', { code: 'REQUEST_TIMEOUT' }), 'cancelled'],
    ['a closed connection of SDK v2', withMembers('hm', { code: 'CONNECTION_CLOSED' }), 'connection_failed'],
    ['a client without a connection', new Error('Not connected'), 'network'],
    [
      'an answer that breaks its schema',
      withMembers("does not match the tool's output schema", { code: -32602 }),
      'internal',
    ],
    ['a JSON-RPC error without clear words', withMembers('hm', { code: -32602 }), 'invalid_arguments'],
    ['a JSON-RPC error with clear ones', withMembers('Tool x not found', { code: -32602 }), 'tool_not_found'],
    ['an HTTP status of SDK v1', withMembers('hm', { code: 503 }), 'unavailable'],
    [
      'an HTTP status of SDK v2',
      withMembers('hm', { code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 401 } }),
      'unauthenticated',
    ],
    ['a status of Express', withMembers('hm', { status: 404 }), 'not_found'],
    ['a status of Fastify', withMembers('hm', { statusCode: 404 }), 'not_found'],
    ['a status of axios', withMembers('hm', { response: { status: 404 } }), 'not_found'],
    ['a status of boom', withMembers('hm', { output: { statusCode: 404 } }), 'not_found'],
    ['a status of the AWS SDK', withMembers('hm', { $metadata: { httpStatusCode: 404 } }), 'not_found'],
    ['a system error', withMembers('hm', { code: 'ENOTFOUND' }), 'dns_failure'],
    [
      'a cause',
      new TypeError('hm', { cause: withMembers('hm', { code: 'ECONNREFUSED' }) }),
      'connection_refused',
    ],
    ['an abort', new DOMException('hm', 'AbortError'), 'cancelled'],
    ['a timeout of the platform', new DOMException('hm', 'TimeoutError'), 'timeout'],
    ['words in a name', withMembers('hm', { name: 'PermissionDeniedError' }), 'permission_denied'],
    ['nothing that is known', new Error('hm'), 'unknown'],
    ['a text', 'permission denied', 'permission_denied'],
    ['undefined', undefined, 'unknown'],
    ['null', null, 'unknown'],
    ['an object', { a: 1 }, 'unknown'],
  ])('is understood when it is %s', (_, thrown, code) => {
    expect(readThrown(thrown)).toMatchObject({ code, severity: 'error' })
  })

  it('is the error of a dialect where its message, its data or itself is one', () => {
    const body = { error: 'rate_limited', message: 'slow down', details: { retry_after: 3 } }
    const text = JSON.stringify(body)
    for (const thrown of [
      new Error(text),
      new Error(`MCP error -32603: ${text}`),
      withMembers('hm', { code: -32050, data: body }),
      body,
      text,
    ]) {
      expect(readThrown(thrown)).toMatchObject({
        code: 'rate_limited',
        retryAfter: 3,
        origin: { dialect: 'pydantic' },
      })
    }
    expect(
      readThrown(withMembers(`Error POSTing to endpoint: ${text}`, { data: { status: 429 } })).status,
    ).toBe(429)
  })

  it('is a canonical error as it is', () => {
    const error = { code: 'not_found', message: 'gone', severity: 'error' }
    expect(readThrown(error)).toEqual(error)
  })

  it('keeps its message, its native code and its data', () => {
    expect(readThrown(withMembers('hm', { code: -32050, data: { a: 1 } }))).toEqual({
      code: 'unknown',
      message: 'hm',
      severity: 'error',
      details: { a: 1 },
      origin: { dialect: 'jsonrpc', code: '-32050' },
    })
    expect(readThrown(withMembers('hm', { code: 'EWHAT', data: 7 }))).toMatchObject({
      details: { data: 7 },
      origin: { dialect: 'text', code: 'EWHAT' },
    })
    expect(readThrown(new DOMException('hm', 'AbortError')).origin).toEqual({ dialect: 'text' })
  })

  it('keeps any code of a JSON-RPC error, and its message without the code before it', () => {
    const thrown = withMembers('MCP error 1001: MCP error 1001: custom', { name: 'McpError', code: 1001 })
    expect(readThrown(thrown)).toMatchObject({
      message: 'custom',
      origin: { dialect: 'jsonrpc', code: '1001' },
    })
  })

  it('says what its message says: the tool, the fields, the wait, the status, the trace', () => {
    const trace = '    at f (/a/b.js:1:2)'
    expect(readThrown(new Error("Error calling tool 'pay': Retry after 30s"))).toMatchObject({
      message: 'Retry after 30s',
      operation: 'pay',
      retryAfter: 30,
      origin: { dialect: 'text' },
    })
    expect(
      readThrown(
        withMembers('MCP error -32602: Invalid arguments for tool pay: amount: Required', {
          code: -32602,
          data: { hint: 'x' },
        }),
      ),
    ).toEqual({
      code: 'invalid_arguments',
      message: 'Invalid arguments for tool pay: amount: Required',
      severity: 'error',
      operation: 'pay',
      issues: [{ path: 'amount', message: 'Required' }],
      details: { hint: 'x' },
      origin: { dialect: 'jsonrpc', code: '-32602' },
    })
    expect(readThrown(`HTTP 503 from upstream\n${trace}`)).toEqual({
      code: 'unavailable',
      message: 'HTTP 503 from upstream',
      severity: 'error',
      status: 503,
      details: { stack: trace.trim() },
      origin: { dialect: 'text' },
    })
  })

  it('keeps its data beside what a framework puts before its message', () => {
    const data = { timeout: 50 }
    expect(readThrown(withMembers('MCP error -32001: Request timed out', { code: -32001, data }))).toEqual({
      code: 'timeout',
      message: 'Request timed out',
      severity: 'error',
      details: data,
      origin: { dialect: 'jsonrpc', code: '-32001' },
    })
  })

  it('is the error that was written as text, with what travels in it', () => {
    const error = { code: 'not_found', message: 'gone', severity: 'error', details: { a: 1 } } as const
    expect(readThrown(new Error(stringify(error, 'text')))).toMatchObject(error)
  })

  it('hears that it is not to be tried again', () => {
    const thrown = withMembers('Request timed out. Do not retry.', { code: -32050 })
    expect(readThrown(thrown)).toMatchObject({ code: 'timeout', retryable: false })
    expect(readThrown(withMembers('Request timed out', { code: -32050 })).retryable).toBeUndefined()
  })

  it('says how long to wait where it knows', () => {
    expect(readThrown(withMembers('hm', { retryAfter: 3 })).retryAfter).toBe(3)
    expect(readThrown(withMembers('hm', { code: -32050, data: { retry_after: 4 } })).retryAfter).toBe(4)
    expect(readThrown(withMembers('hm', { retryAfter: 'soon' })).retryAfter).toBeUndefined()
  })

  it('is read though its causes never end, and though it cannot be looked at', () => {
    const endless: { cause?: unknown } & Error = new Error('hm')
    endless.cause = endless
    expect(readThrown(endless).code).toBe('unknown')
    const cyclic = { message: 'x', self: {} }
    cyclic.self = cyclic
    expect(readThrown(cyclic).message).toBe('x')
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    const shapeless = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no')
        },
      },
    )
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const each of [hostile, shapeless, proxy]) {
      expect(readThrown(each)).toMatchObject({ code: 'unknown', message: '' })
    }
  })
})

describe('a JSON-RPC error', () => {
  it('is the error of a dialect where its data or its message is one', () => {
    const body = { error: 'rate_limited', message: 'slow down', details: { retry_after: 3 } }
    for (const rpc of [
      { code: -32050, message: 'hm', data: body },
      { code: -32050, message: JSON.stringify(body) },
    ]) {
      expect(readRpcError(rpc, builtIn)).toMatchObject({
        code: 'rate_limited',
        origin: { dialect: 'pydantic' },
      })
    }
  })

  it('is understood by its words and its code, and keeps its data', () => {
    expect(readRpcError({ code: -32602, message: 'hm', data: ['a'] }, builtIn)).toEqual({
      code: 'invalid_arguments',
      message: 'hm',
      severity: 'error',
      details: { data: ['a'] },
      origin: { dialect: 'jsonrpc', code: '-32602' },
    })
    expect(readRpcError({ code: 7, message: 'user not found', data: null }, builtIn)).toEqual({
      code: 'not_found',
      message: 'user not found',
      severity: 'error',
      origin: { dialect: 'jsonrpc', code: '7' },
    })
  })
})

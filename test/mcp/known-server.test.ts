import { describe, expect, it } from 'vitest'
import { advise, type CanonicalError } from '../../src/index'
import {
  createFleet,
  errorAttributes,
  normalizeClient,
  normalizeToolResult,
  readToolResult,
  writeToolResult,
} from '../../src/mcp/index'

const rpc = (code: number, message: string, data?: object) => ({ code, message, ...(data && { data }) })
const result = (body: object, rest: object = { isError: true }) => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
  ...rest,
})
const envelope = (error: object) => ({ jsonrpc: '2.0', id: 7, error })

describe('a server that is known to use the codes of JSON-RPC in a way of its own', () => {
  it.each([
    ['jsonrpc-trpc', 'unauthenticated', 'ask'],
    ['jsonrpc-a2a', 'not_found', 'work_around'],
    ['jsonrpc-agentgateway', 'permission_denied', 'ask'],
    ['jsonrpc-ethereum', 'resource_not_found', 'work_around'],
    ['jsonrpc', 'unknown', 'give_up'],
  ])('means by -32001 what %s means', (dialect, code, action) => {
    for (const body of [envelope(rpc(-32001, 'It is so')), rpc(-32001, 'It is so')]) {
      for (const rest of [{ isError: true }, { isError: false }, {}]) {
        const error = readToolResult(result(body, rest), { dialect })
        expect(error).toMatchObject({ code, message: 'It is so', origin: { dialect, code: '-32001' } })
        expect(error && advise(error).action).toBe(action)
      }
    }
  })

  it('is understood in other dialects, and comes back', () => {
    const sent = result(envelope(rpc(-32009, 'Version 3 is newer', { code: 'CONFLICT', httpStatus: 409 })))
    for (const to of ['interbase', 'fusion', 'text', 'jsonrpc', 'problem-details']) {
      const there = normalizeToolResult(sent, { to, dialect: 'jsonrpc-trpc' })
      expect(readToolResult(there), to).toMatchObject({ code: 'conflict', origin: { dialect: to } })
      const back = normalizeToolResult(there, { to: 'jsonrpc-trpc' })
      expect(JSON.parse(back.content[0]?.text ?? ''), to).toEqual(JSON.parse(sent.content[0]?.text ?? ''))
    }
    const own = { to: 'jsonrpc-trpc', dialect: 'jsonrpc-trpc' }
    expect(normalizeToolResult(sent, own)).toBe(sent)
  })

  it('is answered in its own codes', () => {
    const error: CanonicalError = { code: 'unauthenticated', message: 'Log in', severity: 'error' }
    const codeIn = (dialect: string) =>
      JSON.parse(writeToolResult(error, dialect).content[0]?.text ?? '').error.code
    expect(codeIn('jsonrpc-trpc')).toBe(-32001)
    expect(codeIn('jsonrpc')).toBe(401)
  })

  it('may say what it says in another dialect', () => {
    const interbase = result({ type: 'CONFLICT', message: 'held', recoverable: true })
    const known = { dialect: 'jsonrpc-trpc' }
    expect(readToolResult(interbase, known)?.origin?.dialect).toBe('interbase')
    const text = { content: [{ type: 'text', text: 'ECONNREFUSED' }], isError: true }
    expect(readToolResult(text, known)).toMatchObject({ code: 'connection_refused' })
    const success = result({ rows: [1] }, {})
    expect(normalizeToolResult(success, { to: 'fusion', ...known })).toBe(success)
  })

  it('is understood where its error is thrown at the client', async () => {
    const thrown = Object.assign(new Error('MCP error -32009: Version 3 is newer'), {
      name: 'McpError',
      code: -32009,
      data: { version: 3 },
    })
    const client = { callTool: async () => Promise.reject(thrown) }
    const fleet = createFleet({
      to: 'interbase',
      throws: 'normalize',
      servers: { docs: { dialect: 'jsonrpc-trpc' }, other: {} },
    })
    const read = async (server: 'docs' | 'other') =>
      readToolResult(await fleet.normalizeClient(server, client).callTool())
    expect(await read('docs')).toMatchObject({
      code: 'conflict',
      message: 'Version 3 is newer',
      details: { version: 3 },
      origin: { dialect: 'interbase', server: 'docs' },
    })
    expect(await read('other')).toMatchObject({ code: 'unknown' })
    expect(fleet.stats()).toEqual([
      { server: 'docs', dialect: 'jsonrpc-trpc', code: 'conflict', count: 1 },
      { server: 'other', dialect: 'jsonrpc', code: 'unknown', count: 1 },
    ])
  })

  it("is not blamed for the SDK's own failures", async () => {
    const timeout = Object.assign(new Error('MCP error -32001: Request timed out'), {
      name: 'McpError',
      code: -32001,
      data: { timeout: 20 },
    })
    const client = { callTool: async () => Promise.reject(timeout) }
    const options = { to: 'interbase', throws: 'normalize', dialect: 'jsonrpc-trpc' } as const
    expect(readToolResult(await normalizeClient(client, options).callTool())?.code).toBe('timeout')
  })

  it('has the code of JSON-RPC among the attributes of its errors', () => {
    const error = readToolResult(result(rpc(-32001, 'x')), { dialect: 'jsonrpc-trpc' })
    expect(error && errorAttributes(error)).toMatchObject({
      'error.type': 'unauthenticated',
      'rpc.jsonrpc.error_code': -32001,
      'errlingua.dialect': 'jsonrpc-trpc',
    })
    const adhoc = readToolResult(result({ error: { code: 7, message: 'x' } }))
    expect(adhoc && errorAttributes(adhoc)).not.toHaveProperty('rpc.jsonrpc.error_code')
  })

  it('is refused when nobody knows its dialect, and those that are known are named', () => {
    const naming = /is said to speak jsonrpc-klingon, which is no known dialect\. Known: .*jsonrpc-trpc.*text/
    expect(() => readToolResult(result({}), { dialect: 'jsonrpc-klingon' })).toThrow(naming)
    expect(() => createFleet({ to: 'text', servers: { a: { dialect: 'jsonrpc-klingon' } } })).toThrow(
      `The server a is said to speak jsonrpc-klingon`,
    )
  })
})

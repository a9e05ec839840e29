import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advise, type CanonicalError, stringify } from '../../src/index'
import { normalizeClient, readToolResult } from '../../src/mcp/index'
import { writableIds } from '../corpus'
import { clientOver, closeAll, connect, type Generation, generations, type TestClient } from './connections'

afterAll(closeAll)

/** Calls with the options where the generation has them. */
function call(
  client: TestClient,
  generation: Generation,
  name: string,
  options: object = {},
): Promise<object> {
  const callTool = client.callTool as (...args: unknown[]) => Promise<object>
  const params = { name, arguments: {} }
  return generation === 'v1' ? callTool(params, undefined, options) : callTool(params, options)
}

describe.each(generations)('a client of SDK %s', (generation) => {
  const normalized = (client: TestClient, to = 'interbase') =>
    normalizeClient(client, { to, throws: 'normalize' })
  const read = (result: object) => {
    const error = readToolResult(result)
    return error && { code: error.code, action: advise(error).action, dialect: error.origin?.dialect }
  }

  it.each(writableIds)('gives a timeout in %s', async (to) => {
    const client = normalized(await connect(generation, 'linked', 'thrower'), to)
    const result = await call(client, generation, 'slow', { timeout: 20 })
    expect(read(result)).toEqual({ code: 'timeout', action: 'retry', dialect: to })
  })

  it('gives a call that its caller gave up as cancelled, whatever the reason', async () => {
    const client = normalized(await connect(generation, 'linked', 'thrower'))
    for (const reason of [undefined, 'user left', new Error('no more')]) {
      const controller = new AbortController()
      const pending = call(client, generation, 'slow', { signal: controller.signal })
      controller.abort(reason)
      expect(read(await pending)).toEqual({ code: 'cancelled', action: 'give_up', dialect: 'interbase' })
    }
  })

  it('gives the end of its server, and calls after that, as errors of the network', async () => {
    const plain = await connect(generation, 'stdio', 'thrower')
    const client = normalized(plain)
    const pending = call(client, generation, 'slow')
    const { pid } = (plain as unknown as { transport: { pid: number } }).transport
    process.kill(pid, 'SIGKILL')
    expect(read(await pending)).toMatchObject({ action: 'retry', dialect: 'interbase' })
    expect(read(await call(client, generation, 'ok'))).toMatchObject({
      action: 'retry',
      dialect: 'interbase',
    })
  })

  it('gives JSON-RPC errors with what they carry', async () => {
    const client = normalized(await connect(generation, 'linked', 'protocol'), 'agentapi')
    const error = readToolResult(await call(client, generation, 'protocol'))
    expect(error?.message).toMatch(/the index is being rebuilt$/)
    expect(error?.retryAfter).toBe(30)
    expect(readToolResult(await call(client, generation, 'interbase'))).toMatchObject({
      message: 'rate limited',
      retryAfter: 30,
    })
  })

  it("gives an answer that breaks the tool's output schema as the server's fault", async () => {
    const client = normalized(await connect(generation, 'linked', 'schema'))
    await client.listTools()
    for (const name of ['wrong_count', 'missing_count']) {
      expect(read(await call(client, generation, name))).toEqual({
        code: 'internal',
        action: 'give_up',
        dialect: 'interbase',
      })
    }
  })

  it('takes a timeout for one, though its server means something else by the same code', async () => {
    const plain = await connect(generation, 'linked', 'thrower')
    const overrides = { '-32001': 'not_found', '-32050': 'busy' } as const
    const client = normalizeClient(plain, { to: 'interbase', throws: 'normalize', overrides })
    expect(read(await call(client, generation, 'slow', { timeout: 20 }))?.code).toBe('timeout')
    const rpc = await connect(generation, 'linked', 'protocol')
    const other = normalizeClient(rpc, { to: 'interbase', throws: 'normalize', overrides })
    expect(read(await call(other, generation, 'protocol'))?.code).toBe('busy')
  })

  it('throws the signals of the protocol itself, which its SDK answers', async () => {
    const signal = Object.assign(new Error('look here'), { code: -32042, data: { elicitations: [] } })
    const client = normalizeClient(
      { callTool: () => Promise.reject(signal) },
      { to: 'fusion', throws: 'normalize' },
    )
    await expect(client.callTool()).rejects.toBe(signal)
  })

  it('throws as before when what is thrown is kept', async () => {
    const client = normalizeClient(await connect(generation, 'linked', 'protocol'), { to: 'fusion' })
    await expect(call(client, generation, 'protocol')).rejects.toMatchObject({ code: -32050 })
  })

  it('is told of every error with its tool, thrown or not', async () => {
    const seen: [string | undefined, string][] = []
    const onError = (error: CanonicalError, tool: string | undefined) => void seen.push([tool, error.code])
    const plain = await connect(generation, 'linked', 'interbase')
    const client = normalizeClient(plain, { to: 'fusion', onError })
    await call(client, generation, 'not_found')
    await call(client, generation, 'ok')
    await expect(call(client, generation, 'nope')).rejects.toThrow()
    expect(seen).toEqual([
      ['not_found', 'not_found'],
      ['nope', 'tool_not_found'],
    ])
  })

  it('has every other member of the client', async () => {
    const plain = await connect(generation, 'linked', 'interbase')
    const client = normalizeClient(plain, { to: 'fusion' })
    expect(client).toBeInstanceOf(Object.getPrototypeOf(plain).constructor)
    expect((await client.listTools()).tools).toHaveLength(6)
    await client.close()
    await expect(plain.callTool({ name: 'ok' })).rejects.toThrow()
  })
})

describe('what an HTTP server says to the request itself', () => {
  const error: CanonicalError = {
    code: 'rate_limited',
    message: 'slow down',
    severity: 'error',
    retryAfter: 90,
    timestamp: '2026-11-16T10:00:00Z',
  }
  const answers: Record<string, { status: number; body: string }> = {
    agentapi: { status: 429, body: stringify(error, 'agentapi') },
    html: { status: 503, body: '<html><title>503</title></html>' },
    empty: { status: 401, body: '' },
  }
  let answer = { status: 200, body: '' }
  const server = createHttpServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => server.close())

  it.each(generations.flatMap((generation) => Object.keys(answers).map((name) => ({ generation, name }))))(
    'is understood with $name and SDK $generation',
    async ({ generation, name }) => {
      const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
      // A client that cannot be connected throws what a connected one throws, and so callTool is put in front of it.
      const connecting = {
        callTool: () => clientOver(generation, generation === 'v1' ? new HttpV1(url) : new HttpV2(url)),
      }
      answer = answers[name] ?? answer
      const result = await normalizeClient(connecting, { to: 'pydantic', throws: 'normalize' }).callTool()
      const found = readToolResult(result)
      const expected = {
        agentapi: { code: 'rate_limited', message: 'slow down', retryAfter: 90, status: 429 },
        html: { code: 'unavailable', status: 503 },
        empty: { code: 'unauthenticated', status: 401 },
      }
      expect(found).toMatchObject(expected[name as keyof typeof expected])
    },
  )
})

import { afterAll, describe, expect, it } from 'vitest'
import { advise } from '../../src/index'
import { normalizeClient, normalizeTransport, readToolResult, type TransportLike } from '../../src/mcp/index'
import { dialectIds } from '../corpus'
import {
  closeAll,
  connect,
  generations,
  type Result,
  type TestClient,
  toolsOf,
  type Wrap,
  wirings,
} from './connections'

afterAll(closeAll)

const isSuccess = (name: string) => /^ok|^needs_input/.test(name)
const formats = ['json', 'both', 'markdown']

/** Every tool of a server, each with the arguments that it is to be called with. */
async function callsOf(kind: string): Promise<{ name: string; arguments: Record<string, unknown> }[]> {
  const tools = await toolsOf(kind)
  return tools.flatMap(({ name }) =>
    kind === 'toolerror-v1'
      ? formats.map((format) => ({ name, arguments: { format } }))
      : [{ name, arguments: {} }],
  )
}

/** Every tool's error arrives in the target dialect and asks for the same; every success arrives as it was. */
async function check(kind: string, plain: TestClient, normalized: TestClient, to: string): Promise<void> {
  for (const params of await callsOf(kind)) {
    const [raw, result] = await Promise.all([plain.callTool(params), normalized.callTool(params)])
    const label = `${params.name} ${JSON.stringify(params.arguments)}`
    if (isSuccess(params.name)) {
      expect(JSON.stringify(result), label).toBe(JSON.stringify(raw))
      continue
    }
    const [before, after] = [readToolResult(raw), readToolResult(result)]
    expect(before?.origin?.dialect, label).toBe(kind)
    expect(after?.origin?.dialect, label).toBe(to)
    expect(after?.message, label).toBe(before?.message)
    expect(after && advise(after), label).toEqual(before && advise(before))
    // Pydantic-style servers set no flag, and a warning is no failure.
    expect(result.isError ?? false, label).toBe(to !== 'pydantic' && after?.severity !== 'warning')
  }
}

describe.each(generations)('with SDK %s', (generation) => {
  describe.each(wirings)('over %s', (wiring) => {
    describe.each(dialectIds)('a server that speaks %s', (kind) => {
      it("is understood in every dialect through the client's transport", async () => {
        const plain = await connect(generation, wiring, kind)
        const inDialect = async (to: string) => {
          const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
          const normalized = await connect(generation, wiring, kind, { client: wrap })
          await normalized.listTools()
          await check(kind, plain, normalized, to)
        }
        await Promise.all(dialectIds.map(inDialect))
      })

      it('is understood in every dialect through the client', async () => {
        const plain = await connect(generation, wiring, kind)
        for (const to of dialectIds) {
          const normalized = normalizeClient(plain, { to })
          await normalized.listTools()
          await check(kind, plain, normalized, to)
        }
      })
    })
  })

  describe.each(dialectIds)('a server that speaks %s', (kind) => {
    it.each(dialectIds)('answers in %s through its own transport', async (to) => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
      const plain = await connect(generation, 'linked', kind)
      const normalized = await connect(generation, 'linked', kind, { server: wrap })
      await normalized.listTools()
      await check(kind, plain, normalized, to)
    })
  })

  describe.each(wirings)('over %s, large successes', (wiring) => {
    it('arrive as they were sent', async () => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to: 'fusion' })
      const plain = await connect(generation, wiring, 'large')
      const normalized = await connect(generation, wiring, 'large', { client: wrap })
      for (const { name } of await toolsOf('large')) {
        const [raw, result] = await Promise.all([plain.callTool({ name }), normalized.callTool({ name })])
        const text = JSON.stringify(result)
        expect(text === JSON.stringify(raw)).toBe(true)
        expect(text.length).toBeGreaterThan(1_000_000)
      }
    })
  })

  describe('a tool that declares an output schema', () => {
    const expected = { count: 'NOT_FOUND', count_structured: 'SERVER_ERROR' }

    it.each(dialectIds)('fails in %s without anything that breaks the schema', async (to) => {
      for (const side of ['client', 'server'] as const) {
        const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
        const client = await connect(generation, 'linked', 'schema', { [side]: wrap })
        await client.listTools()
        for (const [name, native] of Object.entries(expected)) {
          const result = await client.callTool({ name, arguments: { fail: true } })
          expect(result.structuredContent).toBeUndefined()
          expect(result.isError).toBe(true)
          const error = readToolResult(result)
          expect(error?.origin?.dialect).toBe(to)
          const codes = [error?.origin?.code, error?.origin?.previous?.code]
          if (native === 'SERVER_ERROR' && to === 'toolerror-v1') expect(codes[0]).toBe(native)
          const success = await client.callTool({ name, arguments: {} })
          expect(success.structuredContent).toEqual({ count: 1 })
        }
      }
    })

    it('is kept from a client that has seen the list on another connection to a stateless server', async () => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to: 'toolerror-v1' })
      const client = await connect(generation, 'linked', 'schema', { server: wrap })
      const result = await client.callTool({ name: 'count', arguments: { fail: true } })
      expect(result.structuredContent).toBeUndefined()
    })
  })

  describe('a server that throws', () => {
    it.each(dialectIds)('is understood in %s where the SDK made a tool result of it', async (to) => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
      const client = await connect(generation, 'linked', 'thrower', { client: wrap })
      const read = async (name: string, args = {}) =>
        readToolResult(await client.callTool({ name, arguments: args }))
      expect((await read('plain'))?.code).toBe('connection_refused')
      const interbase = await read('interbase')
      expect([interbase?.message, interbase?.retryAfter]).toEqual(['rate limited', 30])
      expect((await read('protocol'))?.message).toMatch(/the index is being rebuilt$/)
      const invalid = await read('strict_input', { email: 'nope', limit: 'x' })
      expect(invalid && advise(invalid).action).toBe('fix_input')
      expect(invalid?.origin?.dialect).toBe(to)
    })

    it.each(dialectIds)('is understood in %s where the SDK made a JSON-RPC error of it', async (to) => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to, protocolErrors: 'tool-result' })
      const client = await connect(generation, 'linked', 'protocol', { client: wrap })
      const call = (name: string) => client.callTool({ name, arguments: {} })
      const [plain, interbase, protocol, unknown] = await Promise.all(
        ['plain', 'interbase', 'protocol', 'nope'].map(async (name) => {
          const result = await call(name)
          expect(result.isError ?? false).toBe(to !== 'pydantic')
          return readToolResult(result)
        }),
      )
      expect(plain?.code).toBe('connection_refused')
      expect([interbase?.message, interbase?.retryAfter]).toEqual(['rate limited', 30])
      expect(protocol?.retryAfter ?? protocol?.details?.retry_after).toBe(30)
      expect(unknown && advise(unknown).action).toBe('work_around')
      for (const error of [plain, interbase, protocol, unknown]) expect(error?.origin?.dialect).toBe(to)
    })

    it('throws as before when protocol errors are kept', async () => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to: 'interbase' })
      const client = await connect(generation, 'linked', 'protocol', { client: wrap })
      await expect(client.callTool({ name: 'protocol', arguments: {} })).rejects.toMatchObject({
        code: -32050,
        data: { retry_after: 30 },
      })
    })
  })
})

describe('a wrapped transport', () => {
  it('is what it wraps, with every member of it', async () => {
    class Pipe implements TransportLike {
      #secret = 'kept'
      sessionId: string | undefined
      hasPerRequestStream = true
      onclose: (() => void) | undefined
      onerror: ((error: Error) => void) | undefined
      onmessage: ((message: unknown, extra?: unknown) => void) | undefined
      readonly sent: unknown[] = []
      versions: unknown[] = []
      async start() {}
      async send(message: unknown, options?: unknown) {
        this.sent.push([message, options])
      }
      async close() {
        this.onclose?.()
      }
      setProtocolVersion(version: string) {
        this.versions.push(version)
      }
      setSupportedProtocolVersions(versions: string[]) {
        this.versions.push(versions)
      }
      secret() {
        return this.#secret
      }
    }
    const pipe = new Pipe()
    const wrapped = normalizeTransport(pipe, { to: 'fusion' })
    expect(wrapped).toBeInstanceOf(Pipe)
    expect(wrapped.secret()).toBe('kept')
    expect(wrapped.hasPerRequestStream).toBe(true)
    pipe.sessionId = 'one'
    expect(wrapped.sessionId).toBe('one')
    wrapped.sessionId = 'two'
    expect(pipe.sessionId).toBe('two')
    wrapped.setProtocolVersion('2026-07-28')
    wrapped.setSupportedProtocolVersions(['2026-07-28'])
    expect(pipe.versions).toEqual(['2026-07-28', ['2026-07-28']])
    let closed = 0
    const onclose = () => closed++
    wrapped.onclose = onclose
    expect(wrapped.onclose).toBe(onclose)
    await wrapped.close()
    expect(closed).toBe(1)
    const errors: Error[] = []
    wrapped.onerror = (error) => errors.push(error)
    pipe.onerror?.(new Error('out of band'))
    expect(errors).toHaveLength(1)

    const received: unknown[] = []
    const onmessage = (message: unknown, extra?: unknown) => received.push([message, extra])
    wrapped.onmessage = onmessage
    expect(wrapped.onmessage).toBe(onmessage)
    const extra = { authInfo: {} }
    const notification = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } }
    pipe.onmessage?.(notification, extra)
    expect(received).toEqual([[notification, extra]])
    expect((received[0] as unknown[])[0]).toBe(notification)
    const options = { relatedRequestId: 1, headers: { a: 'b' } }
    await wrapped.send(notification, options)
    expect(pipe.sent).toEqual([[notification, options]])
  })

  it('lets answers alone that are of other requests, and those of a call only once', async () => {
    const failure: Result = { content: [{ type: 'text', text: 'ECONNREFUSED' }], isError: true }
    const sent: unknown[] = []
    const received: unknown[] = []
    const pipe: TransportLike = {
      start: async () => {},
      send: async (message: never) => void sent.push(message),
      close: async () => {},
    }
    const wrapped = normalizeTransport(pipe, { to: 'interbase' })
    wrapped.onmessage = (message: never) => void received.push(message)
    const request = (id: unknown, method: string) => ({ jsonrpc: '2.0', id, method, params: { name: 'x' } })
    const answer = (id: unknown) => ({ jsonrpc: '2.0', id, result: failure })
    const receive = (message: unknown) => {
      pipe.onmessage?.(message as never)
      return received.at(-1)
    }
    await wrapped.send(request(1, 'tools/call') as never)
    await wrapped.send(request('1', 'resources/read') as never)
    await wrapped.send(request(2, 'tools/call') as never)
    await wrapped.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    } as never)
    for (const id of ['1', 2, 3]) {
      const message = answer(id)
      expect(receive(message)).toBe(message)
    }
    expect(receive(answer(1))).toMatchObject({
      result: { content: [{ text: expect.stringContaining('TRANSIENT') }] },
    })
    const again = answer(1)
    expect(receive(again)).toBe(again)
  })

  it('refuses a dialect that it does not know, before anything passes', () => {
    const pipe: TransportLike = { start: async () => {}, send: async () => {}, close: async () => {} }
    expect(() => normalizeTransport(pipe, { to: 'esperanto' })).toThrow(/There is no dialect "esperanto"/)
  })
})

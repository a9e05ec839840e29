import { afterAll, describe, expect, it } from 'vitest'
import { advise } from '../../src/index'
import { normalizeClient, normalizeTransport, readToolResult } from '../../src/mcp/index'
import { recordedIds, writableIds } from '../corpus'
import { check } from './checked-calls'
import {
  closeAll,
  connect,
  connectAcross,
  connectModern,
  generations,
  toolsOf,
  type Wrap,
  wirings,
} from './connections'

afterAll(closeAll)

// The others differ from these in nothing that a transport could see.
const targets = [...recordedIds, 'text', 'jsonrpc']

describe.each(generations)('with SDK %s', (generation) => {
  describe.each(wirings)('over %s', (wiring) => {
    describe.each(recordedIds)('a server that speaks %s', (kind) => {
      it("is understood in every dialect through the client's transport", async () => {
        const plain = await connect(generation, wiring, kind)
        const inDialect = async (to: string) => {
          const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
          const normalized = await connect(generation, wiring, kind, { client: wrap })
          await normalized.listTools()
          await check(kind, plain, normalized, to)
        }
        await Promise.all(targets.map(inDialect))
      })

      it('is understood in every dialect through the client', async () => {
        const plain = await connect(generation, wiring, kind)
        for (const to of targets) {
          const normalized = normalizeClient(plain, { to })
          await normalized.listTools()
          await check(kind, plain, normalized, to)
        }
      })
    })
  })

  describe.each(recordedIds)('a server that speaks %s', (kind) => {
    it.each(writableIds)('answers in %s through its own transport', async (to) => {
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
    const messages = { count: 'no such table', count_structured: 'Database connection failed' }
    const ways = [
      ...wirings.map((wiring) => ({ wiring, side: 'client' as const })),
      { wiring: 'linked' as const, side: 'server' as const },
    ]

    it.each(ways)(
      'fails in every dialect without breaking the schema, over $wiring at the $side',
      async ({ wiring, side }) => {
        const inDialect = async (to: string) => {
          const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
          const client = await connect(generation, wiring, 'schema', { [side]: wrap })
          await client.listTools()
          for (const [name, message] of Object.entries(messages)) {
            const result = await client.callTool({ name, arguments: { fail: true } })
            expect(result.structuredContent).toBeUndefined()
            expect(result.isError).toBe(true)
            expect(readToolResult(result)).toMatchObject({ message, origin: { dialect: to } })
            const success = await client.callTool({ name, arguments: {} })
            expect(success.structuredContent).toEqual({ count: 1 })
          }
        }
        await Promise.all(targets.map(inDialect))
      },
    )

    it('is kept from a client that has seen the list on another connection to a stateless server', async () => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to: 'toolerror-v1' })
      const client = await connect(generation, 'linked', 'schema', { server: wrap })
      const result = await client.callTool({ name: 'count', arguments: { fail: true } })
      expect(result.structuredContent).toBeUndefined()
    })
  })

  describe.each(wirings)('a server that throws, over %s,', (wiring) => {
    it.each(targets)('is understood in %s where the SDK made a tool result of it', async (to) => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to })
      const client = await connect(generation, wiring, 'thrower', { client: wrap })
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

    it.each(targets)('is understood in %s where the SDK made a JSON-RPC error of it', async (to) => {
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to, protocolErrors: 'tool-result' })
      const client = await connect(generation, wiring, 'protocol', { client: wrap })
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
      const client = await connect(generation, wiring, 'protocol', { client: wrap })
      await expect(client.callTool({ name: 'protocol', arguments: {} })).rejects.toMatchObject({
        code: -32050,
        data: { retry_after: 30 },
      })
    })
  })
})

describe.each([
  { client: 'v1', server: 'v2' },
  { client: 'v2', server: 'v1' },
] as const)('a client of SDK $client with a server of SDK $server', ({ client, server }) => {
  it.each(['stdio', 'http'] as const)('understands every dialect in every other over %s', async (wiring) => {
    for (const kind of recordedIds) {
      const plain = await connectAcross(client, server, wiring, kind)
      for (const to of targets) {
        const normalized = normalizeClient(plain, { to })
        await normalized.listTools()
        await check(kind, plain, normalized, to)
      }
      const wrap: Wrap = (transport) => normalizeTransport(transport, { to: 'fusion' })
      await check(kind, plain, await connectAcross(client, server, wiring, kind, wrap), 'fusion')
    }
  })
})

describe.each(['stdio', 'http'] as const)('in the protocol of 2026-07-28 over %s', (wiring) => {
  it.each(recordedIds)('a server that speaks %s is understood in every dialect', async (kind) => {
    const plain = await connectModern(wiring, kind)
    const inDialect = async (to: string) => {
      const normalized = await connectModern(wiring, kind, (transport) =>
        normalizeTransport(transport, { to }),
      )
      await normalized.listTools()
      await check(kind, plain, normalized, to)
    }
    await Promise.all(targets.map(inDialect))
  })

  it('JSON-RPC errors become results that say what they are', async () => {
    const wrap: Wrap = (transport) =>
      normalizeTransport(transport, { to: 'fusion', protocolErrors: 'tool-result' })
    const client = await connectModern(wiring, 'protocol', wrap)
    for (const name of ['plain', 'interbase', 'protocol', 'nope']) {
      const result = await client.callTool({ name, arguments: {} })
      expect(readToolResult(result)?.origin?.dialect).toBe('fusion')
    }
  })
})

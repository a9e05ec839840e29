import { StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, describe, expect, it } from 'vitest'
import { recordedIds } from '../corpus'
import { check } from '../mcp/checked-calls'
import {
  clientOver,
  closeAll,
  connect,
  connectModern,
  type Generation,
  generations,
  httpServer,
  stdioTransport,
  type TestClient,
} from '../mcp/connections'
import { command, endProxies, listeningProxy, serverPath } from './proxies'

afterAll(async () => {
  await closeAll()
  endProxies()
})

const fronts = ['stdio', 'http'] as const
const backs = ['child', 'http'] as const
type Front = (typeof fronts)[number]
type Back = (typeof backs)[number]

/** A client of one generation, connected to a server of the same through a proxy. */
async function throughProxy(
  generation: Generation,
  front: Front,
  back: Back,
  kind: string,
  options: readonly string[],
  era: 2025 | 2026 = 2025,
): Promise<TestClient> {
  const server =
    back === 'http'
      ? ['--url', String(await httpServer(generation, kind))]
      : ['--', process.execPath, serverPath(`${generation}.js`), kind]
  if (front === 'stdio') {
    return clientOver(generation, stdioTransport(generation, [command, 'proxy', ...options, ...server]), era)
  }
  const { url } = await listeningProxy([...options, ...server])
  return clientOver(generation, generation === 'v1' ? new HttpV1(url) : new HttpV2(url), era)
}

/** Each dialect into another one. */
const targets = ['toolerror-v1', 'text', 'jsonrpc', 'problem-details', 'zod']
const pairs = recordedIds.map((kind, i) => ({ kind, to: targets[i] ?? '' }))

describe.each(generations)('a client and a server of SDK %s', (generation) => {
  describe.each(fronts)('with %s in front', (front) => {
    describe.each(backs)('and %s behind', (back) => {
      it.each(pairs)('understand each other from $kind into $to', async ({ kind, to }) => {
        const plain = await connect(generation, 'linked', kind)
        const client = await throughProxy(generation, front, back, kind, ['--to', to])
        expect(await client.listTools()).toEqual(await plain.listTools())
        await check(kind, plain, client, to)
      })

      it('pass large successes unchanged', async () => {
        const plain = await connect(generation, 'linked', 'large')
        const client = await throughProxy(generation, front, back, 'large', ['--to', 'fusion'])
        for (const name of ['text', 'image']) {
          const call = { name, arguments: {} }
          expect(await client.callTool(call)).toEqual(await plain.callTool(call))
        }
      })
    })
  })
})

describe('the protocol of 2026-07-28', () => {
  it.each(fronts.flatMap((front) => backs.map((back) => ({ front, back }))))(
    'passes with $front in front and $back behind',
    async ({ front, back }) => {
      const plain = await connectModern('stdio', 'pydantic')
      const client = await throughProxy('v2', front, back, 'pydantic', ['--to', 'interbase'], 2026)
      await check('pydantic', plain, client, 'interbase')
    },
  )
})

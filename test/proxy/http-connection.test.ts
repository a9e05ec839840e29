import { afterAll, describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'
import { type Answer, call, initialize } from './messages'
import { endProxies, StdioProxy } from './proxies'
import { closeUpstreams, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

describe('a connection to a server over HTTP', () => {
  it('ends in under 5 seconds with the input, though nothing can be sent before the first answer', async () => {
    const { url, got } = await upstream(() => {})
    const proxy = new StdioProxy(['--to', 'interbase', '--url', url])
    proxy.send(initialize)
    proxy.send(call(1))
    const began = performance.now()
    expect((await proxy.finish()).status).toBe(0)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await proxy.message()).toMatchObject({ id: 0, error: { code: -32603 } })
    expect(readToolResult((await proxy.message<Answer>()).result)?.code).toBe('connection_failed')
    expect(got).toHaveLength(1)
  })
})

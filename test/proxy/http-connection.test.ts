import { afterAll, describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'
import { type Answer, call, dialectOf, initialize, initialized, until } from './messages'
import { endProxies, StdioProxy } from './proxies'
import { closeUpstreams, events, failure, json, switching, upstream } from './upstreams'

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

  it('answers when the server wants to speak another protocol', async () => {
    const proxy = new StdioProxy(['--to', 'interbase', '--url', await switching()])
    proxy.send(call(1))
    const error = readToolResult((await proxy.message<Answer>()).result)
    expect([error?.code, error?.message]).toEqual(['internal', expect.stringContaining('status 101')])
    await proxy.finish()
  })

  it('takes events of an empty name for messages', async () => {
    const { url } = await upstream((_, response) => {
      events(response)(`event:\ndata: ${JSON.stringify({ id: 1, result: failure })}\n\n`)
      response.end()
    })
    const proxy = new StdioProxy(['--to', 'fusion', '--url', url])
    proxy.send(call(1))
    expect(dialectOf((await proxy.message<Answer>()).result)).toBe('fusion')
    await proxy.finish()
  })

  it.each(['JSON', 'events'])(
    'takes an error to nobody for the answer to what was asked, in %s',
    async (form) => {
      const secret = ['s3', 'cr3t', 'pw'].join('')
      const message = { id: null, error: { code: -32000, message: `no postgres://u:${secret}@db/x` } }
      const { url } = await upstream((_, response) => {
        if (form === 'events') events(response)(`data: ${JSON.stringify(message)}\n\n`)
        else json(response, message)
        response.end()
      })
      const proxy = new StdioProxy(['--to', 'fusion', '--url', url])
      proxy.send(call(1))
      const line = await proxy.line()
      expect(line).not.toContain(secret)
      expect(JSON.parse(line)).toMatchObject({ id: 1, error: { code: -32000 } })
      await proxy.finish()
      expect(proxy.unread).toEqual([])
    },
  )

  it('answers what was to be answered on a stream that cannot be taken up again', async () => {
    let streams = 0
    const { url } = await upstream(({ method, message }, response) => {
      if (method === 'GET' && streams++ === 0) {
        events(response)(': hi\n\n')
        return setTimeout(() => response.destroy(), 1000)
      }
      if (method !== 'POST') return response.writeHead(405).end()
      if (message?.method === 'initialize') return json(response, { id: 0, result: {} })
      return response.writeHead(202).end()
    })
    const proxy = new StdioProxy(['--to', 'interbase', '--url', url])
    proxy.send(initialize)
    await proxy.message()
    proxy.send(initialized)
    await until(() => streams > 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    proxy.send(call(1))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(proxy.unread).toEqual([])
    expect(readToolResult((await proxy.message<Answer>()).result)?.code).toBe('connection_failed')
    await proxy.finish()
  })
})

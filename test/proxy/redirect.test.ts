import type { IncomingMessage } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { advise } from '../../src/index'
import { readToolResult } from '../../src/mcp/index'
import { isFollowed } from '../../src/proxy/redirect'
import { type Answer, call, dialectOf, initialize, post } from './messages'
import { endProxies, listeningProxy, StdioProxy } from './proxies'
import { closeUpstreams, events, failure, json, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

/** A server that is at another path of its host than it is looked for. */
const moved = (status: number, locationOf: (path: string) => string = (path) => path) =>
  upstream(({ path, method, message }, response) => {
    if (path !== '/moved/?k=v')
      return response.writeHead(status, { location: locationOf('/moved/?k=v') }).end()
    if (method === 'POST') return json(response, { id: message?.id, result: failure })
    events(response)('data: {"method":"late"}\n\n')
    return response.end()
  })

/** A server that sends everybody to another one. */
async function elsewhere(status: number) {
  const other = await upstream((_, response) => json(response, { id: 1, result: {} }))
  const target = `${other.url}?token=secret`
  const { url } = await upstream((_, response) => response.writeHead(status, { location: target }).end())
  return { url, target: other.url, got: other.got }
}

describe('a server that is at another path', () => {
  it.each([307, 308])('is followed there by stdio clients (%d), each time anew', async (status) => {
    const { url, got } = await moved(status)
    const proxy = new StdioProxy(['--to', 'fusion', '--header', 'Authorization: Bearer x', '--url', url])
    for (const id of [1, 2]) {
      proxy.send(call(id))
      expect(dialectOf((await proxy.message<Answer>()).result)).toBe('fusion')
    }
    expect((await proxy.finish()).stderr).toBe('')
    expect(got.map(({ path }) => path)).toEqual(['/mcp', '/moved/?k=v', '/mcp', '/moved/?k=v'])
    expect(got[1]).toMatchObject({
      method: 'POST',
      body: JSON.stringify(call(1)),
      headers: { authorization: 'Bearer x' },
    })
  })

  it.each([307, 308])('is followed there by HTTP clients (%d), whatever they ask', async (status) => {
    const { url: server, got } = await moved(status)
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    expect(await (await fetch(url)).text()).toBe('data: {"method":"late"}\n\n')
    for (const id of [1, 2])
      expect(dialectOf(((await (await post(url, call(id))).json()) as Answer).result)).toBe('fusion')
    expect(got.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /mcp',
      'GET /moved/?k=v',
      'POST /mcp',
      'POST /moved/?k=v',
      'POST /mcp',
      'POST /moved/?k=v',
    ])
  })

  it('is not the same for every client', async () => {
    const { url: server } = await upstream(({ path, headers, message }, response) => {
      if (path !== '/mcp') return json(response, { id: message?.id, result: { of: path } })
      return response.writeHead(308, { location: `/${headers.authorization}` }).end()
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    for (const authorization of ['alice', 'bob', 'alice']) {
      const answer = await post(url, call(1), { authorization })
      expect(((await answer.json()) as { result: unknown }).result).toEqual({ of: `/${authorization}` })
    }
  })

  it.each([301, 302])(
    'is followed there by a GET when the answer is %d, and not by a POST',
    async (status) => {
      const { url: server, got } = await moved(status)
      const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
      expect((await fetch(url)).status).toBe(200)
      const { error } = (await (await post(url, initialize)).json()) as Answer
      expect(error?.message).toContain(`redirects to ${new URL('/moved/', server)} (status ${status})`)
      expect(got).toHaveLength(3)
    },
  )

  it('is not followed on and on', async () => {
    const { url, got } = await upstream((_, response) => response.writeHead(308, { location: '/mcp' }).end())
    const proxy = new StdioProxy(['--to', 'fusion', '--url', url])
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.message).toBe(
      `The server redirects more than 5 times, at last to ${url}.`,
    )
    expect(got).toHaveLength(6)
    await proxy.finish()
  })
})

describe('a server that sends one to another', () => {
  it.each([301, 302, 303, 307, 308])(
    'is not followed there by stdio clients, who are told (%d)',
    async (status) => {
      const { url, target, got } = await elsewhere(status)
      const proxy = new StdioProxy(['--to', 'fusion', '--header', 'Authorization: Bearer x', '--url', url])
      proxy.send(call(1))
      const message = `The server redirects to ${target} (status ${status}), which is not followed: give that address with --url if it is the right one.`
      const error = readToolResult((await proxy.message<Answer>()).result)
      expect(error?.message).toBe(message)
      expect(error && advise(error).action).toBe('give_up')
      expect((await proxy.finish()).stderr).toBe(`errlingua: ${message}\n`)
      expect(got).toEqual([])
    },
  )

  it('does not lead HTTP clients around the proxy', async () => {
    const { url: server, target, got } = await elsewhere(307)
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    const isTold = (message = '') => message.includes(target) && !message.includes('secret')
    const ofTool = await post(url, call(1))
    expect(ofTool.redirected).toBe(false)
    expect(isTold(readToolResult(((await ofTool.json()) as Answer).result)?.message)).toBe(true)
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(url, { method, redirect: 'manual' })
      expect(answer.status).toBe(502)
      expect(isTold(((await answer.json()) as Answer).error?.message)).toBe(true)
    }
    expect(got).toEqual([])
    // A document about the server may be anywhere.
    const document = await fetch(new URL('/.well-known/x', url), { redirect: 'manual' })
    expect([document.status, document.headers.get('location')]).toEqual([307, `${target}?token=secret`])
  })
})

describe('where a request may be repeated', () => {
  it.each([
    ['http://a/x', 'http://a/y', true],
    ['http://a/x', 'https://a/x', true],
    ['http://a:8080/x', 'https://a/x', true],
    ['http://a:8080/x', 'https://a:8080/x', true],
    ['http://a/x', 'https://a:8443/x', false],
    ['https://a/x', 'http://a/x', false],
    ['http://a/x', 'http://a:81/x', false],
    ['http://a/x', 'http://b/x', false],
    ['http://a/x', 'https://b/x', false],
  ])('from %s to %s: %s', (from, to, expected) => {
    const answer = { statusCode: 308 } as IncomingMessage
    expect(isFollowed(answer, 'POST', new URL(from), new URL(to))).toBe(expected)
  })
})

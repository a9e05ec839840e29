import { once } from 'node:events'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'
import { type Answer, call, dialectOf, post, until } from './messages'
import { endProxies, listeningProxy } from './proxies'
import { closeUpstreams, events, failure, json, switching, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

/** The status of a path, which is sent to the letter. */
async function statusOf(url: URL, path: string, method = 'GET'): Promise<number> {
  const asking = request({ host: '127.0.0.1', port: url.port, method, path }).end()
  const [answer] = await once(asking, 'response')
  answer.resume()
  return answer.statusCode
}

describe('a gateway', () => {
  it('forwards documents below /.well-known/, and says nothing of its own to them', async () => {
    const { url: server, got } = await upstream((_, response) => json(response, {}))
    const withUser = server.replace('//', '//user:word@')
    const { url } = await listeningProxy(['--to', 'fusion', '--header', 'X-Own: 1', '--url', withUser])
    const paths = ['/.well-known/a/mcp?b=%2f..', '/.well-known/a/%252e%252e/%252e%252e/b']
    for (const path of paths) expect([path, await statusOf(url, path)]).toEqual([path, 200])
    expect(got.map(({ path }) => path)).toEqual(paths)
    for (const { headers } of got) {
      expect(headers).not.toHaveProperty('x-own')
      expect(headers).not.toHaveProperty('authorization')
    }
    await statusOf(url, '/mcp')
    expect(got.at(-1)?.headers).toMatchObject({
      'x-own': '1',
      authorization: expect.stringMatching(/^Basic /),
    })
  })

  it('forwards no path that only begins there', async () => {
    const { url: server, got } = await upstream((_, response) => json(response, {}))
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    for (const path of [
      '/.well-known/../admin',
      '/.well-known/../mcp',
      '/.well-known/a/../../admin',
      '/.well-known/%2e%2e/admin?x=1',
      '/.well-known/.%2E/admin',
      '/.well-known/..%2fadmin',
      '/.well-known/%2e%2e%2Fadmin',
      '/.well-known/a%2f..%2f..%2fadmin',
      '/.well-known/..\\admin',
      '/.well-known/..%5cadmin',
      '/.well-known/..//other/',
      '/.well-known',
      '//.well-known/a',
      'http://127.0.0.1/.well-known/../admin',
    ]) {
      for (const method of ['GET', 'POST'])
        expect([path, await statusOf(url, path, method)]).toEqual([path, 404])
    }
    expect(got).toHaveLength(0)
  })

  it.each(['text/json; charset=utf-8', 'text/plain', 'application/octet-stream'])(
    'translates an answer that is called %s',
    async (type) => {
      const { url: server } = await upstream((_, response) =>
        response.writeHead(200, { 'content-type': type }).end(JSON.stringify({ id: 1, result: failure })),
      )
      const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
      expect(dialectOf(((await (await post(url, call(1))).json()) as Answer).result)).toBe('fusion')
    },
  )

  it('takes an error to nobody for the answer to what was asked', async () => {
    const secret = ['s3', 'cr3t', 'pw'].join('')
    const error = { code: -32000, message: `no postgres://u:${secret}@db/x` }
    const { url: server } = await upstream(({ body }, response) => {
      const message = { jsonrpc: '2.0', id: null, error }
      if (body.includes('"name":"events"')) events(response)(`data: ${JSON.stringify(message)}\n\n`)
      else json(response, message)
      response.end()
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    const plain = await (await post(url, call(1))).text()
    const streamed = (await (await post(url, call(1, 'events'))).text()).replace(/^data: /, '')
    const several = await (await post(url, [call(1), call('b')])).text()
    for (const text of [plain, streamed, several]) expect(text).not.toContain(secret)
    for (const text of [plain, streamed])
      expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(JSON.parse(several)).toMatchObject([{ id: 1 }, { id: 'b' }])
  })

  it('takes no packed body, and says so', async () => {
    const { url: server, got } = await upstream((_, response) => json(response, { id: 1, result: failure }))
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    const options = { method: 'POST', body: gzipSync(JSON.stringify(call(1))) }
    const refused = await fetch(url, { ...options, headers: { 'content-encoding': 'gzip' } })
    expect(refused.status).toBe(415)
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('packed') } })
    expect(got).toHaveLength(0)
    expect((await post(url, call(1), { 'content-encoding': 'identity' })).status).toBe(200)
  })

  it('answers when the server wants to speak another protocol', async () => {
    const { url } = await listeningProxy(['--to', 'fusion', '--url', await switching()])
    const { result } = (await (await post(url, call(1))).json()) as Answer
    expect(readToolResult(result)?.message).toContain('status 101')
  })

  it('says of a call that is open at its end what it says in front of a command', async () => {
    const { url: server, got } = await upstream(() => {})
    const { url, process: proxy } = await listeningProxy(['--to', 'fusion', '--url', server])
    const answer = post(url, call(1))
    await until(() => got.length > 0)
    proxy.kill('SIGTERM')
    const { result } = (await (await answer).json()) as Answer
    expect(readToolResult(result)?.code).toBe('connection_failed')
  })
})

import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { endProxies, listeningProxy } from './proxies'
import { closeUpstreams, json, upstream } from './upstreams'

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
})

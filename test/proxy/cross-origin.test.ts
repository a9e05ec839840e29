import { afterAll, describe, expect, it } from 'vitest'
import { initialize, post } from './messages'
import { endProxies, listeningProxy, serverPath } from './proxies'
import { closeUpstreams, json, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

const page = 'https://page.example'
const asking = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'Content-Type, mcp-session-id,mcp-protocol-version, X-Other',
}

describe.each(['a command', 'HTTP'])('a page of another origin, with %s behind', (what) => {
  const proxy = async () => {
    const { url: server, got } = await upstream((_, response) =>
      json(response, { id: 0, result: {} }, 200, {
        'access-control-allow-origin': 'https://other.example',
        vary: 'Accept',
      }),
    )
    const behind =
      what === 'HTTP' ? ['--url', server] : ['--', process.execPath, serverPath('odd.js'), 'silent']
    const { url } = await listeningProxy(['--to', 'fusion', '--allow-origin', page, ...behind])
    return { url, got }
  }

  it('that may call is told what it may send, and can read the answers', async () => {
    const { url, got } = await proxy()
    const told = await fetch(url, { method: 'OPTIONS', headers: { origin: page, ...asking } })
    expect([told.status, got.length]).toEqual([204, 0])
    expect(Object.fromEntries(told.headers)).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'content-type, mcp-session-id, mcp-protocol-version',
      'access-control-max-age': expect.stringMatching(/^\d+$/),
      vary: 'Origin',
    })
    const answer = await post(url, initialize, { origin: page })
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(answer.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id')
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  it('that may not call is told nothing', async () => {
    const { url } = await proxy()
    const told = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', ...asking },
    })
    expect([told.status, told.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })
})

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { RecentRequests } from '../../src/proxy/recent-requests'
import { type Answer, call, cancelled, dialectOf, post, until } from './messages'
import { endProxies, listeningProxy, StdioProxy, serverPath } from './proxies'
import { closeUpstreams, events, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

const failure = {
  content: [{ type: 'text', text: '{"type":"NOT_FOUND","message":"password=hunter2","recoverable":false}' }],
  isError: true,
}

function expectTranslated(answer: Answer): void {
  expect(dialectOf(answer.result)).toBe('fusion')
  expect(JSON.stringify(answer)).not.toContain('hunter2')
}

describe('an answer that a client takes up again', () => {
  const session = { 'mcp-session-id': 's' }
  const answer = `id: e2\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: failure })}\n\n`

  it.each([
    'the client leaves',
    'the server breaks off',
    'the server ends the stream',
    'it was lost on the way',
  ])('is translated when %s', async (how) => {
    let isLeft = false
    const { url: server } = await upstream(({ method }, response) => {
      const say = events(response)
      if (method === 'GET') {
        say(answer)
        return response.end()
      }
      response.on('close', () => {
        isLeft = true
      })
      say('id: e1\ndata:\n\n')
      if (how === 'the server breaks off') return setTimeout(() => response.destroy(), 50)
      if (how === 'it was lost on the way') say(answer)
      return how === 'the client leaves' ? undefined : response.end()
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    const first = await post(url, call(1), session)
    const reader = first.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await until(() => isLeft)
    const headers = { ...session, accept: 'text/event-stream', 'last-event-id': 'e1' }
    for (let times = 0; times < 2; times++) {
      const text = await (await fetch(url, { headers })).text()
      const [, data = ''] = /^id: e2\ndata: (.*)\n\n$/.exec(text) ?? []
      expectTranslated(JSON.parse(data))
    }
  })

  it('in another session passes as it is, but for what is redacted', async () => {
    const { url: server } = await upstream((_, response) => {
      events(response)(answer)
      return response.end()
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    await (await post(url, call(1), session)).text()
    const other = await fetch(url, { headers: { 'mcp-session-id': 'other', 'last-event-id': 'e1' } })
    expect(await other.text()).toBe(answer.replace('hunter2', '[redacted]'))
  })
})

describe('the answer to a call that was cancelled', () => {
  const answer = `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: failure })}\n`

  it('is translated when it comes all the same, and passes once when it comes twice', async () => {
    const server = [process.execPath, serverPath('echo.js')]
    const proxy = new StdioProxy(['--to', 'fusion', '--', ...server])
    for (const message of [call(1), cancelled(1)]) {
      proxy.send(message)
      await proxy.line()
    }
    proxy.send(answer + answer)
    expectTranslated(await proxy.message<Answer>())
    // The id may be of something else next.
    proxy.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(await proxy.message()).toMatchObject({ method: 'ping' })
    proxy.send(answer)
    expect(`${await proxy.line()}\n`).toBe(answer)
    await proxy.finish()
  })

  it('is not given by the proxy when the server ends', async () => {
    const proxy = new StdioProxy([
      '--to',
      'fusion',
      '--',
      process.execPath,
      serverPath('odd.js'),
      'exit',
      '3',
    ])
    proxy.send(call(1, 'silent'))
    proxy.send(cancelled(1))
    proxy.send(call(2))
    expect(await proxy.message()).toMatchObject({ id: 2 })
    expect((await proxy.ended).status).toBe(3)
    expect(proxy.unread).toEqual([])
  })
})

describe('what is remembered of requests', () => {
  const request = (id: string) => ({ id, method: 'tools/call', params: {} })

  it('is found by any spelling of its id, as often as it is looked for', () => {
    const recent = new RecentRequests(10)
    recent.add(request('7'))
    for (const id of ['7', '7.0', '"7"', '7']) expect(recent.find(id)?.id).toBe('7')
    recent.forget('7')
    expect(recent.find('7')).toBeUndefined()
  })

  it('is at least the last so many, and no more than twice as many, in whatever order they come and are taken out', () => {
    const ids = Array.from({ length: 9 }, (_, i) => String(i))
    const step = fc.record({ id: fc.constantFrom(...ids), isAdded: fc.constantFrom(true, true, false) })
    const most = 3
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const recent = new RecentRequests(most)
        const last: string[] = []
        const taken = new Set<string>()
        for (const { id, isAdded } of steps) {
          if (isAdded) {
            recent.add(request(id))
            taken.delete(id)
            last.splice(0, last.length, ...last.filter((each) => each !== id), id)
          } else {
            recent.take(id)
            taken.add(id)
          }
          const found = ids.filter((each) => recent.find(each))
          // What was taken out was one of the last all the same.
          expect(found).toEqual(expect.arrayContaining(last.slice(-most).filter((each) => !taken.has(each))))
          expect(last.filter((each) => !taken.has(each))).toEqual(expect.arrayContaining(found))
          expect(found.length).toBeLessThanOrEqual(2 * most)
        }
      }),
    )
  })

  it('is of the last request that had an id', () => {
    const recent = new RecentRequests(1)
    for (const id of ['7', '8', '7.0']) recent.add(request(id))
    expect(recent.find('7')?.id).toBe('7.0')
    recent.forget('7')
    expect(recent.find('7')).toBeUndefined()
  })
})

import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { advise } from '../../src/index'
import { readToolResult } from '../../src/mcp/index'
import { isMeasurable, memoryOf } from './memory'
import { type Answer, call, cancelled, dialectOf, initialize, initialized, post } from './messages'
import { endProxies, isAlive, listeningProxy, StdioProxy, serverPath } from './proxies'
import { closeUpstreams, events, failure, json, nobody, upstream } from './upstreams'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-http-'))

afterAll(() => {
  endProxies()
  closeUpstreams()
  rmSync(folder, { recursive: true })
})

// The HTTP errors of gateways and servers, and what a client is to make of them.
const refusals = [
  {
    status: 503,
    type: 'application/json',
    body: '{"error":{"code":"MCP_SERVER_UNAVAILABLE","message":"down","temporary":true,"retryable":true},"timestamp":"2026-11-16T10:00:00Z"}',
    code: 'unavailable',
    message: 'down',
  },
  {
    status: 429,
    type: 'text/plain',
    body: 'Too many requests',
    code: 'rate_limited',
    message: 'Too many requests',
  },
  {
    status: 502,
    type: 'text/html',
    body: '<html><title>502 Bad Gateway</title></html>',
    code: 'upstream_failed',
    message: '502 Bad Gateway',
  },
  { status: 500, type: 'text/plain', body: '', code: 'internal', message: '' },
]

describe('stdio in front of HTTP', () => {
  const proxyTo = (url: string, options: string[] = [], env = {}) =>
    new StdioProxy(['--to', 'pydantic', ...options, '--url', url], env)

  it('keeps the session, says the version and the headers, and says goodbye', async () => {
    const { url, got } = await upstream(({ method, message }, response) => {
      if (method === 'GET') return json(response, '', 405)
      if (method === 'DELETE') return response.writeHead(200).end()
      if (message?.method === 'initialize')
        return json(response, { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18' } }, 200, {
          'mcp-session-id': 's1',
        })
      return message?.id === undefined
        ? response.writeHead(202).end()
        : json(response, { id: message.id, result: failure })
    })
    const proxy = proxyTo(url, ['--header', 'X-One: 1'], {
      ERRLINGUA_HEADERS: 'Authorization: Bearer abc\nX-Two: 2',
    })
    for (const message of [initialize, initialized, call(1)]) proxy.send(message)
    await proxy.line()
    expect(dialectOf((await proxy.message<Answer>()).result)).toBe('pydantic')
    expect((await proxy.finish()).status).toBe(0)
    expect(got.map(({ method, message }) => message?.method ?? method).sort()).toEqual([
      'DELETE',
      'GET',
      'initialize',
      'notifications/initialized',
      'tools/call',
    ])
    const [first, ...others] = got
    expect(first?.headers).not.toHaveProperty('mcp-session-id')
    for (const { headers } of got)
      expect(headers).toMatchObject({ authorization: 'Bearer abc', 'x-one': '1', 'x-two': '2' })
    for (const { headers } of others)
      expect(headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-06-18' })
  })

  it('says in headers what a request of the protocol of 2026-07-28 says', async () => {
    const { url, got } = await upstream(({ message }, response) =>
      json(response, { id: message?.id, result: {} }),
    )
    const proxy = proxyTo(url)
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    for (const name of ['plain', 'écho', ' x']) {
      proxy.send(call(1, name, meta))
      await proxy.line()
    }
    expect(
      got.map(({ headers }) => [headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name']]),
    ).toEqual([
      ['2026-07-28', 'tools/call', 'plain'],
      ['2026-07-28', 'tools/call', '=?base64?w6ljaG8=?='],
      ['2026-07-28', 'tools/call', '=?base64?IHg=?='],
    ])
    await proxy.finish()
  })

  it.each(refusals)(
    'answers a tool call with a tool result when the answer is $status $type',
    async ({ status, type, body, code, message }) => {
      const { url } = await upstream((_, response) =>
        response.writeHead(status, { 'content-type': type, 'retry-after': '7' }).end(body),
      )
      const proxy = proxyTo(url)
      proxy.send(call('a'))
      const { id, result } = await proxy.message<Answer>()
      expect(id).toBe('a')
      const error = readToolResult(result)
      expect(error).toMatchObject({ code, origin: { dialect: 'pydantic' }, retryAfter: 7 })
      if (message) expect(error?.message).toBe(message)
      proxy.send({ jsonrpc: '2.0', id: 'b', method: 'tools/list' })
      expect(await proxy.message<Answer>()).toMatchObject({ id: 'b', error: { code: -32603 } })
      await proxy.finish()
    },
  )

  it.each([
    ['text/html', '<html>Log in</html>', 'The server answered with text/html, which is not MCP.'],
    ['application/json', '', 'The server answered with status 200 and no body.'],
    [
      'application/json',
      '{"jsonrpc":"2.0","id":1,"resu',
      'The server answered with something that is not a JSON-RPC message.',
    ],
    [
      'application/json',
      '{"error":"login first"}',
      'The server answered with something that is not a JSON-RPC message.',
    ],
    ['', 'Log in', 'The server answered with something that is not a JSON-RPC message.'],
  ])(
    'says what an answer is that is not MCP, and that it will be no other: %s %s',
    async (type, body, message) => {
      const { url } = await upstream((_, response) =>
        response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body),
      )
      const proxy = proxyTo(url)
      proxy.send(call(1))
      const error = readToolResult((await proxy.message<Answer>()).result)
      expect(error).toMatchObject({ code: 'internal', message })
      expect(error && advise(error).action).toBe('give_up')
      await proxy.finish()
      expect(proxy.unread).toEqual([])
    },
  )

  it('takes an answer of no type that is one', async () => {
    const { url } = await upstream((_, response) =>
      response.writeHead(200).end(JSON.stringify({ id: 1, result: failure })),
    )
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(dialectOf((await proxy.message<Answer>()).result)).toBe('pydantic')
    await proxy.finish()
  })

  it('passes an answer that only some can read as it came', async () => {
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"content":[],"n":NaN}}'
    const { url } = await upstream((_, response) => json(response, answer))
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(await proxy.line()).toBe(answer)
    await proxy.finish()
  })

  it('passes no events that are not JSON-RPC', async () => {
    const { url } = await upstream((_, response) => {
      events(response)('data: hello\n\ndata: {"id":1,\n\ndata: {"id":1,"result":{}}\n\n')
      return response.end()
    })
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(await proxy.line()).toBe('{"id":1,"result":{}}')
    await proxy.finish()
    expect(proxy.unread).toEqual([])
  })

  it('takes an answer in events that is as long as allowed, and none that is longer', async () => {
    const answer = JSON.stringify({ id: 1, result: 'x'.repeat(100) })
    const { url } = await upstream((_, response) => {
      events(response)(`event: message\r\nid: 1\r\ndata: ${answer}\r\n\r\n`)
      return response.end()
    })
    for (const [length, expected] of [
      [answer.length, 'result'],
      [answer.length - 1, 'error'],
    ] as const) {
      const proxy = proxyTo(url, ['--max-message', String(length)])
      proxy.send(call(1))
      expect(await proxy.message()).toHaveProperty(expected)
      await proxy.finish()
    }
  })

  it('understands events whose lines end with CR, before the next one comes', async () => {
    const { url } = await upstream((_, response) =>
      events(response)(`id: 1\rdata: ${JSON.stringify({ id: 1, result: failure })}\r\r`),
    )
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(dialectOf((await proxy.message<Answer>()).result)).toBe('pydantic')
    await proxy.finish()
  })

  it('answers when nobody is there, and goes on', async () => {
    const proxy = proxyTo(await nobody())
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.code).toBe('connection_refused')
    proxy.send(JSON.stringify([call(2), initialize]).concat('\n'))
    expect(await proxy.message()).toMatchObject({ id: 2, result: {} })
    expect(await proxy.message()).toMatchObject({ id: 0, error: {} })
    expect((await proxy.finish()).status).toBe(0)
  })

  it('says that a server asks for authorization', async () => {
    const { url } = await upstream((_, response) => json(response, { error: 'invalid_token' }, 401))
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)).toMatchObject({
      code: 'auth_invalid',
      status: 401,
    })
    expect((await proxy.finish()).stderr).toContain('--header or ERRLINGUA_HEADERS')
  })

  it('passes a JSON-RPC error of a refused request as it is', async () => {
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"headers and body disagree"}}'
    const { url } = await upstream((_, response) => json(response, error, 400))
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(await proxy.line()).toBe(error)
    await proxy.finish()
  })

  it('puts JSON on one line, digits and all', async () => {
    const { url } = await upstream((_, response) =>
      json(response, '{\r\n  "id": 1,\n  "result": { "n": 9007199254740993 } }\n'),
    )
    const proxy = proxyTo(url)
    proxy.send({ id: 1, method: 'x' })
    expect(await proxy.line()).toBe('{    "id": 1,   "result": { "n": 9007199254740993 } }')
    await proxy.finish()
  })

  it('takes a stream up again where it broke', async () => {
    const { url, got } = await upstream(({ method, headers }, response) => {
      const say = events(response)
      if (method === 'POST') {
        say('id: e1\nretry: 10\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n')
        setTimeout(() => response.destroy(), 50)
      } else {
        say(
          `id: e2\ndata: ${JSON.stringify({ id: 1, result: failure, after: headers['last-event-id'] })}\n\n`,
        )
        response.end()
      }
    })
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(await proxy.message()).toMatchObject({ method: 'notifications/progress' })
    const answer = await proxy.message<Answer>()
    expect(answer).toMatchObject({ id: 1, after: 'e1' })
    expect(dialectOf(answer.result)).toBe('pydantic')
    expect(got.map(({ method }) => method)).toEqual(['POST', 'GET'])
    await proxy.finish()
  })

  it('answers when a stream ends without an answer', async () => {
    const { url } = await upstream((_, response) => {
      events(response)(': nothing\n\n')
      response.end()
    })
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.message).toContain(
      'before it was complete',
    )
    await proxy.finish()
  })

  it('goes on when the first answer leaves its stream open, and when a notification is never answered', async () => {
    const { url, got } = await upstream(({ method, message }, response) => {
      if (method === 'GET') return json(response, '', 405)
      if (message?.method === 'initialize') return events(response)('data: {"id":0,"result":{}}\n\n')
      return message?.id === undefined ? undefined : json(response, { id: message.id, result: {} })
    })
    const proxy = proxyTo(url)
    proxy.send(initialize)
    await proxy.line()
    proxy.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
    proxy.send(call(1))
    expect(await proxy.message()).toMatchObject({ id: 1 })
    expect(got).toHaveLength(3)
    await proxy.finish()
  })

  it('takes a stream up as often as there is something new in it', async () => {
    let times = 0
    const { url } = await upstream((_, response) => {
      const say = events(response)
      times++
      if (times < 7) say(`id: e${times}\nretry: 5\ndata: {"method":"notifications/progress"}\n\n`)
      else say('data: {"id":1,"result":{}}\n\n')
      response.end()
    })
    const proxy = proxyTo(url)
    proxy.send(call(1))
    for (let i = 0; i < 6; i++) await proxy.line()
    expect(await proxy.message()).toMatchObject({ id: 1, result: {} })
    await proxy.finish()
  })

  it('passes no empty bodies and no events of other names', async () => {
    const { url } = await upstream(({ message }, response) => {
      if (message?.id === undefined) return json(response, '', 202)
      events(response)('event: ping\ndata: x\n\ndata:\n\ndata: {"id":1,"result":{}}\n\n')
      return response.end()
    })
    const proxy = proxyTo(url)
    proxy.send({ jsonrpc: '2.0', method: 'notifications/x' })
    proxy.send(call(1))
    expect(await proxy.line()).toBe('{"id":1,"result":{}}')
    await proxy.finish()
    expect(proxy.unread).toEqual([])
  })

  /** A server that forgets its session once, and may not want to begin another at first. */
  async function forgetful(refusals = 0) {
    const facts = { sessions: 0, forgets: false, refusals, gets: [] as string[] }
    const { url, got } = await upstream(({ method, message, headers }, response) => {
      const current = `s${facts.sessions}`
      const isCurrent = headers['mcp-session-id'] === current && !facts.forgets
      if (method === 'GET') {
        facts.gets.push(String(headers['mcp-session-id']))
        return isCurrent ? events(response)(`data: {"method":"of ${current}"}\n\n`) : json(response, '', 404)
      }
      if (method === 'DELETE') return json(response, '')
      if (message?.method === 'initialize') {
        if (facts.sessions > 0 && facts.refusals-- > 0) return json(response, '', 503)
        facts.sessions++
        facts.forgets = false
        return setTimeout(
          () => json(response, { id: 0, result: {} }, 200, { 'mcp-session-id': `s${facts.sessions}` }),
          100,
        )
      }
      if (!isCurrent) {
        const late = message?.params?.name === 'late' ? 300 : 0
        return setTimeout(
          () => json(response, { error: { code: -32001, message: 'Session not found' } }, 404),
          late,
        )
      }
      return message?.id === undefined
        ? response.writeHead(202).end()
        : json(response, { id: message.id, result: { content: [] } })
    })
    const proxy = proxyTo(url)
    for (const message of [initialize, initialized]) proxy.send(message)
    await proxy.line()
    expect(await proxy.message()).toEqual({ method: 'of s1' })
    facts.forgets = true
    return { proxy, facts, got }
  }

  it('begins one other session when the server has lost it, for all calls, and listens again', async () => {
    const { proxy, facts } = await forgetful()
    for (let id = 1; id <= 5; id++) proxy.send(call(id, id === 5 ? 'late' : 't'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    proxy.send(call(6))
    const answers = []
    for (let i = 0; i < 7; i++) answers.push(await proxy.message())
    expect(answers).toContainEqual({ method: 'of s2' })
    for (let id = 1; id <= 6; id++) expect(answers).toContainEqual({ id, result: { content: [] } })
    expect(facts.sessions).toBe(2)
    expect((await proxy.finish()).stderr).toBe(
      'errlingua: The server has lost the session; another one is begun.\n',
    )
    expect(proxy.unread).toEqual([])
  })

  it('tries to begin another session again with the next message', async () => {
    const { proxy, facts } = await forgetful(1)
    proxy.send(call(1))
    const error = readToolResult((await proxy.message<Answer>()).result)
    expect(error?.message).toContain('could not be begun: status 503')
    proxy.send(call(2))
    const answers = [await proxy.message(), await proxy.message()]
    expect(answers).toContainEqual({ id: 2, result: { content: [] } })
    expect(facts.sessions).toBe(2)
    await proxy.finish()
  })

  it('gives up a call of the protocol of 2026-07-28 by leaving it', async () => {
    let isLeft = false
    const { url, got } = await upstream((_, response) => {
      response.on('close', () => {
        isLeft = true
      })
    })
    const proxy = proxyTo(url)
    proxy.send(call(7, 't', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }))
    while (got.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    proxy.send(cancelled(7))
    while (!isLeft) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(got).toHaveLength(1)
    await proxy.finish()
    expect(proxy.unread).toEqual([])
  })

  it('repeats in headers the arguments that a tool wants repeated', async () => {
    const properties = {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      deep: { properties: { n: { 'x-mcp-header': 'N' } } },
    }
    const { url, got } = await upstream(({ message }, response) => {
      const tools = [{ name: 't', inputSchema: { type: 'object', properties } }]
      return json(response, { id: message?.id, result: message?.method === 'tools/list' ? { tools } : {} })
    })
    const proxy = proxyTo(url)
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    proxy.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } })
    await proxy.line()
    proxy.send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 't', arguments: { region: 'é', deep: { n: 7 } }, _meta },
    })
    await proxy.line()
    expect(got[1]?.headers).toMatchObject({ 'mcp-param-region': '=?base64?w6k=?=', 'mcp-param-n': '7' })
    await proxy.finish()
  })

  it('listens again after a server that was busy', async () => {
    let times = 0
    const { url } = await upstream(({ method, message }, response) => {
      if (method === 'GET')
        return ++times === 1 ? json(response, '', 503) : events(response)('data: {"method":"late"}\n\n')
      return message?.id === undefined ? response.writeHead(202).end() : json(response, { id: 0, result: {} })
    })
    const proxy = proxyTo(url)
    proxy.send(initialize)
    await proxy.line()
    proxy.send(initialized)
    expect(await proxy.message()).toEqual({ method: 'late' })
    await proxy.finish()
  })

  it('answers hundreds of calls at once, without a word on standard error', async () => {
    const { url } = await upstream(({ message }, response) =>
      setTimeout(() => json(response, { id: message?.id, result: {} }), 50),
    )
    const proxy = proxyTo(url)
    for (let id = 0; id < 300; id++) proxy.send(call(id))
    const ids = new Set<unknown>()
    for (let id = 0; id < 300; id++) ids.add((await proxy.message()).id)
    expect(ids.size).toBe(300)
    expect((await proxy.finish()).stderr).toBe('')
  })

  it.runIf(isMeasurable)('holds up a client whose server does not read', { timeout: 60_000 }, async () => {
    const server = createTcpServer((socket) => socket.pause())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const proxy = proxyTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
    const line = `${JSON.stringify(call(1, 'x'.repeat(5_000_000)))}\n`
    let taken = 0
    const feed = (): void => {
      while (taken < 100 && proxy.process.stdin?.write(line)) taken++
      taken++
      if (taken < 100) proxy.process.stdin?.once('drain', feed)
    }
    feed()
    await new Promise((resolve) => setTimeout(resolve, 4000))
    expect(memoryOf(proxy.process.pid ?? 0).most).toBeLessThan(300_000_000)
    expect(taken).toBeLessThan(30)
    proxy.process.kill('SIGKILL')
    server.close()
  })

  it('says where a server sends one elsewhere', async () => {
    const { url } = await upstream((_, response) =>
      response.writeHead(301, { location: 'https://elsewhere.example.com' }).end(),
    )
    const proxy = proxyTo(url)
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.message).toContain('301')
    await proxy.finish()
  })

  it('listens to what the server says by itself', async () => {
    const { url } = await upstream(({ method, message }, response) => {
      if (method === 'GET')
        return events(response)('data: {"jsonrpc":"2.0","id":"s","method":"roots/list"}\n\n')
      if (message?.method === 'initialize')
        return json(response, { id: 0, result: { protocolVersion: '2025-06-18' } })
      return response.writeHead(202).end()
    })
    const proxy = proxyTo(url)
    proxy.send(initialize)
    await proxy.line()
    proxy.send(initialized)
    expect(await proxy.message()).toMatchObject({ method: 'roots/list' })
    expect((await proxy.finish()).status).toBe(0)
  })

  it.each(['json', 'events'])('refuses an answer in %s that is too long, and goes on', async (kind) => {
    const long = `{"result":"${'x'.repeat(5000)}","id":1}`
    const { url } = await upstream(({ message }, response) => {
      if (message?.id !== 1) return json(response, { id: 2, result: {} })
      if (kind === 'json') return json(response, long)
      events(response)(`data: ${long}\n\n`)
      return response.end()
    })
    const proxy = proxyTo(url, ['--max-message', '1000'])
    proxy.send(call(1))
    expect(await proxy.message()).toMatchObject({ id: 1, error: { code: -32603 } })
    proxy.send(call(2))
    expect(await proxy.message()).toMatchObject({ id: 2, result: {} })
    await proxy.finish()
  })

  it.each([
    ['a call', call(1), { id: 1, result: { content: [{}] } }],
    ['its first request', initialize, { id: 0, error: {} }],
  ])('ends in under 5 seconds with %s open', async (_, message, answer) => {
    const { url } = await upstream(() => {})
    const proxy = proxyTo(url)
    proxy.send(message)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    expect((await proxy.finish()).status).toBe(0)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await proxy.message()).toMatchObject(answer)
  })

  it('ends in under 5 seconds when the client does not read and the server does not let it go', async () => {
    const { url } = await upstream(({ method, message }, response) => {
      if (method === 'DELETE') return
      if (message?.method === 'initialize') {
        return json(response, { id: 0, result: { protocolVersion: '2025-06-18' } }, 200, {
          'mcp-session-id': 's',
        })
      }
      const say = events(response)
      for (let i = 0; i < 3000; i++) say(`data: {"method":"${'x'.repeat(10_000)}"}\n\n`)
    })
    const proxy = proxyTo(url)
    proxy.send(initialize)
    await proxy.message()
    proxy.process.stdout?.removeAllListeners('data').pause()
    proxy.send(call(1))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const began = performance.now()
    proxy.process.stdin?.end()
    const [status] = await once(proxy.process, 'exit')
    expect(performance.now() - began).toBeLessThan(5000)
    expect(status).toBe(0)
  })

  it.each([304, 305, 600, 999])(
    'says that a server answers with status %d, which means nothing here',
    async (status) => {
      const { url } = await upstream((_, response) => response.writeHead(status).end())
      const proxy = proxyTo(url)
      proxy.send(call(1))
      const error = readToolResult((await proxy.message<Answer>()).result)
      expect(error?.message).toBe(`The server answered with status ${status}.`)
      expect(error && advise(error).action).toBe('give_up')
      await proxy.finish()
    },
  )

  it('takes up a stream that never says anything more and more slowly', async () => {
    let n = 0
    const { url, got } = await upstream((_, response) => {
      events(response)(`retry: 1\nid: ${++n}\ndata: \n\n`)
      response.end()
    })
    const proxy = proxyTo(url)
    proxy.send(call(1))
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(got.length).toBeGreaterThan(4)
    expect(got.length).toBeLessThan(15)
    await proxy.finish()
  })
})

describe('HTTP in front of HTTP', () => {
  it('passes everything as it is but for errors of tools', async () => {
    const success = '{ "id":1,\n"result" : {"content":[], "n":9007199254740993, "2":0, "1":0} }'
    const { url: server, got } = await upstream(({ message }, response) => {
      response.setHeader('x-of-server', 'yes')
      if (message?.id === 1) return json(response, success, 200, { 'mcp-session-id': 's' })
      return json(response, { id: message?.id, result: failure })
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--header', 'X-Added: 1', '--url', server])
    const first = await post(url, ` ${JSON.stringify(call(1))}`, { 'x-of-client': 'yes' })
    expect(await first.text()).toBe(success)
    expect(Object.fromEntries(first.headers)).toMatchObject({ 'x-of-server': 'yes', 'mcp-session-id': 's' })
    expect(got[0]).toMatchObject({
      body: ` ${JSON.stringify(call(1))}`,
      headers: { 'x-of-client': 'yes', 'x-added': '1' },
    })
    const second = await post(url, call(2), { 'mcp-session-id': 's' })
    expect(dialectOf(((await second.json()) as Answer).result)).toBe('fusion')
  })

  it('passes events byte for byte, and those with an error with other data', async () => {
    const before = ': hi\r\n\r\nevent: message\nid: é\ndata: {"method":\ndata:  "x"}\n\n'
    const { url: server } = await upstream((_, response) => {
      const say = events(response)
      say(before)
      say(`id: 9\ndata: ${JSON.stringify({ id: 1, result: failure })}\n\n`)
      response.end()
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--lean', '--url', server])
    const text = await (await post(url, call(1))).text()
    expect(text.slice(0, before.length)).toBe(before)
    const [, data = ''] = /^id: 9\ndata: (.*)\n\n$/.exec(text.slice(before.length)) ?? []
    expect(dialectOf(JSON.parse(data).result)).toBe('fusion')
  })

  it.each(refusals)(
    'makes a tool result of $status $type that answers a tool call, and of nothing else',
    async ({ status, type, body, code }) => {
      const { url: server } = await upstream((_, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      )
      const { url } = await listeningProxy(['--to', 'interbase', '--url', server])
      const ofTool = await post(url, call(1))
      expect(ofTool.status).toBe(200)
      expect(readToolResult(((await ofTool.json()) as Answer).result)).toMatchObject({
        code,
        origin: { dialect: 'interbase' },
      })
      const other = await post(url, initialize)
      expect(other.status).toBe(status)
      expect(await other.text()).toBe(body)
    },
  )

  it.each([401, 403, 404])('passes %d as it is', async (status) => {
    const { url: server } = await upstream((_, response) =>
      json(response, '{"error":"x"}', status, { 'www-authenticate': 'Bearer realm="x"' }),
    )
    const { url } = await listeningProxy(['--to', 'interbase', '--url', server])
    const answer = await post(url, call(1))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="x"')
    expect(await answer.text()).toBe('{"error":"x"}')
  })

  it('answers with the answer of a server that has the wrong status, and when it breaks off', async () => {
    const { url: server } = await upstream(({ message }, response) => {
      if (message?.id === 1) return json(response, { id: 1, result: failure }, 500)
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        .write('{"id":2,')
      return setTimeout(() => response.destroy(), 50)
    })
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    const first = await post(url, call(1))
    expect(first.status).toBe(200)
    expect(dialectOf(((await first.json()) as Answer).result)).toBe('fusion')
    const second = (await (await post(url, call(2))).json()) as Answer
    expect(second.id).toBe(2)
    expect(readToolResult(second.result)?.origin?.dialect).toBe('fusion')
  })

  it('answers when nobody is there', async () => {
    const { url } = await listeningProxy(['--to', 'interbase', '--url', await nobody()])
    const ofTool = (await (await post(url, call(1))).json()) as Answer
    expect(readToolResult(ofTool.result)?.code).toBe('connection_refused')
    expect(await (await post(url, initialize)).json()).toMatchObject({ id: 0, error: { code: -32603 } })
    expect((await fetch(url)).status).toBe(502)
  })

  it('refuses what is too long on both ways', async () => {
    const { url: server } = await upstream((_, response) =>
      json(response, { id: 1, result: 'x'.repeat(5000) }),
    )
    const { url } = await listeningProxy(['--to', 'interbase', '--max-message', '1000', '--url', server])
    expect(await (await post(url, call(1, 'x'.repeat(5000)))).json()).toMatchObject({
      id: 1,
      error: { code: -32600 },
    })
    expect(await (await post(url, call(1))).json()).toMatchObject({ id: 1, error: { code: -32603 } })
  })

  it('serves only the names of this machine, and only its path', async () => {
    const { url: server, got } = await upstream((_, response) => json(response, { id: 1, result: {} }))
    const { url } = await listeningProxy(['--to', 'interbase', '--url', server])
    const statusWith = (headers: Record<string, string>, path = '/mcp') =>
      new Promise((resolve) => {
        const options = {
          host: '127.0.0.1',
          port: url.port,
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json', ...headers },
        }
        request(options, (answer) => resolve(answer.resume().statusCode)).end(JSON.stringify(call(1)))
      })
    expect(await statusWith({ host: 'evil.example.com' })).toBe(403)
    expect(await statusWith({ origin: 'http://evil.example.com' })).toBe(403)
    expect(await statusWith({}, '/other')).toBe(404)
    expect(got).toHaveLength(0)
    expect(await statusWith({ host: `localhost:${url.port}`, origin: 'http://localhost:9' })).toBe(200)
    expect(await statusWith({ host: `[::1]:${url.port}` })).toBe(200)
    expect(await statusWith({}, '/.well-known/oauth-protected-resource/mcp')).toBe(200)
    expect(got.at(-1)?.path).toBe('/.well-known/oauth-protected-resource/mcp')
  })

  it('serves no host that only looks like this machine', async () => {
    const { url: server, got } = await upstream((_, response) => json(response, { id: 1, result: {} }))
    const { url } = await listeningProxy(['--to', 'interbase', '--url', server])
    const statusOf = (host: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(url.port), '127.0.0.1')
        socket.write(`GET /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        socket.once('data', (data) => resolve(data.toString().slice(9, 12)))
      })
    for (const host of ['evil.com:80@127.0.0.1', '', '127.0.0.1.evil.com', 'localhost/x', '127.1'])
      expect([host, await statusOf(host)]).toEqual([host, '403'])
    expect(got).toHaveLength(0)
    expect(await statusOf('LocalHost:1')).toBe('200')
  })

  it('passes no header that is of one connection, and none that speaks of other bytes', async () => {
    const digests = {
      etag: '"a"',
      'content-md5': 'b',
      digest: 'c',
      'content-digest': 'd',
      'repr-digest': 'e',
    }
    const { url: server, got } = await upstream(({ message }, response) =>
      json(response, { id: message?.id, result: message?.id === 1 ? failure : {} }, 200, {
        ...digests,
        connection: 'X-Hop',
        'x-hop': 'server',
      }),
    )
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    const answerTo = (id: number) =>
      new Promise<IncomingMessage>((resolve) => {
        const headers = { 'content-type': 'application/json', connection: 'x-secret', 'x-secret': 'client' }
        request(url, { method: 'POST', headers }, (answer) => resolve(answer.resume())).end(
          JSON.stringify(call(id)),
        )
      })
    const translated = await answerTo(1)
    expect(Object.keys(translated.headers).filter((name) => name in digests || name === 'x-hop')).toEqual([])
    expect((await answerTo(2)).headers).toMatchObject(digests)
    for (const { headers } of got) expect(headers).not.toHaveProperty('x-secret')
  })

  it('passes on what the client asks for beyond the address', async () => {
    const { url: server, got } = await upstream((_, response) => json(response, { id: 1, result: {} }))
    for (const address of [server, `${server}?key=1`]) {
      const { url } = await listeningProxy(['--to', 'interbase', '--url', address])
      await post(url, call(1))
      await post(`${url}?a=b%20c&d`, call(1))
    }
    expect(got.map(({ path }) => path)).toEqual([
      '/mcp',
      '/mcp?a=b%20c&d',
      '/mcp?key=1',
      '/mcp?key=1&a=b%20c&d',
    ])
  })

  it('translates an answer of no type', async () => {
    const { url: server } = await upstream((_, response) =>
      response.writeHead(200).end(JSON.stringify({ id: 1, result: failure })),
    )
    const { url } = await listeningProxy(['--to', 'fusion', '--url', server])
    expect(dialectOf(((await (await post(url, call(1))).json()) as Answer).result)).toBe('fusion')
  })

  it('keeps the id of an event that is too long', async () => {
    const { url: server } = await upstream((_, response) => {
      events(response)(`id: e7\ndata: {"id":1,"result":"${'x'.repeat(5000)}"}\n\n`)
      return response.end()
    })
    const { url } = await listeningProxy(['--to', 'interbase', '--max-message', '1000', '--url', server])
    expect(await (await post(url, call(1))).text()).toMatch(/^id: e7\ndata: \{"jsonrpc":"2.0","id":1,"error"/)
  })

  it('lets go of the server when the client leaves, and ends at a signal with a stream open', async () => {
    let isLeft = false
    const { url: server } = await upstream((_, response) => {
      events(response)(': open\n\n')
      response.on('close', () => {
        isLeft = true
      })
    })
    const { url, process: proxy, ended } = await listeningProxy(['--to', 'interbase', '--url', server])
    const abort = new AbortController()
    await fetch(url, { signal: abort.signal })
    abort.abort()
    while (!isLeft) await new Promise((resolve) => setTimeout(resolve, 10))
    await fetch(url)
    const began = performance.now()
    proxy.kill('SIGTERM')
    expect((await ended).status).toBe(143)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('HTTP in front of a child process', () => {
  const child = (way: string, size = 0) => [
    '--to',
    'fusion',
    '--',
    process.execPath,
    serverPath('odd.js'),
    way,
    String(size),
  ]

  async function session(url: URL): Promise<Record<string, string>> {
    const answer = await post(url, initialize)
    expect(answer.headers.get('content-type')).toBe('application/json')
    await answer.text()
    return { 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' }
  }

  const pidIn = async (url: URL, headers: Record<string, string>) => {
    const answer = (await (await post(url, { id: 'p', method: 'pid' }, headers)).json()) as Answer
    return Number(answer.result?.content[0]?.text)
  }

  it('starts one for each session, and ends it with the session', async () => {
    const { url } = await listeningProxy(child('silent'))
    const [one, two] = [await session(url), await session(url)]
    const [a, b] = [await pidIn(url, one), await pidIn(url, two)]
    expect(a).not.toBe(b)
    expect((await fetch(url, { method: 'DELETE', headers: one })).status).toBe(204)
    while (isAlive(a)) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isAlive(b)).toBe(true)
    const gone = await post(url, call(1), one)
    expect([gone.status, ((await gone.json()) as Answer).error?.message]).toEqual([
      404,
      'There is no such session.',
    ])
    expect(await pidIn(url, two)).toBe(b)
  })

  it('answers every open request when the server crashes, and others go on', async () => {
    const { url } = await listeningProxy(child('cut'))
    const [one, two] = [await session(url), await session(url)]
    const waiting = post(url, call(1, 'silent'), one)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const crashing = post(url, call('two'), one)
    const answers = [(await (await waiting).json()) as Answer, (await (await crashing).json()) as Answer]
    expect(answers.map(({ id }) => id)).toEqual([1, 'two'])
    for (const { result } of answers) expect(dialectOf(result)).toBe('fusion')
    expect((await post(url, call(3), one)).status).toBe(404)
    expect(await pidIn(url, two)).toBeGreaterThan(0)
  })

  it('answers every open request at the end, though another one is not read', async () => {
    const { url, process: proxy, ended } = await listeningProxy(child('flood', 50_000_000))
    const headers = await session(url)
    const stalled = await post(url, call(1), headers)
    const waiting = post(url, call(2, 'silent'), headers)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    proxy.kill('SIGTERM')
    const answers = await (await waiting).text()
    expect(answers).toContain('"id":2')
    expect(answers).toContain('The server was ended by SIGTERM before it answered.')
    expect((await ended).status).toBe(143)
    expect(performance.now() - began).toBeLessThan(5000)
    await stalled.body?.cancel().catch(() => {})
  })

  it('gives a request outside of a session a server for itself, early and late', async () => {
    const { url } = await listeningProxy(child('late'))
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([1, 2, 3].map(async (id) => (await post(url, call(id))).text()))
      for (const [i, text] of answers.entries()) {
        expect(text).toContain(`answer to ${i + 1}`)
        expect(text).not.toContain('late of')
      }
    }
    expect(await pidIn(url, {})).not.toBe(await pidIn(url, {}))
  })

  it.runIf(isMeasurable)('ends the server of a request outside of a session with it', async () => {
    const { url, process: proxy } = await listeningProxy(child('silent'))
    const children = () => {
      const listed = readFileSync(`/proc/${proxy.pid}/task/${proxy.pid}/children`, 'utf8')
      return listed
        .trim()
        .split(' ')
        .filter((pid) => pid !== '')
    }
    const abort = new AbortController()
    const body = JSON.stringify(call(1))
    const left = fetch(url, { method: 'POST', body, signal: abort.signal }).catch(() => 'left')
    while (children().length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    abort.abort()
    expect(await left).toBe('left')
    // One is kept for who comes next.
    while (children().length > 1) await new Promise((resolve) => setTimeout(resolve, 50))
    await pidIn(url, {})
    while (children().length > 1) await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('tells 1 and "1" apart', async () => {
    const { url } = await listeningProxy(child('late'))
    const headers = await session(url)
    const answers = await Promise.all([1, '1'].map(async (id) => (await post(url, call(id), headers)).text()))
    expect(answers[0]).toContain('"id":1,')
    expect(answers[1]).toContain('"id":"1",')
  })

  it('lets go of a call that is cancelled, and finds one whose id is spelt in another way', async () => {
    const { url } = await listeningProxy(child('respell'))
    const respelt = await session(url)
    for (const id of ['é', 7])
      expect(await (await post(url, call(id), respelt)).json()).toMatchObject({ id, result: {} })
    const { url: other } = await listeningProxy(child('silent'))
    const headers = await session(other)
    const waiting = post(other, call(5), headers)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await post(other, cancelled(5), headers)).status).toBe(202)
    expect((await waiting).status).toBe(202)
  })

  it('sends what the server says by itself to who listens, and events where they are taken', async () => {
    const { url } = await listeningProxy(child('flood', 2000))
    const headers = await session(url)
    const answer = await post(url, call(1), headers)
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const text = await answer.text()
    expect(text.match(/^data: \{.*"notifications\/message"/gm)).toHaveLength(2)
    expect(text).toMatch(/that was all.*\n\n$/)
    const listening = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } })
    expect((await fetch(url, { headers })).status).toBe(409)
    // A server of its kind repeats what answers nothing.
    expect((await post(url, { id: 99, result: {} }, headers)).status).toBe(202)
    const reader = listening.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toContain('"method":"heard"')
    await reader?.cancel()
  })

  it.each([
    ['GET', 405, undefined],
    ['DELETE', 405, undefined],
    ['PUT', 405, undefined],
    ['POST', 400, 'no JSON'],
  ])('refuses %s with %d', async (method, status, body) => {
    const { url } = await listeningProxy(child('silent'))
    expect((await fetch(url, { method, ...(body && { body }) })).status).toBe(status)
  })

  it('refuses a body that is too long', async () => {
    const { url } = await listeningProxy(['--max-message', '1000', ...child('silent')])
    expect((await post(url, call(1, 'x'.repeat(5000)))).status).toBe(413)
  })

  it('does not begin with a server that cannot be started', async () => {
    const starting = listeningProxy(['--to', 'fusion', '--', '/no/such/server'])
    await expect(starting).rejects.toThrow('The server /no/such/server cannot be started (ENOENT).')
    const { status } = await new StdioProxy([
      '--listen',
      '127.0.0.1:0',
      '--to',
      'fusion',
      '--',
      '/no/such/server',
    ]).ended
    expect(status).toBe(4)
  })

  it('says of a server that is there no more that trying again does not help', async () => {
    const server = join(folder, 'server')
    writeFileSync(server, `#!/bin/sh\nexec ${process.execPath} ${serverPath('odd.js')} silent\n`)
    chmodSync(server, 0o755)
    const { url } = await listeningProxy(['--to', 'fusion', '--', server])
    await session(url)
    rmSync(server)
    const answer = await post(url, initialize)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({
      id: 0,
      error: { message: `The server ${server} cannot be started (ENOENT).` },
    })
    // One had been started before.
    expect(await pidIn(url, {})).toBeGreaterThan(0)
    const ofTool = (await (await post(url, call(1))).json()) as Answer
    const error = readToolResult(ofTool.result)
    expect(error).toMatchObject({ code: 'internal', origin: { dialect: 'fusion' } })
    expect(error && advise(error).action).toBe('give_up')
  })

  it.runIf(isMeasurable)('leaves no server behind when the address is taken', async () => {
    const { url } = await upstream(() => {})
    const pidFile = join(folder, 'pid')
    const script = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
    const listen = ['--listen', new URL(url).host, '--to', 'fusion']
    const { status, stderr } = await new StdioProxy([...listen, '--', process.execPath, '-e', script]).ended
    expect(status).toBe(4)
    expect(stderr).toContain('cannot be listened on (EADDRINUSE)')
    // It may have been ended before it could write.
    if (existsSync(pidFile)) expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
  })

  it('tells the progress of a call to who made it', async () => {
    const { url } = await listeningProxy(child('progress'))
    const headers = await session(url)
    const one = post(url, call(1, 'slow', { progressToken: 'one' }), headers)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const two = post(url, call(2, 'slow', { progressToken: 2 }), headers)
    const [first, second] = [await (await one).text(), await (await two).text()]
    expect(first.match(/"progressToken":[^,}]+/g)).toEqual(Array(3).fill('"progressToken":"one"'))
    expect(second.match(/"progressToken":[^,}]+/g)).toEqual(Array(3).fill('"progressToken":2'))
  })

  it('refuses a version of the protocol that is not known, unless it was agreed on', async () => {
    const { url } = await listeningProxy(child('late'))
    const headers = await session(url)
    const statusOf = async (version: string, others = headers, message: object = call(1)) =>
      (await post(url, message, { ...others, 'mcp-protocol-version': version })).status
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
      expect(await statusOf(version)).toBe(200)
      expect(await statusOf(version, {})).toBe(200)
    }
    expect((await post(url, call(1), headers)).status).toBe(200)
    for (const version of ['1999-01-01', 'garbage']) {
      expect(await statusOf(version)).toBe(400)
      expect(await statusOf(version, {})).toBe(400)
      for (const method of ['GET', 'DELETE']) {
        const answer = await fetch(url, { method, headers: { ...headers, 'mcp-protocol-version': version } })
        expect(answer.status).toBe(400)
      }
    }
    const future = { ...initialize, params: { ...initialize.params, protocolVersion: '2099-01-01' } }
    const begun = await post(url, future, { 'mcp-protocol-version': '2099-01-01' })
    const later = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    expect(await statusOf('2099-01-01', later)).toBe(200)
    expect(await statusOf('2099-01-01')).toBe(400)
    // Outside of a session a request says its version itself, too.
    const own = call(1, 't', { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' })
    expect(await statusOf('2099-01-01', {}, own)).toBe(200)
    expect(await statusOf('2098-01-01', {}, own)).toBe(400)
  })

  it.each([1, 2])('ends at %d signals with a server that leaves a process behind', async (signals) => {
    const { url, process: proxy } = await listeningProxy(child(signals === 1 ? 'daemon' : 'stubborn'))
    const headers = await session(url)
    await (await post(url, call(1), headers)).text()
    const began = performance.now()
    for (let i = 0; i < signals; i++) {
      proxy.kill('SIGTERM')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const [status] = proxy.exitCode === null ? await once(proxy, 'exit') : [proxy.exitCode]
    expect(status).toBe(143)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('ends at a signal with all its servers, and every open request answered', async () => {
    const { url, process: proxy, ended } = await listeningProxy(child('stubborn'))
    const headers = await session(url)
    const started = (await (await post(url, call(1), headers)).json()) as Answer
    const pid = Number(started.result?.content[0]?.text)
    const began = performance.now()
    proxy.kill('SIGTERM')
    expect((await ended).status).toBe(143)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(isAlive(pid)).toBe(false)
  })
})

import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { connectChild } from '../../src/proxy/child-connection'
import { RequestBodies } from '../../src/proxy/http-body'
import { HttpChildren } from '../../src/proxy/http-children'
import { HttpGateway } from '../../src/proxy/http-gateway'
import { type HttpFront, serveHttp } from '../../src/proxy/http-server'
import { Ledger } from '../../src/proxy/ledger'
import { Relay } from '../../src/proxy/relay'
import { RelaysBySession } from '../../src/proxy/relays-by-session'
import { type Answer, call, initialize, post, until } from './messages'
import { endProxies, listeningProxy, StdioProxy, serverPath } from './proxies'
import { closeUpstreams, json, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

const MB = 1_000_000

describe('an answer of a server behind that never ends', () => {
  // A piece that unpacks to 1 MB, over and over: whoever reads to the end never comes to it.
  const piece = gzipSync(Buffer.alloc(MB, 'x'))
  const endless = (status: number, type: string, packed = true) =>
    upstream((_, response) => {
      response.writeHead(status, { 'content-type': type, ...(packed && { 'content-encoding': 'gzip' }) })
      const write = (): void => {
        while (!response.destroyed && response.write(packed ? piece : Buffer.alloc(MB, 'x')));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })

  it.each([
    [503, 'application/json'],
    [404, 'text/html'],
    [200, 'application/json'],
    [200, 'text/html'],
  ])('is let go at the limit, with an answer to the call, on stdio: %d %s', async (status, type) => {
    const { url } = await endless(status, type)
    const proxy = new StdioProxy(['--to', 'interbase', '--url', url])
    proxy.send(call(1))
    const { id, result, error } = await proxy.message<Answer>()
    expect({ id, isError: result?.isError === true || error !== undefined }).toEqual({ id: 1, isError: true })
    expect((await proxy.finish()).status).toBe(0)
  })

  it.each([
    [503, 'application/json', true],
    [404, 'text/html', true],
    [404, 'text/html', false],
    [401, 'application/json', false],
    [200, 'text/plain', false],
  ])('is let go at the limit, with an answer to the call, over HTTP: %d %s', async (status, type, packed) => {
    const { url: server } = await endless(status, type, packed)
    const { url } = await listeningProxy(['--to', 'interbase', '--url', server])
    const { id } = (await (await post(url, call(1))).json()) as Answer
    expect(id).toBe(1)
  })
})

/** A server in this process, with bounds of its own. */
async function served(bounds: { arrival: number; check: number; connections: number }): Promise<number> {
  const front = {
    handle: async (request: AsyncIterable<Buffer>, response: { end(text: string): void }) => {
      for await (const _ of request);
      response.end('here')
    },
    stop: async () => {},
  }
  const url = await new Promise<string>((resolve) => {
    serveHttp({ host: '127.0.0.1', port: 0 }, front, resolve, [], bounds)
  })
  return Number(new URL(url).port)
}

/** What is said on a connection until it is closed. */
async function saidOn(socket: Socket): Promise<string> {
  let said = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    said += chunk
  })
  await once(socket, 'close')
  return said
}

describe('a client over HTTP', () => {
  it('has a time in which its request has to arrive, head and body', async () => {
    const port = await served({ arrival: 200, check: 50, connections: 10 })
    for (const begun of [
      'POST /mcp HTTP/1.1\r\n',
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{',
    ]) {
      const socket = connect(port, '127.0.0.1')
      socket.write(begun)
      expect(await saidOn(socket)).toContain('408')
    }
  })

  it('finds no more than so many others connected', async () => {
    const port = await served({ arrival: 60_000, check: 1000, connections: 2 })
    const first = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all(first.map((socket) => once(socket, 'connect')))
    expect(await saidOn(connect(port, '127.0.0.1'))).toBe('')
    for (const socket of first) socket.destroy()
  })

  it('can send no flood of headers', async () => {
    const { url } = await listeningProxy(['--to', 'fusion', '--', process.execPath, serverPath('echo.js')])
    const { status } = await post(url, call(1), { 'x-much': 'x'.repeat(20_000) })
    expect(status).toBe(431)
  })

  it('that names a session of which the server does not know is not remembered by it', () => {
    const ledger = new Ledger('fusion', undefined, undefined, () => {})
    const relays = new RelaysBySession(() => new Relay({ to: 'fusion' }, ledger))
    const first = relays.of('made up')
    expect(relays.of('made up')).not.toBe(first)
    relays.begin('known', first)
    expect(relays.of('known')).toBe(first)
  })

  it('of a page of another origin is refused on every address, unless the origin is named', async () => {
    const page = 'https://page.example'
    for (const [options, statuses] of [
      [[], { [page]: 403, 'http://localhost:1': 200, null: 403 }],
      [['--allow-origin', page], { [page]: 200, 'https://other.example': 403 }],
      // The last one counts.
      [['--listen', '0.0.0.0:0'], { [page]: 403, 'http://localhost:1': 403 }],
      [['--listen', '0.0.0.0:0', '--allow-origin', page], { [page]: 200 }],
    ] as const) {
      const server = [process.execPath, serverPath('odd.js'), 'silent']
      const { url, process: proxy } = await listeningProxy(['--to', 'fusion', ...options, '--', ...server])
      for (const [origin, expected] of Object.entries(statuses)) {
        const { status } = await post(url, initialize, { origin })
        expect([options, origin, status]).toEqual([options, origin, expected])
      }
      proxy.kill('SIGTERM')
    }
  })

  it.each(['a command', 'HTTP'])(
    'is told to try again when too much arrives at once, with %s behind, and others go on',
    async (what) => {
      const { url: server } = await upstream(({ message }, response) =>
        json(response, { id: message?.id, result: {} }),
      )
      const maxMessage = 1_000_000
      const bodies = new RequestBodies(maxMessage, maxMessage)
      const ledger = new Ledger('fusion', undefined, undefined, () => {})
      const createRelay = () => new Relay({ to: 'fusion', isServing: true }, ledger)
      const command = [process.execPath, serverPath('odd.js'), 'silent']
      const front: HttpFront =
        what === 'HTTP'
          ? new HttpGateway({ url: new URL(server), headers: {} }, createRelay, maxMessage, bodies)
          : new HttpChildren(
              createRelay,
              (relay, deliver) => connectChild(command, relay, maxMessage, deliver),
              maxMessage,
              bodies,
            )
      const url = await new Promise<string>((resolve) => {
        serveHttp({ host: '127.0.0.1', port: 0 }, front, resolve)
      })
      const long = (id: number) => ({ id, method: 'ping', params: 'x'.repeat(800_000) })
      // It has sent nearly all of it, and goes on when others have been refused.
      const text = JSON.stringify(long(1))
      const first = request(url, { method: 'POST', headers: { 'content-length': text.length } })
      const answered = once(first, 'response')
      first.write(text.slice(0, -10))
      await until(() => bodies.held > 700_000)
      const refused = await post(url, long(2))
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(await refused.json()).toMatchObject({
        id: 2,
        error: {
          message: expect.stringContaining('more than 1000000 bytes together; try again in a moment'),
        },
      })
      expect((await post(url, { id: 3, method: 'ping' })).status).toBe(200)
      first.end(text.slice(-10))
      const [{ statusCode }] = await answered
      expect(statusCode).toBe(200)
      expect((await post(url, long(4))).status).toBe(200)
      await front.stop('SIGKILL')
    },
  )

  it('that asks for much and reads nothing does not have it kept for it', async () => {
    const script = `require('node:readline').createInterface(process.stdin).on('line', (line) => {
      const { id } = JSON.parse(line)
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: id === 0 ? {} : 'x'.repeat(10_000_000) }))
    })`
    const server = [process.execPath, '-e', script]
    const { url } = await listeningProxy(['--to', 'fusion', '--', ...server])
    const session = { 'mcp-session-id': (await post(url, initialize)).headers.get('mcp-session-id') ?? '' }
    const unread = [1, 2, 3].map((id) => {
      const body = JSON.stringify(call(id))
      const sent = request(url, { method: 'POST', headers: { ...session, 'content-length': body.length } })
      sent.on('error', () => {})
      sent.end(body)
      return sent
    })
    let heads = 0
    for (const sent of unread) sent.on('response', () => heads++)
    await until(() => heads > 0)
    // Only one of them is written at a time.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(heads).toBe(1)
    for (const sent of unread) sent.destroy()
  })
})

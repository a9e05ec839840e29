import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'
import { floodIn } from './flood'
import { isMeasurable, memoryOf } from './memory'
import { type Answer, call, initialize, post } from './messages'
import { endProxies, listeningProxy, StdioProxy, serverPath } from './proxies'

const MB = 1_000_000
const servers = new Set<ChildProcess>()

afterAll(() => {
  endProxies()
  for (const server of servers) server.kill('SIGKILL')
})

/** A server over HTTP that goes wrong, in a process of its own. */
async function oddUpstream(size = 0): Promise<{ url: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [serverPath('odd-http.js'), String(size)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  servers.add(server)
  const [url] = await once(createInterface(server.stdout), 'line')
  return { url, server }
}

/** The options of a proxy for what is behind it. */
const behind = {
  command: async (way: string, size = 0) => ['--', process.execPath, serverPath('odd.js'), way, String(size)],
  HTTP: async (_: string, size = 0) => ['--url', (await oddUpstream(size)).url],
} as const

/** A proxy over HTTP, and the headers of a session that has begun. */
async function begun(
  options: readonly string[],
): Promise<{ url: URL; pid: number; headers: Record<string, string> }> {
  const { url, process: proxy } = await listeningProxy(['--to', 'interbase', ...options])
  const answer = await post(url, initialize)
  await answer.text()
  const session = answer.headers.get('mcp-session-id')
  return { url, pid: proxy.pid ?? 0, headers: session === null ? {} : { 'mcp-session-id': session } }
}

/** The head of the answer to a POST whose body is sent piece by piece. */
async function posted(
  url: URL,
  headers: object,
  pieces: Iterable<string | Buffer>,
): Promise<IncomingMessage> {
  const accept = 'application/json, text/event-stream'
  const sent = request(url, { method: 'POST', headers: { ...headers, accept } })
  const answered = once(sent, 'response')
  for (const piece of pieces) if (!sent.write(piece)) await once(sent, 'drain')
  sent.end()
  const [answer] = await answered
  return answer
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}

/** The message in a body, be it JSON or an event. */
const messageIn = (body: string): Answer => JSON.parse(body.replace(/^data: /, ''))

const isHere = async (url: URL, headers: Record<string, string>) => {
  const answer = await post(url, { jsonrpc: '2.0', id: 'here', method: 'ping' }, headers)
  expect(await answer.json()).toMatchObject({ id: 'here', result: { content: [{ text: 'here' }] } })
}

// A machine that has other things to do may need another try.
describe.runIf(isMeasurable)('100 MB over HTTP', { retry: 2 }, () => {
  it.each(['command', 'HTTP'] as const)(
    'from the client are refused in under a second with less than 64 MB of growth, with a %s behind',
    async (what) => {
      const { url, pid, headers } = await begun(await behind[what]('silent'))
      await isHere(url, headers)
      const before = memoryOf(pid)
      const piece = Buffer.alloc(MB, 'x')
      const start = '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"'
      const began = performance.now()
      const pieces = [start, ...Array.from({ length: 100 }, () => piece), '"},"id":"last"}']
      const { id, error } = messageIn(await textOf(await posted(url, headers, pieces)))
      const took = performance.now() - began
      expect(id).toBe('last')
      expect(error?.message).toContain('longer than 16777216 bytes')
      expect(memoryOf(pid).most - before.now).toBeLessThan(64 * MB)
      expect(took).toBeLessThan(1000)
      await isHere(url, headers)
    },
  )

  it.each([
    ['command', 'long'],
    ['HTTP', 'json'],
    ['HTTP', 'event'],
  ] as const)(
    'from the server are refused in under a second with less than 64 MB of growth: %s, %s',
    async (what, way) => {
      const { url, pid, headers } = await begun(await behind[what](way, 100 * MB))
      await isHere(url, headers)
      const before = memoryOf(pid)
      const began = performance.now()
      const { id, error } = messageIn(await (await post(url, call(7, way), headers)).text())
      const took = performance.now() - began
      expect({ id, code: error?.code }).toEqual({ id: 7, code: -32603 })
      expect(error?.message).toContain('longer than 16777216 bytes')
      expect(memoryOf(pid).most - before.now).toBeLessThan(64 * MB)
      expect(took).toBeLessThan(1000)
      await isHere(url, headers)
    },
  )

  it.each(['json', 'event'])(
    'from the server are refused likewise for a client on stdio: %s',
    async (way) => {
      const { url } = await oddUpstream(100 * MB)
      const proxy = new StdioProxy(['--to', 'interbase', '--url', url])
      const pid = proxy.process.pid ?? 0
      proxy.send(call('warm', 'other'))
      await proxy.line()
      const before = memoryOf(pid)
      const began = performance.now()
      proxy.send(call(7, way))
      expect(await proxy.message()).toMatchObject({ id: 7, error: { code: -32603 } })
      expect(performance.now() - began).toBeLessThan(1000)
      expect(memoryOf(pid).most - before.now).toBeLessThan(64 * MB)
      expect((await proxy.finish()).status).toBe(0)
    },
  )
})

describe.runIf(isMeasurable)('300 MB for a client that stops reading', () => {
  it.each(['command', 'HTTP'] as const)(
    'take less than 100 MB of memory, and nothing is lost when it reads on, with a %s behind',
    { timeout: 240_000 },
    async (what) => {
      const { url, pid, headers } = await begun(await behind[what]('flood', 300 * MB))
      const stream = await posted(url, headers, [JSON.stringify(call(1, 'flood'))])
      await new Promise((resolve) => setTimeout(resolve, 3000))
      const stalled = memoryOf(pid).most
      const { sent, arrived } = await floodIn(stream)
      expect(stalled).toBeLessThan(100 * MB)
      expect(memoryOf(pid).most).toBeLessThan(100 * MB)
      expect(arrived).toBe(sent)
    },
  )

  it('on stdio take no more with HTTP behind', { timeout: 240_000 }, async () => {
    const { url } = await oddUpstream(300 * MB)
    const proxy = new StdioProxy(['--to', 'interbase', '--url', url])
    const { stdout, pid = 0 } = proxy.process
    proxy.send(call('warm', 'other'))
    await proxy.line()
    stdout?.removeAllListeners('data').pause()
    proxy.send(call(1, 'flood'))
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const stalled = memoryOf(pid).most
    const { sent, arrived } = await floodIn(stdout as Readable)
    expect(stalled).toBeLessThan(100 * MB)
    expect(memoryOf(pid).most).toBeLessThan(100 * MB)
    expect(arrived).toBe(sent)
    await proxy.finish()
  })
})

describe('a server that is killed', () => {
  const ids = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? i : `s${i}`))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 1000))

  /** Kills a server when all the requests are open, and expects an answer to each of them within a second. */
  async function expectAnswers(answers: readonly Promise<string>[], kill: () => void): Promise<void> {
    await settled()
    const began = performance.now()
    kill()
    const bodies = await Promise.all(answers)
    expect(performance.now() - began).toBeLessThan(1000)
    // The last one is the answer; something may have been said before it.
    const all = bodies.map((body) => body.trim().split('\n\n').map(messageIn))
    expect(all.map((each) => each.at(-1)?.id)).toEqual(ids)
    for (const each of all) {
      expect(each.filter(({ id }) => id !== undefined)).toHaveLength(1)
      const error = readToolResult(each.at(-1)?.result)
      expect(['network', 'connection_failed']).toContain(error?.code)
      expect(error?.origin?.dialect).toBe('interbase')
    }
  }

  it('has every open request over HTTP answered once within a second, when it is a command', {
    retry: 2,
  }, async () => {
    const { url, headers } = await begun(await behind.command('silent'))
    const asked = (await (await post(url, { id: 'p', method: 'pid' }, headers)).json()) as Answer
    const answers = ids.map(async (id) => (await post(url, call(id), headers)).text())
    await expectAnswers(answers, () => process.kill(Number(asked.result?.content[0]?.text), 'SIGKILL'))
  })

  it.each(['silent', 'half', 'begun'])(
    'has every open request over HTTP answered once within a second, when it is behind HTTP: %s',
    { retry: 2 },
    async (way) => {
      const { url: address, server } = await oddUpstream()
      const { url, headers } = await begun(['--url', address])
      const answers = ids.map(async (id) => (await post(url, call(id, way), headers)).text())
      await expectAnswers(answers, () => server.kill('SIGKILL'))
    },
  )

  it.each(['silent', 'half', 'begun'])(
    'has every open request of a client on stdio answered once within a second, when it is behind HTTP: %s',
    { retry: 2 },
    async (way) => {
      const { url, server } = await oddUpstream()
      const proxy = new StdioProxy(['--to', 'interbase', '--url', url])
      proxy.send(call('warm', 'other'))
      await proxy.line()
      for (const id of ids) proxy.send(call(id, way))
      await settled()
      const said = proxy.unread.length
      expect(said).toBe(way === 'begun' ? ids.length : 0)
      for (let i = 0; i < said; i++) await proxy.line()
      const began = performance.now()
      server.kill('SIGKILL')
      const answered: unknown[] = []
      for (let i = 0; i < ids.length; i++) answered.push((await proxy.message<Answer>()).id)
      expect(performance.now() - began).toBeLessThan(1000)
      expect(new Set(answered)).toEqual(new Set(ids))
      await proxy.finish()
      expect(proxy.unread).toEqual([])
    },
  )
})

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'
import { floodIn } from './flood'
import { isMeasurable, memoryOf } from './memory'
import { endProxies, isAlive, StdioProxy, serverPath } from './proxies'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-proxy-'))

afterAll(() => {
  endProxies()
  rmSync(folder, { recursive: true })
})

const MB = 1_000_000

interface Answer {
  id: unknown
  result?: { content: { text: string }[]; isError?: boolean }
  error?: { code: number; message: string; data: { type: string } }
}

/** A proxy in front of a server that goes wrong. */
function proxyTo(way: string, { size = 0, options = [] as string[], to = 'interbase' } = {}): StdioProxy {
  const server = [process.execPath, serverPath('odd.js'), way, String(size)]
  return new StdioProxy(['--to', to, ...options, '--', ...server])
}

const call = (id: unknown, name = 't') => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
const ask = (id: unknown, method = 'ping') => ({ jsonrpc: '2.0', id, method })

async function pidOfServer(proxy: StdioProxy): Promise<number> {
  proxy.send(ask('pid', 'pid'))
  const { result } = await proxy.message<Answer>()
  return Number(result?.content[0]?.text)
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 20 && isAlive(pid); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return !isAlive(pid)
}

/** Watches the memory of a proxy until it ends; gives the most that it had, in bytes, where that can be measured. */
function watchedMemory({ process: { pid = 0 }, ended }: StdioProxy): () => number {
  if (!isMeasurable) return () => 0
  let { most } = memoryOf(pid)
  const watch = setInterval(() => {
    try {
      most = Math.max(most, memoryOf(pid).most)
    } catch {
      // It has just ended.
    }
  }, 5)
  ended.then(() => clearInterval(watch))
  return () => most
}

describe('a message that is too long', () => {
  it.runIf(isMeasurable)(
    'of 100 MB is refused in under a second with less than 64 MB of growth, and the session goes on',
    // A machine that has other things to do may need another try.
    { retry: 2 },
    async () => {
      const proxy = proxyTo('long', { size: 100 * MB })
      await pidOfServer(proxy)
      const before = memoryOf(proxy.process.pid ?? 0)
      const began = performance.now()
      proxy.send(call(7))
      const { id, error } = await proxy.message<Answer>()
      const took = performance.now() - began
      const after = memoryOf(proxy.process.pid ?? 0)
      expect({ id, code: error?.code }).toEqual({ id: 7, code: -32603 })
      expect(error?.message).toContain('longer than 16777216 bytes')
      expect(error?.data.type).toBe('INTERNAL')
      expect(after.most - before.now).toBeLessThan(64 * MB)
      expect(took).toBeLessThan(1000)
      proxy.send(ask(8))
      expect(await proxy.message()).toMatchObject({ id: 8, result: { content: [{ text: 'here' }] } })
      expect((await proxy.finish()).status).toBe(0)
    },
  )

  it.runIf(isMeasurable)(
    'of 100 MB from the client is refused in under a second with less than 64 MB of growth, too',
    { retry: 2 },
    async () => {
      const proxy = proxyTo('silent')
      await pidOfServer(proxy)
      const before = memoryOf(proxy.process.pid ?? 0)
      const piece = Buffer.alloc(MB, 'x')
      const began = performance.now()
      proxy.send('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"')
      for (let sent = 0; sent < 100; sent++) {
        if (!proxy.process.stdin?.write(piece)) await once(proxy.process.stdin as Writable, 'drain')
      }
      proxy.send('"},"id":"last"}\n')
      expect(await proxy.message<Answer>()).toMatchObject({ id: 'last', error: { code: -32600 } })
      expect(performance.now() - began).toBeLessThan(1000)
      expect(memoryOf(proxy.process.pid ?? 0).most - before.now).toBeLessThan(64 * MB)
      expect((await proxy.finish()).status).toBe(0)
    },
  )

  it('is refused on its way to the server, too', async () => {
    const proxy = proxyTo('silent', { options: ['--max-message', '1000', '--stats'] })
    proxy.send(
      `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"${'x'.repeat(5000)}"},"id":"last"}\n`,
    )
    expect(await proxy.message<Answer>()).toMatchObject({ id: 'last', error: { code: -32600 } })
    proxy.send(`{"jsonrpc":"2.0","method":"notifications/x","params":"${'x'.repeat(5000)}"}\n`)
    proxy.send(ask(2))
    expect(await proxy.message()).toMatchObject({ id: 2, result: {} })
    const { stderr } = await proxy.finish()
    expect(stderr).toContain('0 errors, 2 refused')
    // The other one has got an answer.
    const told =
      'errlingua: A message of the client was left out: it is longer than 1000 bytes (--max-message).\n'
    expect(stderr.split(told)).toHaveLength(2)
  })

  it('and that nobody answers for is told of, but not without end', async () => {
    const proxy = proxyTo('silent', { options: ['--max-message', '100', '--stats'] })
    for (let i = 0; i < 50; i++) proxy.send(`{"method":"notifications/x","params":"${'x'.repeat(100)}"}\n`)
    const { stderr } = await proxy.finish()
    expect(stderr.match(/was left out/g)).toHaveLength(20)
    expect(stderr.match(/Others like it will not be told of/g)).toHaveLength(1)
    expect(stderr).toContain('50 refused')
  })

  it('is taken when it is as long as allowed', async () => {
    const line = JSON.stringify(ask('x'.repeat(100)))
    const proxy = proxyTo('silent', { options: ['--max-message', String(line.length + 1)] })
    proxy.send(`${line}\n`)
    // The answer is longer than the question.
    expect(await proxy.message()).toMatchObject({ id: 'x'.repeat(100), error: { code: -32603 } })
    await proxy.finish()
  })
})

describe('a message that is as long as allowed', () => {
  it.each(['\n', '\r\n'])('passes both ways, whatever its line ends with: %j', async (end) => {
    const echo = [process.execPath, serverPath('echo.js')]
    for (const [length, passes] of [
      [100, true],
      [101, false],
    ] as const) {
      const proxy = new StdioProxy(['--to', 'fusion', '--max-message', '100', '--', ...echo])
      const start = '{"id":1,"method":"x","params":"'
      const line = `${start}${'x'.repeat(length - start.length - 2)}"}`
      expect(line).toHaveLength(length)
      proxy.send(line + end)
      if (passes) expect(await proxy.line()).toBe(line)
      else expect(await proxy.message()).toMatchObject({ id: 1, error: { code: -32600 } })
      // The last one needs no end.
      proxy.send(line)
      const ended = proxy.finish()
      if (passes) expect(await proxy.line()).toBe(line)
      else expect(await proxy.message()).toMatchObject({ id: 1, error: { code: -32600 } })
      await ended
    }
  })
})

describe('a client that does not read', () => {
  it('keeps no server from saying the next MB', async () => {
    const proxy = proxyTo('flood', { size: 1.5 * MB })
    const { stdout } = proxy.process
    const server = await pidOfServer(proxy)
    stdout?.removeAllListeners('data').pause()
    proxy.send(call(1))
    // It ends by itself when it has nothing more to say and its input ends.
    proxy.process.stdin?.end()
    expect(await isGone(server)).toBe(true)
    const { sent, arrived } = await floodIn(stdout as Readable)
    expect(arrived).toBe(sent)
    await proxy.ended
  })

  it.runIf(isMeasurable)(
    'holds a server that says 300 MB up, under 100 MB of memory, and loses nothing',
    { timeout: 240_000 },
    async () => {
      const proxy = proxyTo('flood', { size: 300 * MB })
      const { stdout, pid = 0 } = proxy.process
      await pidOfServer(proxy)
      stdout?.removeAllListeners('data').pause()
      proxy.send(call(1))
      await new Promise((resolve) => setTimeout(resolve, 3000))
      const stalled = memoryOf(pid).most
      const began = performance.now()
      const { sent, arrived } = await floodIn(stdout as Readable)
      expect(stalled).toBeLessThan(100 * MB)
      expect(memoryOf(pid).most).toBeLessThan(100 * MB)
      // A server alone takes a second or two for it; one that is held up for good never ends.
      expect(performance.now() - began).toBeLessThan(120_000)
      expect(arrived).toBe(sent)
      await proxy.finish()
    },
  )
})

describe('a server that ends', () => {
  it('in the middle of a message has every open request answered in under a second', {
    retry: 2,
  }, async () => {
    const proxy = proxyTo('cut')
    await pidOfServer(proxy)
    const most = watchedMemory(proxy)
    const began = performance.now()
    for (const id of [1, 'two', 3]) proxy.send(call(id, `tool-${id}`))
    const answers = [
      await proxy.message<Answer>(),
      await proxy.message<Answer>(),
      await proxy.message<Answer>(),
    ]
    expect(performance.now() - began).toBeLessThan(1000)
    expect(answers.map(({ id }) => id)).toEqual([1, 'two', 3])
    for (const { result } of answers) {
      expect(result?.isError).toBe(true)
      expect(readToolResult(result)).toMatchObject({
        code: 'connection_failed',
        message: 'The server was ended by SIGKILL before it answered.',
        origin: { dialect: 'interbase' },
      })
    }
    expect(await proxy.ended).toMatchObject({ status: 137, signal: null })
    expect(proxy.unread).toEqual([])
    expect(most()).toBeLessThan(100 * MB)
  })

  it('with a thousand requests open has each of them answered once, in under a second', {
    retry: 2,
  }, async () => {
    const proxy = proxyTo('cut')
    await pidOfServer(proxy)
    const ids = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? i : `s${i}`))
    proxy.send(ids.map((id) => `${JSON.stringify(call(id, 'silent'))}\n`).join(''))
    const began = performance.now()
    proxy.send(call('last'))
    const answered: unknown[] = []
    for (let i = 0; i <= ids.length; i++) answered.push((await proxy.message<Answer>()).id)
    expect(performance.now() - began).toBeLessThan(1000)
    await proxy.ended
    expect(answered).toEqual([...ids, 'last'])
    expect(proxy.unread).toEqual([])
  })

  it('does not wait for a client that reads nothing more for ten seconds', async () => {
    const proxy = proxyTo('flood', { size: 100 * MB })
    const pid = await pidOfServer(proxy)
    proxy.process.stdout?.removeAllListeners('data').pause()
    proxy.send(call(1))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    process.kill(pid, 'SIGKILL')
    const [status] = await once(proxy.process, 'exit')
    expect(status).toBe(137)
    expect(performance.now() - began).toBeGreaterThan(9000)
  })

  it('loses nothing for a client that reads nothing for some seconds', async () => {
    const proxy = proxyTo('flood', { size: MB })
    const { stdout } = proxy.process
    await pidOfServer(proxy)
    stdout?.removeAllListeners('data').pause()
    proxy.send(call(1))
    proxy.send(call(2, 'silent'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const children = `/proc/${proxy.process.pid}/task/${proxy.process.pid}/children`
    if (isMeasurable) process.kill(Number(readFileSync(children, 'utf8').trim().split(' ')[0]), 'SIGKILL')
    else proxy.process.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, isMeasurable ? 5000 : 1000))
    let tail = ''
    stdout?.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.toString('latin1')).slice(-1000)
    })
    stdout?.resume()
    await proxy.ended
    expect(JSON.parse(tail.trim().split('\n').at(-1) ?? '')).toMatchObject({
      id: 2,
      result: { isError: true },
    })
  })

  it('gives the proxy its status', async () => {
    const proxy = proxyTo('exit', { size: 42 })
    proxy.send(call(1))
    proxy.send(ask(2))
    expect(readToolResult((await proxy.message<Answer>()).result)?.message).toContain('status 42')
    expect((await proxy.ended).status).toBe(42)
  })

  it('takes with it what it began', async () => {
    const proxy = proxyTo('parent', { size: 3 })
    proxy.send(call(1))
    const { result } = await proxy.message<Answer>()
    expect((await proxy.ended).status).toBe(3)
    expect(await isGone(Number(result?.content[0]?.text))).toBe(true)
  })

  it('leaving behind a process that holds its output is not waited for', async () => {
    const proxy = proxyTo('daemon', { size: 5 })
    await pidOfServer(proxy)
    const began = performance.now()
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.message).toContain('status 5')
    const [status] = await once(proxy.process, 'exit')
    expect(status).toBe(5)
    expect(performance.now() - began).toBeLessThan(2500)
  })

  it('saying nothing more, though it lives, has ended for its client', async () => {
    const proxy = proxyTo('quiet')
    const pid = await pidOfServer(proxy)
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.message).toContain('closed its output')
    expect((await proxy.ended).status).toBe(4)
    expect(await isGone(pid)).toBe(true)
  })

  it('that cannot be started is a clear failure', async () => {
    const proxy = new StdioProxy(['--to', 'fusion', '--', '/no/such/server'])
    const { status, stderr } = await proxy.ended
    expect({ status, stderr }).toEqual({
      status: 4,
      stderr: 'errlingua: The server /no/such/server cannot be started (ENOENT).\n',
    })
  })
})

describe('the end', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)(
    'by %s in the middle of a call comes in under 5 seconds with every request answered',
    async (signal, status) => {
      const proxy = proxyTo('silent')
      const pid = await pidOfServer(proxy)
      proxy.send(call(1))
      proxy.send(ask(2))
      expect(await proxy.message()).toMatchObject({ id: 2 })
      const most = watchedMemory(proxy)
      const began = performance.now()
      proxy.process.kill(signal)
      expect(readToolResult((await proxy.message<Answer>()).result)?.code).toBe('connection_failed')
      expect((await proxy.ended).status).toBe(status)
      expect(performance.now() - began).toBeLessThan(5000)
      expect(await isGone(pid)).toBe(true)
      expect(most()).toBeLessThan(100 * MB)
    },
  )

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s comes in under 5 seconds even if the server wants to live',
    async (signal) => {
      const proxy = proxyTo('stubborn')
      proxy.send(call(1))
      const { result } = await proxy.message<Answer>()
      const began = performance.now()
      proxy.process.kill(signal)
      await proxy.ended
      expect(performance.now() - began).toBeLessThan(5000)
      expect(await isGone(Number(result?.content[0]?.text))).toBe(true)
    },
  )

  it('of the input comes in under 5 seconds even if the server wants to live', async () => {
    const proxy = proxyTo('stubborn')
    proxy.send(call(1))
    const { result } = await proxy.message<Answer>()
    const began = performance.now()
    expect((await proxy.finish()).status).toBe(0)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await isGone(Number(result?.content[0]?.text))).toBe(true)
  })

  it.each([
    ['reads nothing', 1500, 1000],
    ['has not read all of a long message', 1, 1_000_000],
  ])(
    'of the input comes in under 5 seconds with every request answered when the server %s',
    async (_, count, length) => {
      const proxy = new StdioProxy([
        '--to',
        'interbase',
        '--',
        process.execPath,
        '-e',
        'setInterval(() => {}, 1e6)',
      ])
      for (let id = 1; id <= count; id++) proxy.send(call(id, 'x'.repeat(length)))
      const began = performance.now()
      expect((await proxy.finish()).status).toBe(0)
      expect(performance.now() - began).toBeLessThan(5000)
      const answers = proxy.unread.map((line) => JSON.parse(line))
      expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
      expect(new Set(answers.map(({ result }) => readToolResult(result)?.code))).toEqual(
        new Set(['connection_failed']),
      )
    },
  )

  it('of a client that has closed both its pipes comes in under 5 seconds when the server reads nothing', async () => {
    const server = [process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 1e6)']
    const proxy = new StdioProxy(['--to', 'interbase', '--', ...server])
    const pid = Number(await proxy.line())
    const began = performance.now()
    proxy.process.stdout?.destroy()
    proxy.send(call(1, 'x'.repeat(400_000)))
    expect((await proxy.finish()).status).toBe(0)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await isGone(pid)).toBe(true)
  })

  it('by a signal while the server starts leaves none behind', async () => {
    for (let tries = 0; tries < 5; tries++) {
      const script =
        'for (const s of ["SIGTERM", "SIGINT"]) process.on(s, () => {}); setInterval(() => {}, 1000)'
      const proxy = new StdioProxy(['--to', 'fusion', '--', process.execPath, '-e', script])
      const { pid = 0 } = proxy.process
      const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
      while (children() === '') await new Promise((resolve) => setImmediate(resolve))
      const child = Number(children().split(' ')[0])
      proxy.process.kill('SIGTERM')
      expect((await proxy.ended).status).toBe(143)
      expect(await isGone(child)).toBe(true)
    }
  })

  it('of the input waits for a client that reads slowly, and loses nothing', async () => {
    const proxy = new StdioProxy(['--to', 'fusion', '--', process.execPath, serverPath('echo.js')])
    const { stdout } = proxy.process
    stdout?.removeAllListeners('data').pause()
    // Many answers, one very long one, and more that nobody has asked for.
    const answers = Array.from(
      { length: 100 },
      (_, id) => `{"id":${id},"method":"ping"}\n{"id":${id},"result":"${'x'.repeat(20_000)}"}\n`,
    )
    const all = `${answers.join('')}{"method":"${'y'.repeat(6_000_000)}"}\n${'{"method":"late"}\n'.repeat(20_000)}`
    const expected = all.length
    proxy.send(all)
    const ended = proxy.finish()
    let bytes = 0
    stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      stdout.pause()
      setTimeout(() => stdout.resume(), 20)
    })
    stdout?.resume()
    expect((await ended).status).toBe(0)
    expect(bytes).toBe(expected)
  })

  it('of the input lets the server finish, and takes a last line without an end', async () => {
    const proxy = proxyTo('silent')
    proxy.send(JSON.stringify(ask(1)))
    const ended = proxy.finish()
    expect(await proxy.message()).toMatchObject({ id: 1, result: {} })
    expect((await ended).status).toBe(0)
  })

  it('of whoever reads ends the server', async () => {
    const proxy = proxyTo('stubborn')
    proxy.send(call(1))
    const { result } = await proxy.message<Answer>()
    proxy.process.stdout?.destroy()
    proxy.send(ask(2))
    proxy.send(ask(3))
    await proxy.ended
    expect(proxy.stderr).toBe('')
    expect(await isGone(Number(result?.content[0]?.text))).toBe(true)
  })

  it('by SIGTERM comes in under 5 seconds when the client does not read', async () => {
    const proxy = proxyTo('flood', { size: 100 * MB })
    const pid = await pidOfServer(proxy)
    proxy.process.stdout?.removeAllListeners('data').pause()
    proxy.send(call(1))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    proxy.process.kill('SIGTERM')
    const [status] = await once(proxy.process, 'exit')
    expect(status).toBe(143)
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await isGone(pid)).toBe(true)
  })
})

describe('odd messages', () => {
  const failure =
    '{"content":[{"type":"text","text":"{\\"type\\":\\"NOT_FOUND\\",\\"message\\":\\"gone\\",\\"recoverable\\":false}"}],"isError":true}'
  const echo = (options: string[] = []) =>
    new StdioProxy(['--to', 'pydantic', ...options, '--', process.execPath, serverPath('echo.js')])

  /** Sends a request, and lets the server that says whatever it is told give an answer. */
  async function answered(proxy: StdioProxy, request: string, answer: string | Buffer): Promise<string> {
    proxy.send(`${request}\n`)
    await proxy.line()
    proxy.process.stdin?.write(answer)
    return proxy.line()
  }

  it('in a batch are translated each', async () => {
    const proxy = proxyTo('batch', { to: 'pydantic' })
    proxy.send(call('b'))
    const [first, second] = await proxy.message<[Answer, object]>()
    expect(readToolResult(first.result)?.origin?.dialect).toBe('pydantic')
    expect(second).toEqual({ jsonrpc: '2.0', method: 'x' })
    await proxy.finish()
  })

  it('in a batch leave the others as they are, to the byte', async () => {
    const proxy = echo(['--lean'])
    const request = '[{"id":1,"method":"tools/call","params":{}},{"id":2,"method":"tools/call"}]'
    const success = '{"id":2,"result":{"10":1.0, "2":1E2,"a":"\\u0041\\/","a":9007199254740993}}'
    const line = await answered(proxy, request, `[ {"id":1,"result":${failure}} ,${success}]\n`)
    expect(line).toContain('not_found')
    expect(line.startsWith('[ {"id":1,')).toBe(true)
    expect(line.endsWith(` ,${success}]`)).toBe(true)
    await proxy.finish()
  })

  it('in a batch that is too long are refused each', async () => {
    const proxy = proxyTo('silent', { options: ['--max-message', '500'] })
    proxy.send(`${JSON.stringify([call(1), call('two', 'x'.repeat(600))])}\n`)
    expect(await proxy.message()).toMatchObject({ id: 1, error: { code: -32600 } })
    expect(await proxy.message()).toMatchObject({ id: 'two', error: { code: -32600 } })
    await proxy.finish()
  })

  it.each(['é', 'a/b'])('whose id %s is spelt in another way are answered', async (id) => {
    const proxy = proxyTo('respell')
    proxy.send(call(id))
    expect(await proxy.message()).toMatchObject({ id, result: {} })
    proxy.send(call(7))
    expect(await proxy.message()).toMatchObject({ id: 7, result: {} })
    proxy.process.kill('SIGTERM')
    await proxy.ended
    expect(proxy.unread).toEqual([])
  })

  it.each(['9007199254740993', '"a\\u0041"', '-1', '1.5', '""', '"7"'])(
    'with the id %s are answered',
    async (id) => {
      const proxy = echo(['--lean'])
      const line = await answered(
        proxy,
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t"}}`,
        `{"id":${id},"result":${failure}}\n`,
      )
      expect(line).toContain('\\"error\\": \\"not_found\\"')
      expect(JSON.parse(line).id).toEqual(JSON.parse(id))
      await proxy.finish()
    },
  )

  it('with the ids 1 and "1" are told apart', async () => {
    const proxy = echo(['--lean'])
    proxy.send('{"id":1,"method":"ping"}\n')
    await proxy.line()
    const line = await answered(
      proxy,
      '{"id":"1","method":"tools/call","params":{}}',
      `{"id":"1","result":${failure}}\n`,
    )
    expect(line).toContain('not_found')
    await proxy.finish()
  })

  it('that use an id again are translated each time', async () => {
    const proxy = echo(['--lean'])
    for (let times = 0; times < 3; times++) {
      const line = await answered(
        proxy,
        '{"id":1,"method":"tools/call","params":{}}',
        `{"id":1,"result":${failure}}\n`,
      )
      expect(line).toContain('\\"not_found\\"')
    }
    await proxy.finish()
  })

  it('that use an open id twice are translated both, and both answered when the server ends', async () => {
    const proxy = proxyTo('exit', { size: 1 })
    proxy.send(`${JSON.stringify(call(1))}\n${JSON.stringify(call(1))}\n`)
    expect(await proxy.message()).toMatchObject({ id: 1 })
    expect(await proxy.message()).toMatchObject({ id: 1 })
    await proxy.ended
  })

  it('with CRLF keep it', async () => {
    const proxy = echo(['--lean'])
    const line = await answered(
      proxy,
      '{"id":1,"method":"tools/call","params":{}}',
      `{"id":1,"result":${failure}}\r\n`,
    )
    expect(line).toContain('not_found')
    await proxy.finish()
  })

  it('that are not UTF-8 or too deep to be read pass as they are, and are counted', async () => {
    const proxy = echo(['--stats'])
    const deep = '['.repeat(5000) + ']'.repeat(5000)
    for (const [id, bytes] of [
      [
        1,
        Buffer.concat([
          Buffer.from('{"id":1,"result":{"isError":true,"x":"'),
          Buffer.from([0xff, 0xfe]),
          Buffer.from('"}}\n'),
        ]),
      ],
      [2, Buffer.from(`{"id":2,"result":{"isError":true,"deep":${deep}}}\n`)],
      [3, Buffer.from('{"id":3,"result":{"isError":true,}}\n')],
    ] as const) {
      const line = await answered(proxy, `{"id":${id},"method":"tools/call","params":{}}`, bytes)
      expect(line).toBe(bytes.toString('utf8').trimEnd())
    }
    expect((await proxy.finish()).stderr).toContain('0 errors, 3 untranslated')
  })

  it('that nobody asked for pass as they are', async () => {
    const proxy = echo()
    const line = `{"id":99,"result":${failure}}`
    proxy.send(`${line}\n`)
    expect(await proxy.line()).toBe(line)
    await proxy.finish()
  })
})

describe('what a proxy tells', () => {
  it('counts by dialect and code at the end and at SIGUSR2, and a log that says what each error was', async () => {
    const log = join(folder, 'log.ndjson')
    const server = [process.execPath, serverPath('v1.js'), 'interbase']
    const proxy = new StdioProxy([
      '--to',
      'fusion',
      '--server',
      'notes',
      '--stats',
      '--log',
      log,
      '--',
      ...server,
    ])
    proxy.send({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    })
    await proxy.line()
    for (const [id, name] of ['not_found', 'not_found', 'rate_limited', 'ok'].entries()) {
      proxy.send(call(id + 1, name))
      await proxy.line()
    }
    proxy.process.kill('SIGUSR2')
    while (!proxy.stderr.includes('interbase transient'))
      await new Promise((resolve) => setTimeout(resolve, 20))
    const summary =
      'errlingua: 3 errors\nerrlingua:        2 interbase not_found\nerrlingua:        1 interbase transient\n'
    expect(proxy.stderr).toBe(summary)
    expect((await proxy.finish()).stderr).toBe(summary + summary)
    const records = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(records).toHaveLength(3)
    // It says what people did.
    if (process.platform !== 'win32') expect(statSync(log).mode & 0o777).toBe(0o600)
    expect(records[2]).toMatchObject({
      server: 'notes',
      tool: 'rate_limited',
      from: 'interbase',
      to: 'fusion',
      code: 'transient',
      native: 'TRANSIENT',
      action: 'retry',
    })
    expect(Object.keys(records[2])).toEqual([
      'time',
      'server',
      'tool',
      'from',
      'to',
      'code',
      'native',
      'action',
      'message',
      'losses',
    ])
  })

  it.runIf(isMeasurable)('once, when its log cannot be written', async () => {
    const proxy = new StdioProxy([
      '--to',
      'fusion',
      '--log',
      '/dev/full',
      '--',
      process.execPath,
      serverPath('echo.js'),
    ])
    for (let id = 0; id < 3; id++) {
      proxy.send(`{"id":${id},"method":"tools/call"}\n{"id":${id},"result":{"content":[],"isError":true}}\n`)
    }
    expect((await proxy.finish()).stderr).toBe('errlingua: The log cannot be written (ENOSPC).\n')
  })

  it('the standard error of its server, as it is', async () => {
    const proxy = new StdioProxy([
      '--to',
      'fusion',
      '--',
      process.execPath,
      '-e',
      'console.error("\\u0007odd")',
    ])
    expect((await proxy.ended).stderr).toBe('\u0007odd\n')
  })
})

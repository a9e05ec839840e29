import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ChildSession } from '../../src/proxy/child-session'
import type { Connection, Ending } from '../../src/proxy/connection'
import { Ledger } from '../../src/proxy/ledger'
import { Relay } from '../../src/proxy/relay'
import { until } from './messages'

const relay = () =>
  new Relay({ to: 'interbase', isServing: true }, new Ledger('interbase', undefined, undefined, () => {}))

/** A connection that does nothing, and what was done to it. */
function connection() {
  const done: string[] = []
  let end: (ending: Ending) => void = () => {}
  const ended = new Promise<Ending>((resolve) => {
    end = resolve
  })
  const made: Connection = {
    send: async (lines) => {
      done.push(
        `send ${Buffer.concat([...lines])
          .toString('utf8')
          .trim()}`,
      )
    },
    finish: () => done.push('finish'),
    stop: (signal) => done.push(`stop ${signal}`),
    exited: ended.then(({ status }) => status),
    ended,
  }
  const error = { code: 'connection_failed', message: 'gone', severity: 'error' } as const
  return { made, done, end: () => end({ status: 1, isByProxy: false, error }) }
}

/** A response of a real server, and what its client gets. */
async function responding(): Promise<{
  response: ServerResponse
  client: Promise<IncomingMessage>
  leave(): void
}> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const asking = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  asking.on('error', () => {})
  const client = once(asking, 'response').then(([answer]) => answer as IncomingMessage)
  client.catch(() => {})
  const [, response] = await once(server, 'request')
  server.close()
  return { response, client, leave: () => asking.destroy() }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}

const call = Buffer.from('{"id":1,"method":"tools/call","params":{"name":"t"}}')

describe('a session with a child process', () => {
  it.each([true, false])(
    'whose client left before its server had started ends, and asks it nothing (lasting: %s)',
    async (isLasting) => {
      const session = new ChildSession(relay(), isLasting)
      const { made, done } = connection()
      session.begin(made)
      const { response, leave } = await responding()
      leave()
      await until(() => response.destroyed)
      await session.post(call, true, response)
      expect(done).toEqual(['finish'])
      expect(session.isEnding).toBe(true)
    },
  )

  it('that is stopped while its server starts stops it', () => {
    const session = new ChildSession(relay(), true)
    session.stop('SIGTERM')
    const { made, done } = connection()
    session.begin(made)
    expect(done).toEqual(['stop SIGTERM'])
  })

  it('whose server has just ended answers all the same', async () => {
    const session = new ChildSession(relay(), true)
    const { made, end } = connection()
    session.begin(made)
    end()
    await until(() => session.isEnding)
    const { response, client } = await responding()
    await session.post(call, true, response)
    expect(JSON.parse(await textOf(await client))).toMatchObject({ id: 1, result: { isError: true } })
  })

  it('whose server answers before it has read all that it was asked passes the answer', async () => {
    const session = new ChildSession(relay(), true)
    const { made } = connection()
    const answer = '{"id":1,"result":{"content":[]}}'
    session.begin({ ...made, send: () => session.deliver([Buffer.from(`${answer}\n`)]) })
    const { response, client } = await responding()
    await session.post(call, true, response)
    expect(await textOf(await client)).toBe(answer)
  })

  it('remembers no open request of a client that has left', async () => {
    const session = new ChildSession(relay(), true)
    session.begin(connection().made)
    const { response, leave } = await responding()
    await session.post(call, true, response)
    expect(session.relay.openMethod('1')).toBe('tools/call')
    leave()
    await until(() => !session.isBusy)
    expect(session.relay.isIdle).toBe(true)
  })

  it('gives what was held before what is said while it is taken', async () => {
    const session = new ChildSession(relay(), true)
    session.begin(connection().made)
    const messages = Array.from(
      { length: 30 },
      (_, i) => `{"method":"m${i}","params":"${'x'.repeat(20_000)}"}`,
    )
    const lines = messages.map((message) => Buffer.from(`${message}\n`))
    await session.deliver(lines.slice(0, 20))
    const { response, client } = await responding()
    const listening = session.listen(response)
    const saying = session.deliver(lines.slice(20))
    const text = textOf(await client)
    await Promise.all([listening, saying])
    response.end()
    expect((await text).match(/"m\d+"/g)).toEqual(messages.map((_, i) => `"m${i}"`))
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError, JsonObject } from '../../src/index'
import {
  type NormalizeTransportOptions,
  normalizeToolResult,
  normalizeTransport,
  readToolResult,
  type ToolResult,
  type TransportLike,
} from '../../src/mcp/index'
import type { Result } from './connections'

describe('a wrapped transport', () => {
  it('is what it wraps, with every member of it', async () => {
    class Pipe implements TransportLike {
      #secret = 'kept'
      sessionId: string | undefined
      hasPerRequestStream = true
      onclose: (() => void) | undefined
      onerror: ((error: Error) => void) | undefined
      onmessage: ((message: unknown, extra?: unknown) => void) | undefined
      readonly sent: unknown[] = []
      versions: unknown[] = []
      async start() {}
      async send(message: unknown, options?: unknown) {
        this.sent.push([message, options])
      }
      async close() {
        this.onclose?.()
      }
      setProtocolVersion(version: string) {
        this.versions.push(version)
      }
      setSupportedProtocolVersions(versions: string[]) {
        this.versions.push(versions)
      }
      secret() {
        return this.#secret
      }
    }
    const pipe = new Pipe()
    const wrapped = normalizeTransport(pipe, { to: 'fusion' })
    expect(wrapped).toBeInstanceOf(Pipe)
    expect(wrapped.secret()).toBe('kept')
    expect(wrapped.hasPerRequestStream).toBe(true)
    pipe.sessionId = 'one'
    expect(wrapped.sessionId).toBe('one')
    wrapped.sessionId = 'two'
    expect(pipe.sessionId).toBe('two')
    wrapped.setProtocolVersion('2026-07-28')
    wrapped.setSupportedProtocolVersions(['2026-07-28'])
    expect(pipe.versions).toEqual(['2026-07-28', ['2026-07-28']])
    let closed = 0
    const onclose = () => closed++
    wrapped.onclose = onclose
    expect(wrapped.onclose).toBe(onclose)
    await wrapped.close()
    expect(closed).toBe(1)
    const errors: Error[] = []
    wrapped.onerror = (error) => errors.push(error)
    pipe.onerror?.(new Error('out of band'))
    expect(errors).toHaveLength(1)

    const received: unknown[] = []
    const onmessage = (message: unknown, extra?: unknown) => received.push([message, extra])
    wrapped.onmessage = onmessage
    expect(wrapped.onmessage).toBe(onmessage)
    const extra = { authInfo: {} }
    const notification = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } }
    pipe.onmessage?.(notification, extra)
    expect(received).toEqual([[notification, extra]])
    expect((received[0] as unknown[])[0]).toBe(notification)
    const options = { relatedRequestId: 1, headers: { a: 'b' } }
    await wrapped.send(notification, options)
    expect(pipe.sent).toEqual([[notification, options]])
  })

  it('lets answers alone that are of other requests, and those of a call only once', async () => {
    const failure: Result = { content: [{ type: 'text', text: 'ECONNREFUSED' }], isError: true }
    const sent: unknown[] = []
    const received: unknown[] = []
    const pipe: TransportLike = {
      start: async () => {},
      send: async (message: never) => void sent.push(message),
      close: async () => {},
    }
    const wrapped = normalizeTransport(pipe, { to: 'interbase' })
    wrapped.onmessage = (message: never) => void received.push(message)
    const request = (id: unknown, method: string) => ({ jsonrpc: '2.0', id, method, params: { name: 'x' } })
    const answer = (id: unknown) => ({ jsonrpc: '2.0', id, result: failure })
    const receive = (message: unknown) => {
      pipe.onmessage?.(message as never)
      return received.at(-1)
    }
    await wrapped.send(request(1, 'tools/call') as never)
    await wrapped.send(request('1', 'resources/read') as never)
    await wrapped.send(request(2, 'tools/call') as never)
    await wrapped.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    } as never)
    for (const id of ['1', 2, 3]) {
      const message = answer(id)
      expect(receive(message)).toBe(message)
    }
    expect(receive(answer(1))).toMatchObject({
      result: { content: [{ text: expect.stringContaining('TRANSIENT') }] },
    })
    const again = answer(1)
    expect(receive(again)).toBe(again)
  })

  it('refuses a dialect that it does not know, before anything passes', () => {
    const pipe: TransportLike = { start: async () => {}, send: async () => {}, close: async () => {} }
    expect(() => normalizeTransport(pipe, { to: 'esperanto' })).toThrow(/There is no dialect "esperanto"/)
  })
})

const text = (value: object | string, isError = true): Result => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
  isError,
})
const gone = text({ type: 'NOT_FOUND', message: 'gone', recoverable: false })

/** One end of a connection: what it sends, and what arrives at it, as it is after normalizing. */
function end(options: Partial<NormalizeTransportOptions> = {}) {
  const out: JsonObject[] = []
  const arrived: JsonObject[] = []
  const errors: Error[] = []
  const pipe: TransportLike = {
    start: async () => {},
    send: async (message: never) => void out.push(message),
    close: async () => {},
    onerror: (error) => void errors.push(error),
  }
  const wrapped = normalizeTransport(pipe, { to: 'toolerror-v1', ...options })
  wrapped.onmessage = (message: never) => void arrived.push(message)
  const send = async (message: unknown, sendOptions?: unknown) => {
    await wrapped.send(message as never, sendOptions as never)
    return out.at(-1)
  }
  const receive = (message: unknown) => {
    pipe.onmessage?.(message as never)
    return arrived.at(-1)
  }
  return { pipe, errors, send, receive }
}

let ids = 0
const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: ++ids, method, params })
const answer = ({ id }: { id: number }, result: unknown) => ({ jsonrpc: '2.0', id, result })
const failure = ({ id }: { id: number }, error: object) => ({ jsonrpc: '2.0', id, error })
const resultOf = (message: JsonObject | undefined) => message?.result as JsonObject

describe("a client's transport", () => {
  it('learns which tools have an output schema, page by page, and forgets what is listed no more', async () => {
    const { send, receive } = end()
    const list = async (tools: object[], params: object) => {
      const asked = request('tools/list', params)
      await send(asked)
      receive(answer(asked, { tools }))
    }
    const structuredOf = async (name: string) => {
      const asked = request('tools/call', { name })
      await send(asked)
      return resultOf(receive(answer(asked, gone))).structuredContent
    }
    expect(await structuredOf('a')).toBeDefined()
    await list([{ name: 'a', outputSchema: {} }], {})
    await list([{ name: 'b', outputSchema: {} }, { name: 'c' }], { cursor: '2' })
    expect(await structuredOf('a')).toBeUndefined()
    expect(await structuredOf('b')).toBeUndefined()
    expect(await structuredOf('c')).toBeDefined()
    await list([{ name: 'a' }], {})
    expect(await structuredOf('a')).toBeDefined()
  })

  it('normalizes the answers in a batch, and leaves a batch alone that has none', async () => {
    const { send, receive } = end()
    const calls = [request('tools/call', { name: 'x' }), request('ping')]
    await send(calls)
    const answers = calls.map((call) => answer(call, gone))
    const passed = receive(answers) as unknown as JsonObject[]
    expect(readToolResult(resultOf(passed[0]))?.origin?.dialect).toBe('toolerror-v1')
    expect(passed[1]).toBe(answers[1])
    const others = [{ jsonrpc: '2.0', method: 'x' }, null, 7]
    expect(receive(others)).toBe(others)
  })

  it('normalizes what a task of a tool gives in the end', async () => {
    const { send, receive } = end()
    const asked = request('tasks/result', { taskId: '1' })
    await send(asked)
    expect(readToolResult(resultOf(receive(answer(asked, gone))))?.origin?.dialect).toBe('toolerror-v1')
  })

  it('knows an answer whose id has become text, unless there is a request of that very id', async () => {
    const { send, receive } = end()
    const asked = request('tools/call', { name: 'x' })
    await send(asked)
    const passed = receive({ ...answer(asked, gone), id: String(asked.id) })
    expect(readToolResult(resultOf(passed))?.origin?.dialect).toBe('toolerror-v1')
  })

  it('expects no answer when it is closed', async () => {
    const sent: unknown[] = []
    const pipe: TransportLike = {
      start: async () => {},
      send: async (m: never) => void sent.push(m),
      close: async () => {},
    }
    const wrapped = normalizeTransport(pipe, { to: 'fusion' })
    let arrived: unknown
    wrapped.onmessage = (message: never) => {
      arrived = message
    }
    const asked = request('tools/call', { name: 'x' })
    await wrapped.send(asked as never)
    await wrapped.close()
    const late = answer(asked, gone)
    pipe.onmessage?.(late as never)
    expect(arrived).toBe(late)
  })

  it('expects no answer to what could not be sent, or was given up', async () => {
    const { pipe, send, receive } = end()
    const call = () => request('tools/call', { name: 'x' })
    const works = pipe.send
    const unsent = call()
    pipe.send = async () => {
      throw new Error('closed')
    }
    await expect(send(unsent)).rejects.toThrow('closed')
    pipe.send = works
    const message = answer(unsent, gone)
    expect(receive(message)).toBe(message)

    const controller = new AbortController()
    const left = call()
    await send(left, { requestSignal: controller.signal })
    controller.abort()
    const late = answer(left, gone)
    expect(receive(late)).toBe(late)
  })

  it('keeps JSON-RPC errors, or makes results of them, but never of those that the protocol itself uses', async () => {
    const sentWith = (code: number) => ({ code, message: 'no such note', data: { retry_after: 3 } })
    for (const protocolErrors of ['keep', 'tool-result'] as const) {
      const { send, receive } = end({ protocolErrors, overrides: { '-32001': 'not_found' } })
      for (const code of [-32602, -32001, -32050, 404, 1001, -1]) {
        const asked = request('tools/call', { name: 'x' })
        await send(asked)
        const sent = sentWith(code)
        const message = failure(asked, sent)
        const passed = receive(message)
        if (protocolErrors === 'keep') expect(passed).toBe(message)
        else {
          expect(passed).toEqual({ jsonrpc: '2.0', id: asked.id, result: expect.anything() })
          const error = readToolResult(resultOf(passed))
          expect(error).toMatchObject({ code: 'not_found', retryAfter: 3 })
          const back = normalizeToolResult(resultOf(passed) as unknown as ToolResult, { to: 'jsonrpc' })
          expect(JSON.parse(back.content[0]?.text ?? '')).toMatchObject({ error: sent })
        }
      }
      for (const code of [-32020, -32021, -32022, -32042]) {
        const asked = request('tools/call', { name: 'x' })
        await send(asked)
        const message = failure(asked, sentWith(code))
        expect(receive(message)).toBe(message)
      }
    }
  })

  it('tells of each error, and normalizes it though the listener throws', async () => {
    const seen: [string, string | undefined][] = []
    const onError = (error: CanonicalError, tool: string | undefined) => {
      seen.push([error.code, tool])
      throw new Error('listener')
    }
    const { errors, send, receive } = end({ onError })
    const asked = request('tools/call', { name: 'x' })
    await send(asked)
    expect(readToolResult(resultOf(receive(answer(asked, gone))))?.origin?.dialect).toBe('toolerror-v1')
    expect(seen).toEqual([['not_found', 'x']])
    expect(errors.map(({ message }) => message)).toEqual(['listener'])
  })

  it('passes on what it cannot make sense of', async () => {
    const { send, receive } = end()
    for (const message of [null, 7, 'x', {}, { id: 1 }, { jsonrpc: '2.0', id: null, error: {} }]) {
      expect(receive(message)).toBe(message)
      expect(await send(message)).toBe(message)
    }
    for (const result of [null, 'x', [], {}, { content: 7 }]) {
      const asked = request('tools/call', { name: 'x' })
      await send(asked)
      const message = answer(asked, result)
      expect(receive(message)).toBe(message)
    }
  })
})

describe("a server's transport", () => {
  it('has to know its tools before it writes structured content, or leaves out the flag', async () => {
    const serve = async (options: Partial<NormalizeTransportOptions>, name: string) => {
      const { send, receive } = end(options)
      const asked = request('tools/call', { name })
      receive(asked)
      return resultOf(await send(answer(asked, gone)))
    }
    expect(await serve({}, 'x')).not.toHaveProperty('structuredContent')
    expect((await serve({ to: 'pydantic' }, 'x')).isError).toBe(true)
    const tools = [{ name: 'x' }, { name: 'y', outputSchema: {} }]
    expect(await serve({ tools }, 'x')).toHaveProperty('structuredContent')
    expect(await serve({ tools }, 'y')).not.toHaveProperty('structuredContent')
    expect((await serve({ to: 'pydantic', tools }, 'x')).isError).toBe(false)
    expect((await serve({ to: 'pydantic', tools }, 'y')).isError).toBe(true)
  })

  it('leaves a remark beside a success a success, for a tool without a schema gave it', async () => {
    const warning =
      '<tool_error code="DEPRECATED" severity="warning">\n<message>use v2</message>\n</tool_error>'
    const { send, receive } = end({ to: 'interbase' })
    const asked = request('tools/call', { name: 'x' })
    receive(asked)
    expect(resultOf(await send(answer(asked, text(warning, false)))).isError).toBe(false)
  })

  it('tells its own requests from those of the client, though they have the same id', async () => {
    const { send, receive } = end()
    receive({ jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name: 'x' } })
    await send({ jsonrpc: '2.0', id: 0, method: 'sampling/createMessage', params: {} })
    const sampled = { jsonrpc: '2.0', id: 0, result: gone }
    expect(receive(sampled)).toBe(sampled)
    const answered = await send({ jsonrpc: '2.0', id: 0, result: gone })
    expect(readToolResult(resultOf(answered))?.origin?.dialect).toBe('toolerror-v1')
  })
})

import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'
import { type Answer, call, dialectOf, initialize, initialized, post } from './messages'
import { endProxies, listeningProxy, StdioProxy } from './proxies'
import { closeUpstreams, failure, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

const encodings = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
] as const
const types = ['application/json', 'text/event-stream']

/** A server that packs what it says, though nobody wants that. */
const packing = (type: string, encoding: string, body: Buffer) =>
  upstream(({ message }, response) => {
    const headers = { 'content-type': type, 'content-encoding': encoding }
    // What asks for nothing gets nothing, with the same headers.
    if (message?.id === undefined) return response.writeHead(202, headers).end()
    return response.writeHead(200, { ...headers, 'content-length': body.length, etag: '"x"' }).end(body)
  })

const bodyOf = (type: string, answer: object) =>
  Buffer.from(type === 'application/json' ? JSON.stringify(answer) : `data: ${JSON.stringify(answer)}\n\n`)

const stdio = (url: string, ...options: string[]) =>
  new StdioProxy(['--to', 'fusion', ...options, '--url', url])
const listening = (url: string, ...options: string[]) =>
  listeningProxy(['--to', 'fusion', ...options, '--url', url])

describe.each(types)('an answer in %s', (type) => {
  it.each(encodings)('that is packed with %s is unpacked', async (encoding, pack) => {
    const { url: server } = await packing(type, encoding, pack(bodyOf(type, { id: 1, result: failure })))
    const proxy = stdio(server)
    proxy.send(initialized)
    proxy.send(call(1))
    expect(dialectOf((await proxy.message<Answer>()).result)).toBe('fusion')
    expect((await proxy.finish()).stderr).toBe('')
    const { url } = await listening(server)
    const answer = await post(url, call(1))
    for (const name of ['content-encoding', 'etag']) expect(answer.headers.has(name)).toBe(false)
    const text = await answer.text()
    expect(dialectOf(JSON.parse(text.replace(/^data: /, '')).result)).toBe('fusion')
  })

  it('that cannot be unpacked is an error', async () => {
    const whole = gzipSync(bodyOf(type, { id: 1, result: 'x'.repeat(10_000) }))
    for (const body of [Buffer.from('nonsense'), whole.subarray(0, 30)]) {
      const { url: server } = await packing(type, 'gzip', body)
      const proxy = stdio(server)
      proxy.send(call(1))
      expect(await proxy.message()).toMatchObject({ id: 1, result: { isError: true } })
      await proxy.finish()
      expect(proxy.unread).toEqual([])
      const { url } = await listening(server)
      const text = await (await post(url, call(1))).text()
      const { id, result } = JSON.parse(text.replace(/^data: /, ''))
      expect({ id, message: readToolResult(result)?.message }).toEqual({
        id: 1,
        // Events pass as they come; what is missing of them is known at the end.
        message:
          type === 'application/json'
            ? "The server's answer cannot be unpacked (gzip)."
            : 'The server ended its answer before it was complete.',
      })
    }
  })

  it('is as long as it is unpacked', async () => {
    const body = gzipSync(bodyOf(type, { id: 1, result: 'x'.repeat(1_000_000) }))
    expect(body.length).toBeLessThan(10_000)
    const { url: server } = await packing(type, 'gzip', body)
    const proxy = stdio(server, '--max-message', '10000')
    proxy.send(call(1))
    expect(await proxy.message()).toMatchObject({ id: 1, error: { code: -32603 } })
    await proxy.finish()
    const { url } = await listening(server, '--max-message', '10000')
    expect(await (await post(url, call(1))).text()).toContain('longer than 10000 bytes')
  })
})

describe('packed events', () => {
  it('arrive each as soon as it is sent', async () => {
    const { url: server } = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      const zip = createGzip()
      zip.pipe(response)
      zip.write('data: {"method":"first"}\n\n')
      zip.flush()
    })
    const proxy = stdio(server)
    proxy.send(initialize)
    expect(await proxy.message()).toEqual({ method: 'first' })
    await proxy.finish()
    const { url } = await listening(server)
    const reader = (await post(url, initialize)).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toBe('data: {"method":"first"}\n\n')
    await reader?.cancel()
  })
})

describe('a body that is packed in a way that is not known', () => {
  it('passes HTTP clients as it is, and is an error for others', async () => {
    const { url: server } = await packing('application/json', 'zstd', Buffer.from('packed'))
    const { url } = await listening(server)
    expect((await post(url, initialize)).headers.get('content-encoding')).toBe('zstd')
    const proxy = stdio(server)
    proxy.send(call(1))
    expect(readToolResult((await proxy.message<Answer>()).result)?.code).toBe('internal')
    await proxy.finish()
  })
})

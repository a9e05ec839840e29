import { describe, expect, it } from 'vitest'
import { normalizeToolResult, normalizeTransport, type TransportLike } from '../../src/mcp/index'

const unflagged = {
  content: [{ type: 'text', text: '{"error": "not_found", "message": "gone", "details": null}' }],
}

describe('an error without isError', () => {
  it('is taken for one, unless that is not wanted', () => {
    expect(normalizeToolResult(unflagged, { to: 'fusion' })).not.toBe(unflagged)
    expect(normalizeToolResult(unflagged, { to: 'fusion', promote: false })).toBe(unflagged)
    const flagged = { ...unflagged, isError: true }
    expect(normalizeToolResult(flagged, { to: 'fusion', promote: false })).not.toBe(flagged)
  })
})

/** A transport that says what it is told to. */
class Said implements TransportLike {
  onmessage?: (message: unknown) => void
  async start() {}
  async send() {}
  async close() {}
}

describe('a transport that takes out credentials', () => {
  const answer = async (
    message: object,
    options: object = {},
    sent: object = {},
  ): Promise<{ said: unknown; told: string[] }> => {
    const told: string[] = []
    const transport = new Said()
    const wrapped = normalizeTransport(transport as unknown as TransportLike, {
      to: 'pydantic',
      redact: true,
      onError: (error) => told.push(JSON.stringify(error)),
      ...options,
    }) as unknown as Said
    let said: unknown
    wrapped.onmessage = (each) => {
      said = each
    }
    await (wrapped.send as (message: unknown) => Promise<void>)({
      id: 1,
      method: 'tools/call',
      params: { name: 't', arguments: sent },
    })
    transport.onmessage?.(message)
    return { said, told }
  }
  const secret = 'hunter2hunter2'

  it.each([
    [
      'a tool result',
      { id: 1, result: { content: [{ type: 'text', text: `https://u:${secret}@x` }], isError: true } },
      {},
    ],
    [
      'a result in the wanted dialect',
      {
        id: 1,
        result: {
          content: [
            {
              type: 'text',
              text: `{"error": "not_found", "message": "m", "details": {"password": "${secret}"}}`,
            },
          ],
          isError: true,
        },
      },
      {},
    ],
    [
      'a JSON-RPC error',
      { id: 1, error: { code: -32000, message: `password=${secret}`, data: { token: secret } } },
      {},
    ],
    [
      'a JSON-RPC error that becomes a result',
      { id: 1, error: { code: -32000, message: `password=${secret}`, data: { token: secret } } },
      { protocolErrors: 'tool-result' },
    ],
  ])('takes them out of %s, and of what it tells of it', async (_, message, options) => {
    const { said, told } = await answer(message, options)
    expect(JSON.stringify(said)).not.toContain(secret)
    expect(JSON.stringify(said)).toContain('[redacted]')
    expect(told.join()).not.toContain(secret)
  })

  it('leaves everything else as it is', async () => {
    const success = { id: 1, result: { content: [{ type: 'text', text: `https://u:${secret}@x` }] } }
    expect((await answer(success)).said).toBe(success)
    const signal = {
      id: 1,
      error: { code: -32042, message: 'm', data: { url: `https://x?token=${secret}` } },
    }
    expect((await answer(signal)).said).toBe(signal)
    const error = { id: 1, error: { code: -32000, message: 'm', data: { n: 1 } } }
    expect((await answer(error)).said).toBe(error)
  })

  it('tells the path that the call named, and no other', async () => {
    const text = 'cannot copy /srv/books/a.txt to /srv/ledgers/b.txt'
    const message = { id: 1, result: { content: [{ type: 'text', text }], isError: true } }
    const { said, told } = await answer(message, {}, { files: [{ from: '/srv/books/a.txt' }] })
    for (const each of [JSON.stringify(said), told.join()]) {
      expect(each).toContain('cannot copy /srv/books/a.txt to [path redacted]')
      expect(each).not.toContain('ledgers')
    }
    expect(JSON.stringify((await answer(message)).said)).not.toContain('books')
  })
})

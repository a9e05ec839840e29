import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ledger } from '../../src/proxy/ledger'
import { pump } from '../../src/proxy/pump'
import { ReadAhead } from '../../src/proxy/read-ahead'
import { Relay } from '../../src/proxy/relay'

const maxMessage = 60_000

/** What a client that has asked for 0 to 9 gets of what a server says in these chunks. */
async function passed(chunks: readonly Buffer[]): Promise<string> {
  const ledger = new Ledger('interbase', undefined, undefined, () => {})
  const relay = new Relay({ to: 'interbase', redact: true }, ledger)
  for (let id = 0; id < 10; id++)
    relay.fromClient(
      Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t"}}\n`),
    )
  const got: Buffer[] = []
  await pump('server', new ReadAhead(Readable.from(chunks)), relay, maxMessage, ({ client }) => {
    got.push(...client)
    return undefined
  })
  return Buffer.concat(got).toString('latin1')
}

const text = fc
  .tuple(
    fc.constantFrom(
      '',
      '{"rows":[',
      '{"kind":"toolError:v1",',
      '{"error":"not_found","message":"x","details":null}',
    ),
    fc.constantFrom('a', 'é', '"', '𝄞\\', 'say \n'),
    fc.constantFrom(0, 10, 9000, 30_000, 60_000, 70_000),
  )
  .map(([begins, unit, length]) => begins + unit.repeat(Math.ceil(length / Buffer.byteLength(unit))))
const members = fc.constantFrom(
  {},
  {},
  { isError: true },
  { isError: false },
  { structuredContent: { rows: [] } },
)
const line = fc
  .tuple(fc.integer({ min: 0, max: 12 }), text, members, fc.boolean())
  .map(([id, said, other, isIdLast]) => {
    const result = { content: [{ type: 'text', text: said }], ...other }
    return `${JSON.stringify(isIdLast ? { result, jsonrpc: '2.0', id } : { jsonrpc: '2.0', id, result })}\n`
  })

describe('what a server says', () => {
  it('reaches the client as the same bytes, however it is cut on the way', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 5 }),
        async (lines, sizes) => {
          const said = Buffer.from(lines.join(''))
          const chunks: Buffer[] = []
          for (let at = 0, i = 0; at < said.length; i++) {
            const size = sizes[i % sizes.length] as number
            // Small ones would be very many.
            chunks.push(said.subarray(at, at + Math.max(size, said.length >> 8)))
            at += Math.max(size, said.length >> 8)
          }
          expect((await passed(chunks)) === (await passed(lines.map((each) => Buffer.from(each))))).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('is refused from the first byte beyond the limit on, in pieces, too, with %s', async (_, end) => {
    const start = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"'
    for (const beyond of [-1, 0, 1, 2]) {
      const unpadded = `${start}"}]}}`
      const line = unpadded.replace(
        '"}]}}',
        `${'a'.repeat(maxMessage + beyond - unpadded.length)}"}]}}${end}`,
      )
      const bytes = Buffer.from(line)
      const got = await passed([
        bytes.subarray(0, 20_000),
        bytes.subarray(20_000, 50_000),
        bytes.subarray(50_000),
      ])
      expect(got === line).toBe(beyond <= 0)
      expect(got.includes('--max-message')).toBe(beyond > 0)
    }
  })
})

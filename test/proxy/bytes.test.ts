import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../src/core/json-read'
import { writeJson } from '../../src/core/json-write'
import { defaultLimits, type JsonObject } from '../../src/index'
import { normalizeToolResult } from '../../src/mcp/index'
import { corpus, recordedIds } from '../corpus'
import { command, serverPath } from './proxies'

const to = 'interbase'

/** A line, and what has to come of it. */
interface Case {
  line: Buffer
  expected: Buffer
}

const same = (line: Buffer): Case[] => [{ line, expected: line }]

const ends = fc.constantFrom('\n', '\n', '\n', '\r\n')
const json = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '{"a":9007199254740993,"b":1e400,"c":-0,"d":1.0,"e":1E5}',
    '{"2":1,"1":2,"__proto__":{"x":1},"a":1,"a":2}',
    '{"escapes":"\\u0041\\/\\ud800"}',
    '[]',
    '"text"',
    'null',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}',
    '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]',
  ),
)
const noise = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text.replace(/[\r\n]/g, ''))),
  fc
    .uint8Array({ maxLength: 60 })
    .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10 && byte !== 13))),
)
const anyLine = fc
  .tuple(
    fc.oneof(
      json.map((text) => Buffer.from(text)),
      noise,
    ),
    ends,
  )
  .map(([bytes, end]) => Buffer.concat([bytes, Buffer.from(end)]))

const successes: readonly JsonObject[] = [
  { content: [{ type: 'text', text: 'It is done: error, "type":"NOT_FOUND".' }] },
  { content: [], structuredContent: { errors: [], n: 9007199254740992 } },
  { content: [{ type: 'text', text: '{"rows":[1,2,3]}' }], isError: false },
]
const results = [
  ...recordedIds.flatMap(corpus).flatMap(({ toolResult }) => (toolResult ? [toolResult] : [])),
  ...successes,
] as JsonObject[]

/** A call and its answer, which the server that says whatever it is told gives, too. */
const call = fc
  .tuple(fc.nat(), fc.constantFrom(...results), fc.boolean(), ends)
  .map(([id, result, isSpaced, end]): Case[] => {
    const request = Buffer.from(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t","arguments":{}}}\n`,
    )
    const answer = { jsonrpc: '2.0', id, result }
    const text = writeJson(answer, { spaced: isSpaced, ascii: isSpaced })
    const read = readJson(text, defaultLimits, false) as JsonObject
    const before = read.result as JsonObject
    const after = normalizeToolResult(before, { to, redact: true })
    const line = Buffer.from(text + end)
    const expected = before === after ? line : Buffer.from(writeJson({ ...read, result: after }) + end)
    return [...same(request), { line, expected }]
  })

describe('10,000 lines through the proxy', () => {
  it('come out as they went in, but for errors of tools, which are translated', {
    timeout: 240_000,
  }, async () => {
    const groups = fc.sample(
      fc.oneof({ weight: 3, arbitrary: anyLine.map(same) }, { weight: 2, arbitrary: call }),
      8000,
    )
    const cases: Case[] = []
    for (const group of groups) if (cases.length < 10_000) cases.push(...group)
    expect(cases.length).toBeGreaterThanOrEqual(10_000)
    const child = spawn(process.execPath, [
      command,
      'proxy',
      '--to',
      to,
      '--',
      process.execPath,
      serverPath('echo.js'),
    ])
    const got: Buffer[] = []
    child.stdout.on('data', (chunk) => got.push(chunk))
    const sent = Buffer.concat(cases.map(({ line }) => line))
    // In pieces that begin and end anywhere.
    for (let at = 0, size = 1; at < sent.length; at += size, size = (size * 7 + 13) % 70_001) {
      if (!child.stdin.write(sent.subarray(at, at + size))) await once(child.stdin, 'drain')
    }
    child.stdin.end()
    const [status] = await once(child, 'close')
    expect(status).toBe(0)
    const expected = Buffer.concat(cases.map(({ expected }) => expected))
    const received = Buffer.concat(got)
    if (!received.equals(expected)) {
      const lines = (bytes: Buffer) => bytes.toString('latin1').split('\n')
      const [is, should] = [lines(received), lines(expected)]
      const at = should.findIndex((line, i) => line !== is[i])
      expect(is[at]).toBe(should[at])
    }
    expect(received.equals(expected)).toBe(true)
    const rewritten = cases.filter(({ line, expected }) => line !== expected)
    expect(rewritten.length).toBeGreaterThan(500)
  })
})

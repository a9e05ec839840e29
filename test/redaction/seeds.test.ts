import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { redactText } from '../../src/core/redact'
import { type JsonObject, redact, stringify } from '../../src/index'
import { normalizeToolResult } from '../../src/mcp/index'
import { command, StdioProxy } from '../proxy/proxies'
import { everywhere, plainResultWith, resultWith, waysToSee } from './places'
import { type Seed, seeds } from './seeds'

const seenIn = (output: string, { hidden }: Seed): string[] =>
  hidden.filter((part) => waysToSee(part).some((way) => output.includes(way)))

it('are 200 and more, and each text holds what it must not show', () => {
  expect(seeds.length).toBeGreaterThanOrEqual(200)
  for (const { kind, text, hidden } of seeds) {
    expect(
      hidden.some((part) => text.includes(part)),
      kind,
    ).toBe(true)
  }
})

describe.each(seeds.map((seed) => [seed.kind, seed] as const))('%s', (_, seed) => {
  it('does not get through in a text', () => {
    const clean = redactText(seed.text)
    expect(seenIn(clean, seed)).toEqual([])
    expect(redactText(clean)).toBe(clean)
  })

  it('does not get through in any place of an error, whatever it is written as', () => {
    const clean = redact(everywhere(seed.text))
    expect(seenIn(JSON.stringify(clean), seed)).toEqual([])
    expect(redact(clean)).toBe(clean)
    expect(seenIn(stringify(clean, 'fusion'), seed)).toEqual([])
  })

  it('does not get through in any place of a tool result', () => {
    const full = normalizeToolResult(resultWith(seed.text), { to: 'interbase', redact: true })
    expect(seenIn(JSON.stringify(full), seed)).toEqual([])
    const plain = normalizeToolResult(plainResultWith(seed.text), { to: 'fusion', redact: true })
    expect(seenIn(JSON.stringify(plain), seed)).toEqual([])
  })
})

describe('none gets through', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errlingua-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  // Each seed in one of them, and each kind of document with many.
  const documents = seeds.map((seed, i) => {
    const { text } = seed
    const kinds: JsonObject[] = [
      resultWith(text),
      plainResultWith(text),
      plainResultWith(
        JSON.stringify({ type: 'INTERNAL', message: text, recoverable: false, data: { a: text } }),
      ),
    ]
    return { seed, document: kinds[i % kinds.length] as JsonObject }
  })

  it('convert --redact', () => {
    const file = join(folder, 'seeds.ndjson')
    writeFileSync(file, documents.map(({ document }) => `${JSON.stringify(document)}\n`).join(''))
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [command, 'convert', file, '--redact', '--to', 'fusion'],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    )
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(documents.length)
    const seen = documents.flatMap(({ seed }, i) =>
      seenIn(lines[i] ?? '', seed).map((part) => `${seed.kind}: ${part}`),
    )
    expect(seen).toEqual([])
  })

  it('the proxy', async () => {
    const server = join(folder, 'server.mjs')
    const answers = documents.flatMap(({ seed: { text }, document }) => [
      { result: document },
      { error: { code: -32000, message: text, data: { a: text, [text]: 1 } } },
    ])
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
    writeFileSync(
      server,
      `import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
const answers = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8'))
createInterface(process.stdin).on('line', (line) => {
  const { id } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answers[id] }) + '\\n')
})
`,
    )
    const log = join(folder, 'log.ndjson')
    const proxy = new StdioProxy(['--to', 'interbase', '--log', log, '--', process.execPath, server])
    const seen: string[] = []
    for (const [id, { seed }] of documents.flatMap((each) => [each, each]).entries()) {
      proxy.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't', arguments: { q: 'a/b' } } })
      const line = await proxy.line()
      seen.push(...seenIn(line, seed).map((part) => `${seed.kind}: ${part}`))
    }
    await proxy.finish()
    expect(seen).toEqual([])
  })
})

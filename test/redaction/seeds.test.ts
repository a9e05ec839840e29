import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { redactText } from '../../src/core/redact'
import { redact, stringify } from '../../src/index'
import { normalizeToolResult } from '../../src/mcp/index'
import { command, StdioProxy } from '../proxy/proxies'
import { everywhere, plainResultWith, resultWith, waysToSee } from './places'
import { type Seed, seeds } from './seeds'

const seenIn = (output: string, { hidden }: Seed): string[] =>
  hidden.filter((part) => waysToSee(part).some((way) => output.includes(way)))

const targets = ['fusion', 'interbase', 'text'] as const

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
    for (const to of targets) expect(seenIn(stringify(clean, to), seed), to).toEqual([])
  })

  it('does not get through in any place of a tool result', () => {
    for (const to of targets) {
      for (const result of [resultWith(seed.text), plainResultWith(seed.text)]) {
        const clean = normalizeToolResult(result, { to, redact: true })
        expect(seenIn(JSON.stringify(clean), seed), to).toEqual([])
      }
    }
  })
})

describe('none gets through', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errlingua-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const documents = seeds.flatMap((seed) => [
    { seed, document: resultWith(seed.text) },
    { seed, document: plainResultWith(seed.text) },
    { seed, document: { type: 'INTERNAL', message: seed.text, recoverable: false, data: { a: seed.text } } },
    {
      seed,
      document: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32000, message: seed.text, data: { a: seed.text } },
      },
    },
  ])

  it.each(['interbase', 'fusion'])('convert --redact --to %s', (to) => {
    const file = join(folder, 'seeds.ndjson')
    writeFileSync(file, documents.map(({ document }) => `${JSON.stringify(document)}\n`).join(''))
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [command, 'convert', file, '--redact', '--to', to],
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
    const answers = documents.map(({ document }) =>
      'content' in document
        ? { result: document }
        : 'error' in document
          ? { error: document.error }
          : { result: plainResultWith(JSON.stringify(document)) },
    )
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
    for (const [id, { seed }] of documents.entries()) {
      proxy.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't', arguments: { q: 'a/b' } } })
      const line = await proxy.line()
      seen.push(...seenIn(line, seed).map((part) => `${seed.kind}: ${part}`))
    }
    await proxy.finish()
    expect(seen).toEqual([])
  })
})

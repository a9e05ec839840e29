import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { StdioProxy } from './proxies'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-sent-paths-'))
afterAll(() => rmSync(folder, { recursive: true }))

// It fails at every call, and says which files it had to do with.
const server = join(folder, 'server.mjs')
writeFileSync(
  server,
  `import { createInterface } from 'node:readline'
const content = [{ type: 'text', text: 'cannot copy /srv/books/a.txt to /srv/ledgers/b.txt' }]
createInterface(process.stdin).on('line', (line) => {
  const { id } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { content, isError: true } }) + '\\n')
})
`,
)

it('a proxy tells the path that a call named, to that call and to no other', async () => {
  const proxy = new StdioProxy(['--to', 'interbase', '--', process.execPath, server])
  const answerTo = async (id: number, path: string) => {
    const params = { name: 'copy', arguments: { path } }
    proxy.send({ jsonrpc: '2.0', id, method: 'tools/call', params })
    return await proxy.line()
  }
  expect(await answerTo(1, '/srv/books/a.txt')).toContain('cannot copy /srv/books/a.txt to [path redacted]')
  expect(await answerTo(2, '/srv/ledgers/b.txt')).toContain(
    'cannot copy [path redacted] to /srv/ledgers/b.txt',
  )
  expect(await answerTo(3, 'elsewhere')).toContain('cannot copy [path redacted] to [path redacted]')
  await proxy.finish()
})

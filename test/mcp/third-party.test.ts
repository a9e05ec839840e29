import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { advise, readThrown } from '../../src/index'
import { normalizeTransport, readToolResult } from '../../src/mcp/index'
import { writableIds } from '../corpus'
import {
  clientOver,
  closeAll,
  type Generation,
  generations,
  stdioTransport,
  type TestClient,
} from './connections'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-files-'))
writeFileSync(join(folder, 'note.txt'), 'The error of my ways: {"type":"NOT_FOUND"}\n')
afterAll(async () => {
  await closeAll()
  rmSync(folder, { recursive: true })
})

const { resolve } = createRequire(import.meta.url)
const programOf = (name: string) => join(dirname(resolve(`${name}/package.json`)), 'dist/index.js')

interface Call {
  name: string
  arguments?: Record<string, unknown>
}

interface Server {
  title: string
  args: string[]
  successes: Call[]
  /** With the code that each is to be read as, and what to do about it. */
  failures: (Call & { code: string; action: string; says: RegExp })[]
}

const missing = join(folder, 'missing.txt')
const servers: Server[] = [
  {
    title: '@modelcontextprotocol/server-everything',
    args: [programOf('@modelcontextprotocol/server-everything'), 'stdio'],
    successes: [
      { name: 'echo', arguments: { message: '{"error":"not_found","message":"x"}' } },
      { name: 'get-sum', arguments: { a: 1, b: 2 } },
      { name: 'get-annotated-message', arguments: { messageType: 'error', includeImage: true } },
      { name: 'get-structured-content', arguments: { location: 'New York' } },
      { name: 'get-tiny-image' },
      { name: 'get-resource-links', arguments: { count: 3 } },
    ],
    failures: [
      { name: 'echo', arguments: {}, code: 'invalid_arguments', action: 'fix_input', says: /message/ },
      {
        name: 'get-sum',
        arguments: { a: 'x' },
        code: 'invalid_arguments',
        action: 'fix_input',
        says: /number/,
      },
      {
        name: 'get-resource-reference',
        arguments: { resourceType: 'Text', resourceId: -5 },
        code: 'invalid_input',
        action: 'fix_input',
        says: /Invalid resourceId: -5/,
      },
      { name: 'nope', code: 'tool_not_found', action: 'work_around', says: /nope/ },
    ],
  },
  {
    title: '@modelcontextprotocol/server-filesystem',
    args: [programOf('@modelcontextprotocol/server-filesystem'), folder],
    successes: [
      { name: 'read_text_file', arguments: { path: join(folder, 'note.txt') } },
      { name: 'read_multiple_files', arguments: { paths: [join(folder, 'note.txt'), missing] } },
      { name: 'list_directory', arguments: { path: folder } },
      { name: 'list_allowed_directories' },
    ],
    failures: [
      {
        name: 'read_text_file',
        arguments: { path: missing },
        code: 'resource_not_found',
        action: 'work_around',
        says: /missing\.txt/,
      },
      {
        name: 'read_text_file',
        arguments: { path: '/etc/passwd' },
        code: 'permission_denied',
        action: 'ask',
        says: /Access denied/,
      },
      { name: 'read_text_file', arguments: {}, code: 'invalid_arguments', action: 'fix_input', says: /path/ },
      { name: 'nope', code: 'tool_not_found', action: 'work_around', says: /nope/ },
    ],
  },
  {
    title: 'fastmcp',
    args: [fileURLToPath(new URL('../servers/fastmcp.js', import.meta.url))],
    successes: [{ name: 'ok', arguments: { id: '7' } }],
    failures: [
      {
        name: 'user_error',
        arguments: { id: '7' },
        code: 'not_found',
        action: 'work_around',
        says: /note 7 not found/,
      },
      {
        name: 'plain',
        arguments: { id: '7' },
        code: 'connection_refused',
        action: 'retry',
        says: /ECONNREFUSED/,
      },
      {
        name: 'interbase',
        arguments: { id: '7' },
        code: 'transient',
        action: 'retry',
        says: /^rate limited$/,
      },
    ],
  },
]

async function connected(generation: Generation, args: string[], to?: string): Promise<TestClient> {
  const transport = stdioTransport(generation, args)
  const client = await clientOver(generation, to ? normalizeTransport(transport, { to }) : transport)
  await client.listTools()
  return client
}

describe.each(generations)('with SDK %s', (generation) => {
  describe.each(servers)('$title', ({ args, successes, failures }) => {
    it('has its successes passed on byte for byte, and its errors in every dialect', async () => {
      const plain = await connected(generation, args)
      await Promise.all(
        writableIds.map(async (to) => {
          const client = await connected(generation, args, to)
          for (const call of successes) {
            const [raw, result] = [await plain.callTool(call), await client.callTool(call)]
            expect(raw.isError ?? false, call.name).toBe(false)
            expect(JSON.stringify(result)).toBe(JSON.stringify(raw))
          }
          for (const { code, action, says, ...call } of failures) {
            const error = readToolResult(await client.callTool(call))
            expect(error, `${call.name} in ${to}`).toMatchObject({ code, origin: { dialect: to } })
            expect(error && advise(error).action).toBe(action)
            expect(error?.message).toMatch(says)
          }
        }),
      )
    })
  })

  it('has what fastmcp puts beside a message among the details', async () => {
    const client = await connected(generation, servers[2]?.args ?? [], 'pydantic')
    const error = readToolResult(await client.callTool({ name: 'user_error', arguments: { id: '7' } }))
    expect(error?.details).toEqual({ code: 'NOT_FOUND', id: '7' })
  })

  it('has the JSON-RPC errors of fastmcp understood when they are thrown', async () => {
    const client = await connected(generation, servers[2]?.args ?? [])
    const thrown = async (call: Call) =>
      readThrown(await client.callTool(call).catch((error: unknown) => error))
    expect(await thrown({ name: 'nope', arguments: {} })).toMatchObject({ code: 'tool_not_found' })
    expect(advise(await thrown({ name: 'ok', arguments: { id: 7 } })).action).toBe('fix_input')
  })
})

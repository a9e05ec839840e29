import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { normalizeToolResult, readToolResult } from '../../src/mcp/index'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const server = [bin('mcp-server-everything'), 'stdio']
const proxy = [join(root, 'dist/command.js'), 'proxy', '--to', 'interbase', '--', process.execPath, ...server]

/**
 * Calls a method of the server that Node runs with some arguments. Of the inspector's two programs each takes the first
 * `--` of its arguments away; those of the server come after both.
 */
function inspect(method: string[], serverArgs: string[]) {
  const args = ['--cli', '--', process.execPath, '--method', ...method, '--', ...serverArgs]
  // It takes its own name from the package.json in the folder above the one that it is started in.
  const cwd = join(root, 'test')
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [bin('mcp-inspector-cli'), ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    )
  })
}

/** The answers without and with the proxy. */
const both = (method: string[]) => Promise.all([inspect(method, server), inspect(method, proxy)])

const successes = [
  ['tools/list'],
  ['tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello'],
  ['tools/call', '--tool-name', 'get-structured-content', '--tool-arg', 'location=New York'],
  ['prompts/list'],
  ['prompts/get', '--prompt-name', 'args-prompt', '--prompt-args', 'city=Rome'],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', '--uri', 'demo://resource/static/document/features.md'],
]

const rpcErrors = [
  ['prompts/get', '--prompt-name', 'nope'],
  ['resources/read', '--uri', 'demo://nope'],
]

const toolErrors = [
  ['tools/call', '--tool-name', 'echo'],
  ['tools/call', '--tool-name', 'get-sum', '--tool-arg', 'a="x"'],
  ['tools/call', '--tool-name', 'nope'],
]

const titled = (methods: string[][]) => methods.map((method) => [method.join(' '), method] as const)

describe('the MCP inspector', () => {
  it.each(titled(successes))('gets the same through the proxy: %s', async (_title, method) => {
    const [direct, proxied] = await both(method)
    expect(direct.status, direct.stderr).toBe(0)
    expect(proxied).toEqual(direct)
  })

  it.each(titled(rpcErrors))('gets the same JSON-RPC error through the proxy: %s', async (_title, method) => {
    const [direct, proxied] = await both(method)
    expect(direct).toMatchObject({ status: 1, stderr: expect.stringContaining('MCP error -32602') })
    expect(proxied).toEqual(direct)
  })

  it.each(titled(toolErrors))(
    'gets the error in the target dialect, all else the same: %s',
    async (_title, method) => {
      const [direct, proxied] = await both(method)
      expect(proxied).toEqual({ ...direct, stdout: proxied.stdout })
      const [before, after] = [JSON.parse(direct.stdout), JSON.parse(proxied.stdout)]
      expect(after).toEqual(normalizeToolResult(before, { to: 'interbase' }))
      expect(readToolResult(after)).toMatchObject({
        message: readToolResult(before)?.message,
        origin: { dialect: 'interbase' },
      })
    },
  )
})

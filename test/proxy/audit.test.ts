import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { recordedIds } from '../corpus'
import { isSuccess } from '../mcp/checked-calls'
import { clientOver, closeAll, stdioTransport, toolsOf } from '../mcp/connections'
import { command, serverPath } from './proxies'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-audit-'))
afterAll(async () => {
  await closeAll()
  rmSync(folder, { recursive: true })
})

describe('the log of a fleet of proxies', () => {
  it('is what an audit reads: who failed how often, in which dialect', async () => {
    const log = join(folder, 'fleet.ndjson')
    const expected = new Map<string, number>()
    await Promise.all(
      recordedIds.map(async (kind) => {
        const options = ['--to', 'fusion', '--server', `${kind}-server`, '--log', log]
        const args = [command, 'proxy', ...options, '--', process.execPath, serverPath('v1.js'), kind]
        const client = await clientOver('v1', stdioTransport('v1', args))
        const names = (await toolsOf(kind)).map(({ name }) => name)
        for (const name of names) await client.callTool({ name, arguments: {} })
        expected.set(`${kind}-server`, names.filter((name) => !isSuccess(name)).length)
      }),
    )
    const { stdout, status } = spawnSync(process.execPath, [command, 'audit', log, '--json'], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    const { servers } = JSON.parse(stdout) as {
      servers: { server: string; errors: number; dialects: { dialect: string }[] }[]
    }
    expect(new Map(servers.map(({ server, errors }) => [server, errors]))).toEqual(expected)
    for (const { server, dialects } of servers)
      expect(dialects.map(({ dialect }) => `${dialect}-server`)).toEqual([server])
  })
})

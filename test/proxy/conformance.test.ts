import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normalizeToolResult, readToolResult } from '../../src/mcp/index'

const root = fileURLToPath(new URL('../../', import.meta.url))
const server = join(root, 'test/servers/everything.js')
const command = join(root, 'dist/command.js')
const program = join(root, 'node_modules/.bin/conformance')

const open: (() => unknown)[] = []
afterAll(() => {
  for (const close of open.reverse()) close()
})

/** Starts a program, and gives the URL in the first of its lines that has one. */
async function urlOf(output: 'stdout' | 'stderr', args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: 'pipe' })
  open.push(() => child.kill())
  const said: string[] = []
  for await (const line of createInterface(child[output])) {
    const url = /http:\S+/.exec(line)?.[0]
    if (url) {
      child.stdout.resume()
      child.stderr.resume()
      return url
    }
    said.push(line)
  }
  throw new Error(`${args.join(' ')} has ended without a URL: ${said.join('\n')}`)
}

interface Check {
  id: string
  status: string
  errorMessage?: string
  details?: Record<string, unknown>
}

interface Run {
  status: number
  /** By scenario. */
  checks: Map<string, Check[]>
}

/** Runs every server scenario against a URL. */
async function conformance(url: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'errlingua-conformance-'))
  open.push(() => rmSync(folder, { recursive: true }))
  const args = [program, 'server', '--url', url, '--suite', 'all', '-o', folder]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  open.push(() => child.kill())
  const [status] = await once(child, 'exit')
  const checks = new Map<string, Check[]>()
  for (const name of readdirSync(folder).sort()) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*/, '')
    checks.set(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')))
  }
  return { status, checks }
}

function withStatus({ checks }: Run, wanted: string): string[] {
  return [...checks].flatMap(([scenario, all]) =>
    all
      .filter(({ status }) => status === wanted)
      .map(({ id, errorMessage = '' }) => `${scenario}: ${id} ${errorMessage}`),
  )
}

function statuses({ checks }: Run): string[] {
  return [...checks].flatMap(([scenario, all]) => all.map(({ id, status }) => `${scenario}: ${id} ${status}`))
}

describe('the conformance scenarios of MCP', () => {
  let url: string
  let direct: Run
  beforeAll(async () => {
    url = await urlOf('stdout', [server])
    direct = await conformance(url)
  }, 120_000)

  it('pass with the test server', () => {
    expect(withStatus(direct, 'FAILURE')).toEqual([])
    expect(direct.status).toBe(0)
    expect(direct.checks.size).toBe(32)
    expect(withStatus(direct, 'SUCCESS').length).toBeGreaterThanOrEqual(40)
  })

  describe('through the proxy', () => {
    let proxied: Run
    beforeAll(async () => {
      const proxy = ['proxy', '--to', 'interbase', '--listen', '127.0.0.1:0', '--url', url]
      proxied = await conformance(await urlOf('stderr', [command, ...proxy]))
    }, 120_000)

    it('have the same outcome, check by check', () => {
      expect(withStatus(proxied, 'FAILURE')).toEqual([])
      expect(proxied.status).toBe(0)
      expect(statuses(proxied)).toEqual(statuses(direct))
    })

    it('get the error of a tool in the target dialect', () => {
      const resultIn = ({ checks }: Run) => checks.get('tools-call-error')?.[0]?.details?.result
      expect(resultIn(direct)).toMatchObject({ isError: true })
      expect(resultIn(proxied)).toEqual(normalizeToolResult(resultIn(direct), { to: 'interbase' }))
      expect(readToolResult(resultIn(proxied))).toMatchObject({ origin: { dialect: 'interbase' } })
    })
  })
})

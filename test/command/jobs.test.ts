import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import type { ConversionSettings } from '../../src/command/conversion'
import { ConversionWorkers } from '../../src/command/conversion-workers'
import { LineBlock } from '../../src/command/line-block'
import { isMeasurable, memoryOf } from '../proxy/memory'
import { command } from '../proxy/proxies'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MB = 1_000_000
const lineOf = (n: number) =>
  `{"type":"NOT_FOUND","message":"agent ${n} is gone ${'.'.repeat(n % 700)}","recoverable":false,"data":{"n":${n}}}`

/** So many lines that there are several blocks, some of them blank, tool results, messages or beyond ASCII. */
const many = Array.from({ length: 2000 }, (_, n) => {
  if (n % 400 === 200) return ''
  if (n % 400 === 201) return '{"content":[{"type":"text","text":"3 labels"}]}'
  if (n % 400 === 202) return `{"jsonrpc":"2.0","id":${n},"error":{"code":-32601,"message":"no"}}`
  if (n % 400 === 203) return `{"error": "not_found", "message": "Größe ${n} ✅", "details": null}\r`
  return lineOf(n)
})

function file(name: string, lines: readonly (string | Buffer)[], end = '\n'): string {
  const path = join(folder, name)
  const parts = lines.flatMap((line, n) => [line, n === lines.length - 1 ? end : '\n'])
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part))))
  return path
}

function convert(...args: string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [command, 'convert', ...args], {
    encoding: 'latin1',
    maxBuffer: 1000 * MB,
    cwd: folder,
  })
}

/** What comes of a call, with the file of losses. */
function outcome(...args: string[]) {
  const { stdout, stderr, status } = convert(...args)
  const report = args.includes('--report-file') ? readFileSync(join(folder, 'losses'), 'utf8') : ''
  return { stdout, stderr, status, report }
}

const broken: (string | Buffer)[] = [...many]
broken[1300] = '{"broken": '
broken[1301] = Buffer.from([0xff, 0xfe])
broken[1900] = 'nonsense'

const inputs = {
  many: file('many', many),
  broken: file('broken', broken),
  'no end': file('no end', [...many.slice(0, 1600), '{"content":[{"type":"text","text":"open"}]}'], ''),
  marked: file('marked', [`\uFEFF${lineOf(1)}`, `\uFEFF${lineOf(2)}`]),
  'long lines': file('long lines', [
    lineOf(1),
    lineOf(2).replace('agent', 'agent'.repeat(500_000)),
    ...many.slice(0, 100),
  ]),
  'two lines': file('two lines', [lineOf(1), lineOf(2)]),
  'one line': file('one line', [lineOf(1)]),
  empty: file('empty', [], ''),
  blank: file('blank', ['', '', '']),
  'a document': file('a document', ['{', '"type": "NOT_FOUND",', '"message": "gone"', '}']),
  missing: join(folder, 'missing'),
}

const calls: string[][] = [
  [inputs.many, '--to', 'pydantic'],
  [inputs.many, '--to', 'fusion', '--lean'],
  [inputs.many, '--to', 'pydantic', '--lean', '--report-file', 'losses', '--fail-on-loss'],
  [inputs.many, '--to', 'pydantic', '--report'],
  [inputs.many, '--to', 'interbase', '--redact', '--pretty'],
  [inputs.broken, '--to', 'agentapi'],
  [inputs.broken, '--to', 'agentapi', '--on-error', 'skip'],
  [inputs.broken, '--to', 'agentapi', '--on-error', 'pass', '--report-file', 'losses'],
  [inputs.broken, '--to', 'agentapi', '--from', 'text', '--ndjson', '--on-error', 'skip'],
  [inputs['no end'], inputs.empty, inputs.marked, '--to', 'agentapi'],
  [inputs['no end'], inputs.missing, inputs.marked, '--to', 'agentapi'],
  [inputs['no end'], inputs.missing, inputs.marked, '--to', 'agentapi', '--on-error', 'skip'],
  [inputs['long lines'], '--to', 'agentapi'],
  [inputs['two lines'], '--to', 'agentapi'],
  [inputs['one line'], '--to', 'agentapi'],
  [inputs['one line'], '--to', 'agentapi', '--ndjson'],
  [inputs.empty, '--to', 'agentapi'],
  [inputs.empty, '--to', 'agentapi', '--ndjson'],
  [inputs.blank, '--to', 'agentapi'],
  [inputs['a document'], '--to', 'agentapi'],
]

describe('several threads', () => {
  it.each(calls)('write the same as one: %j', { timeout: 120_000 }, (...args) => {
    const alone = outcome(...args)
    expect(outcome(...args, '--jobs', '2')).toEqual(alone)
  })

  it('number the lines of a file through', () => {
    const { stderr, stdout, status } = convert(inputs.broken, '--to', 'agentapi', '--jobs', '3')
    expect(stderr).toMatch(/^errlingua: .*broken, line 1301: /)
    expect(status).toBe(1)
    expect(stdout.split('\n').length - 1).toBe(1301 - 1 - 3)
  })

  it('stop at what cannot be read though more input may come', async () => {
    const child = spawn(process.execPath, [
      command,
      ...['convert', '--to', 'pydantic', '--lean', '--ndjson', '--jobs', '2'],
    ])
    child.stdin.on('error', () => {})
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.write('{"broken": \n')
    const [status] = await once(child, 'close')
    expect([status, stderr]).toEqual([1, expect.stringContaining('standard input, line 1: ')])
  })

  it('write what has come before more comes', async () => {
    const child = spawn(process.execPath, [
      command,
      ...['convert', '--to', 'pydantic', '--lean', '--jobs', '2', '--ndjson'],
    ])
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    for (let n = 0; n < 4; n++) {
      child.stdin.write(`${lineOf(n)}\n`)
      expect((await lines.next()).value).toContain(`"n": ${n}`)
    }
    child.stdin.end()
    const [status] = await once(child, 'close')
    expect(status).toBe(0)
  })

  it('end with a reader that has seen enough', async () => {
    const child = spawn(process.execPath, [
      command,
      ...['convert', inputs.many, '--to', 'fusion', '--jobs', '2'],
    ])
    await once(child.stdout, 'readable')
    child.stdout.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('end with SIGINT as one does', async () => {
    const child = spawn(process.execPath, [command, 'convert', '--to', 'fusion', '--jobs', '2', '--ndjson'])
    child.stdin.write(`${lineOf(1)}\n`)
    await once(child.stdout, 'readable')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
  })
})

describe.runIf(isMeasurable)('a long file in several threads', () => {
  const long = join(folder, 'long')
  const repeated = `${Array.from({ length: 10_000 }, (_, n) => lineOf(n)).join('\n')}\n`
  writeFileSync(long, repeated.repeat(8))

  it('takes memory that does not grow with it, though nobody reads', { timeout: 120_000 }, async () => {
    const child = spawn(process.execPath, [
      command,
      ...['convert', long, '--to', 'pydantic', '--lean', '--jobs', '2'],
    ])
    await once(child.stdout, 'readable')
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect(memoryOf(child.pid ?? 0).most).toBeLessThan(450 * MB)
    child.stdout.destroy()
    await once(child, 'close')
  })

  it('comes out in order', { timeout: 120_000 }, () => {
    const output = join(folder, 'long.out')
    const args = [command, 'convert', long, '--to', 'interbase', '--lean', '--jobs', '2']
    const { status } = spawnSync(process.execPath, args, {
      stdio: ['ignore', openSync(output, 'w'), 'inherit'],
    })
    expect(status).toBe(0)
    expect(readFileSync(output).equals(readFileSync(long))).toBe(true)
  })
})

describe('a number of threads', () => {
  it.each(['0', '-1', 'many', '1.5', '', '1000'])('that is none is refused: %j', (jobs) => {
    const { stderr, stdout, status } = convert(inputs.many, '--to', 'pydantic', `--jobs=${jobs}`)
    expect([stdout, status]).toEqual(['', 2])
    expect(stderr).toMatch(/^errlingua: --jobs takes .*Try errlingua convert --help\.\n$/)
  })
})

describe('a thread that breaks', () => {
  const settings: ConversionSettings = {
    to: 'pydantic',
    from: undefined,
    preserve: true,
    redact: false,
    pretty: false,
    onError: 'stop',
    losses: undefined,
  }
  const block = new LineBlock('log', 1, Buffer.from(`${lineOf(1)}\n`))
  const threads: [string, string, string][] = [
    ['throws', 'throw new Error("it broke")', 'Error: it broke'],
    ['exits', 'process.exit(7)', 'status 7'],
    ['cannot be read', '}{', 'SyntaxError'],
  ]
  it.each(threads)('because it %s is told of, to all who wait for it', async (_, what, why) => {
    const entry = new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${what} })`,
      )}`,
    )
    const workers = new ConversionWorkers(2, settings, entry)
    const both = await Promise.allSettled([workers.convert(block), workers.convert(block)])
    for (const each of both) {
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'CommandError', exitCode: 1 } })
      expect(each.status === 'rejected' && each.reason.message).toContain(why)
    }
    await workers.end()
  })

  it('while it says nothing, is not given everything: the thread that asks converts the rest itself', async () => {
    const entry = new URL(
      `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {})")}`,
    )
    const workers = new ConversionWorkers(2, settings, entry)
    const all = Array.from({ length: 5 }, () => workers.convert(block))
    const made = all.filter((each) => !(each instanceof Promise))
    expect(made).toHaveLength(2)
    for (const each of made) expect(each).toMatchObject({ count: 1, unread: 0 })
    await workers.end()
    const given = await Promise.allSettled(all.filter((each) => each instanceof Promise))
    expect(given.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

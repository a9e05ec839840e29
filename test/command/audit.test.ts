import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { audit } from '../../src/command/audit'
import { FleetLedger, type FleetLedgerOptions } from '../../src/command/audit/fleet-ledger'
import { inputNames } from '../../src/command/audit/input-names'
import { share } from '../../src/command/audit/numbers'
import { replaceFile } from '../../src/command/audit/replace-file'
import type { Report, ServerReport } from '../../src/command/audit/report'
import { shownMessage, shownName } from '../../src/command/audit/shown-text'
import { others, Tally } from '../../src/command/audit/tally'
import { textReport } from '../../src/command/audit/text-report'
import { CommandError } from '../../src/command/command-error'
import { runSubcommand } from '../../src/command/subcommand'
import { coloursFor } from '../../src/command/terminal'

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/audit/${name}`, import.meta.url))

/** The report on documents given one a line. */
function reportOn(text: string, options: Partial<FleetLedgerOptions> = {}, input = 'log.ndjson'): Report {
  const ledger = new FleetLedger({ examples: 3, ...options })
  for (const [i, line] of text.split('\n').entries()) ledger.add({ text: line, input, line: i + 1 })
  return ledger.report()
}

const reportOnFixture = (name: string, options?: Partial<FleetLedgerOptions>) =>
  reportOn(readFileSync(fixture(name), 'utf8'), options, fixture(name))

function serverIn({ servers }: Report, name: string): ServerReport {
  const found = servers.find(({ server }) => server === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

const logLine = (members: object) =>
  JSON.stringify({
    time: '2026-11-16T10:00:00.000Z',
    server: 'mail',
    from: 'pydantic',
    to: 'interbase',
    code: 'internal',
    action: 'give_up',
    message: 'm',
    losses: [],
    ...members,
  })

const asText = (report: Report) => textReport(report, coloursFor({ isTTY: false }))

describe("the proxy's log", () => {
  const report = reportOnFixture('proxy-log.ndjson')

  it('is counted per server, those with most errors first', () => {
    expect(report.servers.map(({ server, errors }) => [server, errors])).toEqual([
      ['mail', 67],
      ['calendar', 36],
      ['files', 32],
    ])
    expect(report.fleet).toMatchObject({ servers: 3, errors: 135, results: null })
    expect(report.period).toEqual({ from: '2026-11-16T08:01:25.689Z', until: '2026-11-16T10:17:33.480Z' })
  })

  it('gives dialects, tools, and codes with their kind, action and native names', () => {
    const mail = serverIn(report, 'mail')
    expect(mail.dialects).toEqual([
      { dialect: 'pydantic', errors: 61 },
      { dialect: 'text', errors: 6 },
    ])
    expect(mail.tools).toEqual([
      { tool: 'send', errors: 47 },
      { tool: 'search', errors: 14 },
      { tool: 'archive', errors: 6 },
    ])
    expect(mail.codes[0]).toEqual({
      code: 'rate_limited',
      root: 'transient',
      errors: 38,
      actions: [{ action: 'retry', errors: 38 }],
      native: [{ code: 'rate_limited', errors: 38 }],
    })
  })

  it('brings its own losses, which count for the dialect that was written', () => {
    const losses = {
      to: ['interbase'],
      measured: 67,
      losing: 47,
      paths: [
        { path: 'details.retry_after', errors: 38 },
        { path: 'details.auth_url', errors: 9 },
      ],
    }
    expect(serverIn(report, 'mail').losses).toEqual(losses)
    const same = reportOnFixture('proxy-log.ndjson', { to: 'interbase' })
    expect(serverIn(same, 'mail').losses).toEqual(losses)
    expect(reportOnFixture('proxy-log.ndjson', { to: 'fusion' }).fleet.losses).toBeNull()
  })

  it('says which errors had no structure, and shows those that were not recognised without their credentials', () => {
    const files = serverIn(report, 'files')
    expect(files.unstructured).toEqual({ errors: 32, recognised: 23 })
    expect(files.examples).toEqual([
      { message: expect.stringMatching(/^nope \(\d+\)$/), tool: 'read_file', errors: 7 },
      { message: 'bad things, token [redacted] was used', tool: 'move_file', errors: 2 },
    ])
  })

  it('may leave out the server, the tool and the native code', () => {
    const bare = reportOn(logLine({ server: undefined }), {}, '/var/log/proxy.ndjson')
    expect(bare.servers).toMatchObject([{ server: 'proxy', errors: 1, tools: [] }])
  })

  it('is unreadable where a code or an action is unknown, and that is named', () => {
    const lines = [{ code: 'nonsense' }, { action: 'dance' }, { code: `\u001b[31m${'x'.repeat(100)}` }]
    const { unreadable } = reportOn(lines.map(logLine).join('\n'))
    expect(unreadable.places.map(({ why }) => why)).toEqual([
      'LOG: The line of the log has an unknown code, "nonsense".',
      'LOG: The line of the log has an unknown action, "dance".',
      `LOG: The line of the log has an unknown code, "\\u{1b}[31m${'x'.repeat(69)}…".`,
    ])
  })
})

describe('recorded results', () => {
  it('are read from JSON-RPC messages, with the tools that were called', () => {
    const report = reportOnFixture('notes.ndjson')
    expect(report).toMatchObject({ documents: 17, unreadable: { documents: 0 } })
    expect(report.servers).toMatchObject([
      {
        server: 'notes',
        results: 5,
        errors: 3,
        tools: [
          { tool: 'write', errors: 2 },
          { tool: 'read', errors: 1 },
        ],
        dialects: [{ dialect: 'fusion' }, { dialect: 'jsonrpc' }, { dialect: 'text' }],
        examples: [{ message: 'the moon is in the wrong house', tool: 'write', errors: 1 }],
      },
    ])
  })

  it('are read bare, in records and beside texts in a dialect', () => {
    const report = reportOnFixture('records.ndjson')
    expect(serverIn(report, 'shop')).toMatchObject({ results: 3, errors: 2 })
    expect(serverIn(report, 'shop').tools.map(({ tool }) => tool)).toEqual(['buy', 'refund'])
    expect(serverIn(report, 'records')).toMatchObject({ results: null, errors: 2 })
  })

  it('are counted where all errors stand in them, and not where one does not', () => {
    const failed = { content: [{ type: 'text', text: 'nope' }], isError: true }
    const fine = { content: [{ type: 'text', text: 'fine' }] }
    const records = [failed, fine, fine].map((result) => JSON.stringify({ server: 's', result }))
    const recorded = reportOn(records.join('\n'))
    expect([recorded.fleet.results, serverIn(recorded, 's').results]).toEqual([3, 3])
    expect(asText(recorded)).toContain('\ns: 1 error in 3 results\n')
    const logged = [logLine({ server: 's' }), logLine({ server: 's' })]
    const mixed = reportOn([...records, ...logged].join('\n'))
    expect([mixed.fleet.results, serverIn(mixed, 's').results]).toEqual([null, null])
    expect(asText(mixed)).toMatch(/^s +3 +- /m)
    expect(asText(mixed)).toContain('\ns: 3 errors\n')
    const beside = reportOn([...records, logLine({ server: 'other' })].join('\n'))
    expect([beside.fleet.results, serverIn(beside, 's').results]).toEqual([null, 3])
  })

  it.each([
    ['in a record', { server: 's', tool: 't', result: { content: [] } }],
    ['in a record, as data alone', { server: 's', tool: 't', result: { structuredContent: { a: 1 } } }],
    [
      'in a record, in an answer',
      { server: 's', result: { jsonrpc: '2.0', id: 1, result: { content: [] } } },
    ],
    ['in an answer', { jsonrpc: '2.0', id: 1, result: { content: [] } }],
    ['in an answer, as data alone', { jsonrpc: '2.0', id: 1, result: { structuredContent: { a: 1 } } }],
    ['bare', { content: [] }],
  ])('may be empty: %s', (_, document) => {
    const { fleet, unreadable } = reportOn(JSON.stringify(document))
    expect({ fleet, unreadable }).toMatchObject({
      fleet: { servers: 1, results: 1, errors: 0 },
      unreadable: { documents: 0 },
    })
  })

  it('have as much of the path of their file for a name as it takes to tell them apart', () => {
    const nameOf = inputNames(['a/x.ndjson', 'b/x.ndjson', './b/x.ndjson', 'y.json', 'y.ndjson', 'c/z.log'])
    expect(
      ['a/x.ndjson', 'b/x.ndjson', './b/x.ndjson', 'y.json', 'y.ndjson', 'c/z.log', '/d/w.log'].map(nameOf),
    ).toEqual(['a/x', 'b/x', 'b/x', 'y.json', 'y.ndjson', 'z', 'w'])
    expect(
      ['/x.log', 'x.log', '/e/a/x', 'f/a/x'].map(inputNames(['/x.log', 'x.log', '/e/a/x', 'f/a/x'])),
    ).toEqual(['/x', 'x.log', 'e/a/x', 'f/a/x'])
    const inputs = ['a/x.ndjson', 'b/x.ndjson']
    const ledger = new FleetLedger({ examples: 3, inputs })
    for (const input of inputs) ledger.add({ text: '{"content":[]}', input })
    expect(ledger.report().servers.map(({ server }) => server)).toEqual(['a/x', 'b/x'])
  })

  it('are measured only for a dialect that is named', () => {
    const without = reportOnFixture('records.ndjson')
    expect(without.fleet.losses).toBeNull()
    expect(asText(without)).toContain(
      'Losses were not measured. Recorded results are measured only with --to',
    )
    const { losses } = reportOnFixture('records.ndjson', { to: 'fusion' }).fleet
    expect(losses).toMatchObject({ to: ['fusion'], measured: 4, losing: 4 })
    expect(losses?.paths).toContainEqual({ path: 'details.version', errors: 1 })
  })

  it('may stand in an array', () => {
    const results = [{ content: [{ type: 'text', text: 'nope' }], isError: true }, { neither: 1 }]
    const report = reportOn(JSON.stringify(results))
    expect(report).toMatchObject({ documents: 2, unreadable: { documents: 1 }, fleet: { errors: 1 } })
  })

  it('name their server where an error says which it came from', () => {
    const result = {
      content: [{ type: 'text', text: '{"type":"INTERNAL","message":"m","recoverable":false}' }],
      isError: true,
      _meta: { 'errlingua/error': { server: 'behind' } },
    }
    expect(reportOn(JSON.stringify(result)).servers).toMatchObject([{ server: 'behind' }])
  })

  it("do not hold the protocol's own messages for errors of tools", () => {
    const messages = [
      { jsonrpc: '2.0', id: 1, error: { code: -32042, message: 'url elicitation required' } },
      { jsonrpc: '2.0', id: 2, result: { tools: [] } },
      { jsonrpc: '2.0', method: 'notifications/progress' },
    ]
    const report = reportOn(messages.map((each) => JSON.stringify(each)).join('\n'))
    expect(report).toMatchObject({ documents: 3, unreadable: { documents: 0 }, servers: [] })
  })

  it('forget what was asked in another input', () => {
    const ledger = new FleetLedger({ examples: 3 })
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read' } }
    const answer = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'broke' } }
    ledger.add({ text: JSON.stringify(asked), input: 'a.ndjson' })
    ledger.add({ text: JSON.stringify(answer), input: 'b.ndjson' })
    expect(ledger.report().servers).toMatchObject([{ server: 'b', errors: 1, tools: [] }])
  })
})

describe('what is held', () => {
  it('is bounded: servers, tools, examples, places', () => {
    const ledger = new FleetLedger({ examples: 2 })
    const add = (text: string) => ledger.add({ text, input: 'log' })
    const unknown = { from: 'text', code: 'unknown' }
    for (let i = 0; i < 1100; i++) add(logLine({ tool: `tool ${i}` }))
    for (let i = 0; i < 1100; i++) add(logLine({ server: `server ${i}` }))
    for (const message of ['one', 'two', 'three', 'two']) add(logLine({ ...unknown, message }))
    for (let i = 0; i < 20; i++) add('{"neither":1}')
    const report = ledger.report()
    const mail = serverIn(report, 'mail')
    expect(mail.tools).toHaveLength(1001)
    expect(mail.tools.at(-1)).toEqual({ tool: others, errors: 100 })
    expect(mail.examples.map(({ message }) => message)).toEqual(['two', 'one'])
    expect(report.servers).toHaveLength(1001)
    expect(serverIn(report, others).errors).toBe(101)
    expect(report.unreadable).toMatchObject({ documents: 20, places: { length: 5 } })
    expect(report.fleet.errors).toBe(2204)
  })

  it('are examples that differ in more than their numbers', () => {
    const lines = ['job 1 sank', 'job 22 sank', 'job 3f2a sank', 'another'].map((message) =>
      logLine({ from: 'text', code: 'unknown', message }),
    )
    const { examples } = serverIn(reportOn(lines.join('\n')), 'mail')
    expect(examples.map(({ message, errors }) => [message, errors])).toEqual([
      ['job 1 sank', 3],
      ['another', 1],
    ])
  })

  // Numbers do not make a message another one.
  const inLetters = (count: number) => [...`${count}`].map((digit) => 'ghijklmnop'[Number(digit)]).join('')

  it('are the most frequent examples, whenever they came, of each tool', () => {
    const unknown = (message: string, tool: string) =>
      logLine({ from: 'text', code: 'unknown', message, tool })
    const rare = Array.from({ length: 500 }, (_, i) => unknown(`rare ${inLetters(i)}`, 'read'))
    const often = Array.from({ length: 50 }, () => [unknown('nope', 'write'), unknown('nope', 'read')])
    const { examples } = serverIn(
      reportOn([...rare, ...often.flat(), unknown('nope', 'write')].join('\n'), { examples: 2 }),
      'mail',
    )
    expect(examples).toEqual([
      { message: 'nope', tool: 'write', errors: 51 },
      { message: 'nope', tool: 'read', errors: 50 },
    ])
  })

  it('keeps a native code that is frequent and comes late', () => {
    const rare = Array.from({ length: 450 }, (_, i) => logLine({ native: `E${i}` }))
    const often = Array.from({ length: 40 }, () => logLine({ native: 'LATE' }))
    const [internal] = serverIn(reportOn([...rare, ...often].join('\n')), 'mail').codes
    expect(internal?.native[0]).toEqual({ code: 'LATE', errors: 40 })
    expect(internal?.native).toHaveLength(101)
    expect(internal?.native.at(-1)).toEqual({ code: others, errors: 351 })
  })

  it('counts names in a stable order', () => {
    const tally = new Tally(3)
    for (const name of ['b', 'a', 'c', 'c', 'd', 'e', 'f', '__proto__']) tally.add(name)
    expect(tally.rows()).toEqual([
      { name: 'c', count: 2 },
      { name: 'a', count: 1 },
      { name: 'b', count: 1 },
      { name: others, count: 4 },
    ])
  })

  it('counts a name that is that of all others among them', () => {
    const tally = new Tally(1)
    for (const name of [others, 'a', 'a', 'b']) tally.add(name)
    expect(tally.rows()).toEqual([
      { name: 'a', count: 2 },
      { name: others, count: 2 },
    ])
  })
})

describe('what is shown', () => {
  it('has nothing in it that a terminal obeys', () => {
    expect(shownName('a\u001b[31mb\u009b\u202e\n c\ud800')).toBe('a\\u{1b}[31mb\\u{9b}\\u{202e} c\\u{d800}')
    const report = reportOnFixture('hostile.ndjson')
    const obeyed = /[^\P{Cc}\n]|[\u202a-\u202e]/u
    expect(asText(report)).not.toMatch(obeyed)
    expect(JSON.stringify(report)).not.toMatch(obeyed)
  })

  it('is cut between characters, after the credentials in it are taken out', () => {
    expect(shownMessage(`${'😀'.repeat(300)}`)).toBe(`${'😀'.repeat(199)}…`)
    const key = `ghp_${'a1'.repeat(18)}`
    expect(shownMessage(`${'x '.repeat(90)}${key}`)).not.toContain('ghp_')
  })

  it('never calls all what is not all, nor nothing what is something', () => {
    expect([share(1, 1000), share(999, 1000), share(1, 3), share(0, 3), share(3, 3), share(0, 0)]).toEqual([
      '<1%',
      '>99%',
      '33%',
      '0%',
      '100%',
      '-',
    ])
  })

  it('is a table of all servers, and then of each', () => {
    const text = asText(reportOnFixture('proxy-log.ndjson'))
    expect(text.split('\n').slice(0, 12)).toEqual([
      'server     errors  results  no structure  recognised  lose in interbase  dialects',
      'mail           67        -            9%          0%                70%  pydantic, text',
      'calendar       36        -            0%           -                92%  agentapi, jsonrpc',
      'files          32        -          100%         72%                 0%  text',
      '3 servers     135        -           28%         61%                59%  pydantic, text, agentapi, jsonrpc',
      '',
      'mail: 67 errors',
      '',
      '  errors  share  dialect',
      '      61    91%  pydantic',
      '       6     9%  text',
      '',
    ])
    expect(text).toContain('\n      38    57%  rate_limited     transient          retry      rate_limited\n')
    expect(text).toContain('\n  errors  share  lost in interbase\n      38    57%  details.retry_after\n')
    expect(text).toContain('\n       2  move_file  bad things, token [redacted] was used\n')
    expect(text).toContain('\n  Nothing is lost in interbase.\n')
  })

  it('leaves long lists to --json', () => {
    const lines = Array.from({ length: 60 }, (_, i) => [
      logLine({ server: `s${i}` }),
      logLine({ tool: `t${i}` }),
    ])
    const text = asText(reportOn(lines.flat().join('\n')))
    expect(text).toContain('and 50 more: --json shows them')
    expect(text).toContain('11 more servers: --server NAME or --json shows them.')
  })

  it('fits a terminal, and names that differ in their ends still do', () => {
    const server = 'github.com/modelcontextprotocol/servers/tree/main/src/'
    const unknown = {
      from: 'text',
      code: 'unknown',
      message: 'It went wrong. '.repeat(20),
      tool: 't'.repeat(70),
    }
    const lines = ['github', 'filesystem'].flatMap((name) => [
      logLine({ server: server + name, ...unknown }),
      logLine({ server: server + name, to: 'a dialect with quite a long name', native: 'N'.repeat(70) }),
    ])
    const report = reportOn(lines.join('\n'))
    for (const width of [80, 100, 120]) {
      const rows = textReport(report, coloursFor({}), width).split('\n')
      expect(Math.max(...rows.map((row) => row.length))).toBe(width)
      const [head = '', first = '', second = ''] = rows
      expect(head.includes('dialects')).toBe(width >= 100)
      expect([first, second]).toEqual([
        expect.stringMatching(/^git\S*…\S*ystem /),
        expect.stringMatching(/^git\S*…\S*github /),
      ])
    }
    expect(asText(report)).toContain(`${server}filesystem: 2 errors\n`)
    expect(asText(report)).toContain(shownMessage(unknown.message))
  })

  it('is not cut where it fits a terminal', () => {
    const report = reportOn([logLine({}), logLine({ server: 'files', losses: undefined })].join('\n'))
    const text = asText(report)
    const widest = Math.max(...text.split('\n').map((line) => line.length))
    expect(widest).toBeLessThan(100)
    expect(textReport(report, coloursFor({}), widest)).toBe(text)
  })

  it('cuts no number, however narrow the terminal', () => {
    const text = textReport(reportOnFixture('proxy-log.ndjson'), coloursFor({}), 20)
    expect(text).toMatch(/^server +errors +results +no s…ure +reco…sed +lose…ase$/m)
    expect(text).toMatch(/^mail +67 +- +9% +0% +70%$/m)
    expect(text).toMatch(/^ +38 +57% {2}rate…ted {2}tran…ent {2}retry {5}rate…ted$/m)
  })

  it('says so where there was nothing', () => {
    expect(asText(reportOn(''))).toBe('There was nothing to audit.\n')
  })

  it('says how many errors were measured where not all were', () => {
    const text = asText(reportOn(`${logLine({})}\n${logLine({ to: 'fusion' })}`, { to: 'fusion' }))
    expect(text).toContain('Losses were measured for 1 of 2 errors. A line of a log is measured only for')
  })
})

describe('the subcommand', () => {
  const said = { out: '', err: '' }
  const folder = mkdtempSync(join(tmpdir(), 'errlingua-audit-'))

  beforeAll(() => {
    const hear = (stream: NodeJS.WriteStream, as: keyof typeof said) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        said[as] += text
        return true
      })
    hear(process.stdout, 'out')
    hear(process.stderr, 'err')
  })
  afterEach(() => {
    Object.assign(said, { out: '', err: '' })
    process.exitCode = undefined
  })
  afterAll(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })

  const run = (...args: string[]) => runSubcommand('audit', audit, args)

  function fileWith(name: string, text: string): string {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }

  it('prints one JSON object', async () => {
    await run(fixture('proxy-log.ndjson'), fixture('notes.ndjson'), '--json', '--examples', '1')
    const report: Report = JSON.parse(said.out)
    expect(report.servers.map(({ server }) => server)).toEqual(['mail', 'calendar', 'files', 'notes'])
    expect(serverIn(report, 'files').examples).toHaveLength(1)
    expect(said.err).toBe('')
  })

  it('warns of what it cannot read, and goes on', async () => {
    await run(fixture('records.ndjson'), '--to', 'interbase')
    expect(said.out).toMatch(/^server /)
    expect(said.err).toContain('records.ndjson, line 6: NO_DIALECT: It is no line of a log')
    expect(said.err).toContain('errlingua: 2 of 7 documents could not be read.\n')
  })

  it('counts only the servers that are named, and says which of them were not there', async () => {
    await run(fixture('proxy-log.ndjson'), '--server', 'mail', '--server', 'nobody', '--json')
    expect(JSON.parse(said.out)).toMatchObject({ fleet: { servers: 1, errors: 67 } })
    expect(said.err).toBe('errlingua: No server "nobody" was seen.\n')
  })

  it.each([
    ['plain', 'hello', [], /the document could not be read\. With --ndjson/],
    ['lines', '{"a":1}\n{"b":1}', [], /none of 2 documents could be read/],
    ['aside', '{"jsonrpc":"2.0","method":"ping"}', [], /1 document, and none is an error or the result/],
    ['unwanted', logLine({}), ['--server', 'x'], 'No server "x" was seen. Seen: mail.'],
  ])('fails with a sentence where there is nothing to report: %s', async (name, text, args, sentence) => {
    const failure = run(fileWith(name, text), ...args)
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toMatchObject({ exitCode: 1 })
    expect(said.out).toBe('')
  })

  it('takes an empty log for one of a fleet that never failed', async () => {
    await run(fileWith('empty', ''), '--json')
    expect(JSON.parse(said.out)).toMatchObject({
      documents: 0,
      fleet: { results: 0, errors: 0 },
      servers: [],
    })
    expect(said.err).toBe('errlingua: The input is empty.\n')
  })

  it('goes on behind a file that cannot be read, and fails in the end', async () => {
    const missing = join(folder, 'missing.ndjson')
    await run(missing, fixture('proxy-log.ndjson'), '--json')
    expect(JSON.parse(said.out)).toMatchObject({ fleet: { errors: 135 } })
    expect(said.err).toBe(`errlingua: ${missing} cannot be read (ENOENT).\n`)
    expect(process.exitCode).toBe(1)
  })

  it('reports nothing where no file can be read', async () => {
    const missing = join(folder, 'missing.ndjson')
    await run(missing)
    expect(said).toEqual({ out: '', err: `errlingua: ${missing} cannot be read (ENOENT).\n` })
    expect(process.exitCode).toBe(1)
  })

  it('refuses a page without a name', async () => {
    const failure = run(fixture('notes.ndjson'), '--html', '')
    await expect(failure).rejects.toThrow('--html needs the name of a file.')
    await expect(failure).rejects.toMatchObject({ exitCode: 2 })
  })

  it('refuses a number of examples that is none', async () => {
    await expect(run(fixture('notes.ndjson'), '--examples', '0')).rejects.toMatchObject({ exitCode: 2 })
  })

  it('writes a page, as a whole or not at all', async () => {
    const file = fileWith('page.html', 'old')
    await run(fixture('proxy-log.ndjson'), '--html', file)
    expect(readFileSync(file, 'utf8')).toMatch(/^<!DOCTYPE html>.*<\/html>\n$/s)
    expect(said.out).toMatch(/^server /)
    await expect(run(fixture('proxy-log.ndjson'), '--html', join(folder, 'no', 'a.html'))).rejects.toThrow(
      new CommandError(1, `${join(folder, 'no', 'a.html')} cannot be written (ENOENT).`),
    )
    await expect(run(fixture('proxy-log.ndjson'), '--html', folder)).rejects.toThrow(
      `${folder} cannot be written (EISDIR).`,
    )
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('writes through a link, and to what is no file', () => {
    const file = fileWith('linked.html', 'old')
    symlinkSync(file, join(folder, 'link.html'))
    replaceFile(join(folder, 'link.html'), 'new')
    expect(readFileSync(file, 'utf8')).toBe('new')
    replaceFile('/dev/null', 'nothing')
    expect(existsSync('/dev/null') && readFileSync('/dev/null', 'utf8')).toBe('')
  })
})

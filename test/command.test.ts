import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const command = fileURLToPath(new URL('../dist/command.js', import.meta.url))

function errlingua(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    input,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const notFound = '{"error": "not_found", "message": "No such label", "details": null}'
const interbase = '{"type":"NOT_FOUND","message":"No such label","recoverable":false}\n'

describe('the command', () => {
  it('translates standard input', () => {
    const result = errlingua(['convert', '--to', 'interbase', '--lean'], notFound)
    expect(result).toEqual({ status: 0, stdout: interbase, stderr: '' })
  })

  it('translates NDJSON line by line, whatever the layout of the dialect', () => {
    const { stdout } = errlingua(['convert', '--to', 'toolerror-v1', '--lean'], `${notFound}\n${notFound}\n`)
    const line =
      '{ "kind": "toolError:v1", "code": "NOT_FOUND", "message": "No such label", "details": {} }\n'
    expect(stdout).toBe(line + line)
  })

  it('reads its own NDJSON, XML in quotes too', () => {
    const { stdout: xml } = errlingua(['convert', '--to', 'fusion'], `${notFound}\n${notFound}\n`)
    expect(xml).toMatch(/^"<tool_error .*"\n"<tool_error .*"\n$/)
    const { stdout } = errlingua(['convert', '--to', 'pydantic'], xml)
    expect(stdout).toBe(`${notFound}\n${notFound}\n`)
  })

  it('reads NDJSON by its lines: bare NaN, a byte order mark and what Go could not encode', () => {
    const odd = '{"error": "internal_error", "message": "m", "details": {"n": NaN}}'
    const go = '{"type":"INTERNAL","message":"a "b"","recoverable":false}'
    for (const first of [odd, go, `\ufeff${odd}`]) {
      const { status, stdout } = errlingua(['explain', '--json'], `${first}\n\n${interbase}`)
      const codes = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).error.code)
      expect({ status, codes }).toEqual({ status: 0, codes: ['internal', 'not_found'] })
    }
  })

  it('counts blank lines', () => {
    const { stderr } = errlingua(['convert', '--to', 'pydantic'], `${notFound}\n\n\n{"type":\n`)
    expect(stderr).toContain('standard input, line 4: INVALID_JSON')
  })

  it('does not cut a text into lines', () => {
    const { stdout } = errlingua(['convert', '--from', 'text', '--to', 'pydantic', '--lean'], '500\nBroken\n')
    expect(JSON.parse(stdout).message).toBe('500\nBroken')
    expect(errlingua(['explain', '--from', 'text'], '500\nBroken\n').stdout).toMatch(
      /^what {5}500\n {9}Broken\n/,
    )
  })

  it('explains with every digit', () => {
    const text =
      '{"type":"INTERNAL","message":"m","recoverable":false,"data":{"id":9007199254740993,"big":1e400}}'
    for (const args of [['explain'], ['explain', '--json']]) {
      expect(errlingua(args, text).stdout).toContain('{"id":9007199254740993,"big":1e400}')
    }
  })

  it('names the line of NDJSON that it cannot read', () => {
    const { status, stdout, stderr } = errlingua(['convert', '--to', 'pydantic'], `${notFound}\n{"type":\n`)
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${notFound}\n` })
    expect(stderr).toContain('standard input, line 2: INVALID_JSON')
  })

  it('reports what is lost on standard error', () => {
    const xml = '<tool_error code="LabelGone" severity="error">\n<message>gone</message>\n</tool_error>'
    const { stderr } = errlingua(['convert', '--to', 'pydantic', '--report'], xml)
    expect(stderr).toBe('standard input: lost: origin.code\n')
    const { stderr: none } = errlingua(['convert', '--to', 'fusion', '--report'], notFound)
    expect(none).toBe('standard input: nothing is lost\n')
  })

  it('takes any text for an error when told so', () => {
    const { stdout } = errlingua(
      ['convert', '--from', 'text', '--to', 'pydantic', '--lean'],
      'No such label\n',
    )
    expect(JSON.parse(stdout)).toEqual({ error: 'not_found', message: 'No such label', details: null })
  })

  it('says which dialect an error is in, and fails when it is in none', () => {
    expect(errlingua(['detect'], notFound)).toEqual({ status: 0, stdout: 'pydantic 1\n', stderr: '' })
    expect(errlingua(['detect'], 'hello')).toEqual({ status: 1, stdout: 'none\n', stderr: '' })
  })

  it('explains an error to a person', () => {
    const text = '{"type":"TRANSIENT","message":"rate limited","recoverable":true,"data":{"retry_after":30}}'
    expect(errlingua(['explain'], text).stdout).toBe(
      [
        'what     rate limited',
        'code     transient (TRANSIENT in interbase)',
        'do       retry after 30 s, 3 times at most: The same call may succeed later.',
        'details  {"retry_after":30}',
        '',
      ].join('\n'),
    )
  })

  it('explains an error to a program', () => {
    const { stdout } = errlingua(['explain', '--json'], notFound)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'not_found' },
      advice: { action: 'work_around' },
    })
  })

  it('lists the dialects', () => {
    const ids = errlingua(['dialects'])
      .stdout.split('\n')
      .map((line) => line.split(' ')[0])
    expect(ids).toEqual(['interbase', 'toolerror-v1', 'agentapi', 'fusion', 'pydantic', ''])
    expect(JSON.parse(errlingua(['dialects', '--json']).stdout)[0].codes[0]).toEqual([
      'NOT_FOUND',
      'not_found',
    ])
  })

  it('shows what every pair loses', () => {
    expect(errlingua(['matrix']).stdout).toContain('agentapi\n  to interbase     details.retry_after\n')
    expect(JSON.parse(errlingua(['matrix', '--json']).stdout).losses).toHaveLength(20)
  })

  it.each([
    { args: ['convert'], status: 2, says: 'convert needs --to DIALECT' },
    { args: ['convert', '--to', 'nope'], status: 2, says: 'Known: interbase, toolerror-v1' },
    { args: ['convert', '--from', 'nope', '--to', 'fusion'], status: 2, says: 'There is no dialect "nope"' },
    { args: ['convert', '--wrong'], status: 2, says: "Unknown option '--wrong'" },
    { args: ['frobnicate'], status: 2, says: 'There is no command "frobnicate". Known: convert' },
    {
      args: ['convert', '/no/such/file', '--to', 'fusion'],
      status: 1,
      says: '/no/such/file cannot be read (ENOENT)',
    },
    {
      args: ['explain'],
      input: '{"type":',
      status: 1,
      says: 'standard input: INVALID_JSON: The text is not JSON',
    },
  ])('says what was wrong with $args, without a stack', ({ args, input = notFound, status, says }) => {
    const result = errlingua(args, input)
    expect(result).toMatchObject({ status, stdout: '' })
    expect(result.stderr).toContain(says)
    expect(result.stderr).toMatch(/^errlingua: .*\n$/)
  })

  it.each([
    [],
    ['--help'],
    ['convert', '--help'],
    ['detect', '-h'],
    ['explain', '--help'],
    ['matrix', '--help'],
  ])('helps with %s %s', (...args) => {
    const { status, stdout } = errlingua(args)
    expect(status).toBe(0)
    expect(stdout).toContain('Usage: errlingua')
  })
})

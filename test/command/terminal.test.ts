import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inBytes } from '../../src/command/progress'
import { coloursFor, columns } from '../../src/command/terminal'
import { command } from '../proxy/proxies'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-terminal-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command line at a terminal, and gives what the person sees. */
function atTerminal(line: string, env: NodeJS.ProcessEnv = {}): string {
  const { NO_COLOR: _, ...others } = process.env
  const { stdout, error } = spawnSync('script', ['-qefc', line, '/dev/null'], {
    env: { ...others, TERM: 'xterm', ...env },
    encoding: 'utf8',
    input: '',
    maxBuffer: 100_000_000,
  })
  if (error) throw error
  return stdout
}

const error = join(folder, 'error.json')
writeFileSync(error, '{"type":"NOT_FOUND","message":"gone\\u001b[31m\\u0007","recoverable":false}\n')
const explain = `"${process.execPath}" "${command}" explain ${error}`

// `script` gives a command a terminal; util-linux has it.
const hasTerminals = process.platform === 'linux'

describe.runIf(hasTerminals)('at a terminal', () => {
  it('there is colour', () => {
    expect(atTerminal(explain)).toContain('\u001b[1mwhat     \u001b[22m')
  })

  it('there is none with NO_COLOR, on a dumb terminal, and in a pipe', () => {
    for (const seen of [
      atTerminal(explain, { NO_COLOR: '1' }),
      atTerminal(explain, { TERM: 'dumb' }),
      atTerminal(`${explain} | cat`),
    ]) {
      expect(seen).not.toContain('\u001b')
      expect(seen).toContain('what      gone')
    }
  })

  it('what a server says cannot write to it', () => {
    const seen = atTerminal(explain)
    expect(seen).not.toContain('\u001b[31m')
    expect(seen).not.toContain('\u0007')
    expect(seen).toContain('gone\\u{1b}[31m\\u{7}')
  })

  it('a line says how far a long piece of work is, and goes away', () => {
    const lines = join(folder, 'long.ndjson')
    // Each of a shape of its own, and with its losses measured: otherwise it would be done before anything is shown.
    const errors = Array.from({ length: 100_000 }, (_, i) => {
      return `{"type":"NOT_FOUND","message":"gone","recoverable":false,"data":{"field_${i}":${i}}}\n`
    })
    writeFileSync(lines, errors.join(''))
    const losses = join(folder, 'losses.ndjson')
    const convert = `"${process.execPath}" "${command}" convert ${lines} --to pydantic --report-file ${losses}`
    const seen = atTerminal(`${convert} > /dev/null`)
    const [first = '', ...steps] = seen.split('\r\u001b[K')
    expect([first, steps.at(-1)]).toEqual(['', ''])
    expect(steps.length).toBeGreaterThan(1)
    for (const step of steps.slice(0, -1))
      expect(step).toMatch(/^\d+ documents, [\d.]+ [kM]B of 8\.7 MB, \d+ %$/)
    expect(atTerminal(`${convert} 2>&1 > /dev/null | cat`)).toBe('')
    expect(atTerminal(`${convert} > /dev/null`, { TERM: 'dumb' })).toBe('')
    // Between documents that are shown at the same terminal it would be in the way.
    expect(atTerminal(convert)).not.toContain('\u001b')
  })
})

describe('colours', () => {
  it('are for terminals only', () => {
    expect(coloursFor({ isTTY: true }, {}).bad('x')).toBe('\u001b[31mx\u001b[39m')
    expect(coloursFor({}, {}).bad('x')).toBe('x')
    expect(coloursFor({ isTTY: true }, { NO_COLOR: '1' }).good('x')).toBe('x')
    // By its convention an empty one says nothing.
    expect(coloursFor({ isTTY: true }, { NO_COLOR: '' }).faint('x')).not.toBe('x')
  })
})

describe('columns', () => {
  it('are as wide as they need, and lines end with their text', () => {
    expect(
      columns([
        ['a', 'b', ''],
        ['long', 'c', 'd'],
      ]),
    ).toBe('a     b\nlong  c  d\n')
    expect(columns([])).toBe('')
  })
})

describe('a number of bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1500, '1.5 kB'],
    [2_000_000_000, '2.0 GB'],
  ])('%d is %s', (count, text) => {
    expect(inBytes(count)).toBe(text)
  })
})

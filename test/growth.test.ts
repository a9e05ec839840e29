import { describe, expect, it } from 'vitest'
import { classify, dialects, readThrown, safeDecode, stringify } from '../src'
import type { CanonicalError } from '../src/core/canonical-error'
import { readToolResult } from '../src/mcp'

// What is eight times as long may take eight times as long, not sixty-four times.
const short = 8_000
const times = 8
// A factor for what a busy machine, a cold start and a collector of garbage make of it.
const tolerance = 3

/** The processor's time, which other programs do not change: the least of some runs, as the first ones compile. */
function effort(run: () => unknown): number {
  const runs = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...runs)
}

/** How many times as much the long one takes, for each character of it. */
function growth(run: (size: number) => () => unknown): number {
  const [few, many] = [run(short), run(short * times)]
  // What takes less than a few milliseconds is not worth measuring.
  return effort(many) / (times * Math.max(effort(few), 5_000))
}

const fillings: readonly string[] = [
  ' ',
  '\n',
  '"',
  "'",
  '7',
  'a',
  ':',
  '{',
  '[',
  '<a>',
  '.a',
  'a-',
  'a: ',
  '404 ',
  'http://',
  ': 404 ',
  '\n    at ',
  '\n- a: b',
  '\n\nerrlingua: ',
  'Error: ',
  "Error calling tool 'x': ",
  "Error: ToolException('",
  'Invalid arguments for tool x: ',
  '1 validation error for x\na\n  b\n',
  'data/a must b, ',
  '✖ ',
  'retry after 1s, ',
  'exceeded the ',
]

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'safeDecode as text': (text) => safeDecode(text, { dialect: 'text' }),
  'safeDecode of a failure': (text) => safeDecode(text, { failed: true }),
  safeDecode: (text) => safeDecode(text),
  classify,
  readToolResult: (text) => readToolResult({ content: [{ type: 'text', text }], isError: true }),
  readThrown: (text) => readThrown(new Error(text)),
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it.each(fillings)('takes time that grows with the length of a text of %j only', (filling) => {
    const textOf = (size: number) => filling.repeat(Math.ceil(size / filling.length))
    expect(growth((size) => () => read(textOf(size)))).toBeLessThan(tolerance)
  })
})

it.each(['"code":[\n1],', '"code":{\n"a":1},', '"x":[\n1],', '"code":[1, 2],', '"retry_after":[\n1\n],'])(
  'takes time that grows with the number of members like %j only',
  (member) => {
    const textOf = (size: number) =>
      `{"type":"NOT_FOUND","message":"m","recoverable":false,${member.repeat((4 * size) / member.length)}"z":1}`
    expect(growth((size) => () => safeDecode(textOf(size)))).toBeLessThan(tolerance)
  },
)

it('does not look for words of frameworks as deep as they are nested', () => {
  const nested = (depth: number) => "Error: ToolException('".repeat(depth) + "')".repeat(depth)
  expect(safeDecode(nested(20_000), { failed: true }).success).toBe(true)
  expect(growth((size) => () => safeDecode(nested(size / 24), { failed: true }))).toBeLessThan(tolerance)
})

const many: Readonly<Record<string, (count: number) => Partial<CanonicalError>>> = {
  details: (count) => ({
    details: Object.fromEntries(numbered(count).map((i) => [`key${i}`, `value ${i}`])),
  }),
  issues: (count) => ({ issues: numbered(count).map((i) => ({ path: `field${i}`, message: `wrong ${i}` })) }),
  actions: (count) => ({ actions: numbered(count).map((i) => `action${i}`) }),
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

const written = dialects.filter((dialect) => 'write' in dialect).map(({ id }) => id)

describe.each(written)('%s', (dialect) => {
  it.each(Object.entries(many))('is read in time that grows with the number of %s only', (_, having) => {
    const body = (size: number) =>
      stringify(
        { code: 'invalid_input', message: 'It is wrong.', severity: 'error', ...having(size / 40) },
        dialect,
      )
    expect(
      growth((size) =>
        (
          (text) => () =>
            safeDecode(text)
        )(body(size)),
      ),
    ).toBeLessThan(tolerance)
  })
})

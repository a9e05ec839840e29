import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
// Inside the package, so that `errlingua` means this very build.
const folder = new URL('dist/.examples/', root)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function examplesIn(file: string): { name: string; code: string }[] {
  const page = readFileSync(new URL(file, root), 'utf8')
  return [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ''], i) => ({
    name: `${file} ${i + 1}`,
    code,
  }))
}

const examples = [...examplesIn('README.md'), ...examplesIn('CONTRIBUTING.md')]

describe('the examples in the documents', () => {
  it.each(examples)('$name prints what it says', ({ name, code }) => {
    mkdirSync(folder, { recursive: true })
    const file = new URL(`${name.replaceAll(' ', '-')}.mjs`, folder)
    writeFileSync(file, code)
    const printed = execFileSync(process.execPath, [fileURLToPath(file)], { encoding: 'utf8' })
    const said = [...code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line]) => line)
    expect(printed.trimEnd().split('\n').join('\n')).toBe(said.join('\n'))
  })

  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4)
  })
})

function run(example: string): string {
  return execFileSync(process.execPath, [`examples/${example}.js`], { cwd: root, encoding: 'utf8' })
}

describe('the example of a gateway', () => {
  it('has three servers of different dialects behind one client', () => {
    const printed = run('gateway')
    expect(printed.match(/^ {2}→ .*$/gm)?.map((line) => line.slice(4))).toEqual([
      'rate_limited from mail: retry',
      'a success, as it was',
      'conflict from reservations: wait',
      'already_exists from billing: wait',
      'connection_refused from billing: retry',
    ])
    expect(printed.match(/^ {2}\{"type":"[A-Z_]+","message":/gm)).toHaveLength(4)
    expect(printed).toMatch(/^mail +pydantic +rate_limited +1$/m)
  })
})

describe('the example of a server', () => {
  it('answers in the dialect that the client asks for', () => {
    const printed = run('server')
    expect(printed).toContain('  Buy milk.')
    expect(printed).toContain('  <tool_error code="NOT_FOUND" severity="error">')
    expect(printed).toContain('  {"type":"CONFLICT","message":"The note is being edited."')
    expect(printed).toContain('  {"error":{"code":"MCP_CONNECTION_REFUSED"')
    expect(printed).toContain('    "kind": "toolError:v1",')
    expect(printed.match(/, isError$/gm)).toHaveLength(4)
  })
})

describe("the example of an agent's loop", () => {
  it('tries again what may help, and does what each other error advises', () => {
    const printed = run('agent-loop')
    expect(printed.match(/^ {2}→ .*$/gm)?.map((line) => line.slice(4))).toEqual([
      'page 1, page 2',
      'call once more without the fault: title: must not be empty',
      'ask a person: Only editors publish.',
      'use search instead',
    ])
    expect(printed.match(/attempt \d/g)).toHaveLength(6)
  })
})

describe('the example fleet', () => {
  it('is detected, advised on and written in one dialect for programs and one for models', () => {
    const printed = execFileSync(process.execPath, ['examples/fleet.js'], { cwd: root, encoding: 'utf8' })
    expect(printed.match(/^ {2}detected {2}.*$/gm)).toEqual([
      '  detected  fusion (1)',
      '  detected  adhoc (0.65)',
      '  detected  graphql (0.95)',
      '  detected  text (0.65)',
      '  detected  agentapi (1)',
      '  detected  pydantic (1)',
      '  detected  toolerror-v1 (1)',
      '  detected  interbase (1)',
      '  detected  problem-details (0.95)',
      '  detected  fusion (1)',
    ])
    expect(printed.match(/^ {2}advice {4}\w+/gm)?.map((line) => line.trim().split(/ +/)[1])).toEqual([
      'wait',
      'retry',
      'work_around',
      'ask',
      'retry',
      'ask',
      'give_up',
      'wait',
      'wait',
      'fix_input',
    ])
    expect(printed.match(/loses nothing|has no member for/g)).toHaveLength(18)
    expect(printed).not.toContain('\u001b')
  })
})

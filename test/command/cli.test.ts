import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliCase, casesIn, cliPages, written } from './cli-cases'

const built = fileURLToPath(new URL('../../dist/command.js', import.meta.url))
const files = fileURLToPath(new URL('../fixtures/cli/files/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'errlingua-cli-'))
const programs = join(folder, 'bin')

beforeAll(() => {
  mkdirSync(programs)
  const program = join(programs, 'errlingua')
  writeFileSync(
    program,
    `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(built)} "$@"\n`,
  )
  chmodSync(program, 0o755)
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command as a user would, in a folder with the example files. */
function run({ command, stdin }: CliCase): { stdout: string; stderr: string; status: number } {
  const cwd = mkdtempSync(join(folder, 'case-'))
  cpSync(files, cwd, { recursive: true })
  const env = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter), NO_COLOR: '' }
  const { stdout, stderr, status } = spawnSync('bash', ['-c', command], {
    cwd,
    env,
    input: stdin,
    encoding: 'utf8',
  })
  return { stdout, stderr, status: status ?? -1 }
}

const pages = cliPages().map(({ file, url, page }) => ({ file, url, page, cases: casesIn(file, page) }))

describe.each(pages)('the commands of $file', ({ url, cases }) => {
  it('are there', () => {
    expect(cases).not.toEqual([])
  })

  it.each(cases)('$name', (each) => {
    const got = run(each)
    // `UPDATE=1` writes down what has come; look at the difference before it is committed.
    if (process.env.UPDATE) {
      writeFileSync(
        url,
        readFileSync(url, 'utf8').replace(each.block, () => written(each, got)),
      )
    } else {
      const { stdout, stderr, status } = each
      expect(got).toEqual({ stdout, stderr, status })
    }
  })
})

/** What the README shows of a terminal. */
function shownIn(page: string): { command: string; output: string }[] {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => ({ command: part.split('\n', 1)[0] ?? '', output: part.slice(part.indexOf('\n') + 1) })),
  )
}

describe('the commands of the README', () => {
  it('that are filters of others are run, too', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, filter] = /after:exec:(errlingua [^']*)'/.exec(readme) ?? []
    const tested = pages.flatMap(({ cases }) => cases.map(({ command }) => command))
    expect(tested).toContain(filter)
  })

  it('are among those that are run, and print what it shows', () => {
    const shown = shownIn(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
    expect(shown.length).toBeGreaterThanOrEqual(5)
    const tested = pages.flatMap(({ cases }) => cases)
    for (const { command, output } of shown) {
      const found = tested.find((each) => each.command === command)
      expect(found && found.stdout + found.stderr, command).toBe(output)
    }
  })
})

import { readdirSync, readFileSync } from 'node:fs'

/** A command, what it is given and what has to come of it. */
export interface CliCase {
  /** The file and the heading that it stands under. */
  name: string
  file: string
  /** The block as it stands. */
  block: string
  command: string
  stdin: string
  stdout: string
  stderr: string
  status: number
}

const fenced = /^```\n(% [\s\S]*?\n)```$/gm

/**
 * The cases of a page: blocks that begin with `% ` and a command, then standard input up to `^D`, then standard output,
 * the lines of standard error behind `2> `, and the exit status behind `=> ` where it is not 0.
 */
export function casesIn(file: string, page: string): CliCase[] {
  return [...page.matchAll(fenced)].map((match) => {
    const block = match[1] ?? ''
    const before = page.slice(0, match.index)
    const [heading = ''] = before.match(/^#+ .*$/gm)?.slice(-1) ?? []
    return { name: `${file}: ${heading.replace(/^#+ /, '')}`, file, block, ...parsed(block) }
  })
}

function parsed(block: string): Omit<CliCase, 'name' | 'file' | 'block'> {
  const [first = '', ...lines] = block.replace(/\n$/, '').split('\n')
  const end = lines.indexOf('^D')
  const output = lines.slice(end + 1)
  const [status = '=> 0'] = output.filter((line) => line.startsWith('=> '))
  const text = (part: readonly string[]) => part.map((line) => `${line}\n`).join('')
  return {
    command: first.slice(2),
    stdin: text(lines.slice(0, Math.max(end, 0))),
    stdout: text(output.filter((line) => !/^(?:2|=)> ?/.test(line))),
    stderr: text(output.filter((line) => /^2> ?/.test(line)).map((line) => line.replace(/^2> ?/, ''))),
    status: Number(status.slice(3)),
  }
}

/** A case with what has come of it, as it stands in a page. */
export function written(
  { command, stdin }: CliCase,
  got: Pick<CliCase, 'stdout' | 'stderr' | 'status'>,
): string {
  const errors = got.stderr.replace(/.*\n/g, (line) => `2> ${line}`)
  const status = got.status === 0 ? '' : `=> ${got.status}\n`
  return `% ${command}\n${stdin}^D\n${got.stdout}${errors}${status}`
}

const folder = new URL('../fixtures/cli/', import.meta.url)

/** All pages, by their names. */
export function cliPages(): { file: string; url: URL; page: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => {
      const url = new URL(file, folder)
      return { file, url, page: readFileSync(url, 'utf8') }
    })
}

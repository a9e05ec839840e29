#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { CommandError, exitCodes } from './command-error'
import { convert } from './convert'
import { detect } from './detect'
import { dialects } from './dialects'
import { explain } from './explain'
import { matrix } from './matrix'

/** One subcommand: its help, and what it does with its arguments. */
export interface Subcommand {
  readonly summary: string
  readonly help: string
  run(args: readonly string[]): void
}

const subcommands: Readonly<Record<string, Subcommand>> = { convert, detect, explain, dialects, matrix }

const help = `errlingua: translates MCP tool errors between dialects

Usage: errlingua <command> [options]

Commands:
${Object.entries(subcommands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

errlingua <command> --help says more. Exit codes: ${exitCodes.ok} done, ${exitCodes.input} the input is not a
readable error, ${exitCodes.usage} the command was called wrongly.
`

function main([name = '--help', ...args]: readonly string[]): void {
  if (['--help', '-h', 'help'].includes(name)) print(help)
  else if (['--version', '-v'].includes(name)) print(`${version()}\n`)
  else runSubcommand(name, args)
}

function runSubcommand(name: string, args: readonly string[]): void {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (!subcommand) {
    const known = Object.keys(subcommands).join(', ')
    throw new CommandError(exitCodes.usage, `There is no command ${JSON.stringify(name)}. Known: ${known}.`)
  }
  if (args.includes('--help') || args.includes('-h')) print(subcommand.help)
  else subcommand.run(args)
}

function print(text: string): void {
  process.stdout.write(text)
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(`errlingua: standard output cannot be written (${error.code}).\n`)
  process.exit(exitCodes.input)
})

try {
  main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  process.stderr.write(`errlingua: ${error.message}\n`)
  process.exitCode = error.exitCode
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { CommandError } from './command-error'
import { exitCodes, exitMeanings } from './exit-codes'
import { nearest } from './nearest'
import { helpOf, runSubcommand, type Subcommand } from './subcommand'
import { subcommands } from './subcommands'
import { tell } from './tell'
import { columns } from './terminal'

const help = () => `errlingua: translates MCP tool errors between dialects

Usage: errlingua <command> [options]

Commands:
${indented(columns(Object.entries(subcommands).map(([name, { summary }]) => [name, summary])))}
errlingua <command> --help says more, with examples; errlingua --version says which version this is.

Exit codes:
${indented(columns(exitMeanings))}`

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ')
}

async function main([name = '--help', ...args]: readonly string[]): Promise<void> {
  const [about] = args
  if (['--help', '-h', 'help'].includes(name)) {
    process.stdout.write(about === undefined ? help() : helpOf(await subcommandNamed(about)))
  } else if (['--version', '-v'].includes(name)) process.stdout.write(`${version()}\n`)
  else await runSubcommand(name, await subcommandNamed(name), args)
}

async function subcommandNamed(name: string): Promise<Subcommand> {
  const entry = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (entry) return entry.load()
  const known = Object.keys(subcommands)
  const meant = nearest(name, known)
  const hint = name.startsWith('-')
    ? 'Options stand behind the command.'
    : meant !== undefined
      ? `Did you mean ${meant}?`
      : `Known: ${known.join(', ')}.`
  throw new CommandError(exitCodes.usage, `There is no command ${JSON.stringify(name)}. ${hint}`)
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  tell(`standard output cannot be written (${error.code}).`)
  process.exit(exitCodes.input)
})
process.stderr.on('error', () => {})

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  tell(error.message)
  process.exitCode = error.exitCode
}

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError } from './command-error'
import { writableIds } from './dialects'
import { exitCodes } from './exit-codes'
import { Output, unwritable } from './output'
import { defineSubcommand, wrong } from './subcommand'
import { tell } from './tell'
import { wrapConfig } from './wrap/config'
import { isLauncher, optionWords } from './wrap/proxy-words'
import { replaceFile } from './wrap/write'

/** The options that the proxy takes as they are. */
const flags = ['lean', 'no-promote', 'no-redact', 'stats'] as const

export const wrap = defineSubcommand({
  usage: ['wrap CONFIG --to DIALECT [options]', 'wrap CONFIG --unwrap [options]'],
  about: `Puts the MCP servers of a client behind errlingua proxy: prints its configuration with every server that is a command,
or that has an address of Streamable HTTP, started through the proxy. Wrapping again changes what is asked for and
keeps the rest, and never adds a second proxy; to take an option back, unwrap first. All else in the file stays as it
is, comments included, but for those inside the address and the headers of a server.
CONFIG is the file of Claude Desktop, Claude Code, Cursor, Windsurf, Cline, Gemini ("mcpServers") or VS Code
("servers"), or - for standard input. A client cannot sign in (OAuth) to a server through the proxy, nor does it speak
HTTP+SSE (in Gemini's file, "url"): leave such servers out with --except.`,
  takesOperands: true,
  options: {
    to: { takes: 'DIALECT', choices: writableIds, says: 'the dialect to translate errors into' },
    only: { takes: 'NAME', repeats: true, says: 'only this server; may be repeated' },
    except: { takes: 'NAME', repeats: true, says: 'not this server; may be repeated' },
    lean: { says: 'for the proxy: leave out what only travels to make the way back exact' },
    'no-promote': { says: 'for the proxy: leave errors without isError alone' },
    'no-redact': { says: 'for the proxy: leave secrets, traces and paths in errors' },
    log: { takes: 'FILE', says: 'for the proxy: append each error as a line of JSON' },
    stats: { says: 'for the proxy: print counts by dialect and code at the end' },
    launcher: {
      takes: 'COMMAND',
      says: 'what starts errlingua (npx -y errlingua): words with spaces between\nthem, the last one errlingua or the path of it or of its command.js; a\nword with spaces stands in quotes',
    },
    unwrap: { says: 'take the proxy away again' },
    write: { says: 'change the file, with a backup beside it' },
  },
  examples: [
    'errlingua wrap ~/.cursor/mcp.json --to interbase',
    'errlingua wrap .vscode/mcp.json --to fusion --only github --write',
    'errlingua wrap claude_desktop_config.json --to agentapi --launcher "node /opt/errlingua/dist/command.js"',
    'errlingua wrap ~/.cursor/mcp.json --unwrap --write',
  ],
  async run({ options, operands }) {
    const [file] = operands
    if (file === undefined || operands.length > 1) throw wrong('wrap', 'wrap needs one CONFIG.')
    if (file === '-' && options.write) throw wrong('wrap', '--write needs a file, not standard input.')
    const passedOn = [
      ...flags.filter((flag) => options[flag]).map((flag) => `--${flag}`),
      // The client starts the proxy in a folder of its own choice.
      ...(options.log === undefined ? [] : optionWords('log', logIn(options.log))),
    ]
    const launcher = options.launcher === undefined ? undefined : launcherIn(options.launcher)
    const { to } = options
    if (options.unwrap === (to !== undefined))
      throw wrong('wrap', 'wrap needs either --to DIALECT or --unwrap.')
    const wrapping = to === undefined ? undefined : { launcher, to, passedOn }
    const input = file === '-' ? 'standard input' : file
    const before = await bytesOf(file, input)
    const { only, except } = options
    const { text, changed, notes } = wrapConfig(textOf(before, input), {
      wrapping,
      launcher,
      only,
      except,
      input,
    })
    for (const note of notes) tell(note)

    if (!options.write) {
      const output = new Output(process.stdout)
      output.add(text)
      await output.flush()
    } else if (changed === 0) {
      tell(`${file} is as it should be: nothing is written.`)
    } else {
      const backup = await written(file, before, text)
      const servers = changed === 1 ? '1 server' : `${changed} servers`
      const done = options.unwrap ? 'unwrapped' : 'wrapped'
      tell(`${servers} ${done} in ${file}; the file as it was is ${backup}.`)
    }
  },
})

function launcherIn(text: string): readonly string[] {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  if (!isLauncher(words)) {
    const sentence =
      '--launcher must end in errlingua or in its command.js, so that what is wrapped is known again.'
    throw wrong('wrap', sentence)
  }
  return words
}

/** A path that does not depend on where the client starts the proxy. A variable of the client's stays. */
function logIn(path: string): string {
  if (path === '') throw wrong('wrap', '--log needs the path of a file.')
  return path.startsWith('$') ? path : resolve(path)
}

async function bytesOf(file: string, input: string): Promise<Buffer> {
  try {
    if (file !== '-') return await readFile(file)
    const chunks: Buffer[] = []
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new CommandError(exitCodes.input, `${input} cannot be read (${code}).`)
  }
}

/** The text, with its byte order mark; bytes that are no UTF-8 would not come out again as they were. */
function textOf(bytes: Buffer, input: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CommandError(exitCodes.input, `${input} is no text in UTF-8.`)
  }
}

async function written(file: string, before: Buffer, after: string): Promise<string> {
  try {
    return await replaceFile(file, before, after)
  } catch (error) {
    throw unwritable(file, error)
  }
}

import {
  applyEdits,
  type Edit,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { CommandError } from '../command-error'
import { exitCodes } from '../exit-codes'
import { wrong } from '../subcommand'
import { unwrapEntry, wrapEntry } from './entry'
import { membersOf } from './json-text'
import type { Wrapping } from './proxy-words'
import { quotedName } from './server-name'

/** What is to be done with a client's configuration. */
export interface ConfigOptions {
  /** What to put in front of the servers; without it, it is taken away. */
  readonly wrapping?: Wrapping | undefined
  /** What starts errlingua, where that is not easily seen, for what is taken away. */
  readonly launcher?: readonly string[] | undefined
  /** Only these servers, if any is named. */
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  /** What the configuration is called in errors. */
  readonly input?: string
}

/** A configuration, and what has become of it. */
export interface WrappedConfig {
  readonly text: string
  /** How many servers are different now. */
  readonly changed: number
  /** A sentence for each server that is left as it is, though it was meant, or that may not start. */
  readonly notes: readonly string[]
}

/** Where clients keep their servers; a star is any name. */
const places: readonly (readonly string[])[] = [
  // Claude Desktop, Claude Code, Cursor, Windsurf, Cline, Gemini
  ['mcpServers'],
  // VS Code's mcp.json
  ['servers'],
  // VS Code's settings.json
  ['mcp', 'servers'],
  ['mcp.servers'],
  // Claude Code's ~/.claude.json
  ['projects', '*', 'mcpServers'],
]

/** Puts the servers of a configuration behind the proxy, or takes them out; all else stays byte for byte. */
export function wrapConfig(given: string, options: ConfigOptions): WrappedConfig {
  const { wrapping, input = 'The configuration' } = options
  const mark = given.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = given.slice(mark.length)
  const servers = serversIn(treeOf(text, input), input)
  const isMeant = chosen(
    servers.map(({ name }) => name),
    options,
  )

  const edits: Edit[] = []
  const notes: string[] = []
  for (const { name, value } of servers.filter((server) => isMeant(server.name))) {
    const entry = text.slice(value.offset, value.offset + value.length)
    const outcome = wrapping ? wrapEntry(name, entry, wrapping) : unwrapEntry(entry, options.launcher)
    if ('leftBecause' in outcome) {
      notes.push(`${quotedName(name)} is left as it is: ${outcome.leftBecause}`)
    } else if (outcome.entry !== entry) {
      edits.push({ offset: value.offset, length: value.length, content: outcome.entry })
      if (outcome.note !== undefined) notes.push(`${quotedName(name)} may not start: ${outcome.note}`)
    }
  }
  return { text: mark + applyEdits(text, edits), changed: edits.length, notes }
}

function treeOf(text: string, input: string): Node | undefined {
  const errors: ParseError[] = []
  const tree = withoutOverflow(input, () => parseTree(text, errors, { allowTrailingComma: true }))
  const [error] = errors
  if (!error) return tree
  const lines = text.slice(0, error.offset).split(/\r\n|\r|\n/)
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  // "CommaExpected"; the text itself is not quoted, for it may be a secret.
  const what = printParseErrorCode(error.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  throw new CommandError(exitCodes.input, `${input} is no JSON, not even with comments: ${place}: ${what}.`)
}

function withoutOverflow<T>(input: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(exitCodes.input, `${input} is nested too deep.`)
  }
}

interface Server {
  readonly name: string
  readonly value: Node
}

function serversIn(tree: Node | undefined, input: string): readonly Server[] {
  const containers = tree ? places.flatMap((place) => objectsAt(tree, place)) : []
  if (containers.length > 0) return containers.flatMap(membersOf)
  const known = places.map((place) => place.map(nameInPath).join('.')).join(', ')
  throw new CommandError(exitCodes.input, `${input} has no MCP servers. Looked for an object at ${known}.`)
}

function nameInPath(name: string): string {
  return name.includes('.') ? JSON.stringify(name) : name
}

function objectsAt(node: Node, [name, ...deeper]: readonly string[]): readonly Node[] {
  if (name === undefined) return node.type === 'object' ? [node] : []
  const members = membersOf(node)
  // Of two members with one name clients take the last.
  const meant = name === '*' ? members : members.filter((member) => member.name === name).slice(-1)
  return meant.flatMap(({ value }) => objectsAt(value, deeper))
}

function chosen(names: readonly string[], { only = [], except = [] }: ConfigOptions) {
  for (const name of [...only, ...except]) {
    if (names.includes(name)) continue
    const known = [...new Set(names)].map(quotedName).join(', ') || 'none'
    throw wrong('wrap', `There is no server ${JSON.stringify(name)}. Known: ${known}.`)
  }
  return (name: string) => (only.length === 0 || only.includes(name)) && !except.includes(name)
}

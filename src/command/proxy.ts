import { validateHeaderValue } from 'node:http'
import { builtIn } from '../built-in'
import { codes } from '../core/codes'
import { type CanonicalCode, type DialectId, EncodeError } from '../index'
import { ListedTools } from '../mcp/listed-tools'
import { checkTarget } from '../mcp/normalize-tool-result'
import { connectChild, StartError } from '../proxy/child-connection'
import { HttpChildren, type Start } from '../proxy/http-children'
import { connectHttp } from '../proxy/http-connection'
import { HttpGateway } from '../proxy/http-gateway'
import { type Address, isLoopback, serveHttp } from '../proxy/http-server'
import { Ledger } from '../proxy/ledger'
import { answersFor, Relay, type RelayOptions } from '../proxy/relay'
import { serveStdio } from '../proxy/stdio-front'
import { CommandError } from './command-error'
import { readableIds, writableIds } from './dialects'
import { exitCodes } from './exit-codes'
import { unwritable } from './output'
import { countIn, defineSubcommand, wrong } from './subcommand'
import { tell } from './tell'

/** As much as a decoder reads by default. */
const defaultMaxMessage = 2 ** 24

export const proxy = defineSubcommand({
  usage: [
    'proxy --to DIALECT [options] -- command [arguments...]',
    'proxy --to DIALECT [options] --url URL',
    'proxy --to DIALECT [options] --listen HOST:PORT (--url URL | -- command [arguments...])',
  ],
  about: `Stands in front of an MCP server and translates the errors of its tools. In front, it speaks MCP on standard input and
output, or with --listen Streamable HTTP; behind, it starts the server as a child process, or with --url speaks
Streamable HTTP. Every message that has no error to translate passes as it is, byte for byte.`,
  takesCommandLine: true,
  options: {
    to: { takes: 'DIALECT', choices: writableIds, says: 'the dialect to translate errors into' },
    url: { takes: 'URL', says: 'the address of the server behind' },
    header: {
      takes: 'LINE',
      repeats: true,
      says: '"Name: value" to send to the server behind; may be repeated. Secrets\nare better kept in the environment: ERRLINGUA_HEADERS, one a line',
    },
    listen: { takes: 'HOST:PORT', says: 'serve HTTP there, at /mcp; port 0 takes a free one' },
    'allow-origin': {
      takes: 'ORIGIN',
      repeats: true,
      says: 'with --listen: serve the pages of https://host[:port], too; may be\nrepeated',
    },
    server: { takes: 'NAME', says: "the server's name, for the log and the errors' origin" },
    from: { takes: 'DIALECT', choices: readableIds, says: 'the dialect that the server is known to speak' },
    override: {
      takes: 'CODE=CODE',
      repeats: true,
      says: 'what a code of the server means: -32001=not_found; may be repeated',
    },
    format: { takes: 'FORMAT', says: 'for a dialect with several formats (toolerror-v1)' },
    'protocol-errors': {
      takes: 'WHAT',
      choices: ['keep', 'tool-result'],
      says: 'JSON-RPC errors that answer a tool call: keep (the default), or make\ntool results of them',
    },
    lean: { says: 'leave out what only travels (in _meta) to make the way back exact' },
    promote: { says: 'take errors without isError for errors (the default)' },
    'no-promote': { says: 'leave them alone' },
    redact: { says: 'take secrets, stack traces and paths of the server out of errors (the\ndefault)' },
    'no-redact': { says: 'leave them in' },
    stats: { says: 'print counts by dialect and code at the end; SIGUSR2 always does' },
    log: { takes: 'FILE', says: 'append each error as a line of JSON; errlingua audit reads it' },
    'max-message': { takes: 'BYTES', says: `the longest message that passes (${defaultMaxMessage})` },
  },
  examples: [
    'errlingua proxy --to interbase -- npx -y @modelcontextprotocol/server-filesystem /data',
    'errlingua proxy --to fusion --url https://mcp.example.com/mcp --log errors.ndjson',
    'errlingua proxy --to agentapi --listen 127.0.0.1:8080 --url http://127.0.0.1:3000/mcp --stats',
  ],
  async run({ options, commandLine }) {
    const { to, url, listen, server, log } = options
    if (to === undefined) throw wrong('proxy', 'proxy needs --to DIALECT.')
    if ((url === undefined) === (commandLine.length === 0)) {
      throw wrong('proxy', 'proxy needs either a command behind -- or --url URL.')
    }
    if (url === undefined && options.header.length > 0) {
      throw wrong('proxy', '--header is for a server behind --url; a command takes its environment.')
    }
    const origins = options['allow-origin'].map(originIn)
    if (listen === undefined && origins.length > 0) throw wrong('proxy', '--allow-origin is for --listen.')
    if (commandLine[0] === '') throw wrong('proxy', 'The command behind -- is empty.')
    const maxMessage = countIn('proxy', 'max-message', options['max-message']) ?? defaultMaxMessage
    const settings: RelayOptions = {
      to: to as DialectId,
      preserve: !options.lean,
      promote: !options['no-promote'],
      redact: !options['no-redact'],
      ...(server !== undefined && { server }),
      ...(options.from !== undefined && { dialect: options.from as DialectId }),
      ...(options.format !== undefined && { format: options.format }),
      ...(options['protocol-errors'] === 'tool-result' && { protocolErrors: 'tool-result' }),
      overrides: overridesIn(options.override),
    }
    checked(settings)
    const ledger = ledgerOf(to as DialectId, server, log)
    const tellCounts = () => process.stderr.write(ledger.summary())
    process.on('SIGUSR2', tellCounts)
    // Whoever reads the output decides when it ends; the proxy has its server to end first.
    process.stdout.removeAllListeners('error')

    const relaying: RelayOptions = { ...settings, tools: new ListedTools(), isServing: listen !== undefined }
    const answers = answersFor(relaying, ledger)
    const createRelay = () => new Relay(relaying, ledger, answers)
    const upstream = url === undefined ? undefined : { url: urlOf(url), headers: headersIn(options.header) }

    const status = await ended(() => {
      const start: Start = (relay, deliver) => connectChild(commandLine, relay, maxMessage, deliver)
      if (listen === undefined) {
        const relay = createRelay()
        const client = { input: process.stdin, output: process.stdout }
        return serveStdio(client, relay, maxMessage, async (deliver) =>
          upstream ? connectHttp(upstream, relay, maxMessage, deliver, tell) : start(relay, deliver),
        )
      }
      const address = addressIn(listen)
      if (!isLoopback(address.host)) tell(`Whoever reaches ${listen} can use the server.`)
      const front = upstream
        ? new HttpGateway(upstream, createRelay, maxMessage)
        : new HttpChildren(createRelay, start, maxMessage)
      return serveHttp(address, front, (at) => tell(`listening on ${at}`), origins)
    })
    if (options.stats) tellCounts()
    ledger.close()
    process.exit(status)
  },
})

function checked(settings: RelayOptions): void {
  try {
    checkTarget(builtIn, settings)
  } catch (error) {
    throw error instanceof EncodeError ? wrong('proxy', error.message) : error
  }
}

async function ended(serve: () => Promise<number>): Promise<number> {
  try {
    return await serve()
  } catch (error) {
    if (error instanceof StartError) throw new CommandError(exitCodes.server, error.message)
    throw error
  }
}

function ledgerOf(to: DialectId, server: string | undefined, log: string | undefined): Ledger {
  try {
    return new Ledger(to, server, log, tell)
  } catch (error) {
    throw unwritable(String(log), error)
  }
}

function overridesIn(pairs: readonly string[]): Record<string, CanonicalCode> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      const [native, code] = [pair.slice(0, at), pair.slice(at + 1)]
      if (at < 1 || !Object.hasOwn(codes, code)) {
        throw wrong(
          'proxy',
          `--override takes a code of the server and a canonical code, not ${JSON.stringify(pair)}.`,
        )
      }
      return [native, code as CanonicalCode]
    }),
  )
}

function urlOf(text: string): URL {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch {
    // Said below.
  }
  throw wrong('proxy', '--url takes an address that begins with http:// or https://.')
}

/** An origin as browsers say it. */
function originIn(text: string): string {
  try {
    const { origin } = new URL(text)
    if (/^https?:/.test(text) && text.replace(/\/$/, '').toLowerCase() === origin) return origin
  } catch {
    // Said below.
  }
  throw wrong('proxy', `--allow-origin takes https://host or https://host:port, not ${JSON.stringify(text)}.`)
}

function addressIn(text: string): Address {
  const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(text) ?? []
  if (!/^[^\s/@?#]+$/.test(host) || Number(port) > 65_535) {
    throw wrong('proxy', `--listen takes HOST:PORT, not ${JSON.stringify(text)}.`)
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

function isHeaderValue(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/

/** The headers that are asked for, and those of the environment. What they say is never shown. */
function headersIn(lines: readonly string[]): Record<string, string> {
  const kept = (process.env.ERRLINGUA_HEADERS ?? '').split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    [...kept, ...lines].map((line) => {
      const colon = line.indexOf(':')
      const [name, value] = [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()]
      if (!headerName.test(name) || !isHeaderValue(name, value)) {
        throw wrong('proxy', '--header and ERRLINGUA_HEADERS take "Name: value".')
      }
      return [name.toLowerCase(), value]
    }),
  )
}

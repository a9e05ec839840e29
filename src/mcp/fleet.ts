import { builtIn, type DialectId } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import type { CanonicalCode } from '../core/codes'
import type { Translator } from '../core/translator'
import type { AnswerOptions } from './answers'
import { type ErrorAttributes, errorAttributes } from './error-attributes'
import { checkServer } from './known-server'
import { type ListedTool, ListedTools } from './listed-tools'
import { type ClientLike, normalizeClient } from './normalize-client'
import { checkTarget, errorIn, type NormalizeOptions, normalizeToolResult } from './normalize-tool-result'
import { normalizeTransport, type TransportLike } from './normalize-transport'
import { tell } from './observer'

/** What is known of one server of a fleet; all of it may be left out. */
export interface FleetServer {
  /** The dialect that it speaks. What it says in another one is read all the same. */
  dialect?: DialectId | undefined
  /** What its own codes mean: `{ '-32001': 'not_found' }`. */
  overrides?: Readonly<Record<string, CanonicalCode>> | undefined
  /** Its tools; what `tools/list` says is learned anyway. */
  tools?: readonly ListedTool[] | undefined
}

/** How a fleet is normalized. */
export interface FleetOptions<Name extends string = string> {
  /** The dialect to translate errors into. */
  to: DialectId
  /** The servers by name. */
  servers: Readonly<Record<Name, FleetServer>>
  /** For a dialect with several formats. */
  format?: string | undefined
  /** What becomes of JSON-RPC errors that pass through a transport. Default `keep`. */
  protocolErrors?: 'keep' | 'tool-result' | undefined
  /** What becomes of errors that a client throws. Default `keep`. */
  throws?: 'keep' | 'normalize' | undefined
  /** Carry in `_meta` what the dialect cannot say. Default true. */
  preserve?: boolean | undefined
  /** The dialects; without it, the built-in ones. */
  translator?: Translator | undefined
  /** Is told of every error. What it throws is ignored. */
  onError?: ((event: FleetEvent<Name>) => void) | undefined
}

/** An error of one of the servers. */
export interface FleetEvent<Name extends string = string> {
  server: Name
  tool?: string
  error: CanonicalError
  /** The same as OpenTelemetry attributes. */
  attributes: ErrorAttributes
}

/** How many errors of one kind there were. */
export interface FleetCount<Name extends string = string> {
  server: Name
  dialect: string
  code: CanonicalCode
  count: number
}

/** The call that a result is of, as far as it is known. */
export interface CallFacts {
  tool?: string | undefined
  /** The `outputSchema` that the tool declares. */
  outputSchema?: unknown
}

/** A number of MCP servers, each with its own way of reporting errors, behind one dialect. */
export interface Fleet<Name extends string = string> {
  /** Reads a server's tool result; undefined means that it is not an error. */
  readToolResult(server: Name, result: unknown, call?: CallFacts): CanonicalError | undefined
  /** A server's tool result with its error in the fleet's dialect. */
  normalizeToolResult<T>(server: Name, result: T, call?: CallFacts): T
  /** A server's transport with every answer to `tools/call` normalized. */
  normalizeTransport<T extends TransportLike>(server: Name, transport: T): T
  /** A server's client with normalized results. */
  normalizeClient<C extends ClientLike>(server: Name, client: C): C
  /** How many errors there were, by server, dialect and code. Each error is counted as often as it is handed over. */
  stats(): FleetCount<Name>[]
}

/**
 * A fleet of MCP servers behind one dialect.
 * @throws {EncodeError} when there is no such dialect or format
 */
export function createFleet<const Name extends string>(options: FleetOptions<Name>): Fleet<Name> {
  const { to, format, servers, preserve, protocolErrors, throws, onError, translator = builtIn } = options
  const known = new Map(Object.entries<FleetServer>(servers))
  checkTarget(translator, { to, format })
  for (const [server, facts] of known) checkServer({ ...facts, server }, translator)
  const lists = new Map([...known].map(([name, { tools }]) => [name, new ListedTools(tools)]))
  const counts = new Map<string, FleetCount<Name>>()

  const count = (server: Name, error: CanonicalError, tool: string | undefined): void => {
    const row = { server, dialect: error.origin?.dialect ?? 'text', code: error.code }
    const key = JSON.stringify(row)
    const found = counts.get(key)
    if (found) found.count++
    else counts.set(key, { ...row, count: 1 })
    const attributes = errorAttributes(error, { tool })
    tell(() => onError?.({ server, ...(tool !== undefined && { tool }), error, attributes }))
  }
  const settings = (server: Name): AnswerOptions => {
    const facts = known.get(server)
    if (!facts) {
      const names = [...known.keys()].join(', ')
      throw new TypeError(`There is no server ${JSON.stringify(server)} in the fleet. Known: ${names}.`)
    }
    const { dialect, overrides } = facts
    return {
      to,
      translator,
      server,
      ...(format !== undefined && { format }),
      ...(preserve !== undefined && { preserve }),
      ...(dialect !== undefined && { dialect }),
      ...(overrides && { overrides }),
      ...(protocolErrors && { protocolErrors }),
      tools: lists.get(server) ?? [],
      onError: (error, tool) => count(server, error, tool),
    }
  }
  const optionsFor = (server: Name, { tool, outputSchema }: CallFacts): NormalizeOptions => ({
    ...settings(server),
    outputSchema: outputSchema ?? lists.get(server)?.outputSchemaOf(tool, false),
  })
  const read = (server: Name, result: unknown, call: CallFacts): CanonicalError | undefined => {
    const error = errorIn(result, optionsFor(server, call))
    if (error) count(server, error, call.tool)
    return error
  }

  return {
    readToolResult: (server, result, call = {}) => read(server, result, call),
    normalizeToolResult: (server, result, call = {}) =>
      read(server, result, call) ? normalizeToolResult(result, optionsFor(server, call)) : result,
    normalizeTransport: (server, transport) => normalizeTransport(transport, settings(server)),
    normalizeClient: (server, client) =>
      normalizeClient(client, { ...settings(server), ...(throws && { throws }) }),
    stats: () => [...counts.values()].map((row) => ({ ...row })),
  }
}

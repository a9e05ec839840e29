import { builtIn } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../core/json'
import { isProtocolSignal } from '../core/json-rpc'
import { redact, redactJson } from '../core/redact'
import { readRpcError } from '../core/thrown'
import { compose } from './compose'
import { fromServer } from './known-server'
import { type ListedTool, ListedTools } from './listed-tools'
import { errorIn, type NormalizeOptions, normalizeToolResult, wanted } from './normalize-tool-result'
import { tell } from './observer'
import { redactResult } from './redact-result'
import { redactionFor } from './sent-paths'
import { noSurroundings } from './surroundings'

/** How to normalize what passes between a client and a server. */
export interface AnswerOptions extends Omit<NormalizeOptions, 'outputSchema'> {
  /** What becomes of JSON-RPC errors that answer a tool call. Default `keep`. */
  protocolErrors?: 'keep' | 'tool-result' | undefined
  /** The server's tools, where they are known; what `tools/list` says is learned anyway. */
  tools?: readonly ListedTool[] | ListedTools | undefined
  /** Is told of each error that passes, and of the tool that was called. What it throws is reported to `onerror`. */
  onError?: ((error: CanonicalError, tool: string | undefined) => void) | undefined
}

/** What was asked, to know what an answer is of. */
export interface Asked {
  method: string
  params: JsonObject
}

const answersOfTools: readonly string[] = ['tools/call', 'tasks/result']

/** Whether the answer to a method may be one to normalize, or to learn from. */
export function isOfTools(method: string): boolean {
  return method === 'tools/list' || answersOfTools.includes(method)
}

/** Where a request of the protocol of 2026-07-28 or later says so. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** Whether a request is of the protocol of 2026-07-28 or later, in which every result has to say what it is. */
function isModern({ _meta }: JsonObject): boolean {
  return isJsonObject(_meta) && typeof _meta[versionKey] === 'string'
}

/** An error as it is known, and the tool result that says it. */
interface Failure {
  readonly known: CanonicalError
  readonly made: JsonObject
}

/** Normalizes the answers to the requests of one client to one server. */
export class Answers {
  readonly #options: AnswerOptions
  readonly #tools: ListedTools
  readonly #report: (error: Error) => void
  /** Of one failure very many requests may go unanswered, and writing it takes a while. */
  readonly #failures = new WeakMap<CanonicalError, Failure>()

  /** @param report is told when a caller's `onError` throws */
  constructor(options: AnswerOptions, report: (error: Error) => void) {
    this.#options = options
    this.#report = report
    this.#tools = options.tools instanceof ListedTools ? options.tools : new ListedTools(options.tools)
  }

  /** The answer with its error in the wanted dialect; the same reference where nothing changes. */
  normalized(message: JsonObject, { method, params }: Asked, isServing: boolean): JsonObject {
    const { result, error: rpcError } = message
    if (method === 'tools/list') this.#tools.learn(result, params.cursor === undefined)
    if (!answersOfTools.includes(method)) return message
    const tool = toolIn(params)
    // A server of which nobody has seen the list may have any schema; a client that has not seen it checks none. And a
    // tool that gives a success without structured content has none.
    const isBare = isJsonObject(result) && result.isError !== true && result.structuredContent === undefined
    const outputSchema = this.#tools.outputSchemaOf(tool, isServing && !isBare)
    const redaction = redactionFor(this.#options.redact, params.arguments)
    const options: NormalizeOptions = { ...this.#options, outputSchema, redact: redaction }
    if (isJsonObject(result)) {
      const normalized = this.#normalizedResult(result, options, tool)
      // An answer has no error beside its result; one that has hides nothing in it.
      const error = redaction && rpcError !== undefined ? redactJson(rpcError, redaction) : rpcError
      if (normalized === result && error === rpcError) return message
      return { ...message, ...(error !== undefined && { error }), result: normalized }
    }
    return rpcError === undefined || rpcError === null
      ? message
      : this.#normalizedError(message, rpcError, params, options)
  }

  /**
   * An answer of which nobody knows what was asked, without what is redacted where it is an error; the same reference where
   * nothing changes.
   */
  redacted(message: JsonObject): JsonObject {
    const redaction = redactionFor(this.#options.redact, undefined)
    if (!redaction) return message
    const { result, error } = message
    const isFailure = isJsonObject(result) && result.isError === true
    const clean = {
      ...(isFailure && { result: redactResult(result, redaction) }),
      ...(error !== undefined && !isSignal(error) && { error: redactJson(error, redaction) }),
    }
    const isSame = Object.entries(clean).every(([name, value]) => value === message[name])
    return isSame ? message : { ...message, ...clean }
  }

  /** The members of the answer to a request that failed on the way: a tool result where one was asked for. */
  ofFailure(error: CanonicalError, { method, params }: Asked): { result: JsonObject } | undefined {
    if (!answersOfTools.includes(method)) return undefined
    const { known, made } = this.#failures.get(error) ?? this.#failure(error)
    this.#tell(known, toolIn(params))
    return { result: isModern(params) ? { ...made, resultType: 'complete' } : made }
  }

  #failure(error: CanonicalError): Failure {
    const { to, translator = builtIn } = this.#options
    // It is the same for every call that was open, so it tells of no call's own paths.
    const redaction = redactionFor(this.#options.redact, undefined)
    const known = fromServer(redaction ? redact(error, redaction) : error, this.#options, translator)
    const failure = {
      known,
      made: compose(translator, known, to, this.#options, noSurroundings) as JsonObject,
    }
    this.#failures.set(error, failure)
    return failure
  }

  #normalizedResult(result: JsonObject, options: NormalizeOptions, tool: string | undefined): JsonObject {
    const normalized = normalizeToolResult(result, options)
    const error = this.#options.onError && errorIn(result, options)
    if (error) this.#tell(error, tool)
    return normalized
  }

  #normalizedError(
    message: JsonObject,
    given: JsonValue,
    params: JsonObject,
    options: NormalizeOptions,
  ): JsonObject {
    if (isSignal(given)) return message
    const rpcError = options.redact ? redactJson(given, wanted(options.redact)) : given
    const kept = rpcError === given ? message : { ...message, error: rpcError }
    const { translator = builtIn, protocolErrors = 'keep' } = this.#options
    const read = readRpcError(membersOf(rpcError), translator)
    const error = fromServer(read, options, translator)
    this.#tell(error, toolIn(params))
    if (protocolErrors === 'keep') return kept
    const made = compose(translator, error, options.to, options, noSurroundings) as JsonObject
    const { error: _, ...rest } = message
    return { ...rest, result: isModern(params) ? { ...made, resultType: 'complete' } : made }
  }

  #tell(error: CanonicalError, tool: string | undefined): void {
    tell(() => this.#options.onError?.(error, tool), this.#report)
  }
}

/** A signal says what the client has to do next, to the letter. */
function isSignal(error: JsonValue): boolean {
  return isJsonObject(error) && typeof error.code === 'number' && isProtocolSignal(error.code)
}

/** What a JSON-RPC error says, whatever a server has made of it: some give a text alone, or a code that is none. */
function membersOf(error: JsonValue): Parameters<typeof readRpcError>[0] {
  if (typeof error === 'string') return { message: error }
  if (!isJsonObject(error)) return { message: '', data: error }
  const { message, data } = error
  const code = error.code instanceof JsonNumber ? error.code.text : error.code
  const isCode = typeof code === 'number' || typeof code === 'string'
  return { message: typeof message === 'string' ? message : '', data, ...(isCode && { code }) }
}

function toolIn({ name }: JsonObject): string | undefined {
  return typeof name === 'string' ? name : undefined
}

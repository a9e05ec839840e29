import { builtIn } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { isProtocolSignal } from '../core/json-rpc'
import { readRpcError } from '../core/thrown'
import { compose } from './compose'
import { fromServer } from './known-server'
import { type ListedTool, ListedTools } from './listed-tools'
import { errorIn, type NormalizeOptions, normalizeToolResult } from './normalize-tool-result'
import { tell } from './observer'
import { noSurroundings } from './surroundings'

/** How to normalize what passes between a client and a server. */
export interface ExchangeOptions extends Omit<NormalizeOptions, 'outputSchema'> {
  /** What becomes of JSON-RPC errors that answer a tool call. Default `keep`. */
  protocolErrors?: 'keep' | 'tool-result' | undefined
  /** The server's tools, where they are known; what `tools/list` says is learned anyway. */
  tools?: readonly ListedTool[] | ListedTools | undefined
  /** Is told of each error that passes, and of the tool that was called. What it throws is reported to `onerror`. */
  onError?: ((error: CanonicalError, tool: string | undefined) => void) | undefined
}

/** What was asked, to know what an answer is of. */
interface Asked {
  method: string
  params: JsonObject
}

type Requests = Map<JsonValue, Asked>

const answersOfTools: readonly string[] = ['tools/call', 'tasks/result']

/** Whether a request is of the protocol of 2026-07-28 or later, in which every result has to say what it is. */
function isModern({ _meta }: JsonObject): boolean {
  return isJsonObject(_meta) && typeof _meta['io.modelcontextprotocol/protocolVersion'] === 'string'
}

/** Keeps track of the requests between two sides and normalizes the answers to tool calls. */
export class Exchange {
  readonly #options: ExchangeOptions
  readonly #tools: ListedTools
  readonly #report: (error: Error) => void
  readonly #asked = { here: new Map() as Requests, there: new Map() as Requests }

  /** @param report is told when a caller's `onError` throws */
  constructor(options: ExchangeOptions, report: (error: Error) => void) {
    this.#options = options
    this.#report = report
    this.#tools = options.tools instanceof ListedTools ? options.tools : new ListedTools(options.tools)
  }

  /** What to pass on instead of a message that this side sends. */
  sent(message: unknown): unknown {
    return this.#pass(message, this.#asked.here, this.#asked.there, true)
  }

  /** What to pass on instead of a message that this side receives. */
  received(message: unknown): unknown {
    return this.#pass(message, this.#asked.there, this.#asked.here, false)
  }

  /** Expects no answer any more to what this side sent. */
  forget(message: unknown): void {
    for (const each of [message].flat()) if (isJsonObject(each)) this.#asked.here.delete(each.id as JsonValue)
  }

  /** Expects no answer to anything any more. */
  clear(): void {
    this.#asked.here.clear()
    this.#asked.there.clear()
  }

  #pass(message: unknown, own: Requests, others: Requests, isServing: boolean): unknown {
    if (Array.isArray(message)) {
      const passed = message.map((each) => this.#pass(each, own, others, isServing))
      return passed.every((each, i) => each === message[i]) ? message : passed
    }
    if (!isJsonObject(message)) return message
    const { id, method } = message
    if (typeof method === 'string') {
      const params = isJsonObject(message.params) ? message.params : {}
      if (id !== undefined) own.set(id, { method, params })
      else if (method === 'notifications/cancelled') own.delete(params.requestId as JsonValue)
      return message
    }
    // Some servers make a text of an id that was a number, and SDKs take it.
    const key = [id, Number(id)].find((each) => each !== undefined && others.has(each))
    const asked = key === undefined ? undefined : others.get(key)
    if (key === undefined || asked === undefined) return message
    others.delete(key)
    return this.#answer(message, asked, isServing)
  }

  #answer(message: JsonObject, { method, params }: Asked, isServing: boolean): JsonObject {
    const { result, error: rpcError } = message
    if (method === 'tools/list') this.#tools.learn(result, params.cursor === undefined)
    if (!answersOfTools.includes(method)) return message
    const tool = typeof params.name === 'string' ? params.name : undefined
    // A server of which nobody has seen the list may have any schema; a client that has not seen it checks none. And a
    // tool that gives a success without structured content has none.
    const isBare = isJsonObject(result) && result.isError !== true && result.structuredContent === undefined
    const outputSchema = this.#tools.outputSchemaOf(tool, isServing && !isBare)
    const options: NormalizeOptions = { ...this.#options, outputSchema }
    if (isJsonObject(result)) {
      const normalized = this.#normalized(result, options, tool)
      return normalized === result ? message : { ...message, result: normalized }
    }
    const made = isJsonObject(rpcError) ? this.#resultOf(rpcError, options, tool) : undefined
    if (!made) return message
    const { error: _, ...rest } = message
    return { ...rest, result: isModern(params) ? { ...made, resultType: 'complete' } : made }
  }

  #normalized(result: JsonObject, options: NormalizeOptions, tool: string | undefined): JsonObject {
    const normalized = normalizeToolResult(result, options)
    const error = this.#options.onError && errorIn(result, options)
    if (error) this.#tell(error, tool)
    return normalized
  }

  /** The tool result for a JSON-RPC error, or undefined when it is to be kept. */
  #resultOf(
    rpcError: JsonObject,
    options: NormalizeOptions,
    tool: string | undefined,
  ): JsonObject | undefined {
    const { code, data } = rpcError
    if (typeof code !== 'number' || isProtocolSignal(code)) return undefined
    const { translator = builtIn, protocolErrors = 'keep' } = this.#options
    const message = typeof rpcError.message === 'string' ? rpcError.message : ''
    const read = readRpcError({ code, message, data }, translator.safeDecode)
    const error = fromServer(read, options, translator)
    this.#tell(error, tool)
    return protocolErrors === 'keep'
      ? undefined
      : (compose(translator, error, options.to, options, noSurroundings) as JsonObject)
  }

  #tell(error: CanonicalError, tool: string | undefined): void {
    tell(() => this.#options.onError?.(error, tool), this.#report)
  }
}

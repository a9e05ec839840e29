import { builtIn } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject } from '../core/json'
import { compose } from './compose'
import type { ExchangeOptions } from './exchange'
import { forwarding } from './forwarding'
import { fromServer } from './known-server'
import { ListedTools } from './listed-tools'
import { checkTarget, type NormalizeOptions, normalizeToolResult } from './normalize-tool-result'
import { readToolResult } from './read-tool-result'
import { noSurroundings } from './surroundings'

/** As much of an MCP SDK's `Client`, of either generation, as is needed here. */
export interface ClientLike {
  callTool(params: never, ...rest: never[]): Promise<unknown>
  listTools?(...args: never[]): Promise<unknown>
  onerror?: ((error: Error) => void) | undefined
}

/** How to normalize what a client gets. */
export interface NormalizeClientOptions extends Omit<ExchangeOptions, 'protocolErrors'> {
  /**
   * What becomes of errors that the SDK throws: a timeout, a closed connection, a JSON-RPC error, an answer that breaks
   * the tool's output schema. `normalize` gives them as tool results in the wanted dialect. Default `keep`.
   */
  throws?: 'keep' | 'normalize'
}

/**
 * The client, with a `callTool` that returns normalized results. It works with the clients of both SDK generations,
 * and has every member that the client has.
 * @throws {EncodeError} when there is no such dialect or format
 */
export function normalizeClient<C extends ClientLike>(client: C, options: NormalizeClientOptions): C {
  const { translator = builtIn, to, format, throws = 'keep', onError } = options
  checkTarget(translator, to, format)
  const tools = options.tools instanceof ListedTools ? options.tools : new ListedTools(options.tools)

  const tell = (error: CanonicalError, tool: string | undefined): void => {
    try {
      onError?.(error, tool)
    } catch (thrown) {
      client.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }
  const callTool = async (...args: unknown[]): Promise<unknown> => {
    const [params] = args
    const tool = isJsonObject(params) && typeof params.name === 'string' ? params.name : undefined
    const settings: NormalizeOptions = { ...options, outputSchema: tools.outputSchemaOf(tool, false) }
    let result: unknown
    try {
      result = await client.callTool(...(args as [never]))
    } catch (thrown) {
      const error = fromServer(translator.readThrown(thrown), options)
      const known = args.some(isAbortedBy) ? { ...error, code: 'cancelled' as const } : error
      tell(known, tool)
      if (throws === 'keep') throw thrown
      return compose(translator, known, to, settings, noSurroundings)
    }
    if (onError) {
      const error = readToolResult(result, settings)
      if (error) tell(error, tool)
    }
    return normalizeToolResult(result, settings)
  }
  const listTools = async (...args: unknown[]): Promise<unknown> => {
    const answer = await client.listTools?.(...(args as never[]))
    const [params] = args
    tools.learn(answer, !(isJsonObject(params) && params.cursor !== undefined))
    return answer
  }
  return forwarding(client, {
    callTool: { get: () => callTool },
    ...(client.listTools && { listTools: { get: () => listTools } }),
  })
}

/** Whether an argument is the options of a request that its caller has given up. */
function isAbortedBy(argument: unknown): boolean {
  const { signal } = (typeof argument === 'object' && argument !== null ? argument : {}) as {
    signal?: unknown
  }
  return signal instanceof AbortSignal && signal.aborted
}

import { builtIn } from '../built-in'
import { isJsonObject } from '../core/json'
import { redact } from '../core/redact'
import type { AnswerOptions } from './answers'
import { compose } from './compose'
import { forwarding } from './forwarding'
import { ListedTools } from './listed-tools'
import { checkTarget, errorIn, type NormalizeOptions, normalizeToolResult } from './normalize-tool-result'
import { tell } from './observer'
import { redactionFor } from './sent-paths'
import { noSurroundings } from './surroundings'
import { isThrownSignal, readThrownBySdk } from './thrown-by-sdk'

/** As much of an MCP SDK's `Client`, of either generation, as is needed here. */
export interface ClientLike {
  callTool(params: never, ...rest: never[]): Promise<unknown>
  listTools?(...args: never[]): Promise<unknown>
  onerror?: ((error: Error) => void) | undefined
}

/** How to normalize what a client gets. */
export interface NormalizeClientOptions extends Omit<AnswerOptions, 'protocolErrors'> {
  /**
   * What becomes of whatever `callTool` throws: a timeout, a closed connection, a JSON-RPC error, an answer that breaks
   * the tool's output schema, a call that its caller gave up. `normalize` gives it as a tool result in the wanted
   * dialect, but for the signals of the protocol itself, such as an elicitation. Default `keep`.
   */
  throws?: 'keep' | 'normalize' | undefined
}

/**
 * The client, with a `callTool` that returns normalized results. It works with the clients of both SDK generations,
 * and has every member that the client has.
 * @throws {EncodeError} when there is no such dialect or format
 */
export function normalizeClient<C extends ClientLike>(client: C, options: NormalizeClientOptions): C {
  const { translator = builtIn, to, throws = 'keep', onError } = options ?? {}
  checkTarget(translator, options)
  const tools = options.tools instanceof ListedTools ? options.tools : new ListedTools(options.tools)

  const report = (error: Error) => client.onerror?.(error)

  const callTool = async (...args: unknown[]): Promise<unknown> => {
    const [params] = args
    const tool = isJsonObject(params) && typeof params.name === 'string' ? params.name : undefined
    const redaction = redactionFor(options.redact, isJsonObject(params) ? params.arguments : undefined)
    const outputSchema = tools.outputSchemaOf(tool, false)
    const settings: NormalizeOptions = { ...options, outputSchema, redact: redaction }
    let result: unknown
    try {
      result = await client.callTool(...(args as [never]))
    } catch (thrown) {
      if (isThrownSignal(thrown)) throw thrown
      const found = readThrownBySdk(thrown, translator, options)
      const read = redaction ? redact(found, redaction) : found
      const error = args.some(isAbortedBy) ? { ...read, code: 'cancelled' as const } : read
      tell(() => onError?.(error, tool), report)
      if (throws === 'keep') throw thrown
      return compose(translator, error, to, settings, noSurroundings)
    }
    if (onError) {
      const error = errorIn(result, settings)
      if (error) tell(() => onError(error, tool), report)
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

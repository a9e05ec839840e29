import { builtIn } from '../../built-in'
import { actionFor } from '../../core/advise'
import { isCanonicalCode } from '../../core/codes'
import { plainText } from '../../core/dialect'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json'
import { readJsonQuietly } from '../../core/json-read'
import { isProtocolSignal } from '../../core/json-rpc'
import { readRpcError } from '../../core/thrown'
import { type CanonicalError, measureLoss, safeDecode } from '../../index'
import { readToolResult } from '../../mcp/index'
import type { LogRecord } from '../../proxy/ledger'
import type { InputDocument } from '../documents'
import { isAnswer, toolResultOf } from '../tool-result-in'
import { isAction } from './actions'
import { AskedCalls } from './asked-calls'
import { inputNames } from './input-names'
import { shownName } from './shown-text'
import type { ErrorSeen, Sighting } from './sighting'

const noneOfThem = 'It is no line of a log, no tool result and no text in a known dialect.'

/** Who gave what stands in a document, as far as is known before it is read. */
interface Giver {
  /** The server by its record's own word. */
  readonly server?: string | undefined
  readonly tool?: string | undefined
}

/** Reads documents one after another: lines of the proxy's log, recorded results and messages, texts in a dialect. */
export class DocumentReader {
  readonly #to: string | undefined
  readonly #nameOfInput: (input: string) => string
  #input = ''
  #asked = new AskedCalls()

  /**
   * @param to the dialect to measure losses for
   * @param inputs all that are to be read, so that each has a name of its own
   */
  constructor(to: string | undefined, inputs: readonly string[]) {
    this.#to = to
    this.#nameOfInput = inputNames(inputs)
  }

  /** What stands in a document: one thing, or several in a JSON array. */
  read({ text, input }: Omit<InputDocument, 'bytes'>): Sighting[] {
    if (input !== this.#input) this.#asked = new AskedCalls()
    this.#input = input
    const value = /^\s*[[{]/.test(text) ? readJsonQuietly(text) : undefined
    // A batch of messages, or a file of results.
    if (Array.isArray(value)) return value.map((each) => this.#one(each, each))
    return [this.#one(value, text)]
  }

  #one(value: JsonValue | undefined, given: JsonValue): Sighting {
    return (isJsonObject(value) ? this.#inObject(value) : undefined) ?? this.#decoded(given)
  }

  #inObject(value: JsonObject): Sighting | undefined {
    if (isLogLine(value)) return this.#logged(value)
    if (typeof value.jsonrpc === 'string') return this.#message(value)
    const bare = toolResultOf(value)
    if (bare) return this.#result(bare.result, {})
    const answer = toolResultOf(value.result)
    const result = isAnswer(value.result) ? value.result : answer?.result
    if (!result) return undefined
    const tool = textIn(value.tool) ?? this.#asked.answered(answer?.id)?.tool
    return this.#result(result, { server: textIn(value.server), tool })
  }

  #message(message: JsonObject): Sighting | undefined {
    const { id, method, result, error } = message
    if (method !== undefined) {
      this.#asked.ask(message)
      return { kind: 'aside' }
    }
    const asked = this.#asked.answered(id)
    if (asked && !asked.isOfTool) return { kind: 'aside' }
    if (isJsonObject(error)) return this.#rpcError(error, { tool: asked?.tool })
    if (!isJsonObject(result)) return undefined
    // Of an answer to nobody knows what, only its shape says that it is a tool's.
    return asked || isAnswer(result) ? this.#result(result, { tool: asked?.tool }) : { kind: 'aside' }
  }

  #logged(line: LogLine): Sighting {
    const { server, tool, from, to, code, native, action, message, losses, time } = line
    if (!isCanonicalCode(code)) return unknownIn('code', code)
    if (!isAction(action)) return unknownIn('action', action)
    const isWanted = this.#to === undefined || this.#to === to
    const paths = Array.isArray(losses) ? losses.filter((path) => typeof path === 'string') : undefined
    return {
      kind: 'error',
      server: this.#nameOf(textIn(server)),
      ...named('tool', textIn(tool)),
      dialect: shownName(from),
      code,
      ...named('native', textIn(native)),
      action,
      message: textIn(message) ?? '',
      ...(isWanted && paths && { lost: { to: shownName(to), paths: distinct(paths) } }),
      ...(isTime(time) && { time }),
      isRecorded: false,
    }
  }

  #result(result: JsonObject, giver: Giver): Sighting {
    const error = readToolResult(result)
    return error ? this.#seen(error, giver, true) : { kind: 'success', server: this.#nameOf(giver.server) }
  }

  #rpcError({ code, message, data }: JsonObject, giver: Giver): Sighting | undefined {
    if (typeof code !== 'number') return undefined
    if (isProtocolSignal(code)) return { kind: 'aside' }
    const error = readRpcError({ code, message: textIn(message) ?? '', data }, builtIn)
    return this.#seen(error, giver, true)
  }

  #decoded(given: JsonValue): Sighting {
    const { data, error } = safeDecode(given)
    if (data) return this.#seen(data, {}, false)
    const why = error.code === 'NO_DIALECT' ? noneOfThem : error.message
    return { kind: 'unreadable', why: `${error.code}: ${why}` }
  }

  #seen(error: CanonicalError, { server, tool }: Giver, isRecorded: boolean): ErrorSeen {
    const { code, message, operation, timestamp, origin } = error
    const dialect = origin?.dialect ?? plainText
    // Frameworks put the tool's name before the message.
    const called = tool ?? (dialect === plainText ? operation : undefined)
    return {
      kind: 'error',
      server: this.#nameOf(server ?? origin?.server),
      ...named('tool', called),
      dialect,
      code,
      ...named('native', origin?.code),
      action: actionFor(error),
      message,
      ...(this.#to !== undefined && { lost: { to: this.#to, paths: pathsLost(error, this.#to) } }),
      ...(isTime(timestamp) && { time: timestamp }),
      isRecorded,
    }
  }

  #nameOf(server: string | undefined): string {
    return shownName(server ?? this.#nameOfInput(this.#input))
  }
}

/** A line that `errlingua proxy --log` has written. */
type LogLine = JsonObject & Pick<LogRecord, 'from' | 'to' | 'code' | 'action'>

function isLogLine(value: JsonObject): value is LogLine {
  return [value.from, value.to, value.code, value.action].every((each) => typeof each === 'string')
}

function unknownIn(member: string, value: string): Sighting {
  return {
    kind: 'unreadable',
    why: `LOG: The line of the log has an unknown ${member}, "${shownName(value)}".`,
  }
}

function pathsLost(error: CanonicalError, to: string): string[] {
  return distinct(measureLoss(error, to).map(({ path }) => path))
}

/** Each path once, so that what is counted is errors. */
function distinct(paths: readonly string[]): string[] {
  return [...new Set(paths.map(shownName))]
}

function named<const Key extends string>(key: Key, name: string | undefined): { [K in Key]?: string } {
  const given: { [K in Key]?: string } = {}
  if (name !== undefined) given[key] = shownName(name)
  return given
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether a value is a point in time that can be compared as text with others, and not Go's that was never set. */
function isTime(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /^(?!0001-)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value)
}

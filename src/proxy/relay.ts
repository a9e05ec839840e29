import { isUtf8 } from 'node:buffer'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJson } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { defaultLimits, greatestDepth } from '../core/limits'
import { encode, redact } from '../index'
import { type AnswerOptions, Answers, isOfTools, versionKey } from '../mcp/answers'
import { redactionFor, sentPaths } from '../mcp/sent-paths'
import { type Envelope, envelopesOf, messageIn, type PlacedEnvelope } from './envelope'
import type { Ledger } from './ledger'
import { type Pending, PendingRequests } from './pending-requests'
import { RecentRequests } from './recent-requests'
import { repeatsMember, withoutRepeats } from './repeated-members'
import { redactUnread } from './unread-answer'

const limits = { ...defaultLimits, maxDepth: greatestDepth }

/** What a JSON-RPC error of the proxy's own says by its code: what JSON-RPC means by it. */
const rpcCodes = { invalidRequest: -32600, internal: -32603 } as const

// What is remembered of requests that nobody waits for, each with the name of a tool: those that were given up, and those
// that were answered, so that they are answered once, or for one of many clients over HTTP that takes a stream up again
// before the answer that it did not get.
const mostRemembered = { givenUp: 1000, answered: 1000, answeredOfMany: 100 } as const
const longestName = 1000
const nothing = Buffer.alloc(0)

/** How a relay translates. */
export interface RelayOptions extends Omit<AnswerOptions, 'onError'> {
  /** Whether the client may know the server's tools from elsewhere than through this relay. */
  isServing?: boolean
}

/** What translates the answers of a server, and enters their errors in the ledger. */
export function answersFor(options: RelayOptions, ledger: Ledger): Answers {
  const onError = (error: CanonicalError, tool: string | undefined) => ledger.add(error, tool)
  return new Answers({ ...options, onError }, () => {})
}

/**
 * What stands between one client and one server: it knows which requests are open, and turns the lines of the server
 * into those that the client gets. A line that has nothing to translate stays the same bytes.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #answers: Answers
  readonly #ledger: Ledger
  readonly #pending = new PendingRequests()
  readonly #givenUp = new RecentRequests(mostRemembered.givenUp)
  readonly #answered: RecentRequests

  /** @param answers those of other relays of the same server, which know what it has in common for all clients */
  constructor(options: RelayOptions, ledger: Ledger, answers = answersFor(options, ledger)) {
    this.#options = options
    this.#ledger = ledger
    this.#answered = new RecentRequests(mostRemembered[options.isServing ? 'answeredOfMany' : 'answered'])
    this.#answers = answers
  }

  /** Whether every request has been answered. */
  get isIdle(): boolean {
    return this.#pending.isEmpty
  }

  /** The method of a request that has not been answered; undefined where it has. */
  openMethod(id: string): string | undefined {
    return this.#pending.first(id)?.method
  }

  /** The line that the server gets for one of the client, which is noted: the same, but for members that are there twice. */
  fromClient(said: Buffer): Buffer {
    const { line, envelopes } = lineOf(said)
    for (const { id, method, start, end } of envelopes) {
      if (method === undefined) continue
      const params = () => memberOf(messageIn(line.subarray(start, end)) ?? {}, 'params')
      if (id !== undefined) {
        this.#pending.add({ id, method, params: isOfTools(method) ? keptOf(params()) : {} })
        this.#givenUp.forget(id)
        this.#answered.forget(id)
      } else if (method === 'notifications/cancelled') {
        const { requestId } = params()
        if (requestId !== undefined) this.giveUp(writeJson(requestId))
      }
    }
    return line
  }

  /**
   * The line that the client gets for one of the server: the same, but for the messages that are translated; nothing for
   * one that answers what has just been answered.
   */
  fromServer(said: Buffer): Buffer {
    const parts: Buffer[] = []
    let at = 0
    const { line, envelopes } = lineOf(said)
    if (this.#isRepeated(envelopes)) {
      this.#ledger.repeated++
      return nothing
    }
    for (const { id, method, start, end } of envelopes) {
      const asked = method === undefined && id !== undefined ? this.#askedBy(id) : undefined
      if (!asked || !isOfTools(asked.method)) continue
      const message = line.subarray(start, end)
      const translated = this.#translated(message, asked)
      if (translated === message) continue
      parts.push(line.subarray(at, start), translated)
      at = end
    }
    return at === 0 ? line : Buffer.concat([...parts, line.subarray(at)])
  }

  /** The request that an answer is to, also where it comes late or once more. */
  #askedBy(id: string): Pending | undefined {
    return this.#taken(id) ?? this.#givenUp.find(id) ?? this.#answered.find(id)
  }

  /** The request that is answered now. */
  #taken(id: string): Pending | undefined {
    const asked = this.#pending.take(id)
    if (asked) this.#answered.add(asked)
    return asked
  }

  /**
   * Whether a message answers what has been answered. A client that is served over HTTP may have lost the first answer, and
   * have taken up its stream before it.
   */
  #isRepeated([only, ...others]: readonly Envelope[]): boolean {
    if (others.length > 0) return false
    return only?.id !== undefined && only.method === undefined && this.#isAnswered(only.id)
  }

  #isAnswered(id: string): boolean {
    if (this.#options.isServing || this.#pending.first(id) || this.#givenUp.find(id)) return false
    return this.#answered.find(id) !== undefined
  }

  /** Whatever goes wrong in a translation, the message itself arrives. */
  #translated(bytes: Buffer, asked: Pending): Buffer {
    try {
      if (!isUtf8(bytes)) throw new TypeError('The message is not UTF-8.')
      const message = readJson(bytes.toString('utf8'), limits, false)
      if (!isJsonObject(message)) return bytes
      const translated = this.#answers.normalized(message, asked, this.#options.isServing === true)
      // Where a name stands twice, what was looked at is the last one, and all that passes.
      const isSame = translated === message && !repeatsMember(bytes)
      return isSame ? bytes : Buffer.from(writeJson(translated))
    } catch {
      this.#ledger.untranslated++
      const redaction = redactionFor(this.#options.redact, asked.params.arguments)
      return redaction ? redactUnread(bytes, redaction) : bytes
    }
  }

  /** Waits no more for the answer to a request, but knows what it is of when it comes. */
  giveUp(id: string): Pending | undefined {
    const asked = this.#pending.take(id)
    if (asked && isOfTools(asked.method)) this.#givenUp.add(asked)
    return asked
  }

  /** The answer to a request that failed on the way, or undefined where it has been answered. */
  failed(id: string, error: CanonicalError): Buffer | undefined {
    const asked = this.#options.isServing ? this.giveUp(id) : this.#taken(id)
    return asked && this.#failure(asked, error)
  }

  /** The answers to all requests that are open, when nobody else will answer them. */
  allFailed(error: CanonicalError): Buffer[] {
    const open = this.#pending.takeAll()
    this.#ledger.unanswered += open.length
    return open.map((asked) => this.#failure(asked, error))
  }

  #failure(asked: Pending, error: CanonicalError): Buffer {
    const answer = this.#answers.ofFailure(error, asked)
    if (!answer) {
      const redaction = redactionFor(this.#options.redact, undefined)
      return this.#rpcError(asked.id, rpcCodes.internal, redaction ? redact(error, redaction) : error)
    }
    return Buffer.from(`{"jsonrpc":"2.0","id":${asked.id},"result":${writeJson(answer.result)}}\n`)
  }

  /**
   * What to say in place of a line that is too long: to the side that waits for an answer, be it the one that sent the
   * request or the one that the answer was for.
   */
  refused(
    envelopes: readonly Envelope[],
    sender: 'client' | 'server',
    maxLength: number,
  ): { to: 'client' | 'server'; line: Buffer }[] {
    this.#ledger.refuse(
      sender,
      maxLength,
      envelopes.some(({ id }) => id !== undefined),
    )
    const other = sender === 'client' ? 'server' : 'client'
    return envelopes.flatMap(({ id, method }) => {
      if (id === undefined) return []
      const isRequest = method !== undefined
      if (!isRequest && sender === 'server' && this.#isAnswered(id)) return []
      if (!isRequest && sender === 'server') this.#taken(id)
      const what = isRequest ? 'request' : 'answer'
      const error: CanonicalError = {
        code: isRequest ? 'invalid_input' : 'internal',
        message: `The ${what} is longer than ${maxLength} bytes, which is the most that the proxy lets through (--max-message).`,
        severity: 'error',
      }
      const code = isRequest ? rpcCodes.invalidRequest : rpcCodes.internal
      return [{ to: isRequest ? sender : other, line: this.#rpcError(id, code, error) }]
    })
  }

  #rpcError(id: string, code: number, error: CanonicalError): Buffer {
    const data = encode(error, this.#options.to, { preserve: false }) as JsonValue
    const body = writeJson({ code, message: error.message, data })
    return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${body}}\n`)
  }
}

/** A line as both sides read it, and the envelopes of its messages: some readers take the first of two members of one name. */
function lineOf(said: Buffer): { line: Buffer; envelopes: readonly PlacedEnvelope[] } {
  const envelopes = envelopesOf(said)
  const line = withoutRepeats(said, envelopes)
  return { line, envelopes: line === said ? envelopes : envelopesOf(line) }
}

/** What has to be known of a request to read its answer; its arguments may be large, and only the paths in them count. */
function keptOf({ name, cursor, _meta, arguments: sent }: JsonObject): JsonObject {
  const paths = sentPaths(sent)
  return {
    ...(typeof name === 'string' && name.length <= longestName && { name }),
    ...(cursor !== undefined && { cursor: true }),
    ...(paths.length > 0 && { arguments: paths }),
    ...(isJsonObject(_meta) && { _meta: versionIn(_meta) }),
  }
}

function versionIn(meta: JsonObject): JsonObject {
  const version = meta[versionKey]
  return typeof version === 'string' && version.length <= longestName ? { [versionKey]: version } : {}
}

function memberOf(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isJsonObject(value) ? value : {}
}

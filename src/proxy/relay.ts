import { isUtf8 } from 'node:buffer'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJson } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { defaultLimits, greatestDepth } from '../core/limits'
import { dialects } from '../dialects/built-in'
import { encode, redact } from '../index'
import { type AnswerOptions, Answers, isOfTools, versionKey } from '../mcp/answers'
import { hasOverrides } from '../mcp/known-server'
import { redactionFor, sentPaths } from '../mcp/sent-paths'
import { type Envelope, EnvelopeScanner, envelopesOf, messageIn, type PlacedEnvelope } from './envelope'
import type { Ledger } from './ledger'
import { type Pending, PendingRequests } from './pending-requests'
import { successIn } from './plain-success'
import { RecentRequests } from './recent-requests'
import { repeatsMember, withoutRepeats } from './repeated-members'
import { anySuccess, errorFreeSuccess, type SeenText, type SuccessSigns } from './text-scan'
import { redactUnread } from './unread-answer'

const limits = { ...defaultLimits, maxDepth: greatestDepth }

/** What a JSON-RPC error of the proxy's own says by its code: what JSON-RPC means by it. */
const rpcCodes = { invalidRequest: -32600, internal: -32603 } as const

// What is remembered of requests that nobody waits for, each with the name of a tool: those that were given up, and those
// that were answered, so that they are answered once, or for one of many clients over HTTP that takes a stream up again
// before the answer that it did not get.
const mostRemembered = { givenUp: 1000, answered: 1000, answeredOfMany: 100 } as const
const longestName = 1000
const shortMessage = 1024
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

const errorFree = errorFreeSuccess(dialects)

/** How a success is known; undefined where all answers are to be read. */
function signsFor(options: RelayOptions): SuccessSigns | undefined {
  const { promote = true, dialect, translator } = options
  if (!promote) return anySuccess
  // A server that is known to speak a dialect may leave out what tells it.
  const isUsual = dialect === undefined && translator === undefined && !hasOverrides(options)
  return isUsual ? errorFree : undefined
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
  readonly #signs: SuccessSigns | undefined

  /** @param answers those of other relays of the same server, which know what it has in common for all clients */
  constructor(options: RelayOptions, ledger: Ledger, answers = answersFor(options, ledger)) {
    this.#options = options
    this.#ledger = ledger
    this.#answered = new RecentRequests(mostRemembered[options.isServing ? 'answeredOfMany' : 'answered'])
    this.#answers = answers
    this.#signs = signsFor(options)
  }

  /** Whether the client gets whole lines only: over HTTP each becomes a message of its own. */
  get needsWholeLines(): boolean {
    return this.#options.isServing === true
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
      const message = line.subarray(start, end)
      if (id !== undefined) {
        this.#pending.add(requestIn(message, id, method))
        this.#givenUp.forget(id)
      } else if (method === 'notifications/cancelled') {
        const { requestId } = paramsIn(message)
        if (requestId !== undefined) this.giveUp(writeJson(requestId))
      }
    }
    return line
  }

  /**
   * The line that the client gets for one of the server: the same, but for the messages that are translated, and without
   * those that answer what has been answered.
   * @param seen what has been looked at of its text
   */
  fromServer(said: Buffer, seen?: SeenText): Buffer {
    const passes = this.passesUnread(said, seen)
    if (passes !== undefined) return passes ? said : nothing
    const { line, envelopes, hasBrokenAnswer } = lineOf(said)
    const passed = withMessages(line, envelopes, (message, envelope) => this.#passed(message, envelope))
    return hasBrokenAnswer ? this.#unread(passed, undefined) : passed
  }

  /**
   * Whether the client gets a line that is known by its form to be a success: not where its request has been answered before.
   * Undefined where the line has to be read.
   */
  passesUnread(line: Buffer, seen?: SeenText): boolean | undefined {
    const success = this.#signs && successIn(line, this.#signs, seen)
    return success === undefined ? undefined : this.#asked(success) !== 'already'
  }

  /** What the client gets for a message: the same reference where nothing changes, undefined where it gets nothing. */
  #passed(message: Buffer, { id, isAnswer }: Envelope): Buffer | undefined {
    if (!isAnswer) return message
    const asked = id === undefined ? undefined : this.#asked(id)
    if (asked === 'already') return undefined
    if (!asked) return this.#unasked(message)
    return isOfTools(asked.method) ? this.#translated(message, asked) : message
  }

  /** The request that an answer which passes now is to; `already` where it does not, because there was one before. */
  #asked(id: string): Pending | 'already' | undefined {
    const open = this.#noted(this.#pending.take(id))
    if (open) return open
    if (!this.#isAnswered(id)) return this.#askedBy(id)
    this.#ledger.repeated++
    return 'already'
  }

  /** The request that an answer is to, also where it comes late or once more. */
  #askedBy(id: string): Pending | undefined {
    return this.#noted(this.#pending.take(id) ?? this.#givenUp.take(id)) ?? this.#answered.find(id)
  }

  /** A request that is answered now. */
  #noted(asked: Pending | undefined): Pending | undefined {
    if (!asked) return undefined
    // Of a client that gets each answer once, it has to be known that it did, and nothing of what it asked.
    this.#answered.add(this.#options.isServing ? asked : { id: asked.id, method: asked.method, params: {} })
    return asked
  }

  /**
   * Whether a request has been answered. A client that is served over HTTP may have lost the answer, and have taken up its
   * stream before it.
   */
  #isAnswered(id: string): boolean {
    if (this.#options.isServing || this.#pending.first(id) || this.#givenUp.find(id)) return false
    return this.#answered.find(id) !== undefined
  }

  /** Whatever goes wrong in a translation, the message itself arrives. */
  #translated(bytes: Buffer, asked: Pending): Buffer {
    const isServing = this.#options.isServing === true
    return this.#rewritten(bytes, asked, (message) => this.#answers.normalized(message, asked, isServing))
  }

  /** An answer of which nobody knows what it is to: where it is an error, it may be that of a tool. */
  #unasked(bytes: Buffer): Buffer {
    if (!this.#options.redact) return bytes
    return this.#rewritten(bytes, undefined, (message) => this.#answers.redacted(message))
  }

  #rewritten(
    bytes: Buffer,
    asked: Pending | undefined,
    rewrite: (message: JsonObject) => JsonObject,
  ): Buffer {
    try {
      if (!isUtf8(bytes)) throw new TypeError('The message is not UTF-8.')
      const message = readJson(bytes.toString('utf8'), limits, false)
      if (!isJsonObject(message)) return bytes
      const rewritten = rewrite(message)
      // Where a name stands twice, what was looked at is the last one, and all that passes.
      const isSame = rewritten === message && !repeatsMember(bytes)
      return isSame ? bytes : Buffer.from(writeJson(rewritten))
    } catch {
      return this.#unread(bytes, asked)
    }
  }

  /** What cannot be read passes as it came, but for what can be found in it as a text. */
  #unread(bytes: Buffer, asked: Pending | undefined): Buffer {
    this.#ledger.untranslated++
    const redaction = redactionFor(this.#options.redact, asked?.params.arguments)
    return redaction ? redactUnread(bytes, redaction) : bytes
  }

  /** Waits no more for the answer to a request, but knows what it is of when it comes. */
  giveUp(id: string): Pending | undefined {
    const asked = this.#pending.take(id)
    if (asked) this.#givenUp.add(asked)
    return asked
  }

  /** The answer to a request that failed on the way, or undefined where it has been answered. */
  failed(id: string, error: CanonicalError): Buffer | undefined {
    const asked = this.#options.isServing ? this.giveUp(id) : this.#noted(this.#pending.take(id))
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
    const expected = envelopes.filter(
      ({ id, method, isAnswer }) => id !== undefined && (isAnswer || method !== undefined),
    )
    this.#ledger.refuse(sender, maxLength, expected.length > 0)
    const other = sender === 'client' ? 'server' : 'client'
    return expected.flatMap(({ id, method, isAnswer }) => {
      if (id === undefined) return []
      // What has both is a request for a server, and an answer for a client.
      const isRequest = sender === 'client' ? method !== undefined : !isAnswer
      if (!isRequest && sender === 'server' && this.#isAnswered(id)) return []
      if (!isRequest && sender === 'server') this.#askedBy(id)
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
function lineOf(said: Buffer): {
  line: Buffer
  envelopes: readonly PlacedEnvelope[]
  hasBrokenAnswer: boolean
} {
  const scanner = new EnvelopeScanner()
  scanner.push(said)
  const { hasBrokenAnswer } = scanner
  const envelopes = scanner.envelopes()
  const line = withoutRepeats(said, envelopes)
  return { line, envelopes: line === said ? envelopes : envelopesOf(line), hasBrokenAnswer }
}

/**
 * A line with other messages in the place of its own, or without some of them, and with what stood before them; nothing where
 * none is left.
 */
function withMessages(
  line: Buffer,
  envelopes: readonly PlacedEnvelope[],
  passed: (message: Buffer, envelope: Envelope) => Buffer | undefined,
): Buffer {
  const parts: Buffer[] = []
  let at = 0
  let isSame = true
  for (const envelope of envelopes) {
    const { start, end } = envelope
    const message = line.subarray(start, end)
    const other = passed(message, envelope)
    isSame &&= other === message
    if (at === 0) parts.push(line.subarray(0, start))
    if (other && parts.length > 1) parts.push(line.subarray(at, start))
    if (other) parts.push(other)
    at = end
  }
  if (isSame) return line
  return parts.length > 1 ? Buffer.concat([...parts, line.subarray(at)]) : nothing
}

/** What is kept of a request. */
function requestIn(message: Buffer, id: string, method: string): Pending {
  if (!isOfTools(method)) return { id, method, params: {} }
  if (message.length <= shortMessage) return new ShortRequest(message, id, method)
  return { id, method, params: keptOf(paramsIn(message)) }
}

/** A request that is kept as it is, and only read where its answer has to be: most answers need not. */
class ShortRequest implements Pending {
  readonly id: string
  readonly method: string
  readonly #message: Buffer

  constructor(message: Buffer, id: string, method: string) {
    this.id = id
    this.method = method
    // What it was read from may be far longer, and is not kept then.
    const isLong = message.buffer.byteLength > 2 * shortMessage
    this.#message = isLong ? Buffer.from(message) : message
  }

  get params(): JsonObject {
    return keptOf(paramsIn(this.#message))
  }
}

function paramsIn(message: Buffer): JsonObject {
  return memberOf(messageIn(message) ?? {}, 'params')
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

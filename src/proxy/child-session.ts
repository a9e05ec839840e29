import type { ServerResponse } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject } from '../core/json'
import { writeJson } from '../core/json-write'
import type { Connection } from './connection'
import { answerIds, envelopesOf, messageIn, type PlacedEnvelope, requestIds } from './envelope'
import { eventWith, onOneLine } from './event-stream'
import { answerWithError, writtenOrLetGo } from './http-answer'
import { answeredKeys, idKey } from './message-id'
import { progressIn, progressTokensIn } from './progress'
import type { Relay } from './relay'
import { addressed } from './unaddressed-error'

/** What is kept, in bytes, of what a server says by itself for a client that does not listen yet. */
const mostHeld = 1_000_000

/** How many requests are remembered whose connection was lost. */
const mostLost = 1000

/** How long a client that does not read may hold up the end of a session, in milliseconds. */
const patience = 1000

/** A POST that waits for the answers to its requests. */
interface Waiting {
  readonly response: ServerResponse
  /** The ids that are not answered, by their one spelling. */
  readonly open: Map<string, string>
  /** Whether several messages can be sent, as events. */
  readonly takesEvents: boolean
  /** What its requests want to have their progress told by. */
  readonly progressTokens: readonly string[]
}

/** One client over HTTP and its server, a child process. */
export class ChildSession {
  readonly relay: Relay
  /** Whether it has several POSTs; a session of one POST ends with it, so that nobody gets what is said too late. */
  readonly #isLasting: boolean
  #connection: Connection | undefined
  readonly #waiting: Waiting[] = []
  #listener: ServerResponse | undefined
  /** The ids, each in one spelling, that were asked for on a connection that was lost before it was answered. */
  readonly #lost = new Set<string>()
  #held: Buffer[] = []
  #heldLength = 0
  #isBegun = false
  /** The signal that is to end it, and why its server answers nothing more, once it has ended. */
  #stopped: NodeJS.Signals | undefined
  #ending: CanonicalError | undefined
  /** The id of the request that begins the session, in one spelling. */
  #beginning: string | undefined
  /** The version of the protocol, once it is agreed on. */
  version: string | undefined
  /** Whether its server has ended, or is about to. */
  isEnding = false
  /** When it was last of use, in milliseconds. */
  usedAt = Date.now()

  constructor(relay: Relay, isLasting: boolean) {
    this.relay = relay
    this.#isLasting = isLasting
  }

  /** Is settled when the server has ended. */
  get ended(): Promise<unknown> {
    return this.#connection?.ended ?? Promise.resolve()
  }

  /** Begins with a server; what it says goes where it belongs. */
  begin(connection: Connection): void {
    this.#connection = connection
    // Whoever was to end it may have been faster than its start.
    if (this.#stopped) connection.stop(this.#stopped)
    connection.ended.then(async ({ error }) => {
      this.isEnding = true
      this.#ending = error
      await this.#failAll(error)
      this.#listener?.end()
      for (const { response } of this.#waiting.splice(0)) response.end()
    })
  }

  /** Answers all that is open; whoever does not read keeps nobody else from it. */
  async #failAll(error: CanonicalError): Promise<void> {
    await Promise.all(this.relay.allFailed(error).map((line) => this.deliver([line])))
  }

  /** Whether anybody waits for anything. */
  get isBusy(): boolean {
    return !this.#isBegun || this.#waiting.length > 0 || this.#listener !== undefined
  }

  /** Takes the body of a POST. */
  async post(said: Buffer, takesEvents: boolean, response: ServerResponse): Promise<void> {
    this.usedAt = Date.now()
    // Whoever has left while the server was started does not come back to it.
    if (!this.#isBegun && response.destroyed) {
      this.finish()
      return
    }
    const body = this.relay.fromClient(said)
    const envelopes = envelopesOf(body)
    const open = new Map(requestIds(envelopes).map((id) => [idKey(id), id]))
    for (const key of open.keys()) this.#lost.delete(key)
    // Later it may have been answered already.
    const isAsking = open.size > 0
    if (isAsking) {
      const waiting = { response, open, takesEvents, progressTokens: progressTokensIn(body, envelopes) }
      this.#waiting.push(waiting)
      response.on('close', () => this.#leave(waiting))
    }
    this.#isBegun = true
    const beginning = envelopes.find(({ method }) => method === 'initialize')?.id
    if (beginning !== undefined) this.#beginning = idKey(beginning)
    await this.#connection?.send([Buffer.concat([onOneLine(body), Buffer.from('\n')])])
    if (this.#ending) await this.#failAll(this.#ending)
    for (const { id, method, start, end } of envelopes) {
      if (id === undefined && method === 'notifications/cancelled') this.#cancel(body.subarray(start, end))
    }
    if (isAsking) return
    response.writeHead(202).end()
    if (!this.#isLasting) this.finish()
  }

  /** A request that is cancelled is not waited for any more. */
  #cancel(message: Buffer): void {
    const params = messageIn(message)?.params as { requestId?: string | number } | undefined
    if (params?.requestId === undefined) return
    const key = idKey(writeJson(params.requestId))
    const waiting = this.#waiting.find(({ open }) => open.delete(key))
    if (!waiting || waiting.open.size > 0) return
    this.#leave(waiting)
    if (waiting.response.headersSent) waiting.response.end()
    else waiting.response.writeHead(202).end()
  }

  /** Takes a GET: what the server says by itself goes there. */
  async listen(response: ServerResponse): Promise<void> {
    if (this.#listener) {
      answerWithError(response, 409, 'The session has a stream already.')
      return
    }
    this.#listener = response
    response.on('close', () => {
      this.#listener = undefined
      this.usedAt = Date.now()
    })
    beginEvents(response)
    const held = this.#held
    this.#held = []
    this.#heldLength = 0
    // At once, so that nothing that is said meanwhile comes before it.
    await writtenOrLetGo(response, Buffer.concat(held.map((message) => eventWith(message))))
  }

  /** Delivers lines of the server. */
  async deliver(lines: readonly Buffer[]): Promise<void> {
    for (const line of lines) {
      this.usedAt = Date.now()
      for (const part of this.#partsOf(this.#addressed(line))) await this.#pass(part)
    }
  }

  /** An error to no request in particular can only be meant for the one POST that waits. */
  #addressed(line: Buffer): Buffer {
    const [only, ...others] = this.#waiting
    if (!only || others.length > 0) return line
    const meant = addressed(line, [...only.open.values()])
    return meant === line ? line : this.relay.fromServer(meant)
  }

  /** A line, or where it answers several POSTs what is for each of them, and everything else. */
  #partsOf(line: Buffer): Buffer[] {
    const envelopes = envelopesOf(line)
    const parts = new Map<Waiting | undefined, Buffer[]>()
    for (const { id, isAnswer, start, end } of envelopes) {
      const waiting = id !== undefined && isAnswer ? this.#waitingFor(id) : undefined
      const part = parts.get(waiting) ?? []
      part.push(line.subarray(start, end))
      parts.set(waiting, part)
    }
    const others = parts.get(undefined) ?? []
    parts.delete(undefined)
    if (parts.size < 2) return [line]
    return [...[...parts.values()].map(joined), ...others]
  }

  async #pass(line: Buffer): Promise<void> {
    const envelopes = envelopesOf(line)
    const answered = answerIds(envelopes)
    if (answered.length > 0) await this.#answer(line, answered)
    else if (envelopes.some(({ method }) => method !== undefined)) await this.#say(line, envelopes)
  }

  #waitingFor(id: string): Waiting | undefined {
    return answeredKeys(id).flatMap((key) => this.#waiting.find(({ open }) => open.has(key)) ?? [])[0]
  }

  /** An answer goes to the POST that asked for it. */
  async #answer(line: Buffer, ids: readonly string[]): Promise<void> {
    const keys = ids.map(answeredKeys)
    if (this.#beginning !== undefined && keys.flat().includes(this.#beginning)) this.#agree(line)
    const waiting = ids.flatMap((id) => this.#waitingFor(id) ?? [])[0]
    if (!waiting) {
      // Whoever has lost the connection may still listen.
      if (keys.flat().filter((key) => this.#lost.delete(key)).length > 0) await this.#tellListener(line)
      return
    }
    const { response, open } = waiting
    for (const each of keys) {
      const key = each.find((one) => open.has(one))
      if (key !== undefined) open.delete(key)
    }
    if (open.size === 0) this.#leave(waiting)
    if (!response.headersSent && open.size === 0) {
      const body = onOneLine(line)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      // Whoever asks and does not read gets no more to keep for it.
      await writtenOrLetGo(response, body)
      response.end()
      return
    }
    if (!response.headersSent) beginEvents(response)
    await writtenOrLetGo(response, eventWith(line))
    if (open.size === 0) response.end()
  }

  #agree(line: Buffer): void {
    this.#beginning = undefined
    const result = messageIn(line)?.result
    const version = isJsonObject(result) ? result.protocolVersion : undefined
    if (typeof version === 'string') this.version = version
  }

  /**
   * Progress is of the request that wants to have it told; what else a server says while it works on a request most likely
   * belongs to it. Everything else is for who listens.
   */
  async #say(line: Buffer, envelopes: readonly PlacedEnvelope[]): Promise<void> {
    const token = progressIn(line, envelopes)
    const waiting = this.#waiting.findLast(
      ({ takesEvents, response, progressTokens }) =>
        takesEvents && !response.destroyed && (token === undefined || progressTokens.includes(token)),
    )
    if (waiting) {
      if (!waiting.response.headersSent) beginEvents(waiting.response)
      await writtenOrLetGo(waiting.response, eventWith(line))
    } else {
      await this.#tellListener(line)
    }
  }

  /** What is for who listens is kept until somebody does. */
  async #tellListener(line: Buffer): Promise<void> {
    if (this.#listener) {
      await writtenOrLetGo(this.#listener, eventWith(line))
    } else if (this.#isLasting && this.#heldLength + line.length <= mostHeld) {
      this.#held.push(line)
      this.#heldLength += line.length
    }
  }

  #leave(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting)
    if (at === -1) return
    this.#waiting.splice(at, 1)
    // What is said to them now is for nobody but who listens.
    for (const [key, id] of waiting.open) {
      this.relay.giveUp(id)
      this.#lost.add(key)
      const [oldest = key] = this.#lost
      if (this.#lost.size > mostLost) this.#lost.delete(oldest)
    }
    this.usedAt = Date.now()
    if (!this.#isLasting) this.finish()
  }

  stop(signal: NodeJS.Signals): void {
    this.isEnding = true
    this.#stopped = signal
    this.#letGoOfStalled()
    this.#connection?.stop(signal)
  }

  /** Whoever does not read any more must not keep others from their last answers. */
  #letGoOfStalled(): void {
    const responses = [this.#listener, ...this.#waiting.map(({ response }) => response)]
    const held = responses.flatMap((response) =>
      response?.writableNeedDrain ? [{ response, length: response.writableLength }] : [],
    )
    setTimeout(() => {
      for (const { response, length } of held) if (response.writableLength >= length) response.destroy()
    }, patience).unref()
  }

  finish(): void {
    this.isEnding = true
    this.#connection?.finish()
  }
}

/** Messages as one line: a batch where there are several. */
function joined(messages: readonly Buffer[]): Buffer {
  const [first, ...others] = messages
  if (first && others.length === 0) return first
  const parts = messages.flatMap((message, i) => [Buffer.from(i === 0 ? '[' : ','), message])
  return Buffer.concat([...parts, Buffer.from(']')])
}

function beginEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
}

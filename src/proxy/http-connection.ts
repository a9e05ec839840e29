import { setMaxListeners } from 'node:events'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject } from '../core/json'
import { writeJson } from '../core/json-write'
import { redactText } from '../core/redact'
import { AnswerBodies } from './answer-bodies'
import type { Connection, Deliver, Ending } from './connection'
import { answerIds, answersAny, type Envelope, envelopesOf, messageIn, requestIds } from './envelope'
import { EventFramer, onOneLine } from './event-stream'
import { answerIn } from './http-body'
import { errorOf } from './http-error'
import { isJsonRpc } from './json-rpc-body'
import { answeredKeys, idKey } from './message-id'
import { ParamHeaders } from './param-headers'
import type { Relay } from './relay'
import { headersFor } from './request-headers'
import { addressed } from './unaddressed-error'
import { ask, kindOf, typeIn, type Upstream, type UpstreamAnswer } from './upstream'
import { cutShort, failureOf, leftOpen, UpstreamError, unusable } from './upstream-error'

/** How long things may take, in milliseconds. */
const patience = {
  inOrder: 1000,
  finish: 2000,
  farewell: 1000,
  firstRetry: 1000,
  longestRetry: 30_000,
} as const
/** How often a stream that breaks is taken up again, without anything new in it, before its request is given up. */
const mostResumptions = 3

const sessionHeader = 'mcp-session-id'
const lineFeed = Buffer.from('\n')
const initialized = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
const blank = /^\s*$/

/** Connects to a server that speaks Streamable HTTP. */
export function connectHttp(
  upstream: Upstream,
  relay: Relay,
  maxMessage: number,
  deliver: Deliver,
  warn: (sentence: string) => void,
): Connection {
  return new HttpConnection(upstream, relay, maxMessage, deliver, (sentence) =>
    warn(redactText(sentence, { paths: false })),
  )
}

/** How a stream of events came to its end, and how to take it up. */
interface StreamEnd {
  place?: string
  retry?: number
  /** How many events it had, and how many messages in them. */
  count: number
  messages: number
}

class HttpConnection implements Connection {
  readonly exited: Promise<number>
  readonly ended: Promise<Ending>
  readonly #upstream: Upstream
  readonly #relay: Relay
  readonly #maxMessage: number
  readonly #bodies: AnswerBodies
  readonly #deliver: Deliver
  readonly #warn: (sentence: string) => void
  readonly #abort = new AbortController()
  readonly #open = new Set<Promise<void>>()
  /** The bytes that have not left yet. */
  #leaving = 0
  #end: (ending: Ending) => void = () => {}
  #isEnding = false
  /** Is settled when nothing that was sent has to be answered before more is. */
  #begun: Promise<void> = Promise.resolve()
  #session: string | undefined
  #version: string | undefined
  /** What the session began with, to begin another when it is lost. */
  #beginning: Buffer | undefined
  #renewal: Promise<string | undefined> | undefined
  /** What ends the listening to what the server says by itself. */
  #listening: AbortController | undefined
  #listens = false
  /** The ids of requests that are to be answered there, each in one spelling. */
  readonly #accepted = new Set<string>()
  /** The open requests of the protocol of 2026-07-28. */
  readonly #modern = new Map<string, AbortController>()
  readonly #params = new ParamHeaders()

  constructor(
    upstream: Upstream,
    relay: Relay,
    maxMessage: number,
    deliver: Deliver,
    warn: (sentence: string) => void,
  ) {
    this.#upstream = upstream
    this.#relay = relay
    this.#maxMessage = maxMessage
    this.#bodies = new AnswerBodies(maxMessage)
    this.#deliver = deliver
    this.#warn = warn
    // Every request listens to it.
    setMaxListeners(0, this.#abort.signal)
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.exited = this.ended.then(({ status }) => status)
  }

  async send(lines: readonly Buffer[]): Promise<void> {
    for (const line of lines) {
      await this.#begun
      if (this.#isEnding) return
      if (blank.test(line.toString('latin1'))) continue
      const envelopes = envelopesOf(line)
      if (envelopes.length === 1 && this.#cancels(line, envelopes)) continue
      this.#leaving += line.length
      let leave = () => {}
      const hasLeft = new Promise<void>((resolve) => {
        leave = resolve
      }).then(() => {
        this.#leaving -= line.length
      })
      const done = this.#post(line, envelopes, (sent) => sent.then(leave)).finally(leave)
      this.#open.add(done)
      done.finally(() => this.#open.delete(done))
      // A session begins with its first answer, and what asks for none has to arrive in order. Requests may overlap.
      if (envelopes.some(({ method }) => method === 'initialize')) {
        this.#begun = this.#until(done, () => this.#areAnswered(requestIds(envelopes)))
      } else if (requestIds(envelopes).length === 0) {
        await Promise.race([done, pause(patience.inOrder)])
      }
      // A server that does not read is not sent more than what one message may be.
      if (this.#leaving > this.#maxMessage) await hasLeft
    }
  }

  /** Gives up a request of the protocol of 2026-07-28, in which that is said by leaving; whether there was one. */
  #cancels(line: Buffer, [first]: readonly Envelope[]): boolean {
    if (first?.method !== 'notifications/cancelled') return false
    const params = messageIn(line)?.params
    const id = isJsonObject(params) ? params.requestId : undefined
    const abort = id === undefined ? undefined : this.#modern.get(idKey(writeJson(id)))
    abort?.abort()
    return abort !== undefined
  }

  /** Waits until something is done, or the case already. */
  async #until(done: Promise<void>, isSo: () => boolean): Promise<void> {
    let isDone = false
    done.finally(() => {
      isDone = true
    })
    while (!isDone && !isSo() && !this.#isEnding) await Promise.race([done, pause(10)])
  }

  finish(isSending = false): void {
    const over = pause(patience.finish)
    const done = isSending ? over : Promise.allSettled(this.#open)
    Promise.race([done, over]).then(() => this.stop())
  }

  stop(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#leave()
  }

  /** Says goodbye to the session, and ends. */
  async #leave(): Promise<void> {
    this.#abort.abort()
    this.#listening?.abort()
    if (this.#session !== undefined) {
      const headers = this.#headers()
      this.#session = undefined
      const signal = AbortSignal.timeout(patience.farewell)
      await ask(this.#upstream, { method: 'DELETE', headers, signal }).answer.then(
        (answer) => answer.discard(),
        () => {},
      )
    }
    this.#end({ status: 0, isByProxy: true, error: leftOpen })
  }

  async #post(
    line: Buffer,
    envelopes: readonly Envelope[],
    leaving: (sent: Promise<void>) => void = () => {},
  ): Promise<void> {
    const ids = requestIds(envelopes)
    const has = (method: string) => envelopes.some((each) => each.method === method)
    const isBeginning = has('initialize')
    const abort = new AbortController()
    const giveUp = () => abort.abort()
    this.#abort.signal.addEventListener('abort', giveUp, { once: true })
    try {
      if (isBeginning) this.#beginning = line
      else await this.#renewal
      const session = this.#session
      let answer = await this.#sent(line, ids, abort, leaving)
      if (answer.status === 404 && session !== undefined && !isBeginning) {
        answer.discard()
        await this.#renewed(session)
        answer = await this.#sent(line, ids, abort, leaving)
      }
      if (isBeginning) this.#session = textIn(answer.headers[sessionHeader])
      await this.#take(answer, ids)
      if (has('notifications/initialized')) this.#listen()
    } catch (error) {
      if (this.#isEnding || abort.signal.aborted) return
      const failure = failureOf(error)
      if (error instanceof UpstreamError) this.#warn(failure.message)
      else if (ids.length === 0)
        this.#warn(`A message could not be sent to ${this.#upstream.url.origin}: ${failure.message}`)
      await this.#fail(ids, failure)
    } finally {
      this.#abort.signal.removeEventListener('abort', giveUp)
      for (const id of ids) this.#modern.delete(idKey(id))
    }
  }

  #sent(
    line: Buffer,
    ids: readonly string[],
    abort: AbortController,
    leaving: (sent: Promise<void>) => void = () => {},
  ): Promise<UpstreamAnswer> {
    const message = ids.length > 0 ? messageIn(line) : undefined
    const repeated = message ? headersFor(message) : {}
    const isModern = Object.keys(repeated).length > 0
    const params = isModern && isJsonObject(message?.params) ? message.params : {}
    if (isModern) for (const id of ids) this.#modern.set(idKey(id), abort)
    const { answer, sent } = ask(this.#upstream, {
      method: 'POST',
      headers: {
        ...this.#headers(),
        ...repeated,
        ...this.#params.headersFor(params),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: onOneLine(line),
      signal: abort.signal,
    })
    leaving(sent)
    return answer
  }

  /** Begins another session in place of one that the server has lost; whoever else has lost it waits for the same. */
  async #renewed(lost: string): Promise<void> {
    // Somebody else was faster.
    if (this.#session !== lost && !this.#renewal) return
    this.#renewal ??= this.#renew(lost).finally(() => {
      this.#renewal = undefined
    })
    const why = await this.#renewal
    if (why) throw new Error(`The server has lost the session, and another one could not be begun: ${why}.`)
  }

  /** Begins another session; gives the reason where that fails. The next message tries again. */
  async #renew(lost: string): Promise<string | undefined> {
    const line = this.#beginning
    if (!line) return 'it was not begun here'
    this.#warn('The server has lost the session; another one is begun.')
    this.#session = undefined
    try {
      const answer = await this.#sent(line, [], this.#abort)
      const session = textIn(answer.headers[sessionHeader])
      answer.discard()
      if (answer.status >= 300) throw new Error(`status ${answer.status}`)
      this.#session = session
      const done = await this.#sent(initialized, [], this.#abort)
      done.discard()
      if (done.status >= 300) throw new Error(`status ${done.status}`)
    } catch (error) {
      this.#session = lost
      return failureOf(error).message
    }
    if (this.#listening) this.#listen()
    return undefined
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#session !== undefined && { [sessionHeader]: this.#session }),
      ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
    }
  }

  /** Takes the answer to a POST, which has to answer its requests. */
  async #take(answer: UpstreamAnswer, ids: readonly string[]): Promise<void> {
    const { status, headers } = answer
    if (status >= 300) return this.#refuse(answer, ids)
    const error = await this.#read(answer, kindOf(headers), ids)
    // What is accepted without an answer may be answered on the stream that is listened to.
    if (this.#listens && status === 202) for (const id of ids) this.#accepted.add(idKey(id))
    else if (!this.#isEnding) await this.#fail(ids, error)
  }

  /** Delivers what an answer says; gives the reason for everything that it does not answer. */
  async #read(
    answer: UpstreamAnswer,
    kind: ReturnType<typeof kindOf>,
    ids: readonly string[],
  ): Promise<CanonicalError> {
    if (kind === 'other') {
      answer.discard()
      return unusable(`The server answered with ${typeIn(answer.headers).slice(0, 100)}, which is not MCP.`)
    }
    if (kind === 'events') {
      await this.#events(answer, ids)
      return cutShort
    }
    return this.#bodies.read(answer.body, async (bytes) => {
      if (!bytes) {
        await this.#tooLong(ids.map((id) => ({ id, method: undefined, isAnswer: true })))
        return cutShort
      }
      if (await this.#message(addressed(bytes, this.#unanswered(ids)))) return cutShort
      const what =
        bytes.length === 0
          ? `status ${answer.status} and no body`
          : 'something that is not a JSON-RPC message'
      return unusable(`The server answered with ${what}.`)
    })
  }

  /** An answer that is an HTTP error. */
  async #refuse({ status, headers, body }: UpstreamAnswer, ids: readonly string[]): Promise<void> {
    const bytes = (await answerIn(body, this.#maxMessage)) ?? Buffer.alloc(0)
    if (answersAny(bytes, ids)) await this.#message(bytes)
    const error = await errorOf(status, headers, bytes)
    if (status === 401) {
      this.#warn('The server asks for authorization (401): give it with --header or ERRLINGUA_HEADERS.')
    }
    if (ids.length === 0) this.#warn(`The server refused a message with status ${status}: ${error.message}`)
    await this.#fail(ids, error)
  }

  #areAnswered(ids: readonly string[]): boolean {
    return this.#unanswered(ids).length === 0
  }

  #unanswered(ids: readonly string[]): string[] {
    return ids.filter((id) => this.#relay.openMethod(id) !== undefined)
  }

  /** Reads a stream of events; one that breaks before its requests are answered is taken up where it broke. */
  async #events(first: UpstreamAnswer, ids: readonly string[]): Promise<void> {
    let stream = first
    let place: string | undefined
    let wait: number = patience.firstRetry
    let resumptions = 0
    let silent = 0
    for (;;) {
      const read = await this.#stream(stream.body, ids)
      place = read.place ?? place
      wait = read.retry ?? wait
      resumptions = read.count > 0 ? 0 : resumptions + 1
      silent = read.messages > 0 ? 0 : silent + 1
      if (this.#areAnswered(ids) || place === undefined || this.#isEnding) return
      if (resumptions > mostResumptions) return
      await pause(Math.max(wait, leastWait(silent)))
      stream = await this.#get(place)
      if (kindOf(stream.headers) !== 'events' || stream.status !== 200) {
        stream.discard()
        return
      }
    }
  }

  /** Delivers the messages of a stream of events until it ends, and says how to take it up. */
  async #stream(stream: AsyncIterable<Buffer>, ids: readonly string[] = []): Promise<StreamEnd> {
    const at: StreamEnd = { count: 0, messages: 0 }
    let messages: Buffer[] = []
    let refused: (readonly Envelope[])[] = []
    const framer = new EventFramer(this.#maxMessage, {
      event: ({ data, id, name, retry }) => {
        at.count++
        if (id !== undefined) at.place = id
        if (retry !== undefined) at.retry = retry
        if (!data?.length || name !== undefined) return
        at.messages++
        messages.push(data)
      },
      tooLong: (envelopes) => refused.push(envelopes),
      open: () => this.#unanswered(ids),
    })
    const deliver = async (): Promise<void> => {
      const [now, not] = [messages, refused]
      messages = []
      refused = []
      for (const data of now) await this.#message(addressed(data, this.#unanswered(ids)))
      for (const envelopes of not) await this.#tooLong(envelopes)
    }
    try {
      for await (const chunk of stream) {
        framer.push(chunk)
        await deliver()
        // Nobody waits for the rest, which may be endless.
        if (framer.isSkipping && ids.length > 0 && this.#areAnswered(ids)) break
      }
    } catch {
      // It broke; whoever waits for more takes it up again.
    }
    framer.rest()
    await deliver()
    return at
  }

  #get(place: string | undefined, signal: AbortSignal = this.#abort.signal): Promise<UpstreamAnswer> {
    const headers = {
      ...this.#headers(),
      accept: 'text/event-stream',
      ...(place !== undefined && { 'last-event-id': place }),
    }
    return ask(this.#upstream, { method: 'GET', headers, signal }).answer
  }

  /** Listens to what the server says by itself, for as long as the session lasts. */
  async #listen(): Promise<void> {
    this.#listening?.abort()
    const abort = new AbortController()
    this.#listening = abort
    let place: string | undefined
    let wait: number = patience.firstRetry
    while (!this.#isEnding && !abort.signal.aborted) {
      try {
        const stream = await this.#get(place, abort.signal)
        const { status, headers } = stream
        if (status === 200 && kindOf(headers) === 'events') {
          this.#listens = true
          const read = await this.#stream(stream.body)
          place = read.place ?? place
          wait = read.retry ?? patience.firstRetry
        } else {
          stream.discard()
          // The server has nothing to say by itself, or has just no time for it.
          if (status < 500 && status !== 429) break
          wait = Math.min(wait * 2, patience.longestRetry)
        }
      } catch (error) {
        if (error instanceof UpstreamError) break
        wait = Math.min(wait * 2, patience.longestRetry)
      }
      this.#listens = false
      if (!this.#isEnding && !abort.signal.aborted) await pause(wait)
    }
    // Another one is listened to, or nothing more.
    if (this.#isEnding || abort.signal.aborted) return
    const lost = [...this.#accepted]
    this.#accepted.clear()
    await this.#fail(lost, cutShort)
  }

  /** Delivers a message, or several; whether it was one. Nothing else is of use to the client. */
  async #message(data: Buffer): Promise<boolean> {
    if (!isJsonRpc(data)) return false
    const line = Buffer.concat([onOneLine(data), lineFeed])
    const answered = answerIds(envelopesOf(line))
    for (const key of answered.flatMap(answeredKeys)) this.#accepted.delete(key)
    const methods = answered.map((id) => this.#relay.openMethod(id))
    if (methods.includes('initialize')) this.#learn(line)
    if (methods.includes('tools/list')) this.#params.learn(messageIn(line)?.result)
    await this.#deliver([this.#relay.fromServer(line)])
    return true
  }

  /** The protocol's version is agreed on in the first answer, and said in every request after it. */
  #learn(line: Buffer): void {
    const result = messageIn(line)?.result
    const version = isJsonObject(result) ? result.protocolVersion : undefined
    if (typeof version === 'string') this.#version = version
  }

  async #tooLong(envelopes: readonly Envelope[]): Promise<void> {
    for (const { to, line } of this.#relay.refused(envelopes, 'server', this.#maxMessage)) {
      if (to === 'client') await this.#deliver([line])
      else await this.#post(line, envelopesOf(line))
    }
  }

  /** Answers those requests that nobody has answered. */
  async #fail(ids: readonly string[], error: CanonicalError): Promise<void> {
    await this.#deliver(ids.flatMap((id) => this.#relay.failed(id, error) ?? []))
  }
}

/** How long to wait at least before a stream is taken up again that said nothing so often, in milliseconds. */
function leastWait(silent: number): number {
  const more = silent - mostResumptions
  return more <= 0 ? 0 : Math.min(100 * 2 ** more, patience.longestRetry)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

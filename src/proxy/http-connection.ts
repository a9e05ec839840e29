import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject } from '../core/json'
import { redactText } from '../core/redact'
import { readThrown } from '../index'
import type { Connection, Deliver, Ending } from './connection'
import { answerIds, type Envelope, envelopesOf, messageIn, requestIds } from './envelope'
import { EventFramer, onOneLine } from './event-stream'
import { bodyOf } from './http-body'
import { errorOf } from './http-error'
import type { Relay } from './relay'
import { headersFor } from './request-headers'
import { ask, kindOf, type Upstream } from './upstream'

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
const blank = /^\s*$/

/** Connects to a server that speaks Streamable HTTP. */
export function connectHttp(
  upstream: Upstream,
  relay: Relay,
  maxMessage: number,
  deliver: Deliver,
  warn: (sentence: string) => void,
): Connection {
  return new HttpConnection(upstream, relay, maxMessage, deliver, (sentence) => warn(redactText(sentence)))
}

class HttpConnection implements Connection {
  readonly ended: Promise<Ending>
  readonly #upstream: Upstream
  readonly #relay: Relay
  readonly #maxMessage: number
  readonly #deliver: Deliver
  readonly #warn: (sentence: string) => void
  readonly #abort = new AbortController()
  readonly #open = new Set<Promise<void>>()
  /** The bytes that have not left yet. */
  #leaving = 0
  #end: (ending: Ending) => void = () => {}
  #isEnding = false
  #session: string | undefined
  #version: string | undefined
  /** What the session began with, to begin another when it is lost. */
  #beginning: Buffer | undefined
  #renewal: Promise<boolean> | undefined
  #listens = false

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
    this.#deliver = deliver
    this.#warn = warn
    // Every request listens to it.
    setMaxListeners(0, this.#abort.signal)
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  async send(lines: readonly Buffer[]): Promise<void> {
    for (const line of lines) {
      if (blank.test(line.toString('latin1'))) continue
      const envelopes = envelopesOf(line)
      let hasLeft: Promise<void> = Promise.resolve()
      const done = this.#post(line, envelopes, (sent) => {
        this.#leaving += line.length
        hasLeft = sent.then(() => {
          this.#leaving -= line.length
        })
      })
      this.#open.add(done)
      done.finally(() => this.#open.delete(done))
      // A session begins with its first answer, and what asks for none has to arrive in order. Requests may overlap.
      if (envelopes.some(({ method }) => method === 'initialize')) {
        await this.#until(done, () => this.#areAnswered(requestIds(envelopes)))
      } else if (requestIds(envelopes).length === 0) {
        await Promise.race([done, pause(patience.inOrder)])
      }
      // A server that does not read is not sent more than what one message may be.
      if (this.#leaving > this.#maxMessage) await Promise.race([hasLeft, done])
    }
  }

  /** Waits until something is done, or the case already. */
  async #until(done: Promise<void>, isSo: () => boolean): Promise<void> {
    let isDone = false
    done.finally(() => {
      isDone = true
    })
    while (!isDone && !isSo() && !this.#isEnding) await Promise.race([done, pause(10)])
  }

  finish(): void {
    if (this.#isEnding) return
    const done = Promise.allSettled(this.#open)
    Promise.race([done, pause(patience.finish)]).then(() => this.stop())
  }

  stop(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#leave()
  }

  /** Says goodbye to the session, and ends. */
  async #leave(): Promise<void> {
    this.#abort.abort()
    if (this.#session !== undefined) {
      const headers = this.#headers()
      this.#session = undefined
      const signal = AbortSignal.timeout(patience.farewell)
      await ask(this.#upstream, { method: 'DELETE', headers, signal }).answer.then(
        (answer) => answer.resume(),
        () => {},
      )
    }
    const error: CanonicalError = {
      code: 'connection_failed',
      message: 'The connection to the server was closed before it answered.',
      severity: 'error',
    }
    this.#end({ status: 0, isByProxy: true, error })
  }

  async #post(
    line: Buffer,
    envelopes: readonly Envelope[],
    leaving: (sent: Promise<void>) => void = () => {},
  ): Promise<void> {
    const ids = requestIds(envelopes)
    const has = (method: string) => envelopes.some((each) => each.method === method)
    try {
      if (has('initialize')) this.#beginning = line
      let answer = await this.#sent(line, ids.length > 0, leaving)
      if (answer.statusCode === 404 && this.#session !== undefined && !has('initialize')) {
        answer.resume()
        if (await this.#renewed()) answer = await this.#sent(line, ids.length > 0, leaving)
        else throw new Error('The server has ended the session, and does not begin another.')
      }
      if (has('initialize')) this.#session = textIn(answer.headers[sessionHeader])
      await this.#take(answer, ids)
      if (has('notifications/initialized')) this.#listen()
    } catch (error) {
      if (this.#isEnding) return
      const read = readThrown(error)
      if (ids.length === 0)
        this.#warn(`A message could not be sent to ${this.#upstream.url.origin}: ${read.message}`)
      await this.#fail(ids, read)
    }
  }

  #sent(
    line: Buffer,
    isRequest: boolean,
    leaving: (sent: Promise<void>) => void = () => {},
  ): Promise<IncomingMessage> {
    const message = isRequest ? messageIn(line) : undefined
    const { answer, sent } = ask(this.#upstream, {
      method: 'POST',
      headers: {
        ...this.#headers(),
        ...(message && headersFor(message)),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: onOneLine(line),
      signal: this.#abort.signal,
    })
    leaving(sent)
    return answer
  }

  /** Begins another session as the lost one began; whoever else has lost it waits for the same. */
  #renewed(): Promise<boolean> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(): Promise<boolean> {
    const line = this.#beginning
    this.#session = undefined
    if (!line) return false
    this.#warn('The server has ended the session; another one is begun.')
    const answer = await this.#sent(line, true)
    const session = textIn(answer.headers[sessionHeader])
    answer.resume()
    if ((answer.statusCode ?? 500) >= 300) return false
    this.#session = session
    const done = await this.#sent(
      Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'),
      false,
    )
    done.resume()
    return (done.statusCode ?? 500) < 300
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#session !== undefined && { [sessionHeader]: this.#session }),
      ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
    }
  }

  /** Takes the answer to a POST, which has to answer its requests. */
  async #take(answer: IncomingMessage, ids: readonly string[]): Promise<void> {
    const { statusCode = 0 } = answer
    if (statusCode >= 300) return this.#refuse(answer, ids)
    const kind = kindOf(answer)
    if (kind === 'json') {
      const body = await bodyOf(answer, this.#maxMessage)
      if ('bytes' in body) await this.#message(body.bytes)
      else await this.#tooLong(ids.map((id) => ({ id, method: undefined })))
    } else if (kind === 'events') {
      await this.#events(answer, ids)
    } else {
      answer.resume()
    }
    // What is accepted without an answer may be answered on the stream that is listened to.
    if (this.#isEnding || (this.#listens && statusCode === 202)) return
    await this.#fail(ids, {
      code: 'connection_failed',
      message: 'The server ended its answer before it was complete.',
      severity: 'error',
    })
  }

  /** An answer that is an HTTP error, or sends one elsewhere. */
  async #refuse(answer: IncomingMessage, ids: readonly string[]): Promise<void> {
    const { statusCode: status = 500, headers } = answer
    const body = await bodyOf(answer, this.#maxMessage)
    const bytes = 'bytes' in body ? body.bytes : Buffer.alloc(0)
    if (answerIds(envelopesOf(bytes)).some((id) => ids.includes(id))) await this.#message(bytes)
    const error = await errorOf(status, headers, bytes)
    if (status === 401) {
      this.#warn('The server asks for authorization (401): give it with --header or ERRLINGUA_HEADERS.')
    }
    if (ids.length === 0) this.#warn(`The server refused a message with status ${status}: ${error.message}`)
    await this.#fail(ids, error)
  }

  #areAnswered(ids: readonly string[]): boolean {
    return ids.every((id) => this.#relay.openMethod(id) === undefined)
  }

  /** Reads a stream of events; one that breaks before its requests are answered is taken up where it broke. */
  async #events(first: IncomingMessage, ids: readonly string[]): Promise<void> {
    let stream = first
    let place: string | undefined
    let wait: number = patience.firstRetry
    let resumptions = 0
    for (;;) {
      const read = await this.#stream(stream)
      place = read.place ?? place
      wait = read.retry ?? wait
      resumptions = read.count > 0 ? 0 : resumptions + 1
      if (this.#areAnswered(ids) || place === undefined || this.#isEnding) return
      if (resumptions > mostResumptions) return
      await pause(wait)
      stream = await this.#get(place)
      if (kindOf(stream) !== 'events' || stream.statusCode !== 200) {
        stream.resume()
        return
      }
    }
  }

  /** Delivers the messages of a stream of events until it ends, and says how to take it up. */
  async #stream(stream: IncomingMessage): Promise<{ place?: string; retry?: number; count: number }> {
    const at: { place?: string; retry?: number; count: number } = { count: 0 }
    let messages: Buffer[] = []
    let refused: Envelope[] = []
    const framer = new EventFramer(this.#maxMessage, {
      event: ({ data, id, name, retry }) => {
        at.count++
        if (id !== undefined) at.place = id
        if (retry !== undefined) at.retry = retry
        if (data && name === undefined) messages.push(data)
      },
      tooLong: (envelopes) => refused.push(...envelopes),
    })
    try {
      for await (const chunk of stream) {
        framer.push(chunk)
        const [now, not] = [messages, refused]
        messages = []
        refused = []
        for (const data of now) await this.#message(data)
        if (not.length > 0) await this.#tooLong(not)
      }
    } catch {
      // It broke; whoever waits for more takes it up again.
    }
    return at
  }

  #get(place: string | undefined): Promise<IncomingMessage> {
    const headers = {
      ...this.#headers(),
      accept: 'text/event-stream',
      ...(place !== undefined && { 'last-event-id': place }),
    }
    return ask(this.#upstream, { method: 'GET', headers, signal: this.#abort.signal }).answer
  }

  /** Listens to what the server says by itself, for as long as the session lasts. */
  async #listen(): Promise<void> {
    if (this.#listens) return
    this.#listens = true
    let place: string | undefined
    let wait: number = patience.firstRetry
    while (!this.#isEnding) {
      try {
        const stream = await this.#get(place)
        const { statusCode: status = 0 } = stream
        if (status === 200 && kindOf(stream) === 'events') {
          const read = await this.#stream(stream)
          place = read.place ?? place
          wait = read.retry ?? patience.firstRetry
        } else {
          stream.resume()
          // The server has nothing to say by itself, or has just no time for it.
          if (status < 500 && status !== 429) break
          wait = Math.min(wait * 2, patience.longestRetry)
        }
      } catch {
        wait = Math.min(wait * 2, patience.longestRetry)
      }
      if (!this.#isEnding) await pause(wait)
    }
    this.#listens = false
  }

  async #message(data: Buffer): Promise<void> {
    const line = Buffer.concat([onOneLine(data), lineFeed])
    if (blank.test(line.toString('latin1'))) return
    const isBeginning = answerIds(envelopesOf(line)).some((id) => this.#relay.openMethod(id) === 'initialize')
    if (isBeginning) this.#learn(line)
    await this.#deliver([this.#relay.fromServer(line)])
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

import type { IncomingMessage } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { isJsonObject, type JsonObject } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { readThrown } from '../index'
import type { Connection, Deliver, Ending } from './connection'
import { type Envelope, envelopeOf, envelopesOf, messagesIn } from './envelope'
import { EventFramer, onOneLine } from './event-stream'
import { errorOf } from './http-error'
import type { Relay } from './relay'
import { headersFor } from './request-headers'
import { ask, bodyOf, kindOf, type Upstream } from './upstream'

/** How long things may take, in milliseconds. */
const patience = { finish: 2000, farewell: 1000, firstRetry: 1000, longestRetry: 30_000 } as const
/** How often a stream that breaks is taken up again before its request is given up. */
const mostResumptions = 3

const sessionHeader = 'mcp-session-id'
const lineFeed = Buffer.from('\n')

/** Connects to a server that speaks Streamable HTTP. */
export function connectHttp(
  upstream: Upstream,
  relay: Relay,
  maxMessage: number,
  deliver: Deliver,
  warn: (sentence: string) => void,
): Connection {
  return new HttpConnection(upstream, relay, maxMessage, deliver, warn)
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
  #end: (ending: Ending) => void = () => {}
  #isEnding = false
  #session: string | undefined
  #version: string | undefined
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
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  async send(lines: readonly Buffer[]): Promise<void> {
    for (const line of lines) {
      if (line.toString('latin1').trim() === '') continue
      const envelopes = envelopesOf(line)
      const sent = this.#post(line, envelopes)
      this.#open.add(sent)
      sent.finally(() => this.#open.delete(sent))
      // A session begins with its first answer, and what asks for none has to arrive in order. Requests may overlap.
      const isBeginning = envelopes.some(({ method }) => method === 'initialize')
      if (isBeginning || idsOf(envelopes).length === 0) await sent
    }
  }

  finish(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    const timer = new Promise<void>((resolve) => setTimeout(resolve, patience.finish).unref())
    Promise.race([Promise.allSettled(this.#open), timer]).then(() => this.#leave())
  }

  stop(): void {
    this.#isEnding = true
    this.#leave()
  }

  /** Says goodbye to the session, and ends. */
  async #leave(): Promise<void> {
    this.#abort.abort()
    if (this.#session !== undefined) {
      const signal = AbortSignal.timeout(patience.farewell)
      const headers = this.#headers()
      this.#session = undefined
      await ask(this.#upstream, { method: 'DELETE', headers, signal }).then(
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

  async #post(line: Buffer, envelopes: readonly Envelope[]): Promise<void> {
    const ids = idsOf(envelopes)
    const has = (method: string) => envelopes.some((each) => each.method === method)
    try {
      const [message, ...others] = ids.length > 0 ? messagesIn(line) : []
      const answer = await ask(this.#upstream, {
        method: 'POST',
        headers: {
          ...this.#headers(),
          ...(message && others.length === 0 && headersFor(message)),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: onOneLine(line),
        signal: this.#abort.signal,
      })
      if (has('initialize')) this.#begin(answer)
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

  /** A session begins. */
  #begin({ headers }: IncomingMessage): void {
    const session = headers[sessionHeader]
    this.#session = typeof session === 'string' ? session : undefined
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
    if (statusCode >= 400) return this.#refuse(answer, ids)
    const kind = kindOf(answer)
    if (kind === 'json') {
      const body = await bodyOf(answer, this.#maxMessage)
      if (body) await this.#message(body)
      else for (const id of ids) await this.#tooLong({ id, method: undefined })
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

  /** An answer that is an HTTP error. */
  async #refuse(answer: IncomingMessage, ids: readonly string[]): Promise<void> {
    const { statusCode: status = 500, headers } = answer
    const body = (await bodyOf(answer, this.#maxMessage)) ?? Buffer.alloc(0)
    const [id] = idsOf(envelopesOf(body), true)
    if (id !== undefined && ids.includes(id)) await this.#message(body)
    const error = await errorOf(status, headers, body)
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
    for (let resumptions = 0; ; resumptions++) {
      const read = await this.#stream(stream)
      place = read.place ?? place
      wait = read.retry ?? wait
      if (this.#areAnswered(ids) || place === undefined || this.#isEnding) return
      if (resumptions === mostResumptions) return
      await new Promise((resolve) => setTimeout(resolve, wait).unref())
      stream = await this.#get(place)
      if (kindOf(stream) !== 'events' || stream.statusCode !== 200) {
        stream.resume()
        return
      }
    }
  }

  /** Delivers the messages of a stream of events until it ends, and says how to take it up. */
  async #stream(stream: IncomingMessage): Promise<{ place?: string; retry?: number }> {
    const at: { place?: string; retry?: number } = {}
    let messages: Buffer[] = []
    let refused: Envelope[] = []
    const framer = new EventFramer(this.#maxMessage, {
      event: ({ data, id, retry }) => {
        if (id !== undefined) at.place = id
        if (retry !== undefined) at.retry = retry
        if (data && data.length > 0) messages.push(data)
      },
      tooLong: (envelope) => refused.push(envelope),
    })
    try {
      for await (const chunk of stream) {
        framer.push(chunk)
        const [now, not] = [messages, refused]
        messages = []
        refused = []
        for (const data of now) await this.#message(data)
        for (const envelope of not) await this.#tooLong(envelope)
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
    return ask(this.#upstream, { method: 'GET', headers, signal: this.#abort.signal })
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
        if (stream.statusCode !== 200 || kindOf(stream) !== 'events') {
          // The server has nothing to say by itself.
          stream.resume()
          break
        }
        const read = await this.#stream(stream)
        place = read.place ?? place
        wait = read.retry ?? patience.firstRetry
      } catch {
        wait = Math.min(wait * 2, patience.longestRetry)
      }
      if (!this.#isEnding) await new Promise((resolve) => setTimeout(resolve, wait).unref())
    }
    this.#listens = false
  }

  async #message(data: Buffer): Promise<void> {
    const line = Buffer.concat([onOneLine(data), lineFeed])
    const { id } = envelopeOf(line)
    if (id !== undefined && this.#relay.openMethod(id) === 'initialize') this.#learn(line)
    await this.#deliver([this.#relay.fromServer(line)])
  }

  /** The protocol's version is agreed on in the first answer, and said in every request after it. */
  #learn(line: Buffer): void {
    const message = readJsonQuietly(line.toString('utf8'))
    const result = isJsonObject(message) ? (message as JsonObject).result : undefined
    const version = isJsonObject(result) ? result.protocolVersion : undefined
    if (typeof version === 'string') this.#version = version
  }

  async #tooLong(envelope: Envelope): Promise<void> {
    const refusal = this.#relay.refused(envelope, 'server', this.#maxMessage)
    if (refusal?.to === 'client') await this.#deliver([refusal.line])
    else if (refusal) await this.#post(refusal.line, [envelopeOf(refusal.line)])
  }

  /** Answers those requests that nobody has answered. */
  async #fail(ids: readonly string[], error: CanonicalError): Promise<void> {
    await this.#deliver(ids.flatMap((id) => this.#relay.failed(id, error) ?? []))
  }
}

/** The ids of requests, or of answers. */
function idsOf(envelopes: readonly Envelope[], ofAnswers = false): string[] {
  return envelopes.flatMap(({ id, method }) =>
    id !== undefined && (method === undefined) === ofAnswers ? [id] : [],
  )
}

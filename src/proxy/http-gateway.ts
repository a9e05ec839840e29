import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { withoutDigests } from './digest-headers'
import { answersAny, type Envelope, envelopesOf, requestIds } from './envelope'
import { EventFramer, eventWith, withData } from './event-stream'
import { answerWithBusy, answerWithError, answerWithLines, written } from './http-answer'
import { answerIn, RequestBodies } from './http-body'
import { errorOf } from './http-error'
import { type HttpFront, isServedPath, servedPath } from './http-server'
import { isJsonRpc } from './json-rpc-body'
import type { Relay } from './relay'
import { RelaysBySession } from './relays-by-session'
import { addressed } from './unaddressed-error'
import { ask, kindOf, type Upstream, type UpstreamAnswer } from './upstream'
import { cutShort, failureOf, leftOpen, UpstreamError } from './upstream-error'

// Of one connection each, or of a body that is read here.
const ownOfEachSide: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'accept-encoding',
]

const wellKnown = '/.well-known/'
const sessionHeader = 'mcp-session-id'
const bodyless: readonly string[] = ['GET', 'HEAD', 'DELETE', 'OPTIONS']

/** What is under way between a client and the server. */
interface Exchange {
  readonly response: ServerResponse
  readonly relay: Relay
  /** The ids of what is asked. */
  readonly ids: string[]
}

/** HTTP in front and HTTP behind: every request goes to the server as it is, and its answers are translated. */
export class HttpGateway implements HttpFront {
  readonly #upstream: Upstream
  readonly #relays: RelaysBySession
  readonly #maxMessage: number
  readonly #bodies: RequestBodies
  readonly #open = new Set<AbortController>()
  #isStopping = false

  constructor(
    upstream: Upstream,
    createRelay: () => Relay,
    maxMessage: number,
    bodies = new RequestBodies(maxMessage),
  ) {
    this.#upstream = upstream
    this.#relays = new RelaysBySession(createRelay)
    this.#maxMessage = maxMessage
    this.#bodies = bodies
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const abort of this.#open) abort.abort()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = request
    const path = pathFor(url)
    if (path === undefined) {
      answerWithError(response, 404, `There is nothing there; MCP is served at ${servedPath}.`)
      return
    }
    const session = textIn(headers[sessionHeader])
    const relay = this.#relays.of(session)
    const exchange: Exchange = { response, relay, ids: [] }
    const abort = new AbortController()
    this.#open.add(abort)
    response.on('close', () => {
      abort.abort()
      this.#open.delete(abort)
    })
    try {
      const answer = await this.#asked(request, path, exchange, abort.signal)
      if (!answer) return
      const begun = textIn(answer.headers[sessionHeader]) ?? (answer.status < 300 ? session : undefined)
      this.#relays.begin(begun, relay)
      if (method === 'DELETE' && answer.status < 300) this.#relays.end(session)
      await this.#pass(answer, exchange)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else if (!response.destroyed) answerWithFailure(exchange, error, this.#isStopping)
    }
    // Whoever loses a stream has not cancelled what was asked: it may be answered when the stream is taken up again.
    for (const id of exchange.ids) relay.giveUp(id)
  }

  /** The answer of the server to a request, whose body is held until then; undefined where it is not asked. */
  async #asked(
    request: IncomingMessage,
    path: string,
    { response, relay, ids }: Exchange,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer | undefined> {
    const { method = 'GET', url = '/', headers } = request
    const asked = { method, path: path || undefined, query: queryIn(url), signal }
    if (bodyless.includes(method)) {
      return ask(this.#upstream, { ...asked, headers: passedOn(headers) }).answer
    }
    if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) {
      response.setHeader('accept-encoding', 'identity')
      answerWithError(response, 415, 'A packed body (Content-Encoding) is not read here: send it as it is.')
      return undefined
    }
    const body = await this.#bodies.read(request)
    if ('refused' in body) {
      if (body.refused === 'too long') this.#refuseLong(body.envelopes, response, relay)
      else answerWithBusy(response, this.#bodies.mostTogether, body.envelopes[0]?.id)
      return undefined
    }
    const said = relay.fromClient(body.bytes)
    ids.push(...requestIds(envelopesOf(said)))
    const passed = passedOn(said === body.bytes ? headers : withoutDigests(headers))
    return ask(this.#upstream, { ...asked, headers: passed, body: said }).answer.finally(body.letGo)
  }

  #refuseLong(envelopes: readonly Envelope[], response: ServerResponse, relay: Relay): void {
    const lines = relay.refused(envelopes, 'client', this.#maxMessage).map(({ line }) => line)
    answerWithLines(response, lines, 413, 'The message is too long.')
  }

  async #pass(answer: UpstreamAnswer, exchange: Exchange): Promise<void> {
    const { status, headers } = answer
    const { response, relay, ids } = exchange
    const isOfTool = ids.some((id) => relay.openMethod(id) === 'tools/call')
    if (isOfTool && (status === 429 || status >= 500)) return this.#failure(answer, exchange)
    const kind = kindOf(headers)
    if (kind !== 'events') return this.#whole(answer, kind, exchange)
    response.writeHead(status, headOf(response, withoutDigests(headers)))
    // Whoever waits for the first event wants to know that it will come.
    response.flushHeaders()
    await this.#events(answer, exchange)
    response.end()
  }

  /** Passes an answer that is not a stream, whatever its status. */
  async #whole(
    { status, headers, body }: UpstreamAnswer,
    kind: ReturnType<typeof kindOf>,
    exchange: Exchange,
  ): Promise<void> {
    const { response, relay, ids } = exchange
    const bytes = await answerIn(body, this.#maxMessage)
    if (!bytes) {
      const envelopes = ids.map((id) => ({ id, method: undefined, isAnswer: true }))
      const refusals = relay.refused(envelopes, 'server', this.#maxMessage)
      const lines = refusals.map(({ line }) => line)
      answerWithLines(response, lines, 502, 'The answer of the server is too long.')
      return
    }
    const isAnswer = status < 300 && ids.length > 0
    // Whatever an answer is called, the client may read it as one.
    const isJson = kind === 'json' || (isAnswer && (kind === 'unsaid' || isJsonRpc(bytes)))
    const said = isAnswer ? addressed(bytes, openOf(exchange)) : bytes
    const passed = isJson ? relay.fromServer(said) : bytes
    const head = headOf(response, passed === bytes ? headers : withoutDigests(headers))
    // What has no body may have a length all the same: of the body that another method would get.
    const length = passed.length > 0 && { 'content-length': passed.length }
    response.writeHead(status, { ...head, ...length }).end(passed)
  }

  async #events({ body }: UpstreamAnswer, exchange: Exchange): Promise<void> {
    const { response, relay, ids } = exchange
    let passing: Buffer[] = []
    let isResumable = false
    const framer = new EventFramer(this.#maxMessage, {
      event: (event) => {
        const { data, id, name, raw } = event
        isResumable ||= Boolean(id)
        const isMessage = data && name === undefined
        const passed = isMessage ? relay.fromServer(addressed(data, openOf(exchange))) : data
        passing.push(passed === undefined || passed === data ? raw : withData(event, passed))
      },
      tooLong: (envelopes, id) => {
        isResumable ||= Boolean(id)
        const refusals = relay.refused(envelopes, 'server', this.#maxMessage)
        passing.push(...refusals.flatMap(({ to, line }) => (to === 'client' ? [eventWith(line, id)] : [])))
      },
      open: () => openOf(exchange),
    })
    // Whoever knows a place in the stream takes it up again there; nobody else gets an answer that is not in it.
    const isLost = () => !isResumable && openOf(exchange).length > 0
    try {
      for await (const chunk of body) {
        framer.push(chunk)
        const bytes = Buffer.concat(passing)
        passing = []
        if (bytes.length > 0 && !(await written(response, bytes))) return
        // Nobody waits for the rest, which may be endless.
        if (framer.isSkipping && ids.length > 0 && openOf(exchange).length === 0) return
      }
    } catch (error) {
      if (!isLost()) throw error
    }
    const rest = framer.rest()
    const failures = isLost() ? ids.flatMap((id) => relay.failed(id, cutShort) ?? []) : undefined
    const last = failures?.map((line) => eventWith(line)) ?? [rest]
    await written(response, Buffer.concat([...passing, ...last]))
  }

  /** An HTTP error that answers a tool call says what a tool result would say, and becomes one. */
  async #failure(answer: UpstreamAnswer, exchange: Exchange): Promise<void> {
    const { status, headers } = answer
    const { response, relay, ids } = exchange
    const bytes = (await answerIn(answer.body, this.#maxMessage)) ?? Buffer.alloc(0)
    if (answersAny(bytes, ids)) {
      answerWithLines(response, [relay.fromServer(bytes)], status, '')
    } else {
      answerWithRefusal(exchange, status, await errorOf(status, headers, bytes), unasked)
    }
  }
}

/** The path of the server for one of the proxy: its own for MCP (''), the same for what is looked for under a well-known name. */
function pathFor(url: string): string | undefined {
  if (isServedPath(url)) return ''
  if (!url.startsWith(wellKnown)) return undefined
  // Where it leads, also for a server that takes an escaped slash for one: nothing else of the server is served.
  const { pathname } = new URL(url.replace(/%2f|%5c/gi, '/'), 'http://server')
  return pathname.startsWith(wellKnown) ? url : undefined
}

/** What a request asks for behind its path, where that is not passed on as a whole. */
function queryIn(url: string): string {
  return url.slice(url.indexOf('?') + 1 || url.length)
}

function passedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const ofConnection = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const isOwn = (name: string) => ownOfEachSide.includes(name) || ofConnection.includes(name)
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !isOwn(name)),
  )
}

/** The headers of an answer that are passed on, but for those that say which page may read it: the proxy has said that. */
function headOf(response: ServerResponse, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed = Object.entries(passedOn(headers)).filter(([name]) => !response.hasHeader(name))
  const vary = response.hasHeader('vary') && headers.vary !== undefined && { vary: `${headers.vary}, Origin` }
  return { ...Object.fromEntries(passed), ...vary }
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

/** The ids of the requests that have not been answered. */
function openOf({ relay, ids }: Exchange): string[] {
  return ids.filter((id) => relay.openMethod(id) !== undefined)
}

const unasked = 'The server could not be asked, or did not answer.'

/** Answers requests for which the server could not be asked, or not be understood. */
function answerWithFailure(exchange: Exchange, thrown: unknown, isStopping: boolean): void {
  const otherwise = thrown instanceof UpstreamError ? thrown.message : unasked
  answerWithRefusal(exchange, 502, isStopping ? leftOpen : failureOf(thrown), otherwise)
}

/** Answers requests with an error, or where there are none says something else. */
function answerWithRefusal(
  { response, relay, ids }: Exchange,
  status: number,
  error: CanonicalError,
  otherwise: string,
): void {
  const lines = ids.flatMap((id) => relay.failed(id, error) ?? [])
  answerWithLines(response, lines, status, otherwise)
}

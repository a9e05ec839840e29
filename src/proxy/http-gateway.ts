import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { readThrown } from '../index'
import { answersAny, envelopesOf, requestIds } from './envelope'
import { EventFramer, eventWith, withData } from './event-stream'
import { answerWithError, answerWithLines, written } from './http-answer'
import { bodyOf } from './http-body'
import { errorOf } from './http-error'
import { type HttpFront, isServedPath, servedPath } from './http-server'
import type { Relay } from './relay'
import { RelaysBySession } from './relays-by-session'
import { ask, kindOf, type Upstream } from './upstream'

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

const sessionHeader = 'mcp-session-id'
const bodyless: readonly string[] = ['GET', 'HEAD', 'DELETE', 'OPTIONS']

/** What is under way between a client and the server. */
interface Exchange {
  readonly response: ServerResponse
  readonly relay: Relay
  /** The ids of what is asked. */
  readonly ids: readonly string[]
}

/** HTTP in front and HTTP behind: every request goes to the server as it is, and its answers are translated. */
export class HttpGateway implements HttpFront {
  readonly #upstream: Upstream
  readonly #relays: RelaysBySession
  readonly #maxMessage: number
  readonly #open = new Set<AbortController>()

  constructor(upstream: Upstream, createRelay: () => Relay, maxMessage: number) {
    this.#upstream = upstream
    this.#relays = new RelaysBySession(createRelay)
    this.#maxMessage = maxMessage
  }

  async stop(): Promise<void> {
    for (const abort of this.#open) abort.abort()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const path = pathFor(url)
    if (path === undefined) {
      answerWithError(response, 404, `There is nothing there; MCP is served at ${servedPath}.`)
      return
    }
    const session = textIn(headers[sessionHeader])
    const relay = this.#relays.of(session)
    const body = bodyless.includes(method) ? undefined : await bodyOf(request, this.#maxMessage)
    if (body && 'tooLong' in body) {
      const refusals = relay.refused(body.tooLong, 'client', this.#maxMessage)
      const lines = refusals.map(({ line }) => line)
      answerWithLines(response, lines, 413, 'The message is too long.')
      return
    }
    if (body) relay.noteFromClient(body.bytes)
    const exchange: Exchange = { response, relay, ids: body ? requestIds(envelopesOf(body.bytes)) : [] }
    const abort = new AbortController()
    this.#open.add(abort)
    response.on('close', () => {
      abort.abort()
      this.#open.delete(abort)
    })
    try {
      const answer = await ask(this.#upstream, {
        method,
        headers: passedOn(headers),
        body: body?.bytes,
        path: path || undefined,
        signal: abort.signal,
      }).answer
      this.#relays.begin(textIn(answer.headers[sessionHeader]), relay)
      if (method === 'DELETE' && (answer.statusCode ?? 500) < 300) this.#relays.end(session)
      await this.#pass(answer, exchange)
      // What a stream of events has not answered may be answered when it is taken up again.
      if (kindOf(answer) === 'events' && session !== undefined) return
    } catch (error) {
      if (response.headersSent) response.destroy()
      else if (!response.destroyed) answerWithFailure(exchange, 502, readThrown(error))
    }
    for (const id of exchange.ids) relay.forget(id)
  }

  async #pass(answer: IncomingMessage, exchange: Exchange): Promise<void> {
    const { statusCode: status = 502 } = answer
    const { response, relay, ids } = exchange
    const isOfTool = ids.some((id) => relay.openMethod(id) === 'tools/call')
    if (isOfTool && (status === 429 || status >= 500)) return this.#failure(answer, exchange)
    const kind = kindOf(answer)
    if (kind === 'json') return this.#json(answer, exchange)
    response.writeHead(status, passedOn(answer.headers))
    if (kind === 'events') {
      // Whoever waits for the first event wants to know that it will come.
      response.flushHeaders()
      await this.#events(answer, exchange)
    } else {
      for await (const piece of answer) if (!(await written(response, piece))) break
    }
    response.end()
  }

  async #json(answer: IncomingMessage, { response, relay, ids }: Exchange): Promise<void> {
    const { statusCode: status = 502, headers } = answer
    const body = await bodyOf(answer, this.#maxMessage)
    if ('bytes' in body) {
      const passed = relay.fromServer(body.bytes)
      response.writeHead(status, { ...passedOn(headers), 'content-length': passed.length }).end(passed)
      return
    }
    const envelopes = ids.map((id) => ({ id, method: undefined }))
    const refusals = relay.refused(envelopes, 'server', this.#maxMessage)
    const lines = refusals.map(({ line }) => line)
    answerWithLines(response, lines, 502, 'The answer of the server is too long.')
  }

  async #events(answer: IncomingMessage, { response, relay }: Exchange): Promise<void> {
    let passing: Buffer[] = []
    const framer = new EventFramer(this.#maxMessage, {
      event: (event) => {
        const { data, name, raw } = event
        const passed = data && name === undefined ? relay.fromServer(data) : data
        passing.push(passed === undefined || passed === data ? raw : withData(event, passed))
      },
      tooLong: (envelopes) => {
        const refusals = relay.refused(envelopes, 'server', this.#maxMessage)
        passing.push(...refusals.flatMap(({ to, line }) => (to === 'client' ? [eventWith(line)] : [])))
      },
    })
    for await (const chunk of answer) {
      framer.push(chunk)
      const bytes = Buffer.concat(passing)
      passing = []
      if (bytes.length > 0 && !(await written(response, bytes))) return
    }
    await written(response, framer.rest())
  }

  /** An HTTP error that answers a tool call says what a tool result would say, and becomes one. */
  async #failure(answer: IncomingMessage, exchange: Exchange): Promise<void> {
    const { statusCode: status = 502, headers } = answer
    const { response, relay, ids } = exchange
    const body = await bodyOf(answer, this.#maxMessage)
    const bytes = 'bytes' in body ? body.bytes : Buffer.alloc(0)
    if (answersAny(bytes, ids)) {
      answerWithLines(response, [relay.fromServer(bytes)], status, '')
    } else {
      answerWithFailure(exchange, status, await errorOf(status, headers, bytes))
    }
  }
}

/** The path of the server for one of the proxy: its own for MCP (''), the same for what is looked for under a well-known name. */
function pathFor(url: string): string | undefined {
  if (isServedPath(url)) return ''
  return url.startsWith('/.well-known/') ? url : undefined
}

function passedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !ownOfEachSide.includes(name)),
  )
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

/** Answers requests that failed on the way. */
function answerWithFailure({ response, relay, ids }: Exchange, status: number, error: CanonicalError): void {
  const lines = ids.flatMap((id) => relay.failed(id, error) ?? [])
  answerWithLines(response, lines, status, 'The server could not be asked, or did not answer.')
}

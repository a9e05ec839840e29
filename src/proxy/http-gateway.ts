import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { readThrown } from '../index'
import { type Envelope, EnvelopeScanner, envelopesOf } from './envelope'
import { EventFramer, eventWith, onOneLine, withData } from './event-stream'
import { errorOf } from './http-error'
import { answerWithError, type HttpFront, servedPath, written } from './http-server'
import type { Relay } from './relay'
import { RelaysBySession } from './relays-by-session'
import { ask, bodyOf, kindOf, type Upstream } from './upstream'

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

/** HTTP in front and HTTP behind: every request goes to the server as it is, and its answers are translated. */
export class HttpGateway implements HttpFront {
  readonly #upstream: Upstream
  readonly #relays: RelaysBySession
  readonly #maxMessage: number
  readonly #abort = new AbortController()

  constructor(upstream: Upstream, createRelay: () => Relay, maxMessage: number) {
    this.#upstream = upstream
    this.#relays = new RelaysBySession(createRelay)
    this.#maxMessage = maxMessage
  }

  async stop(): Promise<void> {
    this.#abort.abort()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const path = pathFor(url)
    if (path === undefined) {
      answerWithError(
        response,
        404,
        `There is nothing at ${JSON.stringify(url)}; MCP is served at ${servedPath}.`,
      )
      return
    }
    const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && method !== 'OPTIONS'
    const body = hasBody ? await this.#bodyOf(request, response) : undefined
    if (hasBody && !body) return
    const session = textIn(request.headers[sessionHeader])
    const relay = this.#relays.of(session)
    const envelopes = body ? envelopesOf(body) : []
    if (body) relay.noteFromClient(body)

    const abort = new AbortController()
    response.on('close', () => abort.abort())
    const ids = envelopes.flatMap(({ id, method }) => (id !== undefined && method !== undefined ? [id] : []))
    let answer: IncomingMessage
    try {
      answer = await ask(this.#upstream, {
        method,
        headers: passedOn(request.headers),
        body,
        path: path || undefined,
        signal: AbortSignal.any([abort.signal, this.#abort.signal]),
      })
    } catch (error) {
      const lines = ids.flatMap((id) => relay.failed(id, readThrown(error)) ?? [])
      answerWithLines(response, lines, 502, readThrown(error).message)
      return
    }
    const begun = textIn(answer.headers[sessionHeader])
    this.#relays.begin(begun, relay)
    if (method === 'DELETE' && (answer.statusCode ?? 500) < 300) this.#relays.end(session)
    await this.#pass(answer, response, relay, ids)
  }

  /** The body of a request; one that is too long is answered here. */
  async #bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
    const scanner = new EnvelopeScanner()
    async function* scanned(): AsyncGenerator<Buffer> {
      for await (const piece of request) {
        scanner.push(piece)
        yield piece
      }
    }
    const body = await bodyOf(scanned(), this.#maxMessage)
    if (body) return body
    const refusal = this.#relays.of(undefined).refused(scanner.envelope(), 'client', this.#maxMessage)
    answerWithLines(response, refusal ? [refusal.line] : [], 413, 'The message is too long.')
    return undefined
  }

  async #pass(
    answer: IncomingMessage,
    response: ServerResponse,
    relay: Relay,
    ids: readonly string[],
  ): Promise<void> {
    const { statusCode: status = 502 } = answer
    const kind = kindOf(answer)
    const isOfTool = ids.some((id) => relay.openMethod(id) === 'tools/call')
    if (isOfTool && (status === 429 || status >= 500)) return this.#failure(answer, response, relay, ids)
    if (kind === 'json') return this.#json(answer, response, relay, ids)
    response.writeHead(status, passedOn(answer.headers))
    if (kind === 'events') {
      // Whoever waits for the first event wants to know that it will come.
      response.flushHeaders()
      await this.#events(answer, response, relay)
    } else {
      for await (const piece of answer) if (!(await written(response, piece))) break
    }
    response.end()
  }

  async #json(
    answer: IncomingMessage,
    response: ServerResponse,
    relay: Relay,
    ids: readonly string[],
  ): Promise<void> {
    const { statusCode: status = 502 } = answer
    const body = await bodyOf(answer, this.#maxMessage)
    if (body) {
      const passed = relay.fromServer(body)
      const head = { ...passedOn(answer.headers), 'content-length': passed.length }
      response.writeHead(status, head).end(passed)
      return
    }
    const refusals = ids.flatMap(
      (id) => relay.refused({ id, method: undefined }, 'server', this.#maxMessage) ?? [],
    )
    answerWithLines(
      response,
      refusals.map(({ line }) => line),
      502,
      'The answer of the server is too long.',
    )
  }

  async #events(answer: IncomingMessage, response: ServerResponse, relay: Relay): Promise<void> {
    let passing: Buffer[] = []
    let refused: Envelope[] = []
    const framer = new EventFramer(this.#maxMessage, {
      event: (event) => {
        const passed = event.data && event.data.length > 0 ? relay.fromServer(event.data) : event.data
        passing.push(passed === undefined || passed === event.data ? event.raw : withData(event, passed))
      },
      tooLong: (envelope) => refused.push(envelope),
    })
    try {
      for await (const chunk of answer) {
        framer.push(chunk)
        for (const envelope of refused) {
          const refusal = relay.refused(envelope, 'server', this.#maxMessage)
          if (refusal?.to === 'client') passing.push(eventWith(refusal.line))
        }
        const bytes = Buffer.concat(passing)
        passing = []
        refused = []
        if (bytes.length > 0 && !(await written(response, bytes))) return
      }
    } catch {
      // The server broke off, and so does the proxy: the client knows how to take a stream up again.
      response.destroy()
    }
  }

  /** An HTTP error that answers a tool call says what a tool result would say, and becomes one. */
  async #failure(
    answer: IncomingMessage,
    response: ServerResponse,
    relay: Relay,
    ids: readonly string[],
  ): Promise<void> {
    const { statusCode: status = 502, headers } = answer
    const body = (await bodyOf(answer, this.#maxMessage)) ?? Buffer.alloc(0)
    const isAnswer = envelopesOf(body).some(({ id }) => id !== undefined && ids.includes(id))
    if (isAnswer) {
      const passed = relay.fromServer(body)
      response.writeHead(status, { ...passedOn(headers), 'content-length': passed.length }).end(passed)
      return
    }
    const error = await errorOf(status, headers, body)
    const lines = ids.flatMap((id) => relay.failed(id, error) ?? [])
    answerWithLines(response, lines, status, error.message)
  }
}

/** The path of the server for one of the proxy: its own for MCP (''), the same for what is looked for under a well-known name. */
function pathFor(url: string): string | undefined {
  const { pathname, search } = new URL(url, 'http://localhost')
  if (pathname === servedPath || pathname === `${servedPath}/`) return ''
  return pathname.startsWith('/.well-known/') ? pathname + search : undefined
}

function passedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !ownOfEachSide.includes(name)),
  )
}

function textIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

/** Answers requests with lines that the proxy has made itself, or where there are none with an error to nobody. */
function answerWithLines(
  response: ServerResponse,
  lines: readonly Buffer[],
  status: number,
  otherwise: string,
): void {
  const [first, ...others] = lines.map((line) => onOneLine(line).toString('utf8'))
  if (first === undefined) {
    answerWithError(response, status, otherwise)
    return
  }
  const body = others.length === 0 ? first : `[${lines.join(',')}]`
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

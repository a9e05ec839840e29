import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { StartError } from './child-connection'
import { ChildSession } from './child-session'
import type { Connection, Deliver } from './connection'
import { envelopesOf, messageIn, requestIds } from './envelope'
import { answerWithBusy, answerWithError, answerWithLines } from './http-answer'
import { RequestBodies } from './http-body'
import { type HttpFront, isServedPath, servedPath } from './http-server'
import { versionHeader, versionRefusal } from './protocol-version'
import type { Relay } from './relay'
import { headersFor } from './request-headers'

const sessionHeader = 'mcp-session-id'

/** Each session is a process, and those that are ending are, too, for a while. */
const limits = {
  sessions: 256,
  processes: 512,
  idleMilliseconds: 600_000,
  sweepMilliseconds: 30_000,
} as const

/** Starts a server for a client. */
export type Start = (relay: Relay, deliver: Deliver) => Promise<Connection>

/**
 * HTTP in front and child processes behind: one for each session, and for each request in no session, as of the protocol
 * of 2026-07-28, one for itself: nothing that is said to one client, early or late, reaches another.
 */
export class HttpChildren implements HttpFront {
  readonly #createRelay: () => Relay
  readonly #start: Start
  readonly #maxMessage: number
  readonly #bodies: RequestBodies
  readonly #sessions = new Map<string, ChildSession>()
  /** All that have not ended. */
  readonly #alive = new Set<ChildSession>()
  /** One that has been started before somebody asks in no session, because that takes time. */
  #spare: Promise<ChildSession> | undefined
  readonly #endings = new Set<Promise<unknown>>()
  readonly #sweep: NodeJS.Timeout
  #isStopping = false

  constructor(
    createRelay: () => Relay,
    start: Start,
    maxMessage: number,
    bodies = new RequestBodies(maxMessage),
  ) {
    this.#createRelay = createRelay
    this.#start = start
    this.#maxMessage = maxMessage
    this.#bodies = bodies
    this.#sweep = setInterval(() => this.#endIdle(), limits.sweepMilliseconds).unref()
  }

  /** Starts the first server, so that it shows whether it can be started. */
  async begin(): Promise<void> {
    this.#spare = this.#started(false)
    await this.#spare
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    clearInterval(this.#sweep)
    this.#isStopping = true
    for (const session of this.#alive) session.stop(signal)
    await Promise.all(this.#endings)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    if (!isServedPath(url)) {
      answerWithError(response, 404, `There is nothing there; MCP is served at ${servedPath}.`)
    } else if (method === 'POST') {
      await this.#post(request, response)
    } else if (method === 'GET' || method === 'DELETE') {
      await this.#ofSession(method, headers, response)
    } else {
      response.setHeader('allow', 'GET, POST, DELETE')
      answerWithError(response, 405, `${method} is not allowed here.`)
    }
  }

  async #ofSession(method: string, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    const id = String(headers[sessionHeader] ?? '')
    const session = this.#sessions.get(id)
    const refusal = versionRefusal(headers[versionHeader], session?.version)
    if (!session) {
      const isNamed = id !== ''
      answerWithError(
        response,
        isNamed ? 404 : 405,
        isNamed ? 'There is no such session.' : 'There is no session.',
      )
    } else if (refusal) {
      answerWithError(response, 400, refusal)
    } else if (method === 'GET') {
      await session.listen(response)
    } else {
      this.#sessions.delete(id)
      session.finish()
      response.writeHead(204).end()
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await this.#bodies.read(request)
    if ('bytes' in body) {
      await this.#message(body.bytes, request, response).finally(body.letGo)
      return
    }
    const id = body.envelopes[0]?.id
    const sentence = `The message is longer than ${this.#maxMessage} bytes (--max-message).`
    if (body.refused === 'too long') answerWithError(response, 413, sentence, id)
    else answerWithBusy(response, this.#bodies.mostTogether, id)
  }

  async #message(body: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const envelopes = envelopesOf(body)
    const [{ id } = { id: undefined }] = envelopes
    if (!isJson(body) || envelopes.length === 0) {
      answerWithError(response, 400, 'The body is not a JSON-RPC message.')
      return
    }
    const { accept = '', [sessionHeader]: named, [versionHeader]: version } = request.headers
    const isBeginning = envelopes.some(({ method }) => method === 'initialize')
    const known = typeof named === 'string' ? this.#sessions.get(named) : undefined
    if (!isBeginning && named !== undefined && !known) {
      answerWithError(response, 404, 'There is no such session.', id)
      return
    }
    const refusal = isBeginning ? undefined : versionRefusal(version, known?.version)
    // Outside of a session a request says its version itself, too, and its server judges it.
    if (refusal && (known || versionIn(body) !== version)) {
      answerWithError(response, 400, refusal, id)
      return
    }
    try {
      const session = isBeginning ? await this.#begin(response) : (known ?? (await this.#alone()))
      await session.post(body, accept.includes('text/event-stream'), response)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      this.#refuse(body, error, response)
    }
  }

  /** A tool call that no server can be started for is answered with a tool result. */
  #refuse(body: Buffer, { message, isPassing }: StartError, response: ServerResponse): void {
    const relay = this.#createRelay()
    relay.fromClient(body)
    const ids = requestIds(envelopesOf(body))
    const isOfTool = ids.some((id) => relay.openMethod(id) === 'tools/call')
    const code = isPassing ? 'unavailable' : 'internal'
    const status = isPassing ? 503 : 500
    const lines = ids.flatMap((id) => relay.failed(id, { code, message, severity: 'error' }) ?? [])
    if (isOfTool) answerWithLines(response, lines, status, message)
    else answerWithError(response, status, message, ids[0])
  }

  async #begin(response: ServerResponse): Promise<ChildSession> {
    const id = randomUUID()
    const session = await this.#started(true)
    this.#sessions.set(id, session)
    session.ended.then(() => this.#sessions.delete(id))
    response.setHeader(sessionHeader, id)
    return session
  }

  /** A server for one request in no session. */
  async #alone(): Promise<ChildSession> {
    const spare = this.#spare
    this.#spare = undefined
    const session = await (spare ?? this.#started(false))
    if (!this.#spare && !this.#isStopping && this.#alive.size < limits.sessions / 2) {
      const next = this.#started(false)
      this.#spare = next
      next.catch(() => {
        if (this.#spare === next) this.#spare = undefined
      })
    }
    return session.isEnding ? this.#started(false) : session
  }

  async #started(isLasting: boolean): Promise<ChildSession> {
    this.#makeRoom()
    const session = new ChildSession(this.#createRelay(), isLasting)
    this.#alive.add(session)
    const begun = this.#start(session.relay, (lines) => session.deliver(lines)).then((connection) =>
      session.begin(connection),
    )
    // From its start on, so that none is left behind by an end that comes meanwhile.
    const ending = begun
      .then(() => session.ended)
      .catch(() => {})
      .then(() => {
        this.#alive.delete(session)
        this.#endings.delete(ending)
      })
    this.#endings.add(ending)
    await begun
    return session
  }

  /** Of too many sessions, the one ends that nobody has used for the longest time, or the one that nobody has. */
  #makeRoom(): void {
    if (this.#isStopping) throw new StartError('The proxy is ending.', true)
    const inUse = [...this.#alive].filter(({ isEnding }) => !isEnding).length
    if (inUse < limits.sessions && this.#alive.size < limits.processes) return
    if (this.#spare && this.#alive.size < limits.processes) {
      this.#endSpare(this.#spare)
      return
    }
    const idle = [...this.#sessions].filter(([, session]) => !session.isBusy)
    const [oldest] = idle.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest || this.#alive.size >= limits.processes)
      throw new StartError(`There are ${this.#alive.size} servers already, and all of them are in use.`, true)
    const [id, session] = oldest
    this.#sessions.delete(id)
    session.finish()
  }

  #endSpare(spare: Promise<ChildSession>): void {
    this.#spare = undefined
    spare.then(
      (session) => session.finish(),
      () => {},
    )
  }

  #endIdle(): void {
    const oldest = Date.now() - limits.idleMilliseconds
    for (const session of this.#sessions.values()) {
      if (!session.isBusy && session.usedAt < oldest) session.finish()
    }
  }
}

/** The version of the protocol that a request says in itself, as of 2026-07-28. */
function versionIn(body: Buffer): string | undefined {
  return headersFor(messageIn(body) ?? {})[versionHeader]
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

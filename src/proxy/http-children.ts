import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StartError } from './child-connection'
import { ChildSession } from './child-session'
import type { Connection, Deliver } from './connection'
import { envelopesOf } from './envelope'
import { answerWithError } from './http-answer'
import { bodyOf } from './http-body'
import { type HttpFront, isServedPath, servedPath } from './http-server'
import type { Relay } from './relay'

const sessionHeader = 'mcp-session-id'

/** Each session is a process. */
const limits = { sessions: 256, idleMilliseconds: 600_000, sweepMilliseconds: 30_000 } as const

/** Starts a server for a client. */
export type Start = (relay: Relay, deliver: Deliver) => Promise<Connection>

/**
 * HTTP in front and child processes behind: one for each session. A request in no session, as of the protocol of
 * 2026-07-28, has a process for itself while it is open, so that nothing that is said to it reaches another client.
 */
export class HttpChildren implements HttpFront {
  readonly #createRelay: () => Relay
  readonly #start: Start
  readonly #maxMessage: number
  readonly #sessions = new Map<string, ChildSession>()
  /** For requests in no session: those that are free, and those that are in use. */
  readonly #lanes = new Map<string, ChildSession>()
  readonly #endings = new Set<Promise<unknown>>()
  readonly #sweep: NodeJS.Timeout

  constructor(createRelay: () => Relay, start: Start, maxMessage: number) {
    this.#createRelay = createRelay
    this.#start = start
    this.#maxMessage = maxMessage
    this.#sweep = setInterval(() => this.#endIdle(), limits.sweepMilliseconds).unref()
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    clearInterval(this.#sweep)
    for (const [, session] of this.#all()) session.stop(signal)
    await Promise.all(this.#endings)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    if (!isServedPath(url)) {
      answerWithError(response, 404, `There is nothing there; MCP is served at ${servedPath}.`)
    } else if (method === 'POST') {
      await this.#post(request, response)
    } else if (method === 'GET' || method === 'DELETE') {
      await this.#ofSession(method, String(headers[sessionHeader] ?? ''), response)
    } else {
      response.setHeader('allow', 'GET, POST, DELETE')
      answerWithError(response, 405, `${method} is not allowed here.`)
    }
  }

  async #ofSession(method: string, id: string, response: ServerResponse): Promise<void> {
    const session = this.#sessions.get(id)
    if (!session) {
      const isNamed = id !== ''
      answerWithError(
        response,
        isNamed ? 404 : 405,
        isNamed ? 'There is no such session.' : 'There is no session.',
      )
    } else if (method === 'GET') {
      await session.listen(response)
    } else {
      this.#sessions.delete(id)
      session.finish()
      response.writeHead(204).end()
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request, this.#maxMessage)
    if ('tooLong' in body) {
      const sentence = `The message is longer than ${this.#maxMessage} bytes (--max-message).`
      answerWithError(response, 413, sentence, body.tooLong[0]?.id)
      return
    }
    const envelopes = envelopesOf(body.bytes)
    const [{ id } = { id: undefined }] = envelopes
    if (!isJson(body.bytes) || envelopes.length === 0) {
      answerWithError(response, 400, 'The body is not a JSON-RPC message.')
      return
    }
    const takesEvents = (request.headers.accept ?? '').includes('text/event-stream')
    const named = request.headers[sessionHeader]
    const isBeginning = envelopes.some(({ method }) => method === 'initialize')
    try {
      const session = isBeginning
        ? await this.#begin(response)
        : typeof named === 'string'
          ? this.#sessions.get(named)
          : await this.#lane()
      if (session) await session.post(body.bytes, takesEvents, response)
      else answerWithError(response, 404, 'There is no such session.', id)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      answerWithError(response, 503, error.message, id)
    }
  }

  async #begin(response: ServerResponse): Promise<ChildSession> {
    const id = randomUUID()
    const session = await this.#started(this.#sessions, id)
    response.setHeader(sessionHeader, id)
    return session
  }

  /** A server that nobody uses, for a request in no session. */
  async #lane(): Promise<ChildSession> {
    for (const lane of this.#lanes.values()) {
      // What comes late for one client must not reach another.
      if (!lane.isSpoilt && !lane.isBusy && lane.relay.isIdle) return lane.reserve()
    }
    return this.#started(this.#lanes, randomUUID())
  }

  async #started(among: Map<string, ChildSession>, id: string): Promise<ChildSession> {
    this.#makeRoom()
    const session = new ChildSession(this.#createRelay(), among === this.#sessions).reserve()
    among.set(id, session)
    try {
      const connection = await this.#start(session.relay, (lines) => session.deliver(lines))
      session.begin(connection)
      const ending = connection.ended.then(() => {
        among.delete(id)
        this.#endings.delete(ending)
      })
      this.#endings.add(ending)
      return session
    } catch (error) {
      among.delete(id)
      throw error
    }
  }

  /** Of too many sessions, the one ends that nobody has used for the longest time. */
  #makeRoom(): void {
    const all = this.#all()
    if (all.length < limits.sessions) return
    const idle = all.filter(([, session]) => !session.isBusy).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const [oldest] = idle
    if (!oldest)
      throw new StartError(`There are ${limits.sessions} sessions already, and all of them are in use.`)
    const [id, session] = oldest
    this.#sessions.delete(id)
    this.#lanes.delete(id)
    session.finish()
  }

  #endIdle(): void {
    const oldest = Date.now() - limits.idleMilliseconds
    for (const [, session] of this.#all()) if (!session.isBusy && session.usedAt < oldest) session.finish()
  }

  #all(): [string, ChildSession][] {
    return [...this.#sessions, ...this.#lanes]
  }
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}

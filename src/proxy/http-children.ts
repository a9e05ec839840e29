import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StartError } from './child-connection'
import { ChildSession } from './child-session'
import type { Connection, Deliver } from './connection'
import { envelopesOf } from './envelope'
import { answerWithError, type HttpFront, servedPath } from './http-server'
import type { Relay } from './relay'
import { bodyOf } from './upstream'

const sessionHeader = 'mcp-session-id'

/** Each session is a process. */
const limits = { sessions: 256, idleMilliseconds: 600_000, sweepMilliseconds: 30_000 } as const

/** Starts a server for a client. */
export type Start = (relay: Relay, deliver: Deliver) => Promise<Connection>

/**
 * HTTP in front and child processes behind: one for each session. The requests of a protocol without sessions go to one
 * that has no open request with the same id.
 */
export class HttpChildren implements HttpFront {
  readonly #createRelay: () => Relay
  readonly #start: Start
  readonly #maxMessage: number
  readonly #sessions = new Map<string, ChildSession>()
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
    for (const session of this.#all()) session.stop(signal)
    await Promise.all(this.#endings)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname !== servedPath && pathname !== `${servedPath}/`) {
      answerWithError(
        response,
        404,
        `There is nothing at ${JSON.stringify(pathname)}; MCP is served at ${servedPath}.`,
      )
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
    if (!body) {
      answerWithError(response, 413, `The message is longer than ${this.#maxMessage} bytes (--max-message).`)
      return
    }
    const envelopes = envelopesOf(body)
    if (envelopes.every(({ id, method }) => id === undefined && method === undefined)) {
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
          : await this.#lane(envelopes.flatMap(({ id }) => id ?? []))
      if (session) await session.post(body, takesEvents, response)
      else answerWithError(response, 404, 'There is no such session.', envelopes[0]?.id)
    } catch (error) {
      const status = error instanceof StartError ? 503 : 500
      const message = error instanceof StartError ? error.message : 'The proxy could not answer.'
      answerWithError(response, status, message, envelopes[0]?.id)
    }
  }

  async #begin(response: ServerResponse): Promise<ChildSession> {
    const id = randomUUID()
    const session = await this.#started(this.#sessions, id)
    response.setHeader(sessionHeader, id)
    return session
  }

  /** A server for requests that are in no session. */
  async #lane(ids: readonly string[]): Promise<ChildSession> {
    for (const lane of this.#lanes.values()) if (!ids.some((id) => lane.isOpen(id))) return lane
    return this.#started(this.#lanes, randomUUID())
  }

  async #started(among: Map<string, ChildSession>, id: string): Promise<ChildSession> {
    if (this.#sessions.size + this.#lanes.size >= limits.sessions) {
      throw new StartError(`There are ${limits.sessions} sessions already.`)
    }
    const session = new ChildSession(this.#createRelay())
    among.set(id, session)
    try {
      const connection = await session.begin(({ relay }) =>
        this.#start(relay, (lines) => session.deliver(lines)),
      )
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

  #endIdle(): void {
    const oldest = Date.now() - limits.idleMilliseconds
    for (const session of this.#all()) if (!session.isBusy && session.usedAt < oldest) session.finish()
  }

  #all(): ChildSession[] {
    return [...this.#sessions.values(), ...this.#lanes.values()]
  }
}

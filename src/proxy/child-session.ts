import type { ServerResponse } from 'node:http'
import type { Connection } from './connection'
import { type Envelope, envelopesOf } from './envelope'
import { eventWith, onOneLine } from './event-stream'
import { answerWithError, written } from './http-server'
import type { Relay } from './relay'

/** What a client that does not listen misses of what a server says by itself. */
const mostHeld = 1000

/** A POST that waits for the answers to its requests. */
interface Waiting {
  readonly response: ServerResponse
  readonly open: Set<string>
  /** Whether several messages can be sent, as events. */
  readonly takesEvents: boolean
}

/** One client over HTTP and its server, a child process. */
export class ChildSession {
  readonly relay: Relay
  #connection: Connection | undefined
  readonly #waiting: Waiting[] = []
  #listener: ServerResponse | undefined
  #held: Buffer[] = []
  /** When it was last of use, in milliseconds. */
  usedAt = Date.now()

  constructor(relay: Relay) {
    this.relay = relay
  }

  /** Begins with a server; what it says goes where it belongs. */
  async begin(connect: (session: ChildSession) => Promise<Connection>): Promise<Connection> {
    const connection = await connect(this)
    this.#connection = connection
    connection.ended.then(async ({ error }) => {
      await this.deliver(this.relay.allFailed(error))
      this.#listener?.end()
      for (const { response } of this.#waiting.splice(0)) response.end()
    })
    return connection
  }

  /** Whether anybody waits for anything. */
  get isBusy(): boolean {
    return this.#waiting.length > 0 || this.#listener !== undefined
  }

  /** Whether a request has this id and is not answered. */
  isOpen(id: string): boolean {
    return this.relay.openMethod(id) !== undefined
  }

  /** Takes the body of a POST. */
  async post(body: Buffer, takesEvents: boolean, response: ServerResponse): Promise<void> {
    this.usedAt = Date.now()
    const open = new Set(envelopesOf(body).flatMap((each) => (isRequest(each) ? [each.id] : [])))
    if (open.size > 0) {
      const waiting = { response, open, takesEvents }
      this.#waiting.push(waiting)
      response.on('close', () => this.#leave(waiting))
    }
    this.relay.noteFromClient(body)
    await this.#connection?.send([Buffer.concat([onOneLine(body), Buffer.from('\n')])])
    if (open.size === 0) response.writeHead(202).end()
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
    for (const message of this.#held.splice(0)) await written(response, eventWith(message))
  }

  /** Delivers lines of the server. */
  async deliver(lines: readonly Buffer[]): Promise<void> {
    for (const line of lines) {
      this.usedAt = Date.now()
      const envelopes = envelopesOf(line)
      const answered = envelopes.flatMap(({ id, method }) =>
        id !== undefined && method === undefined ? [id] : [],
      )
      if (answered.length > 0) await this.#answer(line, answered)
      else if (envelopes.some(({ method }) => method !== undefined)) await this.#say(line)
    }
  }

  /** An answer goes to the POST that asked for it. */
  async #answer(line: Buffer, ids: readonly string[]): Promise<void> {
    const waiting = this.#waiting.find(({ open }) =>
      ids.some((id) => open.has(id) || open.has(id.replaceAll('"', ''))),
    )
    if (!waiting) return
    const { response, open } = waiting
    for (const id of ids) if (!open.delete(id)) open.delete(id.replaceAll('"', ''))
    if (response.headersSent) {
      await written(response, eventWith(line))
      if (open.size === 0) response.end()
    } else if (open.size === 0) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(onOneLine(line))
    } else {
      beginEvents(response)
      await written(response, eventWith(line))
    }
    if (open.size === 0) this.#leave(waiting)
  }

  /** What a server says while it works on a request most likely belongs to it; everything else is for who listens. */
  async #say(line: Buffer): Promise<void> {
    const waiting = this.#waiting.findLast(({ takesEvents, response }) => takesEvents && !response.destroyed)
    if (waiting) {
      if (!waiting.response.headersSent) beginEvents(waiting.response)
      await written(waiting.response, eventWith(line))
    } else if (this.#listener) {
      await written(this.#listener, eventWith(line))
    } else if (this.#held.length < mostHeld) {
      this.#held.push(line)
    }
  }

  #leave(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting)
    if (at !== -1) this.#waiting.splice(at, 1)
    this.usedAt = Date.now()
  }

  stop(signal: NodeJS.Signals): void {
    this.#connection?.stop(signal)
  }

  finish(): void {
    this.#connection?.finish()
  }
}

function isRequest(envelope: Envelope): envelope is { id: string; method: string } {
  return envelope.id !== undefined && envelope.method !== undefined
}

function beginEvents(response: ServerResponse): void {
  response.writeHead(response.statusCode, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
  })
  response.flushHeaders()
}

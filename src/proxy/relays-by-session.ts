import type { Relay } from './relay'

// Clients often leave without saying goodbye; whoever was not heard of for the longest time is forgotten first.
const mostSessions = 10_000

/** The relays of the clients of an HTTP server, by the session that the server gave them. */
export class RelaysBySession {
  readonly #create: () => Relay
  readonly #relays = new Map<string, Relay>()

  constructor(create: () => Relay) {
    this.#create = create
  }

  /** The relay of a session; a request outside of one has its own, and so has one in a session that nobody knows. */
  of(session: string | undefined): Relay {
    const found = session === undefined ? undefined : this.#relays.get(session)
    return found ?? this.#create()
  }

  /** A session has begun, or was heard of, of which the server knows: anybody can name others. */
  begin(session: string | undefined, relay: Relay): void {
    if (session === undefined) return
    this.#relays.delete(session)
    this.#relays.set(session, relay)
    const [oldest] = this.#relays.keys()
    if (this.#relays.size > mostSessions && oldest !== undefined) this.#relays.delete(oldest)
  }

  end(session: string | undefined): void {
    if (session !== undefined) this.#relays.delete(session)
  }
}

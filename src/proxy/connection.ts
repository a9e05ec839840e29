import type { CanonicalError } from '../core/canonical-error'
import type { Taken } from './taken'

/** The exit status for a server that fails without one of its own. */
export const failedStatus = 4

/** How a connection came to its end. */
export interface Ending {
  /** The exit status that says so. */
  readonly status: number
  /** Whether it was the proxy that ended the server. */
  readonly isByProxy: boolean
  /** Why nothing more is answered. */
  readonly error: CanonicalError
}

/** A way to one server, for one client. */
export interface Connection {
  /** Sends messages of the client, and waits until the server takes more. */
  send(lines: readonly Buffer[]): Taken
  /**
   * The client has nothing more to say: the server is left a while to finish.
   * @param isSending whether part of what it has said is still to be sent; when it has been, this is called again
   */
  finish(isSending?: boolean): void
  /** Ends the server now. */
  stop(signal: NodeJS.Signals): void
  /** The exit status, as soon as the server has ended; what it has said may still have to be delivered. */
  readonly exited: Promise<number>
  /** Is settled when the server has ended and all its lines have been delivered. */
  readonly ended: Promise<Ending>
}

/** Takes the lines for the client, and waits while it takes no more. */
export type Deliver = (lines: readonly Buffer[]) => Taken

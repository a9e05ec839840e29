import type { Action, CanonicalCode } from '../../index'

/** An error that a server gave, as much of it as an audit needs. The names in it are fit to be shown. */
export interface ErrorSeen {
  readonly kind: 'error'
  readonly server: string
  readonly tool?: string
  readonly dialect: string
  readonly code: CanonicalCode
  /** The server's own code. */
  readonly native?: string
  readonly action: Action
  /** As it came. */
  readonly message: string
  /** What is lost in which dialect; undefined where that was not measured. */
  readonly lost?: { readonly to: string; readonly paths: readonly string[] }
  /** When it was, where that is known. */
  readonly time?: string
  /** Whether it stood in a recorded result, so that successes would have been seen, too. */
  readonly isRecorded: boolean
}

/** A recorded result that is no error. */
export interface SuccessSeen {
  readonly kind: 'success'
  readonly server: string
}

/** What an audit makes of a document. */
export type Sighting =
  | ErrorSeen
  | SuccessSeen
  /** A message of the protocol that is no answer of a tool. */
  | { readonly kind: 'aside' }
  | { readonly kind: 'unreadable'; readonly why: string }

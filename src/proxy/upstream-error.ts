import type { CanonicalError } from '../core/canonical-error'
import { readThrown } from '../index'

/** A server that answers in a way in which it cannot be used; asking again does not help. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
}

/** What becomes of the requests that an answer leaves open when it ends, or breaks. */
export const cutShort: CanonicalError = {
  code: 'connection_failed',
  message: 'The server ended its answer before it was complete.',
  severity: 'error',
}

/** The error of which a request to a server failed. */
export function failureOf(thrown: unknown): CanonicalError {
  return thrown instanceof UpstreamError ? unusable(thrown.message) : readThrown(thrown)
}

/** What a client is told of such a server. */
export function unusable(message: string): CanonicalError {
  return { code: 'internal', message, severity: 'error' }
}

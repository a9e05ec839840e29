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

/** What becomes of the requests that are open when the proxy ends. */
export const leftOpen: CanonicalError = {
  code: 'connection_failed',
  message: 'The connection to the server was closed before it answered.',
  severity: 'error',
}

// When a server ends, very many requests fail in one way: it is one error, which is read and written once.
const met = new Map<string, CanonicalError>()
const mostMet = 100

/** The error of which a request to a server failed. */
export function failureOf(thrown: unknown): CanonicalError {
  if (thrown instanceof UpstreamError) return unusable(thrown.message)
  const { code, message, syscall } = thrown as NodeJS.ErrnoException
  if (code === undefined || thrown instanceof AggregateError) return readThrown(thrown)
  const way = [code, syscall, message].join(' ')
  const failure = met.get(way) ?? readThrown(thrown)
  if (met.size >= mostMet) met.clear()
  met.set(way, failure)
  return failure
}

/** What a client is told of such a server. */
export function unusable(message: string): CanonicalError {
  return { code: 'internal', message, severity: 'error' }
}

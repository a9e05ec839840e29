import type { CanonicalError } from '../core/canonical-error'
import type { CanonicalCode } from '../core/codes'

/** What is known of a server. */
export interface KnownServer {
  /** What this server's own codes mean: `{ '-32001': 'not_found' }`. */
  overrides?: Readonly<Record<string, CanonicalCode>>
  /** The server's name, to be kept in the error's origin. */
  server?: string
}

/** The error with its server's name, and with the code that this server means by its own. */
export function fromServer(error: CanonicalError, { overrides, server }: KnownServer): CanonicalError {
  const { origin = { dialect: 'text' } } = error
  const code = codeFrom(origin.code, overrides) ?? error.code
  return { ...error, code, origin: server === undefined ? origin : { ...origin, server } }
}

/** What a server means by one of its codes, where it is known to mean something else than others do. */
export function codeFrom(
  native: string | undefined,
  overrides: KnownServer['overrides'],
): CanonicalCode | undefined {
  return native !== undefined && overrides && Object.hasOwn(overrides, native) ? overrides[native] : undefined
}

import type { CanonicalCode } from './codes'

// Those that say by themselves what went wrong; beside the registered ones (RFC 9110 and the IANA registry) some that
// proxies and providers are known to send.
const statuses: readonly (readonly [status: number, code: CanonicalCode])[] = [
  [400, 'invalid_input'],
  [401, 'unauthenticated'],
  [402, 'quota_exceeded'],
  [403, 'permission_denied'],
  [404, 'not_found'],
  [407, 'unauthenticated'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not_found'],
  [412, 'conflict'],
  [413, 'invalid_input'],
  [415, 'invalid_input'],
  [422, 'invalid_input'],
  [423, 'resource_locked'],
  [425, 'transient'],
  [429, 'rate_limited'],
  [451, 'permission_denied'],
  [499, 'cancelled'],
  [500, 'internal'],
  [502, 'upstream_failed'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [507, 'quota_exceeded'],
  [511, 'unauthenticated'],
  [520, 'upstream_failed'],
  [521, 'connection_refused'],
  [522, 'connection_timeout'],
  [523, 'network'],
  [524, 'timeout'],
  [525, 'tls_failure'],
  [526, 'tls_failure'],
  [529, 'busy'],
  [530, 'unavailable'],
]

/** The canonical code that a status stands for by itself. */
export function codeOfStatus(status: number): CanonicalCode | undefined {
  return statuses.find(([known]) => known === status)?.[1]
}

/** The canonical code of a status; where it has none of its own, that of its class. Undefined for what is no failure. */
export function codeOfFailure(status: number): CanonicalCode | undefined {
  if (status < 400 || status > 599) return undefined
  return codeOfStatus(status) ?? (status < 500 ? 'invalid_input' : 'internal')
}

import { describe, expect, it } from 'vitest'
import { codes } from '../../src/core/code-facts'
import { type CanonicalCode, codes as consequences } from '../../src/core/codes'

const meanings: Record<CanonicalCode, string> = {
  transient: 'a passing condition',
  timeout: 'it took too long',
  connection_timeout: 'connecting took too long',
  operation_timeout: 'the operation took too long',
  deadline_exceeded: "the caller's deadline passed",
  network: 'the network failed',
  connection_failed: 'no connection could be made',
  connection_refused: 'the connection was refused',
  dns_failure: 'the host name did not resolve',
  unavailable: 'the service is not there now',
  busy: 'the service is at capacity',
  circuit_open: 'the circuit breaker is open',
  circuit_half_open: 'the circuit breaker is half open',
  resource_exhausted: 'a resource of the server ran out',
  upstream_failed: 'a server behind the server failed',
  upstream_internal: 'a server behind it broke inside',
  rate_limited: 'calls come too fast',
  throttled: 'the call was slowed down or put off',
  too_many_requests: 'too many calls at once',
  invalid_input: 'the caller sent something wrong',
  invalid_arguments: "the tool's arguments are wrong",
  missing_field: 'a required field is missing',
  missing_discriminator: 'the action field is missing',
  unknown_action: 'there is no such action',
  invalid_config: 'the configuration is wrong',
  missing_config: 'configuration is missing',
  config_invalid: 'configuration failed validation',
  malformed_data: 'the data could not be read',
  not_found: 'what was asked for is not there',
  resource_not_found: 'there is no such resource',
  tool_not_found: 'there is no such tool',
  conflict: 'it clashes with the present state',
  already_exists: 'it exists or was done already',
  resource_locked: 'somebody else holds it',
  permission_denied: 'the caller may not do this',
  unauthenticated: 'the caller is not known',
  auth_expired: 'the credentials have expired',
  auth_invalid: 'the credentials are wrong',
  oauth_failed: 'the OAuth exchange failed',
  quota_exceeded: 'the allowance is used up',
  internal: 'the server broke',
  execution_failed: 'the tool ran and failed',
  send_failed: 'sending failed',
  tls_failure: 'the TLS handshake or certificate failed',
  cancelled: 'the call was cancelled',
  unknown: 'nobody said what went wrong',
  advisory: 'a remark, not a failure',
  deprecated: 'it works, but is on its way out',
}

describe('the facts about codes', () => {
  it.each(Object.entries(meanings))('say that %s means: %s', (code, meaning) => {
    expect(codes[code as CanonicalCode]).toEqual({ ...consequences[code as CanonicalCode], meaning })
  })

  it('are of all codes, in their order', () => {
    expect(Object.keys(codes)).toEqual(Object.keys(consequences))
    expect(Object.keys(codes)).toEqual(Object.keys(meanings))
  })

  it('are frozen throughout', () => {
    expect(Object.isFrozen(codes)).toBe(true)
    expect(Object.values(codes).every(Object.isFrozen)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import {
  broadening,
  type CanonicalCode,
  codeNames,
  codes,
  isCanonicalCode,
  rootOf,
} from '../../src/core/codes'

// code, broader, action, retryable, temporary, status
const tree = [
  ['transient', undefined, 'retry', true, true, 503],
  ['timeout', 'transient', 'retry', true, true, 504],
  ['connection_timeout', 'timeout', 'retry', true, true, 504],
  ['operation_timeout', 'timeout', 'retry', true, true, 504],
  ['deadline_exceeded', 'timeout', 'retry', true, true, 504],
  ['network', 'transient', 'retry', true, true, 503],
  ['connection_failed', 'network', 'retry', true, true, 503],
  ['connection_refused', 'network', 'retry', true, true, 503],
  ['dns_failure', 'network', 'retry', true, true, 503],
  ['unavailable', 'transient', 'retry', true, true, 503],
  ['busy', 'unavailable', 'retry', true, true, 503],
  ['circuit_open', 'unavailable', 'retry', true, true, 503],
  ['circuit_half_open', 'unavailable', 'retry', true, true, 503],
  ['resource_exhausted', 'unavailable', 'retry', true, true, 503],
  ['upstream_failed', 'transient', 'retry', true, true, 502],
  ['upstream_internal', 'upstream_failed', 'retry', true, true, 502],
  ['rate_limited', 'transient', 'retry', true, true, 429],
  ['throttled', 'rate_limited', 'retry', true, true, 429],
  ['too_many_requests', 'rate_limited', 'retry', true, true, 429],
  ['invalid_input', undefined, 'fix_input', false, false, 400],
  ['invalid_arguments', 'invalid_input', 'fix_input', false, false, 400],
  ['missing_field', 'invalid_arguments', 'fix_input', false, false, 400],
  ['missing_discriminator', 'invalid_arguments', 'fix_input', false, false, 400],
  ['unknown_action', 'invalid_arguments', 'fix_input', false, false, 400],
  ['invalid_config', 'invalid_input', 'fix_input', false, false, 400],
  ['missing_config', 'invalid_config', 'fix_input', false, false, 400],
  ['config_invalid', 'invalid_config', 'fix_input', false, false, 400],
  ['malformed_data', 'invalid_input', 'fix_input', false, false, 400],
  ['not_found', undefined, 'work_around', false, false, 404],
  ['resource_not_found', 'not_found', 'work_around', false, false, 404],
  ['tool_not_found', 'not_found', 'work_around', false, false, 404],
  ['conflict', undefined, 'wait', false, false, 409],
  ['already_exists', 'conflict', 'wait', false, false, 409],
  ['resource_locked', 'conflict', 'wait', true, true, 409],
  ['permission_denied', undefined, 'ask', false, false, 403],
  ['unauthenticated', 'permission_denied', 'ask', false, false, 401],
  ['auth_expired', 'unauthenticated', 'retry', true, false, 401],
  ['auth_invalid', 'unauthenticated', 'ask', false, false, 401],
  ['oauth_failed', 'unauthenticated', 'ask', false, false, 401],
  ['quota_exceeded', 'permission_denied', 'ask', false, false, 429],
  ['internal', undefined, 'give_up', false, false, 500],
  ['execution_failed', 'internal', 'give_up', false, false, 500],
  ['send_failed', 'execution_failed', 'give_up', false, false, 500],
  ['tls_failure', 'internal', 'give_up', false, false, 503],
  ['cancelled', 'internal', 'give_up', false, false, 499],
  ['unknown', 'internal', 'give_up', false, false, 500],
  ['advisory', undefined, 'go_on', false, false, 200],
  ['deprecated', 'advisory', 'go_on', false, false, 200],
] as const

describe('the tree of codes', () => {
  it.each(tree)('has %s below %s', (code, broader, action, retryable, temporary, status) => {
    const facts = { action, retryable, temporary, status }
    expect(codes[code]).toEqual(broader === undefined ? facts : { broader, ...facts })
    expect(Object.hasOwn(codes[code], 'broader')).toBe(broader !== undefined)
  })

  it('has no other codes, and lists broader ones before narrower ones', () => {
    expect(codeNames).toEqual(tree.map(([code]) => code))
    expect(Object.keys(codes)).toEqual(tree.map(([code]) => code))
  })

  it('is frozen throughout', () => {
    expect(Object.isFrozen(codes)).toBe(true)
    expect(Object.isFrozen(codeNames)).toBe(true)
    expect(Object.values(codes).every(Object.isFrozen)).toBe(true)
  })

  it('has the seven roots of the contract', () => {
    expect(codeNames.filter((code) => rootOf(code) === code)).toEqual([
      'transient',
      'invalid_input',
      'not_found',
      'conflict',
      'permission_denied',
      'internal',
      'advisory',
    ])
  })

  it('retries by default only what is transient, locked or expired', () => {
    const others = codeNames.filter((code) => codes[code].retryable && rootOf(code) !== 'transient')
    expect(others).toEqual(['resource_locked', 'auth_expired'])
  })
})

describe('a code', () => {
  it.each<[unknown, boolean]>([
    ['timeout', true],
    ['TIMEOUT', false],
    ['toString', false],
    ['__proto__', false],
    ['', false],
    [undefined, false],
    [['timeout'], false],
    [{}, false],
  ])('is canonical: %j is %s', (value, expected) => {
    expect(isCanonicalCode(value)).toBe(expected)
  })

  it.each<[CanonicalCode, CanonicalCode[]]>([
    ['internal', ['internal']],
    ['send_failed', ['send_failed', 'execution_failed', 'internal']],
    ['missing_field', ['missing_field', 'invalid_arguments', 'invalid_input']],
    ['auth_expired', ['auth_expired', 'unauthenticated', 'permission_denied']],
  ])('%s broadens through %j to its root', (code, path) => {
    expect([...broadening(code)]).toEqual(path)
    expect(rootOf(code)).toBe(path.at(-1))
  })
})

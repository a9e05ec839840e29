import { describe, expect, it } from 'vitest'
import { actionFor, advise } from '../../src/core/advise'
import type { CanonicalError } from '../../src/core/canonical-error'
import { type Action, type CanonicalCode, codeNames, codes } from '../../src/core/codes'

const error = (code: CanonicalCode, more: Partial<CanonicalError> = {}): CanonicalError => ({
  code,
  message: 'm',
  severity: 'error',
  ...more,
})

describe('advice', () => {
  it.each([
    ['timeout', { action: 'retry', maxAttempts: 3, reason: 'The same call may succeed later.' }],
    [
      'conflict',
      {
        action: 'wait',
        maxAttempts: 3,
        reason: 'It clashes with the present state: wait, or come to terms with whoever holds it.',
      },
    ],
    [
      'missing_field',
      {
        action: 'fix_input',
        maxAttempts: 1,
        reason: 'The call itself is wrong: correct it and call once more.',
      },
    ],
    [
      'tool_not_found',
      { action: 'work_around', reason: 'What was asked for is not there: use something else.' },
    ],
    ['quota_exceeded', { action: 'ask', reason: 'A person has to grant, pay for or log in to something.' }],
    ['unknown', { action: 'give_up', reason: 'Nothing the caller can do will help: log it.' }],
    ['deprecated', { action: 'go_on', reason: 'It is a remark, not a failure.' }],
  ] as const)('about %s is exact', (code, advice) => {
    expect(advise(error(code))).toStrictEqual(advice)
  })

  it.each([
    ['rate_limited', 30, 30],
    ['rate_limited', 0, 0],
    ['resource_locked', 2.5, 2.5],
    ['conflict', 5, 5],
    ['auth_expired', 1, 1],
    ['invalid_input', 30, undefined],
    ['not_found', 30, undefined],
    ['permission_denied', 30, undefined],
    ['internal', 30, undefined],
    ['advisory', 30, undefined],
  ] as const)('about %s with a wait of %d says after %s seconds', (code, retryAfter, afterSeconds) => {
    const advice = advise(error(code, { retryAfter }))
    expect(advice.afterSeconds).toBe(afterSeconds)
    expect(Object.hasOwn(advice, 'afterSeconds')).toBe(afterSeconds !== undefined)
  })
})

describe('the action', () => {
  it.each(codeNames)('for %s is that of its code where the error says no more', (code) => {
    expect(actionFor(error(code))).toBe(codes[code].action)
    expect(actionFor(error(code, { severity: 'critical' }))).toBe(codes[code].action)
  })

  it.each(codeNames)('for a warning of %s is to go on', (code) => {
    expect(actionFor(error(code, { severity: 'warning' }))).toBe('go_on')
    expect(actionFor(error(code, { severity: 'warning', retryable: true }))).toBe('go_on')
  })

  it.each<[CanonicalCode, Action]>([
    ['timeout', 'give_up'],
    ['transient', 'give_up'],
    ['rate_limited', 'give_up'],
    ['auth_expired', 'ask'],
    ['resource_locked', 'wait'],
    ['conflict', 'wait'],
    ['invalid_input', 'fix_input'],
    ['not_found', 'work_around'],
    ['permission_denied', 'ask'],
    ['internal', 'give_up'],
    ['deprecated', 'go_on'],
  ])('for %s that is not retryable is %s', (code, action) => {
    expect(actionFor(error(code, { retryable: false }))).toBe(action)
  })

  it.each<[CanonicalCode, Action]>([
    ['timeout', 'retry'],
    ['auth_expired', 'retry'],
    ['resource_locked', 'wait'],
    ['conflict', 'wait'],
    ['invalid_input', 'retry'],
    ['not_found', 'retry'],
    ['permission_denied', 'retry'],
    ['internal', 'retry'],
    ['advisory', 'go_on'],
  ])('for %s that is retryable is %s', (code, action) => {
    expect(actionFor(error(code, { retryable: true }))).toBe(action)
  })
})

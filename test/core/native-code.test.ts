import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { CodeRow, Dialect } from '../../src/core/dialect'
import { agreesOnRetrying, canonicalCode, nativeCode } from '../../src/core/native-code'

const table: readonly CodeRow[] = [
  ['GONE', 'not_found'],
  ['SLOW', 'timeout'],
  ['LATER', 'transient'],
  ['HELD', 'conflict'],
  ['DENIED', 'permission_denied'],
  ['BAD', 'invalid_input'],
  ['BROKEN', 'internal'],
  ['NOTE', 'advisory'],
  ['SLOW', 'network'],
  ['SLOWER', 'timeout'],
]

const dialect = (codes: readonly CodeRow[], hasRetryFlag = false): Dialect => ({
  id: 'mine',
  title: 'Mine',
  codes,
  hasRetryFlag,
  bag: 'none',
  detect: () => 0,
  read: () => ({ message: '' }),
  write: () => ({}),
})

const error = (code: CanonicalCode, more: Partial<CanonicalError> = {}): CanonicalError => ({
  code,
  message: 'm',
  severity: 'error',
  ...more,
})

describe('a native code', () => {
  it.each<[string, CanonicalCode]>([
    ['GONE', 'not_found'],
    ['SLOW', 'timeout'],
    ['SLOWER', 'timeout'],
    ['gone', 'not_found'],
    ['slow', 'unknown'],
    ['ProjectNotFound', 'not_found'],
    ['invoice_already_paid', 'already_exists'],
    ['TEAPOT', 'unknown'],
  ])('%s is %s: by the first row, or by its words', (native, code) => {
    expect(canonicalCode(table, native)).toBe(code)
  })

  it.each<[CanonicalCode, string]>([
    ['not_found', 'GONE'],
    ['resource_not_found', 'GONE'],
    ['timeout', 'SLOW'],
    ['connection_timeout', 'SLOW'],
    ['network', 'SLOW'],
    ['dns_failure', 'SLOW'],
    ['rate_limited', 'LATER'],
    ['throttled', 'LATER'],
    ['already_exists', 'HELD'],
    ['resource_locked', 'HELD'],
    ['quota_exceeded', 'DENIED'],
    ['missing_field', 'BAD'],
    ['send_failed', 'BROKEN'],
    ['cancelled', 'BROKEN'],
    ['deprecated', 'NOTE'],
  ])('of %s is %s: that of the nearest broader code', (code, native) => {
    expect(nativeCode(dialect(table), error(code))).toBe(native)
    expect(nativeCode(dialect(table, true), error(code))).toBe(native)
  })

  it.each<[CanonicalCode, boolean, string]>([
    ['timeout', false, 'BROKEN'],
    ['timeout', true, 'SLOW'],
    ['rate_limited', false, 'BROKEN'],
    ['not_found', true, 'LATER'],
    ['not_found', false, 'GONE'],
    ['invalid_input', true, 'LATER'],
    ['internal', true, 'LATER'],
    ['internal', false, 'BROKEN'],
    ['conflict', true, 'HELD'],
    ['resource_locked', true, 'HELD'],
    ['resource_locked', false, 'HELD'],
    ['auth_expired', false, 'DENIED'],
    ['auth_expired', true, 'LATER'],
    ['advisory', true, 'NOTE'],
    ['deprecated', false, 'NOTE'],
  ])('of %s with retryable %s is %s where the code alone decides', (code, retryable, native) => {
    expect(nativeCode(dialect(table), error(code, { retryable }))).toBe(native)
  })

  it('of what is retried by default is not one that is not', () => {
    expect(nativeCode(dialect(table), error('auth_expired'))).toBe('LATER')
  })

  it.each<[CanonicalCode, boolean, string]>([
    ['timeout', false, 'SLOW'],
    ['not_found', true, 'GONE'],
    ['auth_expired', true, 'DENIED'],
  ])('of %s with retryable %s is %s where a flag decides', (code, retryable, native) => {
    expect(nativeCode(dialect(table, true), error(code, { retryable }))).toBe(native)
  })

  it('of a warning is chosen as that of an error', () => {
    expect(nativeCode(dialect(table), error('timeout', { severity: 'warning', retryable: false }))).toBe(
      'BROKEN',
    )
  })

  it.each<[string, CodeRow[], CanonicalError, string]>([
    [
      'a row of the same action',
      [
        ['A', 'invalid_input'],
        ['B', 'not_found'],
      ],
      error('not_found', { retryable: false }),
      'B',
    ],
    [
      'any row that is retried',
      [
        ['A', 'invalid_input'],
        ['B', 'busy'],
      ],
      error('resource_locked'),
      'B',
    ],
    [
      'the row of the same action before one that is retried',
      [
        ['A', 'busy'],
        ['B', 'already_exists'],
      ],
      error('resource_locked'),
      'B',
    ],
    [
      'the row of a root code before another of the same action',
      [
        ['A', 'timeout'],
        ['B', 'busy'],
        ['C', 'transient'],
      ],
      error('not_found', { retryable: true }),
      'C',
    ],
    [
      'the first row of the same action where none is of a root code',
      [
        ['A', 'timeout'],
        ['B', 'busy'],
      ],
      error('not_found', { retryable: true }),
      'A',
    ],
    [
      'the row of internal',
      [
        ['A', 'invalid_input'],
        ['B', 'internal'],
      ],
      error('not_found'),
      'B',
    ],
    [
      'a row below internal',
      [
        ['A', 'invalid_input'],
        ['B', 'tls_failure'],
      ],
      error('not_found'),
      'B',
    ],
    [
      'a row of internal before one below it',
      [
        ['A', 'unknown'],
        ['B', 'internal'],
      ],
      error('not_found'),
      'B',
    ],
    [
      'the nearest row all the same',
      [
        ['A', 'conflict'],
        ['B', 'not_found'],
      ],
      error('resource_not_found', { retryable: true }),
      'B',
    ],
    [
      'the first row',
      [
        ['A', 'invalid_input'],
        ['B', 'conflict'],
      ],
      error('not_found'),
      'A',
    ],
    ['the code itself where there are no rows', [], error('not_found'), 'not_found'],
  ])('falls back on %s', (_, rows, value, native) => {
    expect(nativeCode(dialect(rows), value)).toBe(native)
  })

  it('is the nearest row where nothing else fits', () => {
    expect(
      nativeCode(
        dialect([
          ['A', 'invalid_input'],
          ['B', 'not_found'],
        ]),
        error('not_found', { retryable: true }),
      ),
    ).toBe('B')
  })
})

it.each<[CanonicalCode, CanonicalError, boolean]>([
  ['timeout', error('timeout'), true],
  ['timeout', error('timeout', { retryable: true }), true],
  ['timeout', error('timeout', { retryable: false }), false],
  ['not_found', error('timeout'), false],
  ['not_found', error('timeout', { retryable: false }), true],
  ['timeout', error('not_found'), false],
  ['timeout', error('not_found', { retryable: true }), true],
  ['conflict', error('conflict', { retryable: true }), true],
  ['conflict', error('conflict'), true],
  ['advisory', error('advisory', { retryable: true }), true],
  ['timeout', error('deprecated', { retryable: true }), false],
])('tells whether the code %s alone agrees with %j about retrying: %s', (code, value, expected) => {
  expect(agreesOnRetrying(code, value)).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import { readRetryAfter, writeRetryAfter } from '../../src/http/retry-after-header'

const now = new Date('2026-03-01T12:00:00Z')

describe('a Retry-After header that is read', () => {
  it.each<[string, number | undefined]>([
    ['0', 0],
    ['30', 30],
    [' 30 ', 30],
    ['0.5', 0.5],
    ['12.', 12],
    ['31536000', 31_536_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30],
    ['Sunday, 01-Mar-26 12:00:30 GMT', 30],
    ['Sun Mar  1 12:00:30 2026', 30],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['', undefined],
    ['-1', undefined],
    ['+1', undefined],
    ['1e3', undefined],
    ['30s', undefined],
    ['30, 60', undefined],
    ['soon', undefined],
    ['9'.repeat(400), undefined],
  ])('%j is %s seconds', (value, seconds) => {
    expect(readRetryAfter(new Headers({ 'Retry-After': value }), now)).toBe(seconds)
  })

  it('is relative to the Date of the response, whose clock may be wrong', () => {
    const headers = new Headers({
      Date: 'Sat, 01 Mar 2025 00:00:00 GMT',
      'Retry-After': 'Sat, 01 Mar 2025 00:02:00 GMT',
    })
    expect(readRetryAfter(headers, now)).toBe(120)
  })

  it('is relative to now where the Date of the response is none', () => {
    const headers = new Headers({ Date: 'today', 'Retry-After': 'Sun, 01 Mar 2026 12:02:00 GMT' })
    expect(readRetryAfter(headers, now)).toBe(120)
  })

  it('says nothing where it is not there', () => {
    expect(readRetryAfter(new Headers(), now)).toBeUndefined()
  })

  it('says nothing relative to a time that is none', () => {
    const headers = new Headers({ 'Retry-After': 'Sun, 01 Mar 2026 12:02:00 GMT' })
    expect(readRetryAfter(headers, new Date(Number.NaN))).toBeUndefined()
  })
})

describe('a Retry-After header that is written', () => {
  it.each<[number, string, string]>([
    [0, '0', 'Sun, 01 Mar 2026 12:00:00 GMT'],
    [-0, '0', 'Sun, 01 Mar 2026 12:00:00 GMT'],
    [30, '30', 'Sun, 01 Mar 2026 12:00:30 GMT'],
    [0.25, '1', 'Sun, 01 Mar 2026 12:00:01 GMT'],
    [29.001, '30', 'Sun, 01 Mar 2026 12:00:30 GMT'],
    [86_400, '86400', 'Mon, 02 Mar 2026 12:00:00 GMT'],
    [1e21, '2147483647', 'Fri, 19 Mar 2094 15:14:07 GMT'],
    [Number.MAX_VALUE, '2147483647', 'Fri, 19 Mar 2094 15:14:07 GMT'],
  ])('has %s seconds as %s or as %s', (seconds, asSeconds, asDate) => {
    expect(writeRetryAfter(seconds, 'seconds', now)).toBe(asSeconds)
    expect(writeRetryAfter(seconds, 'date', now)).toBe(asDate)
  })

  it('is never sooner than the error says, though a date has no fractions', () => {
    const between = new Date('2026-03-01T12:00:00.400Z')
    expect(writeRetryAfter(1, 'date', between)).toBe('Sun, 01 Mar 2026 12:00:02 GMT')
  })
})

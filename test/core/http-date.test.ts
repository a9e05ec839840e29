import { describe, expect, it } from 'vitest'
import { parseHttpDate } from '../../src/core/http-date'

const now = new Date('2026-03-01T12:00:00Z')

describe('an HTTP date', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37.000Z'],
    ['thu, 29 feb 2024 23:59:59 gmt', '2024-02-29T23:59:59.000Z'],
    ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00.000Z'],
  ])('%s is read', (text, expected) => {
    expect(parseHttpDate(text, now)?.toISOString()).toBe(expected)
  })

  it.each([
    ['2026-03-01T12:00:00Z', '76', '2076'],
    ['2026-03-01T12:00:00Z', '77', '1977'],
    ['2026-03-01T12:00:00Z', '00', '2000'],
    ['2090-03-01T12:00:00Z', '05', '2105'],
    ['2010-03-01T12:00:00Z', '94', '1994'],
  ])('seen in %s has the two-digit year %s for %s', (at, year, expected) => {
    const date = parseHttpDate(`Sunday, 06-Nov-${year} 08:49:37 GMT`, new Date(at))
    expect(date?.toISOString().slice(0, 4)).toBe(expected)
  })

  it.each([
    '',
    'soon',
    '30',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 CET',
    'Sun, 06 Xyz 1994 08:49:37 GMT',
    'Sun, 31 Feb 2026 08:49:37 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    '1994-11-06T08:49:37Z',
  ])('is not %j', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined()
  })
})

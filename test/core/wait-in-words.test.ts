import { describe, expect, it } from 'vitest'
import { waitInWords } from '../../src/core/wait-in-words'

const now = new Date('2015-10-21T07:27:00Z')

describe('a wait', () => {
  it.each<[string, number]>([
    ['Retry-After: 30', 30],
    ['Rate limited. Retry-After: 30.', 30],
    ['retry_after=30', 30],
    ['retryAfter: 30', 30],
    ['{"retry_after": "30"}', 30],
    ['retry after seconds: 30', 30],
    ['retry after 10.5', 10.5],
    ['Retry after 30s', 30],
    ['Retry after 1.5 seconds', 1.5],
    ['try again in 2 minutes', 120],
    ['Please try again later, in 2 minutes', 120],
    ['retry your request after 1 hour', 3600],
    ['Please retry in 20.5s', 20.5],
    ['Please try again in 6m0s.', 360],
    ['retry in 1h30m', 5400],
    ['retry in 1 hour and 30 minutes', 5400],
    ['retry in about 5 minutes', 300],
    ['retry in 500 milliseconds', 0.5],
    ['retry in 2 days', 172_800],
    ['Try this again only after at least 3 hours', 10_800],
    ['For security purposes, you can only request this after 58 seconds.', 58],
    ['Please wait 5 seconds', 5],
    ['Wait 5 seconds', 5],
    ['You must wait for 1 minute', 60],
    ['please wait 2-minutes', 120],
    ['Expected available in 30 seconds.', 30],
    ['the limit resets in 45 s', 45],
    ['back off for 10s', 10],
    ['backoff 10s', 10],
  ])('is asked for in %j', (message, seconds) => {
    expect(waitInWords(message)).toBe(seconds)
    expect(waitInWords(message, now)).toBe(seconds)
  })

  it.each<[string, number]>([
    ['retry after Wed, 21 Oct 2015 07:28:00 GMT', 60],
    ['Retry-After: Wednesday, 21-Oct-15 07:27:01 GMT', 1],
    ['Retry-After: Wed, 21 Oct 2015 07:26:00 GMT', 0],
  ])('until a date counts from the time of reading: %s', (message, seconds) => {
    expect(waitInWords(message, now)).toBe(seconds)
    expect(waitInWords(message)).toBeUndefined()
  })

  it('until a part of a second is rounded up', () => {
    const late = new Date('2015-10-21T07:27:59.500Z')
    expect(waitInWords('Retry-After: Wed, 21 Oct 2015 07:28:00 GMT', late)).toBe(1)
  })

  it('is the first that is asked for', () => {
    expect(waitInWords('please wait 5 seconds, or retry after 30s')).toBe(30)
    expect(waitInWords('Retry-After: Wed, 99 Oct 2015 07:28:00 GMT; wait 5 s', now)).toBe(5)
  })

  it.each([
    '',
    'Retry after',
    'retry after 30-60',
    'retry after 2024-01-01',
    'retry after 30:00',
    'retry after 1.2.3',
    'retry after 30/5',
    'Retry after 3x',
    'try again in a minute',
    'try again later',
    'timed out after 30 seconds',
    'waited 5 seconds',
    'Retry-After: Wed, 99 Oct 2015 07:28:00 GMT',
    'Retry after 99999999999999999 seconds',
  ])('is not asked for in %j', (message) => {
    expect(waitInWords(message, now)).toBeUndefined()
  })

  it('is looked for in the first four thousand characters', () => {
    const words = 'Retry after 30s '
    expect(waitInWords(' '.repeat(4000 - words.length) + words)).toBe(30)
    expect(waitInWords(' '.repeat(4000) + words)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { amountOfTime, parseDuration } from '../../src/core/duration'

describe('a duration', () => {
  it.each<[string, number]>([
    ['2 minutes', 120],
    ['1 minute', 60],
    ['10 Minutes', 600],
    ['5s', 5],
    [' 5 s ', 5],
    ['5 secs', 5],
    ['20-seconds', 20],
    ['500ms', 0.5],
    ['1500 msec', 1.5],
    ['3 millis', 0.003],
    ['1 millisecond', 0.001],
    ['90 min', 5400],
    ['2hrs', 7200],
    ['1 hour', 3600],
    ['1 d', 86_400],
    ['3 days, 2 hours and 1 sec', 266_401],
    ['1 hour 30 min', 5400],
    ['3m 5s', 185],
    ['1 hour, and 1 minute', 3660],
    ['1.5 hours', 5400],
    ['1e3 s', 1000],
  ])('in words: %j', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  it.each<[string, number]>([
    ['1m0s', 60],
    ['1h30m', 5400],
    ['250µs', 0.000_25],
    ['-1s', -1],
    ['0', 0],
  ])("in Go's notation: %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds)
  })

  it.each([
    '',
    ' ',
    '5',
    'x',
    '1 fortnight',
    '5 min and',
    'and 5 min',
    '5 mins ago',
    's',
    '1,5 s',
    '1e999 s',
  ])('is not %j', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  it('in a text is a number, a unit and no more of a word', () => {
    const found = (text: string) => new RegExp(amountOfTime, 'i').exec(text)?.[0]
    expect(found('in 5 minutes or so')).toBe('5 minutes')
    expect(found('in 5m')).toBe('5m')
    expect(found('in 5 MS')).toBe('5 MS')
    expect(found('5 million')).toBeUndefined()
    expect(found('5 months')).toBeUndefined()
    expect(found('five minutes')).toBeUndefined()
  })
})

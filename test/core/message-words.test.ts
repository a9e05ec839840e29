import { describe, expect, it } from 'vitest'
import { errorNames, sentenceWords, speaksInQuotes, thing, withoutQuotes } from '../../src/core/message-words'

describe('the words of a sentence', () => {
  it.each([
    ["File 'unauthorized.csv' isn't here", ' file xx isn t here '],
    ["the user's file", ' the user s file '],
    ['“denied” and ‘x’ and "y" and `z`', ' xx and xx and xx and xx '],
    ['see https://a.b/forbidden now', ' see xx now '],
    ['open /etc/denied: gone', ' open xx gone '],
    ['C:\\temp\\denied failed', ' xx failed '],
    ['./a/b and ../c', ' xx and xx '],
    ['version 1.2.3 of denied.txt', ' version xx of xx '],
    ['rateLimit and RateLimit hit', ' xx and xx hit '],
    ['rate_limit hit', ' xx hit '],
    ['names-with-dashes hit', ' xx hit '],
    ['read-only', ' read only '],
    ['java.io.IOException: denied', ' ioexception denied '],
    ['Plain words, and 404.', ' plain words and 404 '],
  ])('of %j have one word for each thing that it speaks of', (text, words) => {
    expect(sentenceWords(text)).toBe(words)
  })

  it.each([
    ['rateLimit hit', ' rate limit hit '],
    ['rate_limit hit', ' rate limit hit '],
    ['names-with-dashes hit', ' names with dashes hit '],
    ['com.foo.BarBazException: x', ' bar baz exception x '],
    ['com.foo.bar: x', ' xx x '],
    ['"rate_limit" hit', ' xx hit '],
  ])('of %j can be had with those of its names', (text, words) => {
    expect(sentenceWords(text, true)).toBe(words)
  })

  it('are those of the first two thousand characters', () => {
    expect(sentenceWords(`${'.'.repeat(2000)}x`)).toBe('  ')
  })
})

describe('quotes', () => {
  it('give way to one word each', () => {
    expect(withoutQuotes('a "b c" d \'e\'')).toBe(`a  ${thing}  d  ${thing} `)
  })

  it.each([
    "{'a': 'b'}",
    '["x"]',
    'failed with ("x",)',
    'a, "b"',
    '"a": "b"',
    '(1, x)',
    'it returned "x"',
    "returned 'x'",
    '"no x"',
    "b'no x'",
    "KeyError: 'no x'",
  ])('are what speaks in %j', (text) => {
    expect(speaksInQuotes(text)).toBe(true)
  })

  it.each([
    '',
    'x',
    '"x"',
    "KeyError: 'x'",
    'The file "x" is bad',
    'It said "x" and more',
    'Unknown field "x"',
    'plain words',
  ])('are not what speaks in %j', (text) => {
    expect(speaksInQuotes(text)).toBe(false)
  })
})

describe('the names of an error', () => {
  it.each([
    ['TypeError: x', ['TypeError']],
    ['a.b.ValueError: x', ['ValueError']],
    ['java.lang.NullPointerException', ['NullPointerException']],
    ['HTTPError(404)', ['HTTPError']],
    ['it was ("FooException")', ['FooException']],
    ['SomeFault here', ['SomeFault']],
    ['DeadlineFailure: x', ['DeadlineFailure']],
    ['An error occurred (AccessDenied) when calling x', ['AccessDenied']],
    ['Error from server (NotFound): x', ['NotFound']],
    ['[RATE_LIMITED] x', ['RATE_LIMITED']],
    ['[RATE_LIMITED] FooError: x', ['RATE_LIMITED', 'FooError']],
  ])('are found in %j', (text, names) => {
    expect(errorNames(text)).toEqual(names)
  })

  it.each([
    '',
    'x',
    'The Error',
    'Error: x',
    'ErrorName: x',
    'Failure',
    '[AB] x',
    'TypeErrors: x',
    '(NotFound)',
  ])('are not in %j', (text) => {
    expect(errorNames(text)).toEqual([])
  })
})

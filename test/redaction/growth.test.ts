import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactJson, redactText } from '../../src/core/redact'
import type { JsonValue } from '../../src/index'
import { seeds } from './seeds'

// What is repeated to make an expression look again and again at the same characters.
const hostile: readonly string[] = [
  'a',
  '1',
  '/',
  '\\',
  '{',
  '["',
  '{"a":',
  ' at (',
  '\n  at x (',
  '\n    at a.b.c.(((',
  'password=',
  'password:password:',
  'password="',
  '\\"password\\":\\"',
  'api key ',
  'Bearer ',
  'Digest a="b", ',
  'https://a:',
  'a://@',
  'user:1@',
  'eyJ-',
  'sk-',
  'AKIA',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  'token_a_',
  '%70%3D',
  '&quot;',
  '<password>',
  'name="password" ',
  '/home/a b/',
  'C:\\A B\\',
  "'/home/",
  'File "a", line 1, in ',
  '\nFile "',
  '#0 a(1): ',
  'goroutine 1 [a]:',
  '{a,b,1,[{file,"',
  ' 0: a::',
  'a@http://b:1:',
  'a_-',
  'mysql -p ',
  '\n#1 ((((',
  '\n1. ((((',
  '\\u0041',
  'A B ',
  '\n#1 ',
  'pwd={',
  '%a%\\',
  '../',
  'route /home/',
  '\x1b[',
  '\x1b]8',
  '\\u001b[1m',
  '\\n',
  'x://a:',
  'x://a:@b/',
  "('password', '",
  "'--password', ",
  'password: Some(',
  "password=''",
  "password='a''",
  'input_value=',
  '\npassword\n  a input_value=',
  '$1$',
  'K10a::',
  "open '/a/b",
  ' /a/b: no such',
]

function millisecondsFor(text: string): number {
  const start = performance.now()
  redactText(text)
  return performance.now() - start
}

describe('time', () => {
  it.each(hostile)('grows with the length of %j and no faster', (piece) => {
    const text = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    millisecondsFor(text(10_000))
    const short = Math.max(1, millisecondsFor(text(50_000)))
    // Twenty times as long; a square would take four hundred times as long.
    expect(millisecondsFor(text(1_000_000)) / short).toBeLessThan(120)
  })
})

const pieces = fc.oneof(
  fc.constantFrom(
    ...hostile,
    ...seeds.map(({ text }) => text),
    ' ',
    '\n',
    '"',
    "'",
    ',',
    ';',
    '=',
    ':',
    '[redacted]',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const texts = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''))
const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.constantFrom<JsonValue>(null, true, 0, 7),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(texts, fc.constantFrom('password', 'stack', '__proto__', 'trace', 'key')),
      tie('value'),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    ),
    tie('value').map((value) => JSON.stringify(value)),
  ),
})).value

describe('whatever is given', () => {
  it('a text gets longer by a constant factor at most, and no more of it goes the second time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = redactText(text)
        expect(clean.length).toBeLessThanOrEqual(16 * text.length + 64)
        expect(redactText(clean)).toBe(clean)
      }),
      { numRuns: 500 },
    )
  })

  it('data keeps its members and is the same reference the second time', () => {
    fc.assert(
      fc.property(values, (value) => {
        const clean = redactJson(value)
        expect(redactJson(clean)).toBe(clean)
        if (
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          typeof clean === 'object'
        ) {
          expect(Object.keys(clean ?? {})).toHaveLength(Object.keys(value).length)
        }
      }),
      { numRuns: 300 },
    )
  })
})

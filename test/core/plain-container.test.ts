import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laidOut } from '../../src/core/container-layout'
import type { JsonValue } from '../../src/core/json'
import { type JsonStyle, writeJson } from '../../src/core/json-write'
import { plainContainer } from '../../src/core/plain-container'

const numRuns = process.env.DEEP ? 200_000 : 5000

const styles: readonly JsonStyle[] = [{}, { spaced: true }, { indent: 2 }, { indent: 4 }]
const name = fc.oneof(
  fc.string(),
  fc.constantFrom('a', 'b', 'a', '7', '-7', '07', '__proto__', 'constructor', 'é', '名', '\ud800', ''),
)
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a "b" \\ \n', '\u2028', '名', '\ud800', '{"a": 1, "b": [2]}', '\u007f'),
  fc.constantFrom(true, false, null, 0, -0, 7, -12, 0.5, -0.25, 1e-6, 1e-7, 1e21, 123456789.125, 2 ** 53),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const { container } = fc.letrec<{ value: JsonValue; container: JsonValue }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('container')),
  container: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => {
      const object: { [name: string]: JsonValue } = {}
      for (const [each, value] of members)
        Object.defineProperty(object, each, { value, enumerable: true, configurable: true, writable: true })
      return object
    }),
  ),
})) as { container: fc.Arbitrary<JsonValue> }

/** Another text than it was, which may not be JSON any more, or JSON of another spelling. */
const spoilt = fc
  .tuple(
    container,
    fc.constantFrom(...styles),
    fc.nat(),
    fc.constantFrom(
      '',
      '0',
      '"',
      '\\',
      ',',
      ':',
      '}',
      ']',
      ' ',
      '\n',
      'e1',
      '.0',
      '-',
      '\\u0041',
      '\t',
      '\0',
      '"a":1,',
    ),
    fc.nat(2),
  )
  .map(([value, style, at, put, cut]) => {
    const text = writeJson(value, style)
    const place = at % (text.length + 1)
    return text.slice(0, place) + put + text.slice(place + cut)
  })

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function expectNoOtherReading(text: string): boolean {
  const found = /^[[{]/.test(text) ? plainContainer(text, 0) : undefined
  if (!found) return false
  const source = text.slice(0, found.end)
  const value = parsed(source)
  expect(value, source).toBeTypeOf('object')
  if (value === undefined) return false
  expect(source === JSON.stringify(value)).toBe(found.isCompact)
  for (const style of styles)
    for (const level of [0, 3])
      expect(laidOut(text, 0, found.end, style, level)).toBe(writeJson(value, style, level))
  if (found.isAscii)
    expect(laidOut(text, 0, found.end, { spaced: true }, 0)).toBe(
      writeJson(value, { spaced: true, ascii: true }),
    )
  expect(found.nesting).toBe(nestingOf(value))
  return true
}

function nestingOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(nestingOf))
}

describe('an object or list that is written without being read', () => {
  it('is written as whoever reads it writes it', () => {
    fc.assert(
      fc.property(container, fc.constantFrom(...styles), (value, style) => {
        expectNoOtherReading(`${writeJson(value, style)}, "next": {"a": 1}`)
      }),
      { numRuns },
    )
  })

  it('is what JSON allows, and spelt as every writer does', () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        expectNoOtherReading(text)
      }),
      { numRuns },
    )
  })

  it.each([
    '{}',
    '[]',
    '{"a":1,"b":[true,false,null],"c":{"d":"x\\n\\"é"}}',
    '{ "a" : [ 1 , 2.5 ] ,\n "b" : { } }',
    '[-1,0,-0.5,999999999999999,0.000001,{"-1":1,"constructor":2}]',
  ])('is %s', (text) => {
    expect(expectNoOtherReading(text)).toBe(true)
  })

  it.each([
    '{"a":1,"a":2}',
    '{"7":1}',
    '{"__proto__":1}',
    '{"\\u0061":1}',
    '["\\u0041"]',
    '["\\/"]',
    '["\ud800"]',
    '[1.0]',
    '[1e5]',
    '[-0]',
    '[01]',
    '[0.0000001]',
    '[1234567890123456]',
    '[1.]',
    '[.5]',
    '[1,]',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    '[nul]',
    '[1',
    '["a',
    '["a\n"]',
    '[\u00a01]',
    '['.repeat(65) + ']'.repeat(65),
    JSON.stringify(Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`n${at}`, at]))),
  ])('is not %s', (text) => {
    expect(plainContainer(text, 0)).toBeUndefined()
  })
})

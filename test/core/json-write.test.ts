import { describe, expect, it } from 'vitest'
import { JsonNumber, type JsonValue } from '../../src/core/json'
import { asText, writeJson } from '../../src/core/json-write'

const value: JsonValue = { a: [1, 'é', null, true], b: {}, c: [], d: { e: false } }

describe('a style', () => {
  it.each([
    ['compact by default', undefined, '{"a":[1,"é",null,true],"b":{},"c":[],"d":{"e":false}}'],
    ['compact when empty', {}, '{"a":[1,"é",null,true],"b":{},"c":[],"d":{"e":false}}'],
    ['compact with an indent of 0', { indent: 0 }, '{"a":[1,"é",null,true],"b":{},"c":[],"d":{"e":false}}'],
    ['spaced', { spaced: true }, '{"a": [1, "é", null, true], "b": {}, "c": [], "d": {"e": false}}'],
    ['ASCII only', { ascii: true }, '{"a":[1,"\\u00e9",null,true],"b":{},"c":[],"d":{"e":false}}'],
    [
      'indented by two',
      { indent: 2 },
      '{\n  "a": [\n    1,\n    "é",\n    null,\n    true\n  ],\n  "b": {},\n  "c": [],\n  "d": {\n    "e": false\n  }\n}',
    ],
    [
      'indented by one',
      { indent: 1 },
      '{\n "a": [\n  1,\n  "é",\n  null,\n  true\n ],\n "b": {},\n "c": [],\n "d": {\n  "e": false\n }\n}',
    ],
  ])('is %s', (_, style, text) => {
    expect(writeJson(value, style)).toBe(text)
  })

  it('indents as JSON.stringify does', () => {
    expect(writeJson(value, { indent: 2 })).toBe(JSON.stringify(value, null, 2))
  })
})

describe('strings', () => {
  it.each([
    ['', '""'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['\n\t\u0000', '"\\n\\t\\u0000"'],
    ['<&>', '"<&>"'],
    ['\u007f', '"\u007f"'],
    ['\ud800', '"\\ud800"'],
  ])('writes %j', (text, written) => {
    expect(writeJson(text)).toBe(written)
    expect(writeJson(text, { ascii: true })).toBe(written)
  })

  it.each([
    ['\u0080', '"\\u0080"'],
    ['\u007f\u00ff', '"\u007f\\u00ff"'],
    ['😀', '"\\ud83d\\ude00"'],
    ['\uffff', '"\\uffff"'],
    ['→', '"\\u2192"'],
  ])('escapes %j where only ASCII is wanted', (text, written) => {
    expect(writeJson(text, { ascii: true })).toBe(written)
    expect(writeJson(text)).toBe(JSON.stringify(text))
  })

  it('escapes keys as it does values', () => {
    expect(writeJson({ 'é"': 1 }, { ascii: true })).toBe('{"\\u00e9\\"":1}')
  })
})

describe('numbers', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1.5, '1.5'],
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [new JsonNumber('9007199254740993'), '9007199254740993'],
    [new JsonNumber('1E400'), '1E400'],
  ])('writes %s as it came', (number, text) => {
    expect(writeJson(number)).toBe(text)
    expect(writeJson([number])).toBe(`[${text}]`)
  })
})

it('writes a member named __proto__', () => {
  expect(writeJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
})

describe('a member that should be text', () => {
  it.each<[JsonValue | undefined, string]>([
    [undefined, ''],
    [null, ''],
    ['', ''],
    ['a', 'a'],
    [0, '0'],
    [false, 'false'],
    [[], '[]'],
    [{ a: 'é' }, '{"a":"é"}'],
    [new JsonNumber('1e400'), '1e400'],
  ])('%j becomes %j', (value, text) => {
    expect(asText(value)).toBe(text)
  })
})

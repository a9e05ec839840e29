import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import { JsonNumber, type JsonObject } from '../../src/core/json'
import { isDocumentAndMore, readJson, readJsonQuietly } from '../../src/core/json-read'
import { defaultLimits } from '../../src/core/limits'

const read = (text: string, lenient = false) => readJson(text, defaultLimits, lenient)

const failure = (text: string, lenient = false): DecodeError => {
  try {
    read(text, lenient)
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

// One exact number anywhere in a text sends all of it through the exact reader.
const exactly = '9007199254740993'

describe('numbers', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '-1e400',
    '1E-400',
    '0.1000000000000000055511151231257827',
    '123456789012345678.5',
    '1.00000000000000000001',
    '100000000000000000001',
  ])('keeps the text of %s, which a double would change', (text) => {
    const value = read(text)
    expect(value).toBeInstanceOf(JsonNumber)
    expect(String(value)).toBe(text)
  })

  it.each([
    ['0', 0],
    ['1', 1],
    ['-7', -7],
    ['0.5', 0.5],
    ['1e2', 100],
    ['1E+2', 100],
    ['1e+2', 100],
    ['1.5e-3', 0.0015],
    ['12e-1', 1.2],
    ['1e21', 1e21],
    ['1000000000000000000000', 1e21],
    ['9007199254740992', 2 ** 53],
    ['9007199254740994', 9007199254740994],
    ['0.000000000000000001', 1e-18],
    ['1.5000000000000000000', 1.5],
    ['0e400', 0],
    ['0.0000000000000000000', 0],
    ['123456789012345.25', 123456789012345.25],
    ['-1.5e1', -15],
    ['1.50e1', 15],
  ])('reads %s as a number, which holds it exactly', (text, value) => {
    expect(read(text)).toBe(value)
  })

  it('keeps the sign of zero', () => {
    expect(Object.is(read('-0'), -0)).toBe(true)
    expect(Object.is(read('-0e1'), -0)).toBe(true)
  })

  it.each([
    ['[1234567890123456]', [1234567890123456]],
    ['[123456789012345.6]', [123456789012345.6]],
    ['["9007199254740993", 1]', ['9007199254740993', 1]],
  ])('reads %s without changing what a double can hold', (text, value) => {
    expect(read(text)).toEqual(value)
  })

  it.each(['01e1', '1.e1', '.5e1', '+1e1', '1e', '-', '1e+', '0x1e1', '--1e1'])('refuses %s', (text) => {
    expect(failure(text)).toMatchObject({ code: 'INVALID_JSON', path: '' })
  })

  it('keeps exact numbers deep inside', () => {
    expect(read('{"a":[1,{"b":1e400}]}')).toEqual({ a: [1, { b: new JsonNumber('1e400') }] })
  })
})

describe.each([
  ['by the engine', (text: string) => text, (value: unknown) => value],
  [
    'exactly',
    (text: string) => `[${exactly},${text}]`,
    (value: unknown) => (Array.isArray(value) && value.length === 2 ? value[1] : undefined),
  ],
])('a text that is read %s', (_, wrap, unwrap) => {
  it.each([
    ['null', null],
    ['true', true],
    ['false', false],
    ['""', ''],
    ['"a b"', 'a b'],
    ['[]', []],
    ['{}', {}],
    ['[ ]', []],
    ['{ }', {}],
    ['[[],{}]', [[], {}]],
    ['[1,2]', [1, 2]],
    ['{"a":1,"b":[true,null]}', { a: 1, b: [true, null] }],
    [' {\t"a"\n:\r1 , "b" : 2 } ', { a: 1, b: 2 }],
    ['[ 1 , [ 2 ] , 3 ]', [1, [2], 3]],
    ['{"":{"":0}}', { '': { '': 0 } }],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"', '"\\/\b\f\n\r\té😀'],
    ['"\\ud800"', '\ud800'],
    ['"\\\\"', '\\'],
    ['["\\\\","\\\\\\""]', ['\\', '\\"']],
    ['"é\u2028"', 'é\u2028'],
    ['"[{"', '[{'],
  ])('gives %s as data', (text, value) => {
    expect(unwrap(read(wrap(text)))).toEqual(value)
  })

  it('keeps the order of members', () => {
    expect(Object.keys(unwrap(read(wrap('{"b":1,"a":2,"c":3}'))) as JsonObject)).toEqual(['b', 'a', 'c'])
  })

  it('counts the last of two equal keys', () => {
    expect(unwrap(read(wrap('{"a":1,"b":2,"a":3}')))).toEqual({ a: 3, b: 2 })
  })

  it('reads __proto__ as a member like any other', () => {
    const value = unwrap(read(wrap('{"__proto__":{"polluted":true},"a":1}'))) as JsonObject
    expect(Object.keys(value)).toEqual(['__proto__', 'a'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.entries(value)[0]).toEqual(['__proto__', { polluted: true }])
    expect(({} as JsonObject).polluted).toBeUndefined()
  })
})

describe('the words that Python writes', () => {
  it.each(['NaN', 'Infinity', '-Infinity'])('reads %s as that word when lenient', (word) => {
    expect(read(word, true)).toBe(word)
    expect(read(`{"a":[${word},1]}`, true)).toEqual({ a: [word, 1] })
  })

  it.each(['NaN', 'Infinity', '-Infinity'])('refuses %s when strict', (word) => {
    expect(failure(`{"a": ${word}}`).message).toBe(
      'The text is not JSON: there is something else where a value should be, line 1, column 7.',
    )
  })

  it.each(['nan', '-NaN', 'Inf', 'undefined', 'None', 'True'])('refuses %s even when lenient', (word) => {
    expect(failure(word, true).code).toBe('INVALID_JSON')
  })

  it('reads the other words the same when lenient', () => {
    expect(read('[true,false,null,NaN]', true)).toEqual([true, false, null, 'NaN'])
  })
})

describe('an error', () => {
  it.each([
    ['', 'the text ends', 'a value', 1, 1],
    ['  ', 'the text ends', 'a value', 1, 3],
    ['{', 'the text ends', 'a member name', 1, 2],
    ['{"a"', 'the text ends', 'a colon', 1, 5],
    ['{"a" ', 'the text ends', 'a colon', 1, 6],
    ['{"a" 1}', 'there is something else', 'a colon', 1, 6],
    ['{"a":', 'the text ends', 'a value', 1, 6],
    ['{"a":}', 'there is something else', 'a value', 1, 6],
    ['{"a":1', 'the text ends', 'a comma or }', 1, 7],
    ['{"a":1]', 'there is something else', 'a comma or }', 1, 7],
    ['{"a":1 "b":2}', 'there is something else', 'a comma or }', 1, 8],
    ['{"a":1,}', 'there is something else', 'a member name', 1, 8],
    ['{"a":1,', 'the text ends', 'a member name', 1, 8],
    ['{a:1}', 'there is something else', 'a member name', 1, 2],
    ['{1:1}', 'there is something else', 'a member name', 1, 2],
    ['{]', 'there is something else', 'a member name', 1, 2],
    ['[', 'the text ends', 'a value', 1, 2],
    ['[}', 'there is something else', 'a value', 1, 2],
    ['[1', 'the text ends', 'a comma or ]', 1, 3],
    ['[1 2]', 'there is something else', 'a comma or ]', 1, 4],
    ['[1}', 'there is something else', 'a comma or ]', 1, 3],
    ['[1,]', 'there is something else', 'a value', 1, 4],
    ['[,]', 'there is something else', 'a value', 1, 2],
    ['{}x', 'there is something else', 'the end of the text', 1, 3],
    ['{} {}', 'there is something else', 'the end of the text', 1, 4],
    ['1 2', 'there is something else', 'the end of the text', 1, 3],
    ['01', 'there is something else', 'the end of the text', 1, 2],
    ['"abc', 'the text ends', 'a closing quote', 1, 5],
    ['{"a": "b', 'the text ends', 'a closing quote', 1, 9],
    ['{"abc', 'the text ends', 'a closing quote', 1, 6],
    ['"a\\"', 'the text ends', 'a closing quote', 1, 5],
    ['"a\\x"', 'there is something else', 'a string without raw control characters or unknown escapes', 1, 1],
    ['["\t"]', 'there is something else', 'a string without raw control characters or unknown escapes', 1, 2],
    [
      '"\\u12"',
      'there is something else',
      'a string without raw control characters or unknown escapes',
      1,
      1,
    ],
    ["{'a':1}", 'there is something else', 'a member name', 1, 2],
    ['[1,\n2,\n x]', 'there is something else', 'a value', 3, 2],
    ['{\n"a": tru}', 'there is something else', 'a value', 2, 6],
    ['[nulll]', 'there is something else', 'a comma or ]', 1, 6],
    ['[1]\n\n]', 'there is something else', 'the end of the text', 3, 1],
    ['[\u00a01]', 'there is something else', 'a value', 1, 2],
  ])('in %j says what should be there, and where', (text, what, expected, line, column) => {
    const error = failure(text)
    expect(error.code).toBe('INVALID_JSON')
    expect(error.path).toBe('')
    expect(error.message).toBe(
      `The text is not JSON: ${what} where ${expected} should be, line ${line}, column ${column}.`,
    )
  })

  it('is the same in a text with an exact number', () => {
    expect(failure(`{"a": ${exactly}, "b" 1}`).message).toBe(
      'The text is not JSON: there is something else where a colon should be, line 1, column 29.',
    )
  })

  it('never quotes the text', () => {
    expect(failure('{"password":"hunter2" oops}').message).not.toMatch(/hunter2|oops|password/)
  })
})

describe('the depth limit', () => {
  const limits = (maxDepth: number) => ({ ...defaultLimits, maxDepth })

  it.each([
    ['[[]]', 2],
    ['{"a":{"b":1}}', 2],
    ['[[],[],[]]', 2],
    ['[{"a":"[[[["}]', 2],
    ['[{"a":"\\"[[[["}]', 2],
    ['[{"a":"\\\\","b":"[["}]', 2],
    ['1', 0],
    ['"[["', 0],
  ])('takes %j with a depth of %d', (text, maxDepth) => {
    expect(readJson(text, limits(maxDepth), false)).toEqual(JSON.parse(text))
  })

  it.each([
    ['[[]]', 1],
    ['{"a":{"b":1}}', 1],
    ['[{}]', 1],
    ['[]', 0],
    ['{}', 0],
    ['{"a\\\\":[[1]]}', 2],
  ])('refuses %j beyond a depth of %d', (text, maxDepth) => {
    expect(() => readJson(text, limits(maxDepth), false)).toThrow(
      new DecodeError('LIMIT_DEPTH', '', `The JSON is nested deeper than ${maxDepth} levels.`),
    )
    try {
      readJson(text, limits(maxDepth), false)
    } catch (error) {
      expect(error).toMatchObject({ code: 'LIMIT_DEPTH', path: '' })
    }
  })

  it.each([
    ['the engine', '1'],
    ['the exact reader', '1e400'],
  ])('is met by %s at 128 levels and not at 129', (_, inner) => {
    const nested = (depth: number) => '['.repeat(depth) + inner + ']'.repeat(depth)
    expect(Array.isArray(read(nested(128)))).toBe(true)
    expect(failure(nested(129)).code).toBe('LIMIT_DEPTH')
  })

  it.each(['[', '{"a":'])('stops at a hundred thousand open %s without overflowing', (open) => {
    expect(failure(open.repeat(100_000)).code).toBe('LIMIT_DEPTH')
  })

  it('is the only thing in the way of a hundred thousand levels', () => {
    const depth = 100_000
    const text = `${'[{"a":'.repeat(depth / 2)}1e400${'}]'.repeat(depth / 2)}`
    let value = readJson(text, limits(depth), false)
    let levels = 0
    for (;;) {
      if (Array.isArray(value) && value.length === 1) value = value[0] ?? null
      else if (typeof value === 'object' && value !== null && 'a' in value)
        value = (value as JsonObject).a ?? null
      else break
      levels++
    }
    expect(levels).toBe(depth)
    expect(String(value)).toBe('1e400')
  })

  it('reports an unclosed string as that, not as depth', () => {
    expect(() => readJson('["[[[[', limits(1), false)).toThrow(/a closing quote should be/)
  })
})

describe('a text that is read quietly', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('gives its value, as deep as anything is read', () => {
    expect(readJsonQuietly('{"a":[1,"x",null]}')).toEqual({ a: [1, 'x', null] })
    expect(readJsonQuietly(nested(1000))).toBeDefined()
    expect(readJsonQuietly(nested(1001))).toBeUndefined()
  })

  it.each(['', 'x', '{', '[NaN]', '{"a":1} x'])('is undefined where it is not JSON: %j', (text) => {
    expect(readJsonQuietly(text)).toBeUndefined()
  })
})

it('reads a number of very many digits before the test runs out of time', () => {
  const digits = `1.${'0'.repeat(1_000_000)}1`
  expect(String(readJson(`[${digits}]`, defaultLimits, false))).toBe(digits)
})

describe('a document and more', () => {
  it.each(['{}{}', '{"a":1}\n{"a":2}', '[] x', '{"a":"}"}]', '{"a":{"b":[]}} {'])('is %j', (text) => {
    expect(isDocumentAndMore(text)).toBe(true)
  })

  it.each(['{}', '{"a":1}', '{"a":"b" "}{"}', '{"a":"}{', '{a}{}', '}{}', 'x', '', '{"a":{}'])(
    'is not %j',
    (text) => {
      expect(isDocumentAndMore(text)).toBe(false)
    },
  )
})

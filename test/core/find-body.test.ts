import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import type { Dialect } from '../../src/core/dialect'
import {
  bare,
  checkLength,
  errorTextIn,
  findBody,
  limitsWithResidue,
  mayCarry,
  type Search,
} from '../../src/core/find-body'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { defaultLimits } from '../../src/core/limits'

const json = (id: string, more: Partial<Dialect> = {}): Dialect => ({
  id,
  title: id,
  codes: [],
  hasRetryFlag: false,
  bag: 'none',
  // As sure as the body says.
  detect: ({ [id]: sure }) => (typeof sure === 'number' ? sure : 0),
  read: ({ message, code }) => ({
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' && { nativeCode: code }),
  }),
  ...more,
})

/** A dialect whose text is not JSON: it begins with its id, and ends there, too. */
const markup = (id: string, more: Partial<Dialect> = {}): Dialect => ({
  ...json(id),
  text: {
    detect: (text) => (text.startsWith(`<${id}`) ? 1 : 0),
    parse(text, _, strict) {
      if (!text.endsWith(`${id}>`)) throw new DecodeError('INVALID_XML', '', 'It is cut.')
      return { markup: text, strict }
    },
    print: () => '',
  },
  ...more,
})

/** One that takes words, a little sure of any. */
const words = (id: string, sure = 0.1): Dialect => ({
  ...json(id),
  text: {
    detect: (text) => (text.startsWith('Oh') ? 0.6 : text.startsWith('Carried') ? 0.9 : sure),
    parse: (text) => ({ words: text }),
    print: () => '',
  },
})

const all = [
  json('a'),
  json('b', { recover: (text) => (text.startsWith('{"b"') ? { recovered: text } : undefined) }),
  markup('m', { recover: (text) => (text.includes('cut') ? { recovered: text } : undefined) }),
  words('w'),
]

const plain: Search = {
  dialects: all,
  limits: defaultLimits,
  strict: false,
  isNamed: false,
  unmistakable: false,
  failed: false,
}

const find = (data: string | JsonValue, more: Partial<Search> = {}) => {
  const found = findBody(data, { ...plain, ...more })
  return found && { ...found, dialect: found.dialect.id }
}

const result = (...texts: string[]): JsonObject => ({
  content: texts.map((text) => ({ type: 'text', text })),
})

describe('a body', () => {
  it.each<[string, string | JsonValue, string, JsonObject, number]>([
    ['a value', { a: 1 }, 'a', { a: 1 }, 1],
    ['JSON text', ' \n{"a":0.5}', 'a', { a: 0.5 }, 0.5],
    ['text with a byte order mark', '\uFEFF{"a":1}', 'a', { a: 1 }, 1],
    ['the surest of two', { a: 0.5, b: 0.8 }, 'b', { a: 0.5, b: 0.8 }, 0.8],
    ['the first of equals', { b: 0.8, a: 0.8 }, 'a', { b: 0.8, a: 0.8 }, 0.8],
    ['JSON text in quotes', '"{\\"a\\":1}"', 'a', { a: 1 }, 1],
    ['markup', ' <m>x</m>\n', 'm', { markup: '<m>x</m>', strict: false }, 1],
    ['markup in quotes', '"<m>x</m>"', 'm', { markup: '<m>x</m>', strict: false }, 1],
    ['cut markup', '<m>cut', 'm', { recovered: '<m>cut' }, 0.9],
    ['what its encoder failed at', '{"b" oops}', 'b', { recovered: '{"b" oops}' }, 0.9],
    ['words', ' Oh no ', 'w', { words: ' Oh no ' }, 0.6],
    ['a tool result', result('fine', '{"a":1}'), 'a', { a: 1 }, 1],
    ['a tool result as text', JSON.stringify(result('{"a":1}')), 'a', { a: 1 }, 1],
    ['a tool result with broken text', result('{oops', '{"a":1}'), 'a', { a: 1 }, 1],
    ['structured content', { content: [], structuredContent: { a: 1 } }, 'a', { a: 1 }, 1],
    [
      'what has content and is no tool result',
      { ...result('{"b":1}'), a: 0.6 },
      'a',
      { ...result('{"b":1}'), a: 0.6 },
      0.6,
    ],
  ])('is found: %s', (_, data, dialect, body, confidence) => {
    expect(find(data)).toEqual({ dialect, body, confidence })
  })

  it.each<[string, string | JsonValue]>([
    ['one that is hardly likely', { a: 0.4 }],
    ['one that none knows', {}],
    ['an empty list', []],
    ['a list that none knows', [1]],
    ['a list under the key of lists', { '[]': [{ a: 1 }] }],
    ['a number', 5],
    ['other words', 'no'],
    ['words in quotes', '"Oh no"'],
    ['JSON text in quotes twice', JSON.stringify(JSON.stringify('{"a":1}'))],
    ['an open quote', '"no'],
    ['words in a tool result', result('Oh no')],
    ['unlikely ones in a tool result', result('{"a":0.4}')],
  ])('is not found: %s', (_, data) => {
    expect(find(data)).toBeUndefined()
  })

  it('is refused where its text cannot be read', () => {
    expect(() => find('{"a":')).toThrow(DecodeError)
    expect(() => find('[oops')).toThrow(DecodeError)
    expect(() => find('<m>x')).toThrow(new DecodeError('INVALID_XML', '', 'It is cut.'))
  })

  it('is not two documents, which no encoder writes', () => {
    expect(() => find('{"b":1}{"b":1}')).toThrow(DecodeError)
  })

  it('may begin with a bracket or a quote and be words all the same', () => {
    const dialects = [words('w', 0.5)]
    expect(find('[ERROR] no', { dialects })?.body).toEqual({ words: '[ERROR] no' })
    expect(find('"x" is not known', { dialects })?.body).toEqual({ words: '"x" is not known' })
    expect(() => find('{x} is not known', { dialects })).toThrow(DecodeError)
    expect(find('{x} is not known', { dialects, failed: true })?.body).toEqual({ words: '{x} is not known' })
  })

  it('of a dialect whose bodies are lists is found under one key', () => {
    const lists = json('l', { detect: ({ '[]': list }) => (Array.isArray(list) ? 0.9 : 0) })
    expect(find('[{"x":1}]', { dialects: [lists] })?.body).toEqual({ '[]': [{ x: 1 }] })
  })

  it('lets through what is no DecodeError', () => {
    const broken = json('c', {
      detect: () => {
        throw new RangeError('a bug')
      },
    })
    for (const data of [{}, '{}', result('{}')]) {
      expect(() => find(data, { dialects: [broken] })).toThrow(new RangeError('a bug'))
    }
  })
})

describe('a body behind the words of a framework', () => {
  it('is found, with the tool that they name', () => {
    expect(find('Error calling tool \'x\': {"a":1}')).toEqual({
      dialect: 'a',
      body: { a: 1 },
      confidence: 1,
      tool: 'x',
    })
    expect(find('MCP error -32603: {"a":1}')).toEqual({ dialect: 'a', body: { a: 1 }, confidence: 1 })
    expect(find(result('Error calling tool \'x\': {"a":1}'))?.tool).toBe('x')
  })

  it('is not what they stand before where that is words', () => {
    expect(find('MCP error -32603: Oh no')).toBeUndefined()
    expect(find('MCP error -32603: {oops', { failed: true })?.body).toEqual({
      words: 'MCP error -32603: {oops',
    })
  })

  it('is not looked for when strict, nor behind what they stand before', () => {
    expect(find('MCP error -32603: {"a":1}', { strict: true })).toBeUndefined()
    expect(find('MCP error -32603: "MCP error -32603: {\\"a\\":1}"')).toBeUndefined()
  })
})

describe('how sure a dialect has to be', () => {
  it.each<[string, Partial<Search>, least: number, tooLittle: number]>([
    ['nobody says anything', {}, 0.5, 0.49],
    ['nothing else may be there', { unmistakable: true }, 0.7, 0.69],
    ['nothing else may be there, though it failed', { unmistakable: true, failed: true }, 0.7, 0.69],
    ['somebody says that it failed', { failed: true }, 0.01, 0],
    ['its dialect is named', { isNamed: true, dialects: [json('a')] }, 0.01, Number.NaN],
  ])('where %s', (_, search, least, tooLittle) => {
    expect(find({ a: least }, search)).toMatchObject({ dialect: 'a', confidence: least })
    expect(find({ a: tooLittle }, search)).toBeUndefined()
  })

  it('where its dialect is named is not at all, if it has a code or a message', () => {
    const named: Partial<Search> = { isNamed: true, dialects: [json('a')] }
    expect(find({ message: 'm' }, named)).toEqual({ dialect: 'a', body: { message: 'm' }, confidence: 0 })
    expect(find({ code: 'X' }, named)).toEqual({ dialect: 'a', body: { code: 'X' }, confidence: 0 })
    expect(find({ other: 1 }, named)).toBeUndefined()
    expect(find({ message: 'm' }, { isNamed: true, dialects: [markup('m')] })).toBeUndefined()
    expect(find({ message: 'm' }, { isNamed: true, dialects: [] })).toBeUndefined()
  })

  it('is the same for words', () => {
    expect(find('no', { failed: true })).toEqual({ dialect: 'w', body: { words: 'no' }, confidence: 0.1 })
    expect(find('no', { isNamed: true, dialects: [words('w')] })?.body).toEqual({ words: 'no' })
    expect(find('Oh no', { unmistakable: true })).toBeUndefined()
    expect(find('Carried', { unmistakable: true })?.confidence).toBe(0.9)
    expect(find('{"x":1}', { failed: true })?.body).toEqual({ words: '{"x":1}' })
  })
})

describe('a tool result', () => {
  it('that says it is an error makes a likeness enough', () => {
    expect(find({ ...result('{"a":0.1}'), isError: true })?.dialect).toBe('a')
    expect(find({ ...result('{"a":0.1}'), isError: true, other: 1 })).toBeUndefined()
    expect(find({ ...result('{"a":0.5}'), isError: true, other: 1 })?.dialect).toBe('a')
  })

  it('is looked into where everything has to be unmistakable only if it says that it is an error', () => {
    expect(find(result('{"a":1}'), { unmistakable: true })).toBeUndefined()
    expect(find({ ...result('{"a":1}'), isError: true }, { unmistakable: true })?.dialect).toBe('a')
    expect(find({ ...result('{"a":0.6}'), isError: true }, { unmistakable: true })).toBeUndefined()
  })

  it('may not hold a text that is too long', () => {
    const limits = { ...defaultLimits, maxLength: 6 }
    expect(() => find(result('{"a":1}'), { limits })).toThrow(
      new DecodeError('LIMIT_SIZE', '', 'The text is longer than 6 characters.'),
    )
    expect(find(result('{"a":1}'), { limits: { ...limits, maxLength: 7 } })?.dialect).toBe('a')
  })

  it('has the text of its error, if it says that it is one', () => {
    expect(errorTextIn({ ...result('a', 'b'), isError: true }, defaultLimits)).toBe('a\nb')
    expect(errorTextIn(JSON.stringify({ ...result('a'), isError: true }), defaultLimits)).toBe('a')
    expect(errorTextIn({ ...result('a'), isError: true, other: 1 }, defaultLimits)).toBe('a')
    expect(errorTextIn({ ...result('a'), isError: true, other: 1 }, defaultLimits, true)).toBeUndefined()
    for (const data of [result('a'), {}, [], 'a', '{', 5, null])
      expect(errorTextIn(data, defaultLimits)).toBeUndefined()
  })
})

describe('strict', () => {
  it('is passed on to the parser, and recovers nothing', () => {
    expect(find('<m>x</m>', { strict: true })?.body).toEqual({ markup: '<m>x</m>', strict: true })
    expect(() => find('<m>cut', { strict: true })).toThrow(DecodeError)
    expect(() => find('{"b" oops}', { strict: true })).toThrow(DecodeError)
    expect(find('{"a":1,"x":NaN}')?.body).toEqual({ a: 1, x: 'NaN' })
    expect(() => find('{"a":1,"x":NaN}', { strict: true })).toThrow(DecodeError)
  })
})

describe('what is looked at', () => {
  it('is told: every text and every body', () => {
    const seen: unknown[] = []
    find(JSON.stringify(result('fine', '{"a":0.1}', '{"b":1}')), { onLook: (at) => seen.push(at) })
    expect(seen.slice(1)).toEqual(['fine', '{"a":0.1}', { a: 0.1 }, '{"b":1}', { b: 1 }])
  })
})

describe('the length and the depth of a text', () => {
  it('are checked', () => {
    expect(checkLength('abc', { ...defaultLimits, maxLength: 3 })).toBeUndefined()
    expect(() => checkLength('abcd', { ...defaultLimits, maxLength: 3 })).toThrow(DecodeError)
  })

  it('leave room for what travels with an error', () => {
    expect(limitsWithResidue({ ...defaultLimits, maxDepth: 4 }).maxDepth).toBe(20)
    expect(mayCarry('{"errlingua":{}}')).toBe(true)
    expect(mayCarry('errlingua')).toBe(false)
    const limits = { ...defaultLimits, maxDepth: 1 }
    expect(find('{"a":1,"errlingua":{"x":{}}}', { limits })?.dialect).toBe('a')
    expect(() => find('{"a":1,"other":{"x":{}}}', { limits })).toThrow(DecodeError)
  })

  it('are those of a text without white space around it', () => {
    expect(bare('\uFEFF \n x \t')).toBe('x')
    expect(bare('x\uFEFFy')).toBe('x\uFEFFy')
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import { DecodeError, EncodeError } from '../../src/core/decode-error'
import { type Dialect, defineDialect } from '../../src/core/dialect'
import { JsonNumber, type JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import { dialects } from '../../src/dialects/built-in'
import { text } from '../../src/dialects/text'

const { decode, safeDecode, encode, stringify, translate, detect, measureLoss } = createTranslator({
  dialects,
})

const tried =
  'interbase, toolerror-v1, agentapi, fusion, pydantic, jsonrpc, problem-details, google-rpc, fastapi, zod, graphql, openai, anthropic, aws, json-api, text, adhoc'
// The vocabularies of a dialect stand behind it.
const ids = tried.replace(
  'jsonrpc',
  'jsonrpc, jsonrpc-mcp, jsonrpc-sdk-v1, jsonrpc-fastmcp, jsonrpc-trpc, jsonrpc-a2a, jsonrpc-agentgateway, jsonrpc-lsp, jsonrpc-ethereum',
)
const noDialect = `The input is in no known dialect. Tried: ${tried}. Name its dialect, or "text" to take any text as a message.`

const interbaseBody = { type: 'NOT_FOUND', message: 'gone', recoverable: false }
const interbaseText = '{"type":"NOT_FOUND","message":"gone","recoverable":false}'
const pydanticText = '{"error": "not_found", "message": "gone", "details": null}'
const fusionText = '<tool_error code="NOT_FOUND" severity="error">\n<message>gone</message>\n</tool_error>'
const notFound = { code: 'not_found', message: 'gone', severity: 'error' } as const
const fromInterbase = { ...notFound, recoverable: false, origin: { dialect: 'interbase', code: 'NOT_FOUND' } }
const fromPydantic = { ...notFound, origin: { dialect: 'pydantic', code: 'not_found' } }
const fromFusion = { ...notFound, origin: { dialect: 'fusion', code: 'NOT_FOUND' } }
const fromText = (message: string, code: CanonicalCode = 'unknown'): CanonicalError => ({
  code,
  message,
  severity: 'error',
  origin: { dialect: 'text' },
})

// Written as text by errlingua, an empty one or one in which a body may stand would say what to do.
const unadvised = (error: CanonicalError): CanonicalError => ({
  ...error,
  origin: { dialect: 'text', form: { drop: ['advice'] } },
})

const thrown = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof DecodeError || error instanceof EncodeError) {
      return { name: error.name, code: error.code, path: error.path, message: error.message }
    }
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('decode', () => {
  it.each<[string, unknown, unknown]>([
    ['JSON text', interbaseText, fromInterbase],
    ['text with white space around it', `\n ${interbaseText}\t\n`, fromInterbase],
    ['text with a byte order mark', `\uFEFF${interbaseText}`, fromInterbase],
    ['XML text', fusionText, fromFusion],
    ['XML text with white space around it', `\n${fusionText}\n`, fromFusion],
    ['a parsed value', interbaseBody, fromInterbase],
    ['an Error whose message is a body', new Error(pydanticText), fromPydantic],
    ['an Error of another class', new TypeError(fusionText), fromFusion],
    ['a tool result', { content: [{ type: 'text', text: pydanticText }] }, fromPydantic],
    [
      'a tool result that says it is an error',
      { content: [{ type: 'text', text: fusionText }], isError: true },
      fromFusion,
    ],
    [
      'a tool result with text before the body',
      {
        content: [
          { type: 'text', text: 'Sorry.' },
          { type: 'text', text: interbaseText },
        ],
      },
      fromInterbase,
    ],
    [
      'a tool result with broken JSON before the body',
      {
        content: [
          { type: 'text', text: '{oops' },
          { type: 'text', text: interbaseText },
        ],
      },
      fromInterbase,
    ],
    [
      'a tool result with an invalidation before the body',
      {
        content: [
          { type: 'text', text: '<cache_invalidation cause="x"/>' },
          { type: 'text', text: fusionText },
        ],
      },
      fromFusion,
    ],
    ['structured content', { content: [], structuredContent: interbaseBody }, fromInterbase],
    [
      'text in structured content',
      { content: [], structuredContent: { result: pydanticText } },
      fromPydantic,
    ],
    [
      'a tool result as text',
      JSON.stringify({ content: [{ type: 'text', text: pydanticText }] }),
      fromPydantic,
    ],
    ['a wrapped body', { isError: true, content: pydanticText }, fromPydantic],
    ['a wrapped body in text', JSON.stringify({ isError: true, content: pydanticText }), fromPydantic],
    [
      'a wrapped body in a tool result',
      { content: [{ type: 'text', text: JSON.stringify({ isError: true, content: pydanticText }) }] },
      fromPydantic,
    ],
    [
      'a tool result without a body that says it is an error',
      { content: [{ type: 'text', text: 'boom' }], isError: true },
      fromText('boom'),
    ],
    [
      'a tool result with two plain texts',
      {
        content: [
          { type: 'text', text: 'Timed' },
          { type: 'text', text: 'out' },
        ],
        isError: true,
      },
      fromText('Timed\nout', 'timeout'),
    ],
    [
      'a tool result with broken JSON only',
      { content: [{ type: 'text', text: '{oops' }], isError: true },
      unadvised(fromText('{oops')),
    ],
    [
      'a tool result as text, without a body, that says it is an error',
      '{"content":[{"type":"text","text":"Timed"},{"type":"text","text":"out"}],"isError":true}',
      fromText('Timed\nout', 'timeout'),
    ],
    ['a wrapped message as text', '{"isError":true,"content":"boom"}', fromText('boom')],
    [
      'an Error whose message is a tool result',
      new Error('{"isError":true,"content":[{"type":"text","text":"boom"}]}'),
      fromText('boom'),
    ],
    ['JSON text in quotes', JSON.stringify(interbaseText), fromInterbase],
    ['XML text in quotes', ` ${JSON.stringify(`\n${fusionText}`)}\n`, fromFusion],
    [
      'JSON text in quotes in a tool result',
      { content: [{ type: 'text', text: JSON.stringify(pydanticText) }] },
      fromPydantic,
    ],
  ])('reads %s', (_, input, error) => {
    expect(decode(input)).toEqual(error)
    expect(safeDecode(input)).toEqual({ success: true, data: error })
  })

  it.each<[string, unknown, string, string, string]>([
    ['empty text', '', 'EMPTY', '', 'The text is empty.'],
    ['white space', ' \n\t ', 'EMPTY', '', 'The text is empty.'],
    ['an Error without a message', new Error(), 'EMPTY', '', 'The text is empty.'],
    ['plain text', 'not found', 'NO_DIALECT', '', noDialect],
    ['other XML', '<html></html>', 'NO_DIALECT', '', noDialect],
    ['other JSON', '{"a":1}', 'NO_DIALECT', '', noDialect],
    ['a JSON array', '[1]', 'NO_DIALECT', '', noDialect],
    ['JSON text in quotes twice', JSON.stringify(JSON.stringify(interbaseText)), 'NO_DIALECT', '', noDialect],
    ['plain text in quotes', '"not found"', 'NO_DIALECT', '', noDialect],
    [
      'a tool result as text that says it is none',
      '{"content":[{"type":"text","text":"fine"}],"isError":false}',
      'NO_DIALECT',
      '',
      noDialect,
    ],
    ['null', null, 'NO_DIALECT', '', noDialect],
    ['a number', 5, 'NO_DIALECT', '', noDialect],
    ['an array', [interbaseBody], 'NO_DIALECT', '', noDialect],
    ['an object', { a: 1 }, 'NO_DIALECT', '', noDialect],
    [
      'a tool result without an error',
      { content: [{ type: 'text', text: 'fine' }] },
      'NO_DIALECT',
      '',
      noDialect,
    ],
    [
      'a tool result that says it is none',
      { content: [{ type: 'text', text: 'fine' }], isError: false },
      'NO_DIALECT',
      '',
      noDialect,
    ],
    [
      'broken JSON',
      '{"a"',
      'INVALID_JSON',
      '',
      'The text is not JSON: the text ends where a colon should be, line 1, column 5.',
    ],
    [
      'broken XML',
      '<tool_error>',
      'INVALID_XML',
      '',
      'The XML cannot be read: it is not well-formed, line 1.',
    ],
  ])('refuses %s', (_, input, code, path, message) => {
    expect(thrown(() => decode(input))).toEqual({ name: 'DecodeError', code, path, message })
    const result = safeDecode(input)
    expect(result.success).toBe(false)
    if (!result.success) expect(result.error).toMatchObject({ code, path, message })
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
  ])('refuses %s, which is no data', (_, input) => {
    expect(thrown(() => decode(input))).toMatchObject({ name: 'DecodeError', code: 'NOT_DATA', path: '' })
  })

  it('refuses an Error whose message cannot be read', () => {
    const input = Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('hunter2')
      },
    })
    expect(thrown(() => decode(input))).toEqual({
      name: 'DecodeError',
      code: 'NOT_DATA',
      path: '',
      message: 'The input cannot be looked at: reading its message failed.',
    })
    expect(detect(input)).toBeUndefined()
  })

  it('takes JSON text of any dialect over a text of another inside it', () => {
    expect(decode({ ...interbaseBody, message: fusionText }).origin?.dialect).toBe('interbase')
  })

  it('classifies the text of an error that no dialect knows', () => {
    const result = { content: [{ type: 'text', text: 'connect ECONNREFUSED 127.0.0.1:80' }], isError: true }
    expect(decode(result)).toEqual(fromText('connect ECONNREFUSED 127.0.0.1:80', 'connection_refused'))
  })

  it('takes the first candidate that a dialect knows', () => {
    const result = { content: [{ type: 'text', text: pydanticText }], structuredContent: interbaseBody }
    expect(decode(result).origin?.dialect).toBe('pydantic')
  })

  it('reads bare NaN from Python unless it is strict', () => {
    const text = '{"type":"INTERNAL","message":"m","recoverable":false,"data":{"x":NaN}}'
    expect(decode(text).details).toEqual({ x: 'NaN' })
    expect(thrown(() => decode(text, { strict: true })).code).toBe('INVALID_JSON')
  })

  it('recovers what Go prints when it cannot encode, unless it is strict', () => {
    const text = '{"type":"TRANSIENT","message":"say "hi"","recoverable":true}'
    expect(decode(text)).toEqual({
      code: 'transient',
      message: 'say "hi"',
      severity: 'error',
      retryable: true,
      recoverable: true,
      origin: { dialect: 'interbase', code: 'TRANSIENT' },
    })
    expect(detect(text)).toEqual({ dialect: 'interbase', confidence: 0.9 })
    expect(thrown(() => decode(text, { strict: true })).code).toBe('INVALID_JSON')
    expect(thrown(() => decode(text, { dialect: 'pydantic' })).code).toBe('INVALID_JSON')
  })
})

describe('a hint', () => {
  it('skips detection', () => {
    expect(decode(interbaseText, { dialect: 'interbase' })).toEqual(fromInterbase)
    expect(decode(fusionText, { dialect: 'fusion' })).toEqual(fromFusion)
  })

  it.each([
    ['interbase', { message: 'm' }, 'm', undefined],
    ['interbase', { type: 'CONFLICT' }, '', 'CONFLICT'],
    ['toolerror-v1', { code: 'NOT_FOUND' }, '', 'NOT_FOUND'],
    ['agentapi', { message: 'm' }, 'm', undefined],
    ['pydantic', { error: 'not_found' }, '', 'not_found'],
  ])('for %s makes a likeness enough', (dialect, body, message, code) => {
    const error = decode(body, { dialect })
    expect(error.message).toBe(message)
    expect(error.origin?.dialect).toBe(dialect)
    expect(error.origin?.code).toBe(code)
    expect(encode(error, dialect)).toEqual(body)
  })

  it.each([
    ['interbase', '{"a":1}'],
    ['interbase', 'plain text'],
    ['interbase', fusionText],
    ['fusion', interbaseText],
    ['pydantic', '[1]'],
  ])('for %s refuses %j', (dialect, text) => {
    expect(thrown(() => decode(text, { dialect }))).toEqual({
      name: 'DecodeError',
      code: 'NOT_THIS_DIALECT',
      path: '',
      message: `The input is not in the dialect ${dialect}: neither its code nor its message is there.`,
    })
  })

  it('for a dialect keeps the plain text of a tool result from being taken for it', () => {
    const result = { content: [{ type: 'text', text: 'boom' }], isError: true }
    expect(thrown(() => decode(result, { dialect: 'interbase' })).code).toBe('NOT_THIS_DIALECT')
  })

  it('finds the body of its dialect in a tool result', () => {
    const result = {
      content: [
        { type: 'text', text: pydanticText },
        { type: 'text', text: interbaseText },
      ],
    }
    expect(decode(result, { dialect: 'interbase' }).origin?.dialect).toBe('interbase')
  })

  it('for a dialect that is unknown names the known ones', () => {
    expect(thrown(() => decode('x', { dialect: 'esperanto' }))).toEqual({
      name: 'DecodeError',
      code: 'UNKNOWN_DIALECT',
      path: '',
      message: `There is no dialect "esperanto". Known: ${ids}.`,
    })
  })

  it.each<[string, unknown, unknown]>([
    ['text', 'Permission denied', fromText('Permission denied', 'permission_denied')],
    ['text of a dialect', interbaseText, unadvised(fromText(interbaseText, 'not_found'))],
    ['an Error', new Error('it broke'), fromText('it broke')],
    [
      'a tool result that says it is an error',
      { content: [{ type: 'text', text: pydanticText }], isError: true },
      unadvised(fromText(pydanticText, 'not_found')),
    ],
    ['a tool result without text', { content: [], isError: true }, unadvised(fromText(''))],
  ])('of plain text takes %s as a message', (_, input, error) => {
    expect(decode(input, { dialect: 'text' })).toEqual(error)
  })

  it.each<[string, unknown]>([
    ['an object', interbaseBody],
    ['a number', 5],
    ['a tool result that does not say it is an error', { content: [{ type: 'text', text: 'boom' }] }],
  ])('of plain text refuses %s', (_, input) => {
    expect(thrown(() => decode(input, { dialect: 'text' }))).toEqual({
      name: 'DecodeError',
      code: 'NOT_THIS_DIALECT',
      path: '',
      message: 'The input is neither text nor a tool result that says it is an error.',
    })
  })

  it('of plain text still refuses an empty one', () => {
    expect(thrown(() => decode(' ', { dialect: 'text' })).code).toBe('EMPTY')
  })
})

describe('what is said to have failed', () => {
  const failed = { failed: true }

  it.each<[string, unknown, CanonicalError]>([
    ['any text', 'hm', fromText('hm')],
    [
      'a text that says more',
      "Error calling tool 'pay': retry in 5s",
      {
        code: 'transient',
        message: 'retry in 5s',
        severity: 'error',
        retryAfter: 5,
        operation: 'pay',
        origin: { dialect: 'text', form: expect.anything() },
      },
    ],
    [
      'a likeness',
      { message: 'user not found' },
      { ...fromText('user not found', 'not_found'), origin: { dialect: 'adhoc' } },
    ],
    ['broken JSON', '{oops', unadvised(fromText('{oops'))],
    ['other JSON', '{"a":1}', unadvised(fromText('{"a":1}'))],
    ['a body', interbaseText, fromInterbase],
  ])('is read: %s', (_, input, error) => {
    expect(decode(input, failed)).toEqual(error)
  })

  it.each(['hm', '{oops', '{"a":1}', { message: 'user not found' }])(
    'is refused where nobody says so: %j',
    (input) => {
      expect(safeDecode(input, { failed: false }).success).toBe(false)
    },
  )

  it.each<[string, unknown]>([
    ['data that say nothing', { a: 1 }],
    ['a number', 5],
    ['an empty list', []],
  ])('is refused all the same: %s', (_, input) => {
    expect(thrown(() => decode(input, failed)).code).toBe('NO_DIALECT')
  })
})

describe('what is only taken where it is unmistakable', () => {
  it.each<[string, unknown, boolean]>([
    ['a body', interbaseText, true],
    ['a body with something beside it', { ...interbaseBody, extra: 1 }, false],
    ['a shape that servers make up', { error: 'not found' }, false],
    ['the name of an error', 'TypeError: hm', false],
  ])('%s', (_, input, isTaken) => {
    expect(safeDecode(input).success).toBe(true)
    expect(safeDecode(input, { unmistakable: true }).success).toBe(isTaken)
  })
})

describe('strict', () => {
  it.each([interbaseText, pydanticText, fusionText])('takes %j, which is to the letter', (text) => {
    expect(decode(text, { strict: true })).toEqual(decode(text))
  })

  const unknownMember = 'it has a member that the schema does not know'

  it.each<[unknown, string, string, string]>([
    [{ ...interbaseBody, data: null }, 'data', 'interbase', 'it should be of type object'],
    [
      { kind: 'toolError:v1', code: 'X', message: 5 },
      'message',
      'toolerror-v1',
      'it should be of type string',
    ],
    [{ error: 'not_found', message: 'm', details: { a: 1 }, hunter2: 1 }, '', 'pydantic', unknownMember],
    [
      {
        error: { code: 'MCP_TIMEOUT', message: 'm', temporary: 'yes', retryable: true },
        timestamp: '2025-10-23T12:34:56Z',
      },
      'error.temporary',
      'agentapi',
      'it should be of type boolean',
    ],
    ['<tool_error hunter2="x">\n<message>m</message>\n</tool_error>', 'attributes', 'fusion', unknownMember],
    ['<tool_error>\n<hunter2>m</hunter2>\n</tool_error>', 'children', 'fusion', unknownMember],
    [
      '<tool_error severity="hunter2">\n</tool_error>',
      'attributes.severity',
      'fusion',
      'it should be one of warning, error, critical',
    ],
    [
      '<tool_error>\n<message a="1">m</message>\n</tool_error>',
      'children.message.text',
      'fusion',
      'it should be of type string',
    ],
  ])('says where the schema refuses %j', (body, path, dialect, problem) => {
    expect(thrown(() => decode(body, { strict: true }))).toEqual({
      name: 'DecodeError',
      code: 'SCHEMA',
      path,
      message: `The schema of ${dialect} refuses ${path || 'the body'}: ${problem}.`,
    })
    expect(decode(body).origin?.dialect).toBe(dialect)
  })

  it('refuses XML that the parser alone would let pass', () => {
    const text = '<tool_error>\n<message>a\u0001b</message>\n</tool_error>'
    expect(decode(text).message).toBe('a\u0001b')
    expect(thrown(() => decode(text, { strict: true })).code).toBe('INVALID_XML')
  })
})

describe('the limits', () => {
  it('take a text of exactly the longest length, and none longer', () => {
    const maxLength = interbaseText.length
    expect(decode(interbaseText, { limits: { maxLength } })).toEqual(fromInterbase)
    expect(thrown(() => decode(interbaseText, { limits: { maxLength: maxLength - 1 } }))).toEqual({
      name: 'DecodeError',
      code: 'LIMIT_SIZE',
      path: '',
      message: `The text is longer than ${maxLength - 1} characters.`,
    })
  })

  it('take exactly the deepest nesting, in text and in values', () => {
    const body = { ...interbaseBody, data: { a: [] } }
    expect(decode(body, { limits: { maxDepth: 3 } }).details).toEqual({ a: [] })
    expect(decode(JSON.stringify(body), { limits: { maxDepth: 3 } }).details).toEqual({ a: [] })
    expect(thrown(() => decode(body, { limits: { maxDepth: 2 } }))).toMatchObject({
      code: 'LIMIT_DEPTH',
      message: 'The value is nested deeper than 2 levels.',
    })
    expect(thrown(() => decode(JSON.stringify(body), { limits: { maxDepth: 2 } }))).toMatchObject({
      code: 'LIMIT_DEPTH',
      message: 'The JSON is nested deeper than 2 levels.',
    })
  })

  it('take exactly the deepest nesting of XML, the root being the first level', () => {
    const root = '<tool_error></tool_error>'
    expect(decode(root, { limits: { maxDepth: 1 } }).origin?.dialect).toBe('fusion')
    expect(decode(fusionText, { limits: { maxDepth: 2 } })).toEqual(fromFusion)
    expect(thrown(() => decode(fusionText, { limits: { maxDepth: 1 } }))).toEqual({
      name: 'DecodeError',
      code: 'LIMIT_DEPTH',
      path: '',
      message: 'The XML is nested deeper than the limit allows.',
    })
  })

  it('are the default ones where they are undefined', () => {
    const limits = { maxLength: undefined, maxDepth: undefined, maxValues: undefined }
    for (const input of [interbaseText, interbaseBody]) {
      expect(decode(input, { limits })).toEqual(fromInterbase)
    }
  })

  it('never go beyond a thousand levels', () => {
    const nested = (depth: number) =>
      `{"type":"NOT_FOUND","message":"gone","recoverable":false,"data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    const limits = { maxDepth: Number.POSITIVE_INFINITY }
    expect(decode(nested(998), { limits }).code).toBe('not_found')
    expect(thrown(() => decode(nested(999), { limits }))).toMatchObject({
      code: 'LIMIT_DEPTH',
      message: 'The JSON is nested deeper than 1000 levels.',
    })
  })

  it('leave room for what travels with an error', () => {
    const body = { ...interbaseBody, data: { errlingua: { said: { timestamp: 'then' } } } }
    const limits = { maxDepth: 1 }
    expect(decode(JSON.stringify(body), { limits }).timestamp).toBe('then')
    expect(decode(body, { limits }).timestamp).toBe('then')
    const deep = { ...interbaseBody, data: { a: { b: {} } } }
    for (const input of [deep, JSON.stringify(deep)]) {
      expect(thrown(() => decode(input, { limits }))).toMatchObject({ code: 'LIMIT_DEPTH' })
    }
  })

  it('are of the caller, whose mistake in them is a TypeError', () => {
    expect(() => safeDecode(interbaseText, { limits: { maxDepth: Number.NaN } })).toThrow(TypeError)
  })

  it.each<[string, unknown]>([
    ['an empty list', { ...interbaseBody, content: [] }],
    ['a list of typed things', { ...interbaseBody, content: [{ type: 'paragraph' }] }],
    ['text, and a flag', { ...interbaseBody, content: 'x', isError: true }],
  ])('do not hide an error with a member named content: %s', (_, body) => {
    expect(decode(body)).toMatchObject({ code: 'not_found', origin: { dialect: 'interbase' } })
    expect(encode(decode(body), 'interbase')).toEqual(body)
  })

  it.each<[string, unknown]>([
    ['a text', { content: [{ type: 'text', text: interbaseText }] }],
    ['a wrapped text', { content: interbaseText, isError: true }],
    ['a text in structured content', { content: [], structuredContent: { result: interbaseText } }],
  ])('hold for the length of %s inside a tool result', (_, input) => {
    const maxLength = interbaseText.length
    expect(decode(input, { limits: { maxLength } })).toEqual(fromInterbase)
    expect(thrown(() => decode(input, { limits: { maxLength: maxLength - 1 } }))).toEqual({
      name: 'DecodeError',
      code: 'LIMIT_SIZE',
      path: '',
      message: `The text is longer than ${maxLength - 1} characters.`,
    })
  })

  it('take exactly the most values', () => {
    expect(decode(interbaseBody, { limits: { maxValues: 4 } })).toEqual(fromInterbase)
    expect(thrown(() => decode(interbaseBody, { limits: { maxValues: 3 } }))).toEqual({
      name: 'DecodeError',
      code: 'LIMIT_VALUES',
      path: 'recoverable',
      message: 'The value holds more than 3 values.',
    })
  })
})

describe('detect', () => {
  it.each<[unknown, string, number]>([
    [interbaseText, 'interbase', 1],
    [interbaseBody, 'interbase', 1],
    [{ ...interbaseBody, extra: 1 }, 'interbase', 0.6],
    [pydanticText, 'pydantic', 1],
    [{ error: 'own_code', message: 'm', details: null }, 'pydantic', 0.7],
    [fusionText, 'fusion', 1],
    [{ content: [{ type: 'text', text: fusionText }] }, 'fusion', 1],
    [new Error(interbaseText), 'interbase', 1],
  ])('knows %s', (input, dialect, confidence) => {
    expect(detect(input)).toEqual({ dialect, confidence })
  })

  it.each<[unknown]>([
    [''],
    ['plain'],
    ['{'],
    ['<tool_error>'],
    [undefined],
    [null],
    [{}],
    [{ content: [{ type: 'text', text: 'boom' }], isError: true }],
  ])('gives undefined for %j', (input) => {
    expect(detect(input)).toBeUndefined()
  })

  it('takes the surest dialect, and the first of equals', () => {
    const sure = (id: string, confidence: number): Dialect => ({
      id,
      title: id,
      codes: [['X', 'internal']],
      hasRetryFlag: false,
      bag: 'none',
      detect: () => confidence,
      read: () => ({ message: 'm' }),
      write: () => ({}),
    })
    const detectAmong = (...list: Dialect[]) => createTranslator({ dialects: list }).detect({ a: 1 })
    expect(detectAmong(sure('a', 0.5), sure('b', 0.6))).toEqual({ dialect: 'b', confidence: 0.6 })
    expect(detectAmong(sure('a', 0.6), sure('b', 0.6))).toEqual({ dialect: 'a', confidence: 0.6 })
    expect(detectAmong(sure('a', 0), sure('b', 0))).toBeUndefined()
  })
})

const error: CanonicalError = { code: 'timeout', message: 'slow', severity: 'error', retryAfter: 30 }

describe('encode and stringify', () => {
  it.each<[string, unknown, string]>([
    [
      'interbase',
      { type: 'TRANSIENT', message: 'slow', recoverable: true, data: { code: 'timeout', retry_after: 30 } },
      '{"type":"TRANSIENT","message":"slow","recoverable":true,"data":{"code":"timeout","retry_after":30}}',
    ],
    [
      'toolerror-v1',
      {
        kind: 'toolError:v1',
        code: 'NETWORK_ERROR',
        message: 'slow',
        details: { errorType: 'timeout', retry_after: 30 },
      },
      '{\n  "kind": "toolError:v1",\n  "code": "NETWORK_ERROR",\n  "message": "slow",\n  "details": {\n    "errorType": "timeout",\n    "retry_after": 30\n  }\n}',
    ],
    [
      'agentapi',
      {
        error: {
          code: 'MCP_TIMEOUT',
          message: 'slow',
          metadata: { retry_after: '30s' },
          temporary: true,
          retryable: true,
        },
        timestamp: '0001-01-01T00:00:00Z',
      },
      '{"error":{"code":"MCP_TIMEOUT","message":"slow","metadata":{"retry_after":"30s"},"temporary":true,"retryable":true},"timestamp":"0001-01-01T00:00:00Z"}\n',
    ],
    [
      'fusion',
      '<tool_error code="TIMEOUT" severity="error">\n<message>slow</message>\n<retry_after>30 seconds</retry_after>\n</tool_error>',
      '<tool_error code="TIMEOUT" severity="error">\n<message>slow</message>\n<retry_after>30 seconds</retry_after>\n</tool_error>',
    ],
    [
      'pydantic',
      { error: 'mcp_unavailable', message: 'slow', details: { code: 'timeout', retry_after: 30 } },
      '{"error": "mcp_unavailable", "message": "slow", "details": {"code": "timeout", "retry_after": 30}}',
    ],
  ])('write %s as a body and as text', (dialect, body, text) => {
    expect(encode(error, dialect)).toEqual(body)
    expect(stringify(error, dialect)).toBe(text)
  })

  it('carry what a dialect cannot say under one key, unless told not to', () => {
    const odd: CanonicalError = { ...error, details: { n: 1 } }
    const carried = encode(odd, 'fusion')
    expect(carried).toBe(
      '<tool_error code="TIMEOUT" severity="error">\n<message>slow</message>\n<details>\n  <detail key="n">1</detail>\n  <detail key="errlingua">{"json":["n"]}</detail>\n</details>\n<retry_after>30 seconds</retry_after>\n</tool_error>',
    )
    const bare =
      '<tool_error code="TIMEOUT" severity="error">\n<message>slow</message>\n<details>\n  <detail key="n">1</detail>\n</details>\n<retry_after>30 seconds</retry_after>\n</tool_error>'
    expect(encode(odd, 'fusion', { preserve: true })).toBe(carried)
    expect(encode(odd, 'fusion', { preserve: undefined })).toBe(carried)
    expect(encode(odd, 'fusion', { preserve: false })).toBe(bare)
    expect(stringify(odd, 'fusion', { preserve: false })).toBe(bare)
    expect(stringify(odd, 'fusion')).toBe(carried)
  })

  it('keep numbers exact in text', () => {
    const details = { n: new JsonNumber('9007199254740993') }
    expect(stringify({ code: 'internal', message: '', severity: 'error', details }, 'interbase')).toBe(
      '{"type":"INTERNAL","message":"","recoverable":false,"data":{"n":9007199254740993}}',
    )
  })

  it.each([
    ['encode', () => encode(error, 'esperanto')],
    ['stringify', () => stringify(error, 'esperanto')],
    ['measureLoss', () => measureLoss(error, 'esperanto')],
    ['translate', () => translate('not even an error', { to: 'esperanto' })],
  ])('name the known dialects when %s is given another', (_, work) => {
    expect(thrown(work)).toEqual({
      name: 'EncodeError',
      code: 'UNKNOWN_DIALECT',
      path: '',
      message: `There is no dialect "esperanto". Known: ${ids}.`,
    })
  })

  it.each([
    ['encode', () => encode(error, 'adhoc')],
    ['stringify', () => stringify(error, 'adhoc')],
    ['measureLoss', () => measureLoss(error, 'adhoc')],
    ['translate', () => translate('not even an error', { to: 'adhoc' })],
  ])('name the dialects that can be written when %s is given one that is only read', (_, work) => {
    expect(thrown(work)).toEqual({
      name: 'EncodeError',
      code: 'READ_ONLY_DIALECT',
      path: '',
      message: `The dialect adhoc is only read. Write one of: ${ids.replace(', adhoc', '')}.`,
    })
  })

  it('write a list for a dialect whose errors are lists', () => {
    const invalid: CanonicalError = {
      code: 'invalid_arguments',
      message: 'a: bad',
      severity: 'error',
      issues: [{ path: 'a', message: 'bad' }],
    }
    const body = encode(invalid, 'zod')
    expect(body).toEqual([{ code: 'custom', path: ['a'], message: 'bad' }])
    expect(JSON.parse(stringify(invalid, 'zod'))).toEqual(body)
    expect(decode(body)).toMatchObject(invalid)
  })

  it('refuse what is no canonical error', () => {
    const wrong = { ...error, retryAfter: -1 }
    for (const work of [
      () => encode(wrong, 'interbase'),
      () => stringify(wrong, 'fusion'),
      () => measureLoss(wrong, 'fusion'),
    ]) {
      expect(thrown(work)).toMatchObject({ name: 'EncodeError', code: 'NOT_CANONICAL', path: 'retryAfter' })
    }
  })
})

describe('translate', () => {
  it('gives text for text and a body for anything else', () => {
    expect(translate(fusionText, { to: 'pydantic' })).toBe(pydanticText)
    expect(translate(new Error(fusionText), { to: 'pydantic' })).toEqual(JSON.parse(pydanticText))
    expect(translate(JSON.parse(pydanticText), { to: 'fusion' })).toBe(fusionText)
  })

  it('takes the dialect of the input when it is named', () => {
    expect(translate('{"message":"m"}', { from: 'pydantic', to: 'pydantic' })).toBe('{"message": "m"}')
    expect(thrown(() => translate(pydanticText, { from: 'fusion', to: 'fusion' })).code).toBe(
      'NOT_THIS_DIALECT',
    )
    expect(translate('it timed out', { from: 'text', to: 'fusion', preserve: false })).toBe(
      '<tool_error code="TIMEOUT" severity="error">\n<message>it timed out</message>\n</tool_error>',
    )
  })

  it('passes strict, the limits and preserve on', () => {
    expect(thrown(() => translate({ ...interbaseBody, extra: 1 }, { to: 'fusion', strict: true })).code).toBe(
      'SCHEMA',
    )
    expect(thrown(() => translate(interbaseText, { to: 'fusion', limits: { maxLength: 5 } })).code).toBe(
      'LIMIT_SIZE',
    )
    const odd = { ...interbaseBody, extra: 1 }
    expect(translate(odd, { to: 'pydantic', preserve: false })).toEqual({
      error: 'not_found',
      message: 'gone',
      details: { recoverable: false },
    })
    expect(translate(translate(odd, { to: 'pydantic' }), { to: 'interbase' })).toEqual(odd)
  })
})

describe('measureLoss', () => {
  it('names what does not come back, and what came instead', () => {
    expect(measureLoss({ ...error, details: { n: 1, s: 'x' } }, 'fusion')).toEqual([
      { field: 'details', path: 'details.n', was: 1, became: '1' },
    ])
    expect(measureLoss(error, 'interbase')).toEqual([])
  })

  it('names what only the source can say', () => {
    const odd = decode({ type: 'TEAPOT', message: 'm', recoverable: false })
    expect(measureLoss(odd, 'pydantic')).toContainEqual({
      field: 'origin',
      path: 'origin.code',
      was: 'TEAPOT',
    })
    expect(measureLoss(odd, 'interbase')).toEqual([])
  })
})

describe('a translator', () => {
  const plain = (id: string, more: Partial<Dialect> = {}): Dialect =>
    defineDialect({
      id,
      title: id,
      codes: [['E', 'internal']],
      hasRetryFlag: false,
      bag: 'none',
      detect: (body) => (body.is === id ? 1 : 0),
      read: (body) => ({ message: String(body.message ?? '') }),
      write: ({ message }) => ({ is: id, message }),
      ...more,
    } satisfies Dialect)

  it('knows only its own dialects', () => {
    const own = createTranslator({ dialects: [plain('a'), plain('b')] })
    expect(own.dialects.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(own.decode({ is: 'b', message: 'm' })).toEqual({
      code: 'unknown',
      message: 'm',
      severity: 'error',
      origin: { dialect: 'b' },
    })
    expect(thrown(() => own.decode(interbaseBody)).message).toContain('Tried: a, b.')
    expect(thrown(() => own.encode(error, 'interbase')).message).toBe(
      'There is no dialect "interbase". Known: a, b.',
    )
    expect(own.stringify(error, 'a')).toBe('{"is":"a","message":"slow"}')
  })

  it.each([['a']])('refuses a second dialect %s', (id) => {
    expect(() => createTranslator({ dialects: [plain('a'), plain(id)] })).toThrow(
      new TypeError(`There are two dialects with the id ${id}.`),
    )
  })

  it('knows the vocabularies of a dialect by their ids, and does not detect them', () => {
    const other = plain('a-other', {
      codes: [['E', 'not_found']],
      read: () => ({ message: 'm', nativeCode: 'E' }),
    })
    const mine = plain('a', { vocabularies: [other], read: () => ({ message: 'm', nativeCode: 'E' }) })
    const own = createTranslator({ dialects: [mine] })
    expect(own.dialects).toEqual([mine])
    expect(own.decode({ is: 'a' })).toMatchObject({ code: 'internal', origin: { dialect: 'a' } })
    expect(own.decode({ is: 'a' }, { dialect: 'a-other' })).toMatchObject({
      code: 'not_found',
      origin: { dialect: 'a-other' },
    })
    expect(own.detect({ is: 'a-other' })).toBeUndefined()
    expect(thrown(() => own.decode({ is: 'a-other' })).message).toContain('Tried: a. ')
    expect(thrown(() => own.decode('x', { dialect: 'b' })).message).toContain('Known: a, a-other.')
    expect(() => createTranslator({ dialects: [mine, other] })).toThrow(
      new TypeError('There are two dialects with the id a-other.'),
    )
  })

  it('is frozen, and so is its list', () => {
    const list = [plain('a')]
    const own = createTranslator({ dialects: list })
    list.push(plain('b'))
    expect(Object.isFrozen(own)).toBe(true)
    expect(Object.isFrozen(own.dialects)).toBe(true)
    expect(own.dialects).toHaveLength(1)
  })

  it('needs no schema of a dialect to be strict', () => {
    const own = createTranslator({ dialects: [plain('a')] })
    expect(own.decode({ is: 'a' }, { strict: true }).message).toBe('')
  })

  it('checks the schema of a dialect only when strict', () => {
    const schema = z.object({ is: z.literal('a'), message: z.string() })
    const own = createTranslator({ dialects: [plain('a', { schema })] })
    expect(own.decode({ is: 'a' }).message).toBe('')
    expect(thrown(() => own.decode({ is: 'a' }, { strict: true }))).toMatchObject({
      code: 'SCHEMA',
      path: 'message',
    })
    expect(own.decode({ is: 'a', message: 'm' }, { strict: true }).message).toBe('m')
  })

  it('loses details that a reader gives and that are no object, and keeps them in the form', () => {
    const own = createTranslator({
      dialects: [
        plain('a', {
          bag: 'json',
          read: ({ message, details }) => ({ message: String(message), details: details as JsonObject }),
          write: ({ message, details }) => ({ is: 'a', message, ...(details && { details }) }),
        }),
      ],
    })
    for (const details of ['text', 5, null, ['x']]) {
      const body = { is: 'a', message: 'm', details }
      const decoded = own.decode(body)
      expect(decoded).toEqual({
        code: 'unknown',
        message: 'm',
        severity: 'error',
        origin: { dialect: 'a', form: { set: { details } } },
      })
      expect(own.encode(decoded, 'a')).toEqual(body)
    }
  })

  it('lets through what is no DecodeError, from wherever a dialect throws it', () => {
    const failing = () => {
      throw new RangeError('a bug')
    }
    const own = createTranslator({ dialects: [plain('a', { detect: failing })] })
    const work = [
      () => own.decode({}),
      () => own.safeDecode({}),
      () => own.detect({}),
      () => own.decode({ content: [{ type: 'text', text: '{}' }] }),
    ]
    for (const each of work) expect(each).toThrow(new RangeError('a bug'))
  })

  it('may hold no dialect at all, not even that which reads the words of texts', () => {
    const none = createTranslator({ dialects: [] })
    expect(none.decode("Error calling tool 'x': not found", { dialect: 'text' })).toEqual({
      code: 'unknown',
      message: 'not found',
      severity: 'error',
      operation: 'x',
      origin: { dialect: 'text' },
    })
    expect(none.detect(interbaseBody)).toBeUndefined()
    expect(none.decode('m', { dialect: 'text' }).message).toBe('m')
    const notFound = new Error('The user was not found')
    expect(none.readThrown(notFound).code).toBe('unknown')
    expect(none.readThrown(Object.assign(notFound, { code: 'USER_NOT_FOUND' })).code).toBe('not_found')
    expect(createTranslator({ dialects: [text] }).readThrown(new Error('user not found')).code).toBe(
      'not_found',
    )
  })
})

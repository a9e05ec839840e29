import { describe, expect, it } from 'vitest'
import { advise, type CanonicalError, codes, stringify } from '../../src/index'
import { normalizeToolResult, readToolResult, writeToolResult } from '../../src/mcp/index'
import { writableIds } from '../corpus'

const block = (text: string) => ({ type: 'text', text })
const failed = (...texts: string[]) => ({ content: texts.map(block), isError: true })

const trace =
  'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 12, in charge\n    raise KeyError(id)\n'

const texts: [string, string, Partial<CanonicalError>][] = [
  [
    'FastMCP with the tool, and an errno',
    "Error calling tool 'weigh': [Errno 111] Connection refused",
    { code: 'connection_refused', message: '[Errno 111] Connection refused', operation: 'weigh' },
  ],
  [
    'an SDK with the code of JSON-RPC and the invalid fields',
    'MCP error -32602: Input validation error: Invalid arguments for tool pay: [\n  {\n    "expected": "number",\n    "code": "invalid_type",\n    "path": ["amount"],\n    "message": "Invalid input: expected number, received string"\n  }\n]',
    {
      code: 'invalid_input',
      operation: 'pay',
      issues: [{ path: 'amount', message: 'Invalid input: expected number, received string' }],
      origin: { dialect: 'text', code: '-32602' },
    },
  ],
  [
    'an API with the status and the wait',
    'HTTP 429 Too Many Requests. Retry after 30s.',
    { code: 'too_many_requests', status: 429, retryAfter: 30 },
  ],
  ['words with the wait in minutes', 'The index is being rebuilt, retry in 2 minutes.', { retryAfter: 120 }],
  [
    'Python with a trace before the message',
    `${trace}KeyError: 'inv_7'`,
    { message: "KeyError: 'inv_7'", details: { stack: trace.trim() } },
  ],
  [
    'JavaScript with a stack behind it',
    'Error: connect ETIMEDOUT 10.0.0.1:443\n    at TCPConnectWrap.afterConnect (node:net:1555:16)',
    {
      message: 'connect ETIMEDOUT 10.0.0.1:443',
      details: { stack: 'at TCPConnectWrap.afterConnect (node:net:1555:16)' },
    },
  ],
  ['a browser tool with a heading', '### Error\nPage is closed', { message: 'Page is closed' }],
]

describe('a result in plain text', () => {
  it.each(texts)('is read as what it says: %s', (_, text, expected) => {
    const error = readToolResult(failed(text))
    expect(error).toMatchObject({ severity: 'error', origin: { dialect: 'text' }, ...expected })
    expect(readToolResult({ content: [block(text)] })).toBeUndefined()
  })

  it.each(texts)('comes back from every dialect word for word: %s', (_, text) => {
    const result = failed(text)
    expect(normalizeToolResult(result, { to: 'text' })).toBe(result)
    for (const to of writableIds) {
      const there = normalizeToolResult(result, { to })
      expect(readToolResult(there), to).toMatchObject({ origin: { dialect: to } })
      expect(normalizeToolResult(there, { to: 'text' }), to).toEqual(result)
    }
  })

  it('has what the server means by its codes, and its name', () => {
    const known = { server: 'pay', overrides: { '-32050': 'busy' } } as const
    expect(readToolResult(failed('MCP error -32050: Whatever'), known)).toMatchObject({
      code: 'busy',
      message: 'Whatever',
      origin: { dialect: 'text', code: '-32050', server: 'pay' },
    })
  })

  it('is one in several blocks, and is in several blocks again when it comes back', () => {
    const result = failed('**Error:** No such invoice', 'Ask the accountant.')
    expect(readToolResult(result)?.message).toBe('No such invoice\nAsk the accountant.')
    for (const by of writableIds.filter((id) => id !== 'text')) {
      const there = normalizeToolResult(result, { to: by })
      expect(normalizeToolResult(there, { to: 'text' }), by).toEqual(result)
    }
  })

  it('is none when it is blank, but the result is an error all the same', () => {
    for (const text of ['', ' \n']) {
      const error = readToolResult(failed(text))
      expect(error).toMatchObject({ code: 'unknown', severity: 'error' })
      expect(error && writeToolResult(error, 'text')).toEqual(failed(text))
      const there = normalizeToolResult(failed(text), { to: 'fusion' })
      expect(normalizeToolResult(there, { to: 'text' })).toEqual(failed(text))
    }
  })

  it('that carries what errlingua has put into it is read with it', () => {
    const error: CanonicalError = { code: 'busy', message: 'Later', severity: 'error', resource: 'queue' }
    const text = stringify(error, 'text')
    expect(text).toContain('errlingua')
    expect(readToolResult(failed(text))).toMatchObject(error)
    expect(readToolResult(failed('see the log', text))).toMatchObject(error)
  })

  it('is a success where nobody says that it is none, whatever it says', () => {
    const error: CanonicalError = { code: 'busy', message: 'Later', severity: 'error', resource: 'queue' }
    for (const text of [stringify(error, 'text'), 'Error: x', 'x\nIt is a remark, not a failure.']) {
      for (const isError of [false, undefined]) {
        const success = { content: [block(text)], isError }
        expect(readToolResult(success)).toBeUndefined()
        for (const to of writableIds) expect(normalizeToolResult(success, { to })).toBe(success)
      }
    }
  })
})

describe('an error in words', () => {
  it.each<[string, Partial<CanonicalError>, string]>([
    ['what happened', { code: 'not_found', message: 'No invoice inv_7' }, 'No invoice inv_7'],
    [
      'what to do, where the words do not tell',
      { code: 'timeout', message: 'It stopped' },
      'It stopped\nThe same call may succeed later.',
    ],
    [
      'when to try again',
      { code: 'rate_limited', message: 'Rate limit exceeded', retryAfter: 30 },
      'Rate limit exceeded\nRetry after 30 seconds.',
    ],
    [
      'which fields are wrong, and what helps',
      {
        code: 'invalid_arguments',
        message: 'Invalid arguments',
        issues: [{ path: 'limit', message: 'must be at most 100' }],
        recovery: 'Ask for fewer.',
        actions: ['count', 'search'],
      },
      'Invalid arguments\n- limit: must be at most 100\nWhat to do: Ask for fewer.\nUse instead: count, search',
    ],
    [
      'that it is not to be tried again',
      { code: 'timeout', message: 'It may have gone through', retryable: false },
      'It may have gone through\nNothing the caller can do will help: log it.',
    ],
    [
      'something, though there is no message',
      { code: 'busy', message: '' },
      'The same call may succeed later.',
    ],
  ])('says %s, and nothing else', (_, said, text) => {
    const error: CanonicalError = {
      code: 'unknown',
      message: '',
      severity: 'error',
      requestId: 'r1',
      details: { trace: [1, 2] },
      ...said,
    }
    const result = writeToolResult(error, 'text')
    expect(result.content).toEqual([block(text)])
    expect(result).not.toHaveProperty('structuredContent')
    expect(result.isError).toBe(true)
    expect(readToolResult(result)).toMatchObject(error)
    // The same to those who see nothing but the text.
    const read = readToolResult(failed(text))
    expect(read).toMatchObject({ message: error.message })
    expect(read && advise(read)).toEqual(advise(error))
  })

  it.each(Object.keys(codes) as (keyof typeof codes)[])('asks for the same in words: %s', (code) => {
    for (const message of ['It happened.', '', 'Upstream said {"error":"rate limited"}']) {
      const error: CanonicalError = { code, message, severity: 'error' }
      const { content } = writeToolResult(error, 'text')
      const read = readToolResult({ content, isError: true })
      expect(read).toMatchObject({ message, origin: { dialect: 'text' } })
      expect(read && advise(read).action).toBe(advise(error).action)
    }
  })

  it('is not taken for the body of another dialect that stands in its message', () => {
    const bodies = [
      '{"type":"NOT_FOUND","message":"x","recoverable":false}',
      '<tool_error code="CONFLICT">\n<message>held</message>\n</tool_error>',
      'The API said: {"error":{"message":"slow down","type":"rate_limit_error"}}',
      '```json\n{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}\n```',
      '[{"code":"custom","path":[],"message":"x"}]',
    ]
    for (const message of bodies) {
      const error: CanonicalError = { code: 'permission_denied', message, severity: 'error' }
      const { content } = writeToolResult(error, 'text')
      const read = readToolResult({ content, isError: true })
      expect(read).toMatchObject({ message, origin: { dialect: 'text' } })
      expect(read && advise(read).action).toBe('ask')
      const there = normalizeToolResult(writeToolResult(error, 'interbase'), { to: 'text' })
      expect(normalizeToolResult(there, { to: 'interbase' })).toEqual(writeToolResult(error, 'interbase'))
    }
  })

  it('is told from other texts that stand beside it', () => {
    const interbase = block('{"type":"NOT_FOUND","message":"no agent","recoverable":false}')
    for (const others of [
      [block('see the log'), interbase],
      [interbase, block('see the log')],
      [block('a'), interbase, block('b')],
    ]) {
      const result = { content: others, isError: true }
      const there = normalizeToolResult(result, { to: 'text' })
      expect(there.content).toHaveLength(others.length)
      expect(readToolResult(there)).toMatchObject({ code: 'not_found', message: 'no agent' })
      expect(normalizeToolResult(there, { to: 'interbase' })).toEqual(result)
    }
  })
})

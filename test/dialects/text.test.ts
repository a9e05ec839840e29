import { describe, expect, it } from 'vitest'
import { advise, reasons } from '../../src/core/advise'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { Action, CanonicalCode } from '../../src/core/codes'
import type { JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import textDefault, { schema, type TextBody, text } from '../../src/dialects/text'

const { decode: decodeAny, stringify, encode } = createTranslator({ dialects: [text] })
const decode = (message: string) => decodeAny(message, { dialect: 'text' })
const error: CanonicalError = { code: 'not_found', message: 'Order 7 was not found.', severity: 'error' }
const plainly = { preserve: false }

it('is one frozen definition', () => {
  expect(textDefault).toBe(text)
  expect(Object.isFrozen(text)).toBe(true)
  expect(text.id).toBe('text')
  expect(text.title).toBe('Plain text: what happened, what to do, when to try again')
  expect(text.codes).toEqual([])
  expect(text.hasRetryFlag).toBe(false)
  expect(text.bag).toBe('residue')
  expect(text.mediaType).toBe('text/plain; charset=utf-8')
})

describe('detection', () => {
  const trace = '\n    at read (/srv/app.js:10:5)'
  it.each<[string, number]>([
    ['What is up\n\nerrlingua: {"absent":["details"]}', 0.9],
    ['What is up\n\nerrlingua: [1]', 0.1],
    ["Error calling tool 'a': x", 0.65],
    ['MCP error -32602: x', 0.65],
    ['### Error\nx', 0.65],
    ['### Errors\nx', 0.1],
    [`TypeError: x${trace}`, 0.6],
    ['Traceback (most recent call last):\n  File "a.py", line 1, in b\n    c\nKeyError: 5', 0.6],
    [`What is up${trace}`, 0.1],
    ['TypeError: x', 0.55],
    ['requests.exceptions.ConnectionError: x', 0.55],
    ['ENOENT: no such file', 0.55],
    ['panic: x', 0.55],
    ['[Errno 2] No such file', 0.55],
    ['404 Not Found', 0.55],
    ['Error: x', 0.55],
    ['Error: x\nbut not only', 0.1],
    ['Errors: none', 0.1],
    ['404 pages', 0.1],
    ['Order 7 was not found.', 0.1],
    ['All is well.', 0.1],
  ])('of %j is %d sure', (message, confidence) => {
    expect(text.text?.detect(message)).toBe(confidence)
  })

  it('is never of a body', () => {
    expect(text.detect({ message: 'Error: x' })).toBe(0)
  })
})

describe('codes', () => {
  const each: [CanonicalCode, Action][] = [
    ['not_found', 'work_around'],
    ['timeout', 'retry'],
    ['invalid_input', 'fix_input'],
    ['conflict', 'wait'],
    ['permission_denied', 'ask'],
    ['internal', 'give_up'],
    ['advisory', 'go_on'],
  ]

  it.each(each)('%s is said by what to do, %s, where the message does not say it', (code, action) => {
    expect(stringify({ ...error, code, message: 'Hm.' }, 'text', plainly)).toBe(
      action === 'give_up' ? 'Hm.' : `Hm.\n${reasons[action]}`,
    )
  })

  it('is not said twice', () => {
    expect(stringify(error, 'text', plainly)).toBe(error.message)
    expect(stringify({ ...error, code: 'timeout', message: 'The call timed out.' }, 'text', plainly)).toBe(
      'The call timed out.',
    )
  })

  it.each(each)('%s leads to the same action, %s, whatever the message says', (code, action) => {
    for (const message of ['Hm.', 'Not found', 'Timed out', 'Conflict', 'Access denied']) {
      const written = stringify({ ...error, code, message }, 'text', plainly)
      expect(stringify(decode(written), 'text', plainly)).toBe(written)
      expect(decode(written).message).toBe(message)
      expect(advise(decode(written)).action).toBe(action)
    }
  })

  it.each<[string, Partial<CanonicalError>]>([
    [reasons.retry, { code: 'unknown', retryable: true }],
    [reasons.wait, { code: 'conflict' }],
    [reasons.fix_input, { code: 'invalid_input', retryable: false }],
    [reasons.work_around, { code: 'not_found', retryable: false }],
    [reasons.ask, { code: 'permission_denied', retryable: false }],
    [reasons.give_up, { code: 'unknown', retryable: false }],
    [reasons.go_on, { code: 'unknown', severity: 'warning' }],
  ])('are read from the advice %j', (advice, members) => {
    const { origin: _, ...said } = decode(`Hm.\n${advice}`)
    expect(said).toEqual({ message: 'Hm.', severity: 'error', ...members })
  })
})

describe('writing', () => {
  it('says what happened, what to do and when to try again', () => {
    const full: CanonicalError = {
      code: 'rate_limited',
      message: 'The order was refused.',
      severity: 'error',
      issues: [
        { path: 'amount', message: 'must be positive' },
        { path: '', message: 'unknown' },
      ],
      recovery: 'Send fewer orders',
      actions: ['list_orders', 'check_order'],
      retryAfter: 30,
    }
    const written = [
      'The order was refused.',
      '- amount: must be positive',
      '- unknown',
      'What to do: Send fewer orders',
      'Use instead: list_orders, check_order',
      'The same call may succeed later.',
      'Retry after 30 seconds.',
    ].join('\n')
    expect(stringify(full, 'text', plainly)).toBe(written)
    expect(decode(written)).toMatchObject({
      message: full.message,
      issues: full.issues,
      recovery: full.recovery,
      actions: full.actions,
      retryAfter: 30,
      retryable: true,
    })
  })

  it('says nothing that the message says itself', () => {
    const message = 'Rate limit exceeded, retry after 30 seconds'
    expect(stringify({ ...error, code: 'rate_limited', message, retryAfter: 30 }, 'text')).toBe(message)
    const missing = 'Missing required parameter: amount'
    const issues = [{ path: 'amount', message: missing }]
    expect(stringify({ ...error, code: 'missing_field', message: missing, issues }, 'text', plainly)).toBe(
      missing,
    )
  })

  it('says what to do where the error says itself whether to retry, or says nothing', () => {
    expect(stringify({ ...error, retryable: false }, 'text', plainly)).toBe(
      `${error.message}\n${reasons.work_around}`,
    )
    expect(stringify({ ...error, recoverable: true }, 'text', plainly)).toMatch(`${error.message}\n`)
    expect(stringify({ ...error, message: '' }, 'text', plainly)).toBe(reasons.work_around)
  })

  it('says everything on one line each, and to the letter in what travels along', () => {
    const odd: CanonicalError = {
      ...error,
      issues: [{ path: 'a:b', message: 'c' }],
      recovery: 'one\ntwo',
      actions: ['a, b'],
      details: { left: 3 },
    }
    const lines = ['Order 7 was not found.', '- a:b: c', 'What to do: one two', 'Use instead: a, b'].join(
      '\n',
    )
    expect(stringify(odd, 'text', plainly)).toBe(lines)
    const carried = stringify(odd, 'text')
    expect(carried.startsWith(`${lines}\n\nerrlingua: {`)).toBe(true)
    const { origin: _, ...back } = decode(carried)
    expect(back).toEqual(odd)
  })

  it('is a text, however it is asked for', () => {
    expect(encode(error, 'text')).toBe(stringify(error, 'text'))
  })
})

describe('what frameworks put around a message', () => {
  it.each<[string, string, Partial<CanonicalError> & { native?: string }]>([
    [
      'FastMCP',
      "Error calling tool 'read': Permission denied",
      { message: 'Permission denied', operation: 'read' },
    ],
    ['the Python SDK', 'Error executing tool read: timed out', { message: 'timed out', operation: 'read' }],
    [
      'SDK v1',
      'MCP error -32602: Tool lst not found',
      { message: 'Tool lst not found', operation: 'lst', native: '-32602' },
    ],
    [
      'SDK v1, for arguments',
      'MCP error -32602: Input validation error: Invalid arguments for tool add: Required at a\nInvalid at b.c',
      {
        operation: 'add',
        native: '-32602',
        issues: [
          { path: 'a', message: 'Required' },
          { path: 'b.c', message: 'Invalid' },
        ],
      },
    ],
    [
      'SDK v2, for arguments',
      'Input validation error: Invalid arguments for tool add: a: Required, b: Invalid',
      {
        operation: 'add',
        issues: [
          { path: 'a', message: 'Required' },
          { path: 'b', message: 'Invalid' },
        ],
      },
    ],
    [
      'SDK v2, for a post',
      'Streamable HTTP error: Error POSTing to endpoint: Service Unavailable',
      { message: 'Service Unavailable', code: 'unavailable' },
    ],
    [
      'fastmcp from npm',
      "Tool 'read' execution failed: ENOENT: gone",
      { message: 'ENOENT: gone', operation: 'read' },
    ],
    [
      'fastmcp from npm, for a timeout',
      "Tool 'read' timed out after 5000ms.",
      { code: 'timeout', operation: 'read' },
    ],
    [
      'mcp-go',
      'panic recovered in read tool handler: index out of range',
      { message: 'index out of range', operation: 'read', code: 'internal' },
    ],
    [
      'rmcp',
      'Mcp error: -32602: missing field `path`',
      { message: 'missing field `path`', native: '-32602' },
    ],
    ['rmcp, shown', '-32603: database is locked', { message: 'database is locked', native: '-32603' }],
    [
      "LangChain's tool node",
      "Error: ToolException('Rate limit exceeded')\n Please fix your mistakes.",
      { message: 'Rate limit exceeded', code: 'rate_limited' },
    ],
    ['Playwright', '### Error\nTimeoutError: page.goto: Timeout 5000ms exceeded.', { code: 'timeout' }],
    ['an Error', 'Error: Not found', { message: 'Not found', code: 'not_found' }],
  ])('is taken off: %s', (_, wire, { native, ...members }) => {
    const read = decode(wire)
    expect(read).toMatchObject(members)
    expect(read.origin?.code).toBe(native)
    expect(stringify(read, 'text')).toBe(wire)
  })

  it('is understood where the words say nothing', () => {
    expect(decode('MCP error -32601: Hm').code).toBe('tool_not_found')
    expect(decode('MCP error -32001: Hm').code).toBe('unknown')
  })
})

describe('reading', () => {
  it('puts a stack trace where it can be taken away', () => {
    const js = 'Error: Not found\n    at read (/srv/app.js:10:5)\n    at run (/srv/app.js:3:1)'
    expect(decode(js)).toMatchObject({
      message: 'Not found',
      details: { stack: 'at read (/srv/app.js:10:5)\n    at run (/srv/app.js:3:1)' },
    })
    const python =
      'Traceback (most recent call last):\n  File "a.py", line 1, in b\n    c()\nTimeoutError: timed out\n'
    expect(decode(python)).toMatchObject({
      message: 'TimeoutError: timed out',
      code: 'timeout',
      details: { stack: 'Traceback (most recent call last):\n  File "a.py", line 1, in b\n    c()' },
    })
    for (const wire of [js, python]) expect(stringify(decode(wire), 'text')).toBe(wire)
  })

  it.each<[string, Partial<CanonicalError>]>([
    ['429 Too Many Requests', { status: 429, code: 'too_many_requests' }],
    ['Request failed with status code 404', { status: 404, code: 'not_found' }],
    ['Please retry in 2 minutes', { retryAfter: 120 }],
    ['The payment failed. Do not retry.', { retryable: false }],
  ])('finds in %j what it says', (message, members) => {
    expect(decode(message)).toMatchObject({ message, ...members })
  })

  it('counts a date from now', () => {
    const date = new Date(Date.now() + 60_000).toUTCString()
    const { retryAfter } = decode(`Busy. Retry after ${date}`)
    expect(retryAfter).toBeGreaterThan(55)
    expect(retryAfter).toBeLessThanOrEqual(60)
    const past = decode('Busy. Retry after Wed, 21 Oct 2015 07:28:00 GMT')
    expect(past.retryAfter).toBe(0)
    expect(stringify(past, 'text')).toBe('Busy. Retry after Wed, 21 Oct 2015 07:28:00 GMT')
  })

  it.each([
    '',
    ' ',
    '\n\n',
    'Hm. \n',
    '  Error: x  ',
    'a\nRetry after 1e400 seconds.',
    '- a: b',
    'x\n- a: b\n',
  ])('gives back %j', (wire) => {
    const body = text.text?.parse(wire, {} as never, false) ?? {}
    expect(text.text?.print(body)).toBe(wire)
    if (wire.trim() !== '') expect(stringify(decode(wire), 'text')).toBe(wire)
  })

  it('finds the details of a residue, and no others', () => {
    const written = (code: string) => `Timed out.\n\nerrlingua: {"said":{"code":"${code}"},"details":{"a":1}}`
    const read = decode(written('deadline_exceeded'))
    expect(read).toMatchObject({ code: 'deadline_exceeded', details: { a: 1 } })
    expect(stringify(read, 'text')).toBe(written('deadline_exceeded'))
    // What contradicts the words is no residue.
    expect(decode(written('not_found')).code).toBe('timeout')
  })
})

describe('the schema', () => {
  it.each<[TextBody]>([
    [{ message: 'm' }],
    [
      {
        prefix: 'Error: ',
        trace: 't',
        message: 'm',
        issues: [{ path: 'a', message: 'b' }],
        recovery: 'r',
        actions: ['a'],
        advice: 'd',
        retryAfter: 5,
        rest: '\n',
        untilDate: 5,
        errlingua: { absent: [] },
      },
    ],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[JsonObject]>([
    [{}],
    [{ message: 5 }],
    [{ message: 'm', extra: 1 }],
    [{ message: 'm', issues: [{}] }],
    [{ message: 'm', retryAfter: -1 }],
    [{ message: 'm', errlingua: 'x' }],
  ])('refuses %j, and so does the reader', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
    expect(() => text.read(value)).toThrow()
  })
})

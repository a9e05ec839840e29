import { describe, expect, it } from 'vitest'
import { reasons } from '../../src/core/advise'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import {
  carriesResidue,
  confidenceInText,
  endsInAdvice,
  parseText,
  printText,
  readText,
  type TextBody,
  writeText,
} from '../../src/core/plain-text'

const now = new Date('2015-10-21T07:27:00Z')
const python = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'

const texts: [what: string, text: string, body: TextBody][] = [
  ['a message', 'hm', { message: 'hm' }],
  ['nothing', '', { message: '' }],
  ['white space around it', ' \n hm \n', { prefix: ' \n ', message: 'hm', rest: ' \n' }],
  ['several lines', 'a\nb', { message: 'a\nb' }],
  ['a framework', "Error calling tool 'pay': hm", { prefix: "Error calling tool 'pay': ", message: 'hm' }],
  [
    'a framework that says the same',
    "  Error calling tool 'hm': hm",
    { prefix: "  Error calling tool 'hm': ", message: 'hm' },
  ],
  ['nothing but a framework', 'MCP error -32603: ', { prefix: 'MCP error -32603: ', message: '' }],
  [
    'a framework on both sides',
    "Error: ToolException('hm')\n Please fix your mistakes.",
    { prefix: "Error: ToolException('", message: 'hm', rest: "')\n Please fix your mistakes." },
  ],
  [
    'a trace behind it',
    'Error: boom\n    at f (/a/b.js:1:2)\n',
    { prefix: 'Error: ', message: 'boom', rest: '\n    at f (/a/b.js:1:2)\n' },
  ],
  [
    'a trace before it',
    `${python}ValueError: bad\n`,
    { trace: python, message: 'ValueError: bad', rest: '\n' },
  ],
  [
    'everything on lines of their own',
    `gone\n- a: bad\n- b.c: worse: x\nWhat to do: fix it\nUse instead: x, y\n${reasons.fix_input}\nRetry after 1.5 seconds.`,
    {
      message: 'gone',
      issues: [
        { path: 'a', message: 'bad' },
        { path: 'b.c', message: 'worse: x' },
      ],
      recovery: 'fix it',
      actions: ['x', 'y'],
      advice: reasons.fix_input,
      retryAfter: 1.5,
    },
  ],
  ['a wait that is the message', `Retry after 0 seconds.`, { message: 'Retry after 0 seconds.' }],
  [
    'lines without a message',
    `${reasons.retry}\nRetry after 0 seconds.`,
    { message: '', advice: reasons.retry, retryAfter: 0 },
  ],
  [
    'fields without a name',
    'hm\n- : bad: \n- bad',
    {
      message: 'hm',
      issues: [
        { path: '', message: ': bad: ' },
        { path: '', message: 'bad' },
      ],
    },
  ],
  ['a list without a message', '- a: bad', { message: '- a: bad' }],
  [
    'lines in another order',
    'hm\nUse instead: x\nWhat to do: y',
    { message: 'hm\nUse instead: x', recovery: 'y' },
  ],
  [
    'seconds as nobody writes them',
    'hm\nRetry after 1e3 seconds.',
    { message: 'hm\nRetry after 1e3 seconds.' },
  ],
  ['less than no seconds', 'hm\nRetry after -5 seconds.', { message: 'hm\nRetry after -5 seconds.' }],
  ['no number of seconds', 'hm\nRetry after NaN seconds.', { message: 'hm\nRetry after NaN seconds.' }],
  ['an empty line before the lines', 'hm\n\nWhat to do: y', { message: 'hm\n', recovery: 'y' }],
  ['what travels with it', 'hm\n\nerrlingua: {"a":1}', { message: 'hm', errlingua: { a: 1 } }],
  ['what does not', 'hm\n\nerrlingua: [1]', { message: 'hm\n\nerrlingua: [1]' }],
  ['what others wrote like it', 'hm\n\nerrlingua: { "a": 1 }', { message: 'hm\n\nerrlingua: { "a": 1 }' }],
  [
    'a date',
    'Retry after Wed, 21 Oct 2015 07:28:00 GMT',
    { message: 'Retry after Wed, 21 Oct 2015 07:28:00 GMT', untilDate: 60 },
  ],
]

describe('a text', () => {
  it.each(texts)('is taken apart: %s', (_, text, body) => {
    expect(parseText(text, now)).toEqual(body)
  })

  it.each(texts)('comes back as it was: %s', (_, text) => {
    expect(printText(parseText(text, now))).toBe(text)
  })

  it('counts a date from now unless it is told another time', () => {
    const soon = new Date(Date.now() + 60_000).toUTCString()
    const { untilDate } = parseText(`Retry after ${soon}`)
    expect(untilDate).toBeGreaterThan(50)
    expect(untilDate).toBeLessThanOrEqual(60)
  })

  it('says whether something of ours travels with it', () => {
    expect(carriesResidue('hm\n\nerrlingua: {}')).toBe(true)
    expect(carriesResidue('hm\n\nerrlingua: x')).toBe(false)
    expect(carriesResidue('hm')).toBe(false)
  })

  it('says whether it ends in advice of ours', () => {
    expect(endsInAdvice(`hm\n${reasons.retry}`)).toBe(true)
    expect(endsInAdvice(`hm\n${reasons.retry}\nRetry after 5 seconds.`)).toBe(true)
    expect(endsInAdvice(`${reasons.retry}\nhm`)).toBe(false)
    expect(endsInAdvice('hm')).toBe(false)
  })
})

describe('what a text says', () => {
  const read = (text: string) => readText(parseText(text, now))

  it('is its message and what that is about', () => {
    expect(read('user not found')).toEqual({
      message: 'user not found',
      code: 'unknown',
      impliedCode: 'not_found',
      nativeCode: undefined,
      retryAfter: undefined,
      details: undefined,
    })
  })

  it.each<[text: string, CanonicalCode, nativeCode: string | undefined]>([
    ['MCP error -32602: hm', 'invalid_arguments', '-32602'],
    ['MCP error -32602: Tool x not found', 'tool_not_found', '-32602'],
    ['MCP error -32001: hm', 'unknown', '-32001'],
    ['[{"path":["a"],"message":"hm"}]', 'invalid_arguments', undefined],
    ['hm', 'unknown', undefined],
  ])('is about what its words, its code or its issues say: %s', (text, impliedCode, nativeCode) => {
    expect(read(text)).toMatchObject({ impliedCode, nativeCode })
  })

  it('names the tool, before the message or in it', () => {
    expect(read("Error calling tool 'pay': Tool get not found").operation).toBe('pay')
    expect(read('Tool get not found').operation).toBe('get')
    expect(read('hm')).not.toHaveProperty('operation')
  })

  it('names the fields, on their own lines or in words', () => {
    expect(read('missing field `a`\n- b: bad').issues).toEqual([{ path: 'b', message: 'bad' }])
    expect(read('missing field `a`').issues).toEqual([{ path: 'a', message: 'missing field `a`' }])
    expect(read('hm')).not.toHaveProperty('issues')
  })

  it('says how long to wait, on a line of its own, until a date, or in words', () => {
    expect(read('retry in 5s\nRetry after 30 seconds.').retryAfter).toBe(30)
    expect(read('Retry-After: Wed, 21 Oct 2015 07:28:00 GMT').retryAfter).toBe(60)
    expect(read('retry in 5s').retryAfter).toBe(5)
  })

  it('says the status where that is sure', () => {
    expect(read('HTTP 503').status).toBe(503)
    expect(read('550 mailbox')).not.toHaveProperty('status')
  })

  it('says what to do and what to use instead', () => {
    expect(read('hm\nWhat to do: x\nUse instead: a, b')).toMatchObject({ recovery: 'x', actions: ['a', 'b'] })
  })

  it('has the stack in its details, and nothing else that stands around it', () => {
    expect(read('Error: boom\n    at f (/a/b.js:1:2)\n').details).toEqual({ stack: 'at f (/a/b.js:1:2)' })
    expect(read(`${python}ValueError: bad`).details).toEqual({ stack: python.trim() })
    expect(read("Error: ToolException('hm')\n Please fix your mistakes.").details).toBeUndefined()
    expect(read('hm\n\nerrlingua: {"a":1}').details).toEqual({ errlingua: { a: 1 } })
  })

  it.each([
    'Timed out. Do not retry.',
    "timed out, don't retry",
    'This must not be retried: timed out',
    'timed out (not retryable)',
    'non-retryable: timed out',
  ])('forbids a retry: %s', (text) => {
    expect(read(text)).toMatchObject({ impliedCode: 'timeout', retryable: false })
  })

  it('does not speak of retries otherwise', () => {
    expect(read('timed out, retry')).not.toHaveProperty('retryable')
  })

  it.each<[words: string, keyof typeof reasons, CanonicalCode, Partial<CanonicalError>]>([
    ['timed out', 'retry', 'timeout', { retryable: true }],
    ['user not found', 'retry', 'not_found', { retryable: true }],
    ['hm', 'retry', 'unknown', { retryable: true }],
    ['timed out', 'give_up', 'timeout', { retryable: false }],
    ['user not found', 'give_up', 'internal', { retryable: false }],
    ['user not found', 'fix_input', 'invalid_input', { retryable: false }],
    ['timed out', 'ask', 'permission_denied', { retryable: false }],
    ['token expired', 'ask', 'auth_expired', { retryable: false }],
    ['hm', 'work_around', 'not_found', { retryable: false }],
    ['file is locked', 'wait', 'resource_locked', {}],
    ['hm', 'wait', 'conflict', {}],
    ['timed out', 'go_on', 'timeout', { severity: 'warning' }],
  ])('agrees with the advice below: %s, %s', (words, action, impliedCode, more) => {
    const reading = read(`${words}\n${reasons[action]}`)
    expect(reading).toMatchObject({ message: words, impliedCode, ...more })
    for (const flag of ['retryable', 'severity'] as const) expect(reading[flag]).toBe(more[flag])
  })
})

describe('an error in words', () => {
  const error = (
    code: CanonicalCode,
    message: string,
    more: Partial<CanonicalError> = {},
  ): CanonicalError => ({
    code,
    message,
    severity: 'error',
    ...more,
  })

  it.each<[what: string, CanonicalError, text: string]>([
    ['its message, where that says enough', error('not_found', 'user not found'), 'user not found'],
    ['what to do about it, where it does not', error('not_found', 'hm'), `hm\n${reasons.work_around}`],
    [
      'that it may be retried, where it says so',
      error('not_found', 'user not found', { retryable: true }),
      `user not found\n${reasons.retry}`,
    ],
    ['that it may not', error('timeout', 'timed out', { retryable: false }), `timed out\n${reasons.give_up}`],
    [
      'that it is a remark',
      error('timeout', 'timed out', { severity: 'warning' }),
      `timed out\n${reasons.go_on}`,
    ],
    [
      'that its input is wrong',
      error('invalid_input', 'Invalid email', { recoverable: true }),
      `Invalid email\n${reasons.fix_input}`,
    ],
    ['something at least', error('timeout', ''), reasons.retry],
    [
      'that it is no body of another dialect',
      error('not_found', 'no {x} found'),
      `no {x} found\n${reasons.work_around}`,
    ],
    [
      'everything, each on its line',
      error('rate_limited', 'rate limit exceeded', {
        issues: [{ path: 'a', message: 'b: c' }],
        recovery: 'slow down',
        actions: ['x', 'y'],
        retryAfter: 30,
      }),
      'rate limit exceeded\n- a: b: c\nWhat to do: slow down\nUse instead: x, y\nRetry after 30 seconds.',
    ],
    [
      'nothing twice: the wait',
      error('rate_limited', 'rate limited, retry in 5s', { retryAfter: 5 }),
      'rate limited, retry in 5s',
    ],
    [
      'nothing twice: the fields',
      error('missing_field', 'missing field `a`', { issues: [{ path: 'a', message: 'missing field `a`' }] }),
      'missing field `a`',
    ],
    [
      'on one line what has several',
      error('not_found', 'user not found', {
        issues: [{ path: 'a', message: 'b\nc' }],
        recovery: 'x\ny',
        actions: ['a\nb'],
      }),
      'user not found\n- a: b c\nWhat to do: x y\nUse instead: a b',
    ],
    [
      'every field and action, though some are read as others',
      error('not_found', 'user not found', { issues: [{ path: 'a:b', message: 'c' }], actions: ['a, b'] }),
      'user not found\n- a:b: c\nUse instead: a, b',
    ],
    ['no details', error('not_found', 'user not found', { details: { a: 1 } }), 'user not found'],
    [
      'what travels with it',
      error('not_found', 'user not found', { details: { a: 1, errlingua: { b: 2 } } }),
      'user not found\n\nerrlingua: {"b":2}',
    ],
    [
      'nothing that cannot travel',
      error('not_found', 'user not found', { details: { errlingua: 2 } }),
      'user not found',
    ],
  ])('says %s', (_, given, text) => {
    expect(printText(writeText(given))).toBe(text)
  })
})

describe('whether a text says that it is an error', () => {
  it.each<[what: string, text: string, confidence: number]>([
    ['what travels with it', 'hm\n\nerrlingua: {}', 0.9],
    ['a framework that names the tool', "Error calling tool 'pay': hm", 0.65],
    ['a framework that names a code', 'MCP error -32603: hm', 0.65],
    ['a heading', '### Error\nhm', 0.65],
    ['a trace of JavaScript', 'TypeError: boom\n    at f (/a/b.js:1:2)', 0.6],
    ['a trace of Python', `${python}oops`, 0.6],
    ['the name of an error', 'ValueError: bad', 0.55],
    ['the full name of an error', 'java.io.IOException: disk', 0.55],
    ['an errno', 'ENOENT: no such file', 0.55],
    ['a panic', 'panic: boom', 0.55],
    ["Python's errno", '[Errno 2] No such file', 0.55],
    ['a status', '404 Not Found', 0.55],
    ['Error', 'Error: boom', 0.55],
    ['nothing: an error among other lines', 'Error: boom\nand more', 0.1],
    ['nothing: a trace of words', 'Look here\n    at f (/a/b.js:1:2)', 0.1],
    ['nothing: a result', '### Result\nhm', 0.1],
    ['nothing: words about errors', 'An Error: boom', 0.1],
    ['nothing', 'hm', 0.1],
  ])('by %s', (_, text, confidence) => {
    expect(confidenceInText(text)).toBe(confidence)
  })
})

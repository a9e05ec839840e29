import { describe, expect, it } from 'vitest'
import { advise, type CanonicalError } from '../../src/index'
import { normalizeToolResult, readToolResult, writeToolResult } from '../../src/mcp/index'
import { writableIds } from '../corpus'

const result = (body: unknown, rest: object = {}) => ({
  content: [{ type: 'text', text: typeof body === 'string' ? body : JSON.stringify(body) }],
  ...rest,
})

// As the documents of these APIs show them, or close to it.
const bodies: [string, object, Partial<CanonicalError> & { code: string }][] = [
  ['Slack', { ok: false, error: 'channel_not_found' }, { code: 'not_found', message: 'channel_not_found' }],
  [
    'Slack, too often',
    { ok: false, error: 'ratelimited', retry_after: 30 },
    { code: 'rate_limited', retryAfter: 30 },
  ],
  [
    'Telegram',
    {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 14',
      parameters: { retry_after: 14 },
    },
    { code: 'too_many_requests', message: 'Too Many Requests: retry after 14', retryAfter: 14, status: 429 },
  ],
  [
    'GitHub',
    { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
    { code: 'unauthenticated', message: 'Bad credentials', status: 401 },
  ],
  [
    'Cloudflare',
    {
      success: false,
      errors: [{ code: 7003, message: 'Could not route to /zones/x' }],
      messages: [],
      result: null,
    },
    { code: 'unknown', message: 'Could not route to /zones/x' },
  ],
  ['an error alone', { error: 'Connection refused' }, { code: 'connection_refused' }],
  ['JSend', { status: 'error', message: 'Connection refused' }, { code: 'connection_refused' }],
]

const notion = {
  object: 'error',
  status: 404,
  code: 'object_not_found',
  message: 'Could not find page with ID: 7',
  request_id: 'r1',
}

describe('a body of a shape that a server has made up', () => {
  it.each(bodies)('is read where the result says that it is an error: %s', (_, body, expected) => {
    const flagged = result(body, { isError: true })
    const error = readToolResult(flagged)
    expect(error).toMatchObject({ severity: 'error', origin: { dialect: 'adhoc' }, ...expected })
    expect(readToolResult({ content: [], structuredContent: body, isError: true })).toMatchObject(expected)
    expect(
      readToolResult(result(`Error calling tool 'x': ${JSON.stringify(body)}`, { isError: true })),
    ).toMatchObject({
      ...expected,
      operation: 'x',
    })
  })

  it.each(bodies)('is a success where it does not, and passes as the same reference: %s', (_, body) => {
    for (const rest of [{}, { isError: false }, { structuredContent: body }]) {
      const success = result(body, rest)
      expect(readToolResult(success)).toBeUndefined()
      for (const to of writableIds) expect(normalizeToolResult(success, { to })).toBe(success)
    }
  })

  it.each([...bodies, ['Notion', notion, { code: 'not_found' }] as (typeof bodies)[number]])(
    'asks for the same in every dialect, and says what it said: %s',
    (_, body) => {
      const flagged = result(body, { isError: true })
      const error = readToolResult(flagged)
      if (!error) throw new Error('not read')
      for (const to of writableIds) {
        for (const there of [
          normalizeToolResult(flagged, { to }),
          normalizeToolResult(flagged, { to, preserve: false }),
          writeToolResult(error, to),
        ]) {
          const read = readToolResult(there)
          expect(read, to).toMatchObject({ message: error.message, origin: { dialect: to } })
          expect(read && advise(read), to).toEqual(advise(error))
        }
        const { retry_after: _, ...details } = error.details ?? {}
        const there = readToolResult(normalizeToolResult(flagged, { to }))
        expect(there?.code, to).toBe(error.code)
        expect(there?.details ?? {}, to).toMatchObject(details)
      }
    },
  )

  it('is an error without the flag only where it is unmistakable, as that of Notion is', () => {
    for (const rest of [{ isError: true }, { isError: false }, {}]) {
      expect(readToolResult(result(notion, rest))).toMatchObject({
        code: 'resource_not_found',
        message: 'Could not find page with ID: 7',
        status: 404,
        requestId: 'r1',
        origin: { dialect: 'adhoc', code: 'object_not_found' },
      })
    }
    const page = { object: 'page', status: 404, code: 'x', message: 'y' }
    expect(readToolResult(result(page))).toBeUndefined()
  })

  it('is not what a sentence with data in it is about, nor data beside a sentence', () => {
    const sentence = 'Could not send {"message":"hello","to":"bob"} to anyone'
    expect(readToolResult(result(sentence, { isError: true }))).toMatchObject({
      message: sentence,
      origin: { dialect: 'text' },
    })
    const beside = result('No such note', {
      structuredContent: { message: '3 notes', count: 3 },
      isError: true,
    })
    expect(readToolResult(beside)).toMatchObject({
      code: 'not_found',
      message: 'No such note',
      details: { message: '3 notes', count: 3 },
      origin: { dialect: 'text' },
    })
    const flag = result('Timed out: {"message":"late","retryable":false}', { isError: true })
    expect(readToolResult(flag)).toMatchObject({ code: 'timeout', retryable: false })
    const traced = result('No such note', { _meta: { trace: { message: 'span 7' } }, isError: true })
    expect(readToolResult(traced)?.message).toBe('No such note')
  })

  it('is read by the least likeness where nothing else is there', () => {
    expect(readToolResult(result({ message: 'Disk full' }, { isError: true }))).toMatchObject({
      message: 'Disk full',
      origin: { dialect: 'adhoc' },
    })
  })

  it('gives way to the dialect that its server is known to speak', () => {
    const body = result({ error: 'Mailbox Full', message: 'no more room' }, { isError: true })
    expect(readToolResult(body)?.origin?.dialect).toBe('adhoc')
    expect(readToolResult(body, { dialect: 'pydantic' })?.origin).toMatchObject({
      dialect: 'pydantic',
      code: 'Mailbox Full',
    })
  })

  it('is nothing to write', () => {
    const error: CanonicalError = { code: 'not_found', message: 'x', severity: 'error' }
    const message = /The dialect adhoc is only read/
    expect(() => writeToolResult(error, 'adhoc')).toThrow(message)
    // Said at once, and not when the first error passes.
    expect(() => normalizeToolResult({ content: [] }, { to: 'adhoc' })).toThrow(message)
  })
})

describe('a GraphQL answer', () => {
  const partial = {
    data: { me: { name: 'Ada' }, friends: null },
    errors: [{ message: 'Friends are not available', path: ['friends'] }],
  }
  const refused = {
    data: null,
    errors: [{ message: 'Not logged in', extensions: { code: 'UNAUTHENTICATED' } }],
  }

  it('with a part of what was asked for is a success, unless it is said to be none', () => {
    const success = result(partial)
    expect(readToolResult(success)).toBeUndefined()
    for (const to of writableIds) expect(normalizeToolResult(success, { to })).toBe(success)
    const flagged = result(partial, { isError: true })
    expect(readToolResult(flagged)).toMatchObject({
      message: 'Friends are not available',
      origin: { dialect: 'graphql' },
    })
    for (const to of writableIds.filter((id) => id !== 'graphql')) {
      const back = normalizeToolResult(normalizeToolResult(flagged, { to }), { to: 'graphql' })
      expect(JSON.parse(back.content[0]?.text ?? ''), to).toEqual(partial)
    }
  })

  it('with nothing but errors is one', () => {
    expect(readToolResult(result(refused))).toMatchObject({
      code: 'unauthenticated',
      message: 'Not logged in',
      origin: { dialect: 'graphql', code: 'UNAUTHENTICATED' },
    })
  })
})

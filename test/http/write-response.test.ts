import { describe, expect, it } from 'vitest'
import { codeNames } from '../../src/core/codes'
import { readResponse, writeResponse } from '../../src/http/index'
import {
  advise,
  type CanonicalError,
  codes,
  createTranslator,
  decode,
  dialects,
  EncodeError,
  stringify,
} from '../../src/index'
import { writableIds } from '../corpus'

const now = new Date('2026-03-01T12:00:00Z')
const busy: CanonicalError = { code: 'busy', message: 'Come back', severity: 'error', retryAfter: 1.5 }
const denied: CanonicalError = { code: 'permission_denied', message: 'No', severity: 'error' }

describe('the response for an error', () => {
  it('is as the document of AgentAPI shows it', async () => {
    const error: CanonicalError = {
      code: 'unauthenticated',
      message: 'Authentication failed: invalid API key',
      severity: 'error',
      operation: 'connect',
      resource: 'mcp-server',
      details: { reason: 'invalid API key', support_url: 'https://support.example.com' },
    }
    const response = writeResponse(error, {
      requestId: 'req-123',
      timestamp: new Date('2025-10-23T12:34:56.789Z'),
    })
    expect(response.status).toBe(401)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'x-request-id': 'req-123',
    })
    expect(await response.text()).toBe(
      `${JSON.stringify({
        error: {
          code: 'MCP_AUTHENTICATION_ERROR',
          message: 'Authentication failed: invalid API key',
          operation: 'connect',
          resource: 'mcp-server',
          metadata: { reason: 'invalid API key', support_url: 'https://support.example.com' },
          temporary: false,
          retryable: false,
        },
        request_id: 'req-123',
        timestamp: '2025-10-23T12:34:56Z',
      })}\n`,
    )
  })

  it.each(codeNames)('has the status of its code %s', (code) => {
    expect(writeResponse({ code, message: 'x', severity: 'error' }).status).toBe(codes[code].status)
  })

  it.each<[string, Partial<CanonicalError>, number | undefined, number]>([
    ['its own', { status: 418 }, undefined, 418],
    ['its own, from 400', { status: 400 }, undefined, 400],
    ['its own, up to 599', { status: 599 }, undefined, 599],
    ["the caller's, from 200", {}, 200, 200],
    ["the caller's, up to 599", {}, 599, 599],
    ['that of its code when its own is a success', { status: 200 }, undefined, 403],
    ['that of its code when its own is a redirect', { status: 302 }, undefined, 403],
    ['200 for a warning', { severity: 'warning', status: 404 }, undefined, 200],
    ["the caller's before all", { severity: 'warning', status: 404 }, 502, 502],
  ])('has the status that is %s', (_, said, status, expected) => {
    expect(writeResponse({ ...denied, ...said }, { status }).status).toBe(expected)
  })

  it.each<[number | undefined, number, boolean]>([
    [403, 403, false],
    [200, 403, false],
    [404, 403, true],
    [300, 403, true],
    [undefined, 403, false],
  ])('says the status %s in a body under the status %s: %s', async (said, status, isSaid) => {
    const text = await writeResponse({ ...denied, status: said }, { status }).text()
    expect(/"status":(\d+)/.exec(text)?.[1]).toBe(isSaid ? String(said) : undefined)
  })

  it.each([100, 101, 103, 199, 204, 205, 304, 600, 999, 0, -1, 404.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot have the status %s',
    (status) => {
      expect(() => writeResponse(denied, { status })).toThrow(RangeError)
      expect(() => writeResponse(denied, { status })).toThrow(
        `A response with a body cannot have the status ${status}.`,
      )
    },
  )

  const mediaTypes: Record<string, string> = {
    fusion: 'application/xml; charset=utf-8',
    'problem-details': 'application/problem+json',
    'json-api': 'application/vnd.api+json',
    text: 'text/plain; charset=utf-8',
  }
  // These say the status in a member of their own.
  const withStatus = ['problem-details', 'google-rpc', 'json-api']

  it.each(writableIds)('has the body and the content type of %s', async (dialect) => {
    const response = writeResponse(busy, { dialect })
    const said = withStatus.includes(dialect) ? { ...busy, status: 503 } : busy
    expect(await response.text()).toBe(stringify(said, dialect))
    expect(response.headers.get('content-type')).toBe(mediaTypes[dialect] ?? 'application/json')
  })

  it.each(withStatus)(
    'has the status in the body once more where %s has a member for it',
    async (dialect) => {
      for (const status of [200, 403, 404, 503]) {
        const error = await readResponse(writeResponse({ ...denied, status: 404 }, { dialect, status }))
        expect(error?.status).toBe(status)
      }
      const text = await writeResponse({ ...denied, status: 404 }, { dialect, status: 409 }).text()
      expect(text).toMatch(/409/)
      expect(text).not.toMatch(/403|404/)
    },
  )

  it('says how long to wait, in whole seconds or as a date', () => {
    expect(writeResponse(busy).headers.get('retry-after')).toBe('2')
    expect(writeResponse(busy, { retryAfter: 'date', now }).headers.get('retry-after')).toBe(
      'Sun, 01 Mar 2026 12:00:02 GMT',
    )
    expect(writeResponse(denied).headers.has('retry-after')).toBe(false)
  })

  it('has the request id of the caller, or else of the error', async () => {
    const own = { ...denied, requestId: 'own' }
    for (const [requestId, expected] of [
      ['given', 'given'],
      ['', 'own'],
      [undefined, 'own'],
    ] as const) {
      const response = writeResponse(own, { requestId })
      expect(response.headers.get('x-request-id')).toBe(expected)
      expect(await response.json()).toMatchObject({ request_id: expected })
    }
  })

  it.each(['a\nb', 'a\r\nSet-Cookie: x=1', '日本', '\0', 'a\u007f', ' a', 'a ', '\u2028', '\ud800', '\n'])(
    'has the request id %j in the body alone',
    async (requestId) => {
      const response = writeResponse(denied, { requestId })
      expect(response.headers.has('x-request-id')).toBe(false)
      expect(await response.json()).toMatchObject({ request_id: requestId })
    },
  )

  it.each(['a b', 'a\tb', 'é', 'b3f1c2d4-0000-4000-8000-000000009616'])(
    'has the request id %j in the head, too',
    (requestId) => {
      expect(writeResponse(denied, { requestId }).headers.get('x-request-id')).toBe(requestId)
    },
  )

  it.each<[string, string | Date | undefined, string | undefined, string]>([
    ['a text as it is', '2026-03-01T12:00:00.5+02:00', undefined, '2026-03-01T12:00:00.5+02:00'],
    ['a date to the second', new Date('2026-03-01T12:00:00.999Z'), undefined, '2026-03-01T12:00:00Z'],
    ["the error's own before it", now, '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['none', undefined, undefined, '0001-01-01T00:00:00Z'],
  ])('has a timestamp: %s', async (_, timestamp, own, expected) => {
    const response = writeResponse({ ...denied, timestamp: own }, { timestamp })
    expect(await response.json()).toMatchObject({ timestamp: expected })
  })

  it("lets the caller's headers win", () => {
    const headers: [string, string][] = [
      ['content-type', 'application/problem+json'],
      ['retry-after', '99'],
      ['x-request-id', 'mine'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]
    const response = writeResponse({ ...busy, requestId: 'own' }, { headers })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('retry-after')).toBe('99')
    expect(response.headers.get('x-request-id')).toBe('mine')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('carries what the dialect cannot say, unless told not to', async () => {
    const error = decode(
      '<tool_error code="InvoiceAlreadyPaid" severity="error">\n<message>Paid.</message>\n</tool_error>',
    )
    const textWith = (preserve?: boolean) => writeResponse(error, { dialect: 'pydantic', preserve }).text()
    expect(await textWith()).toContain('"errlingua"')
    expect(await textWith(false)).not.toContain('"errlingua"')
  })

  it('is written by the translator of the caller', async () => {
    const fusion = dialects.filter(({ id }) => id === 'fusion')
    const translator = createTranslator({ dialects: fusion })
    expect(await writeResponse(denied, { translator, dialect: 'fusion' }).text()).toContain('<tool_error')
    expect(() => writeResponse(denied, { translator })).toThrow(EncodeError)
  })

  it.each<[string, unknown, object]>([
    ['is no error', null, {}],
    ['has no such code', { ...denied, code: 'nope' }, {}],
    ['waits a negative time', { ...denied, retryAfter: -1 }, {}],
    ['is to be in no known dialect', denied, { dialect: 'klingon' }],
  ])('is not written for a value that %s', (_, value, options) => {
    expect(() => writeResponse(value as CanonicalError, options)).toThrow(EncodeError)
  })
})

// Their bodies name no code of their own and are not unmistakable: below 400 they are no errors, and under 500 what is
// unknown is internal.
const unnamed = ['fastapi', 'zod', 'text']

describe.each(writableIds)('there and back by way of a response in %s', (dialect) => {
  const isUnnamed = unnamed.includes(dialect)

  it.each(codeNames)('%s is the same and asks for the same', async (code) => {
    const error: CanonicalError = { code, message: 'It happened.', severity: 'error' }
    const isSeen = !isUnnamed || codes[code].status >= 400
    const back = await readResponse(writeResponse(error, { dialect }))
    expect(back?.code).toBe(isSeen ? (isUnnamed && code === 'unknown' ? 'internal' : code) : undefined)
    expect(back && advise(back).action).toBe(isSeen ? advise(error).action : undefined)
    expect(back?.status).toBe(isSeen ? codes[code].status : undefined)
  })

  it('a warning stays one', async () => {
    const error: CanonicalError = { code: 'deprecated', message: 'Use v2', severity: 'warning' }
    const response = writeResponse(error, { dialect })
    expect(response.status).toBe(200)
    const read = await readResponse(response)
    if (isUnnamed) expect(read).toBeUndefined()
    else expect(read).toMatchObject(error)
    // The dialect's own reader needs no status.
    expect(decode(await response.text(), { dialect })).toMatchObject(error)
  })

  it.each(['seconds', 'date'] as const)('a wait in %s stays the same', async (retryAfter) => {
    const error: CanonicalError = { code: 'rate_limited', message: 'Slow', severity: 'error', retryAfter: 30 }
    const response = writeResponse(error, { dialect, retryAfter, now })
    expect(await readResponse(response, { now })).toMatchObject({ retryAfter: 30 })
    const headOnly = new Response(null, response)
    expect(await readResponse(headOnly, { now })).toMatchObject({ code: 'rate_limited', retryAfter: 30 })
  })
})

describe('a response that nobody should repeat', () => {
  it('does not say when to', () => {
    const error: CanonicalError = {
      code: 'timeout',
      message: 'x',
      severity: 'error',
      retryable: false,
      retryAfter: 5,
    }
    expect(writeResponse(error).headers.has('retry-after')).toBe(false)
    expect(writeResponse({ ...error, retryable: true }).headers.get('retry-after')).toBe('5')
  })

  it('is written though the time is none', () => {
    const error: CanonicalError = { code: 'timeout', message: 'x', severity: 'error' }
    expect(writeResponse(error, { timestamp: new Date(Number.NaN) }).status).toBe(504)
  })
})

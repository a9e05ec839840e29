import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readResponse, writeResponse } from '../../src/http/index'
import { CanonicalError, dialects } from '../../src/index'
import { json, runs, text } from '../properties/arbitraries'

const utf8 = (value: string) => new TextEncoder().encode(value)
const beginnings = [
  '{"type":"NOT_FOUND","message":"',
  '<tool_error code="X">',
  '<title>',
  '{"error":',
  '[',
  '"',
]

const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  text.map(utf8),
  json.map((value) => utf8(JSON.stringify(value) ?? '')),
  fc.tuple(fc.constantFrom(...beginnings), text).map(([beginning, rest]) => utf8(beginning + rest)),
)

const httpDate = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
const headerValue = fc.oneof(
  fc.constantFrom(
    '0',
    '30',
    '0.5',
    '1e400',
    '-1',
    '9'.repeat(400),
    'application/json',
    'text/event-stream',
    '',
  ),
  httpDate,
  fc.string(),
  fc.string({ unit: 'binary' }),
)
const headerName = fc.oneof(
  fc.constantFrom(
    'Retry-After',
    'Date',
    'X-Request-ID',
    'X-Correlation-ID',
    'Content-Type',
    'Content-Length',
  ),
  fc.string(),
)

/** Only those that a response can have. */
const headers = fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 }).map((entries) => {
  const legal = new Headers()
  for (const [name, value] of entries) {
    try {
      legal.set(name, value)
    } catch {
      // Not a header.
    }
  }
  return legal
})

const status = fc.integer({ min: 400, max: 599 })
const statusText = fc.stringMatching(/^[\t -~]*$/)
const dialect = fc.constantFrom(undefined, 'text', ...dialects.map(({ id }) => id))
const maxLength = fc.constantFrom(undefined, 0, 10)

describe('any response of status 400 or more', () => {
  it('is a valid canonical error that can be sent on, and stays readable', async () => {
    await fc.assert(
      fc.asyncProperty(body, status, statusText, headers, dialect, maxLength, async (bytes, ...rest) => {
        const [status, statusText, headers, dialect, maxLength] = rest
        const response = new Response(bytes, { status, statusText, headers })
        const error = await readResponse(response, { dialect, limits: { maxLength } })
        expect(CanonicalError.safeParse(error).error).toBeUndefined()
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
        const sentOn = error && (await readResponse(writeResponse(error), { dialect: 'agentapi' }))
        expect(sentOn?.code).toBe(error?.code)
      }),
      runs,
    )
  })
})

describe('any other response', () => {
  it('is an error or none, and stays readable', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(200, 201, 302), headers, async (bytes, status, headers) => {
        const response = new Response(bytes, { status, headers })
        const error = await readResponse(response)
        if (error) expect(CanonicalError.safeParse(error).error).toBeUndefined()
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
      }),
      runs,
    )
  })
})

import { describe, expect, it } from 'vitest'
import { readResponse } from '../../src/http/index'
import { advise, createTranslator, DecodeError, dialects, JsonNumber, stringify } from '../../src/index'
import { corpus } from '../corpus'

const now = new Date('2026-03-01T12:00:00Z')
const notFound = '{"type":"NOT_FOUND","message":"no agent x","recoverable":false}'
const page = (title: string) => `<!DOCTYPE html>\n<html><head>${title}</head><body><h1>Oh</h1></body></html>`
const json = { 'Content-Type': 'application/json' }

/** A body that counts how often it is asked for more, and knows whether it was given up. */
function countedBody(chunk: (at: number) => Uint8Array | undefined) {
  const seen = { pulls: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const bytes = chunk(seen.pulls++)
        if (bytes) controller.enqueue(bytes)
        else controller.close()
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

describe('an error whose body is in a dialect', () => {
  it.each(['interbase', 'toolerror-v1', 'agentapi', 'fusion', 'pydantic'])('is read from %s', async (id) => {
    const text = stringify({ code: 'not_found', message: 'no agent x', severity: 'error' }, id)
    const error = await readResponse(new Response(text, { status: 404 }))
    expect(error).toMatchObject({ code: 'not_found', message: 'no agent x', status: 404 })
    expect(error?.origin?.dialect).toBe(id)
  })

  it('keeps the status, the wait and the request id that the body says', async () => {
    const text =
      '{"error":{"code":"MCP_THROTTLED","message":"slow","metadata":{"retry_after":"1m0s","status":420},"temporary":true,"retryable":true},"request_id":"of the body"}'
    const headers = { 'Retry-After': '5', 'X-Request-ID': 'of the head' }
    const error = await readResponse(new Response(text, { status: 429, headers }), { now })
    expect(error).toMatchObject({ retryAfter: 60, requestId: 'of the body', status: 420 })
  })

  it.each<[string, Record<string, string>, object]>([
    ['seconds', { 'Retry-After': '30' }, { retryAfter: 30 }],
    ['a date', { 'Retry-After': 'Sun, 01 Mar 2026 12:01:00 GMT' }, { retryAfter: 60 }],
    ['a past date', { 'Retry-After': 'Sun, 01 Mar 2020 12:01:00 GMT' }, { retryAfter: 0 }],
    ['X-Request-ID', { 'X-Request-ID': 'a', 'X-Correlation-ID': 'b' }, { requestId: 'a' }],
    ['X-Correlation-ID', { 'X-Correlation-ID': 'b', 'Request-ID': 'c' }, { requestId: 'b' }],
    ['Request-ID', { 'X-Request-ID': '', 'Request-ID': 'c' }, { requestId: 'c' }],
  ])('gets what it does not say from the head: %s', async (_, headers, expected) => {
    const error = await readResponse(new Response(notFound, { status: 404, headers }), { now })
    expect(error).toMatchObject({ code: 'not_found', status: 404, ...expected })
  })

  it('passes a bad header over', async () => {
    const headers = { 'Retry-After': 'in a while', Date: 'today' }
    const error = await readResponse(new Response(notFound, { status: 404, headers }))
    expect(error).not.toHaveProperty('retryAfter')
    expect(error).not.toHaveProperty('requestId')
  })

  it('leaves the response readable', async () => {
    const response = new Response(notFound, { status: 404 })
    await readResponse(response)
    expect(response.bodyUsed).toBe(false)
    expect(await response.text()).toBe(notFound)
  })

  it('may be named, so that a likeness is enough', async () => {
    const text = '{"type":"AGENT_GONE","message":"gone"}'
    const read = (dialect?: string) => readResponse(new Response(text, { status: 404 }), { dialect })
    expect((await read())?.origin).toEqual({ dialect: 'adhoc' })
    expect((await read('interbase'))?.origin).toMatchObject({ dialect: 'interbase', code: 'AGENT_GONE' })
  })

  it('is read all the same when another dialect was named', async () => {
    for (const dialect of ['fusion', 'agentapi']) {
      const error = await readResponse(new Response(notFound, { status: 404 }), { dialect })
      expect(error).toMatchObject({ code: 'not_found', origin: { dialect: 'interbase' } })
    }
  })

  it('is read as the named one where another would know it, too', async () => {
    const text =
      '{"type":"CONFLICT","code":"MCP_TIMEOUT","message":"x","recoverable":false,"temporary":true,"retryable":true}'
    const origin = async (dialect: string) =>
      (await readResponse(new Response(text, { status: 500 }), { dialect }))?.origin
    expect(await origin('interbase')).toMatchObject({ dialect: 'interbase', code: 'CONFLICT' })
    expect(await origin('agentapi')).toMatchObject({ dialect: 'agentapi', code: 'MCP_TIMEOUT' })
  })

  it('may be of a code that nobody knows', async () => {
    const text = '{"type":"ZZZ","message":"x"}'
    const error = await readResponse(new Response(text, { status: 500 }), { dialect: 'interbase' })
    expect(error).toMatchObject({ code: 'unknown', origin: { dialect: 'interbase', code: 'ZZZ' } })
  })

  it('gets its code from the status when its words say nothing', async () => {
    const response = new Response('Gone fishing', { status: 404 })
    const error = await readResponse(response, { dialect: 'text' })
    expect(error).toMatchObject({ code: 'not_found', message: 'Gone fishing', origin: { dialect: 'text' } })
  })

  it('keeps the code that its words say where a status would say another', async () => {
    const response = new Response('Connection refused', { status: 404 })
    const error = await readResponse(response, { dialect: 'text' })
    expect(error?.code).toBe('connection_refused')
  })

  it('is refused with the known dialects when there is none of that name', async () => {
    const reading = readResponse(new Response('', { status: 404 }), { dialect: 'klingon' })
    await expect(reading).rejects.toThrow(DecodeError)
    await expect(reading).rejects.toThrow(/klingon.*interbase/)
  })

  it('is looked for in the dialects of the translator alone', async () => {
    const translator = createTranslator({ dialects: dialects.filter(({ id }) => id === 'fusion') })
    const error = await readResponse(new Response(notFound, { status: 404 }), { translator })
    expect(error?.origin).toEqual({ dialect: 'http', code: '404' })
  })
})

describe('an error whose body is like that of a dialect, with a status that says that it is one', () => {
  it.each<[string, number, string, object]>([
    [
      'problem details without a status',
      403,
      '{"type":"https://example.com/credit","title":"No credit.","detail":"Your balance is 30.","balance":30}',
      {
        code: 'quota_exceeded',
        message: 'Your balance is 30.',
        details: { title: 'No credit.', balance: 30 },
        origin: { dialect: 'problem-details', code: 'https://example.com/credit' },
      },
    ],
    [
      'a title alone',
      403,
      '{"title":"No credit."}',
      { code: 'quota_exceeded', message: 'No credit.', origin: { dialect: 'adhoc' } },
    ],
    [
      'a message',
      400,
      '{"message":"Bad name"}',
      { code: 'invalid_input', message: 'Bad name', origin: { dialect: 'adhoc' } },
    ],
    [
      'an OAuth error',
      401,
      '{"error":"invalid_token","error_description":"The token expired"}',
      {
        code: 'auth_invalid',
        message: 'The token expired',
        origin: { dialect: 'adhoc', code: 'invalid_token' },
      },
    ],
    [
      'a nested message',
      500,
      '{"error":{"message":"It broke"}}',
      { code: 'internal', message: 'It broke', origin: { dialect: 'adhoc' } },
    ],
    [
      'a bare error',
      409,
      '{"error":"taken"}',
      { code: 'conflict', message: 'taken', origin: { dialect: 'adhoc', code: 'taken' } },
    ],
    [
      'what Discord says',
      429,
      '{"message":"You are being rate limited.","retry_after":64.57,"global":false}',
      { code: 'rate_limited', retryAfter: 64.57, origin: { dialect: 'adhoc' } },
    ],
    [
      'what GitHub says',
      403,
      '{"message":"API rate limit exceeded for user ID 1.","documentation_url":"https://docs.github.com/rest"}',
      {
        code: 'rate_limited',
        message: 'API rate limit exceeded for user ID 1.',
        origin: { dialect: 'adhoc' },
      },
    ],
    [
      'what Telegram says',
      429,
      '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 14","parameters":{"retry_after":14}}',
      { code: 'too_many_requests', retryAfter: 14, origin: { dialect: 'adhoc', code: '429' } },
    ],
    [
      'what Notion says',
      404,
      '{"object":"error","status":404,"code":"object_not_found","message":"Could not find page."}',
      { message: 'Could not find page.', origin: { dialect: 'adhoc', code: 'object_not_found' } },
    ],
    [
      'a request id of its own',
      500,
      '{"message":"x","request_id":"r1"}',
      { requestId: 'r1', origin: { dialect: 'adhoc' } },
    ],
    [
      'the NaN of Python',
      400,
      '{"message":"x","at":NaN}',
      { message: 'x', details: { at: 'NaN' }, origin: { dialect: 'adhoc' } },
    ],
    [
      'exact numbers',
      400,
      '{"message":"x","id":9007199254740993}',
      { details: { id: new JsonNumber('9007199254740993') }, origin: { dialect: 'adhoc' } },
    ],
    [
      'what FastAPI says',
      422,
      '{"detail":[{"type":"missing","loc":["body","name"],"msg":"Field required","input":{}}]}',
      { issues: [{ path: 'body.name', message: 'Field required' }], origin: { dialect: 'fastapi' } },
    ],
    [
      'what GraphQL says, with what it has got all the same',
      500,
      '{"data":{"me":null},"errors":[{"message":"Not authenticated","extensions":{"code":"UNAUTHENTICATED"}}]}',
      {
        code: 'unauthenticated',
        message: 'Not authenticated',
        origin: { dialect: 'graphql', code: 'UNAUTHENTICATED' },
      },
    ],
  ])('is read with it: %s', async (_, status, body, expected) => {
    const error = await readResponse(new Response(body, { status }))
    expect(error).toMatchObject({ severity: 'error', status, ...expected })
  })

  it('means what its server is known to mean by its codes', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"Version 3 is newer"}}'
    const read = (dialect?: string) => readResponse(new Response(body, { status: 500 }), { dialect })
    expect(await read('jsonrpc-trpc')).toMatchObject({
      code: 'conflict',
      origin: { dialect: 'jsonrpc-trpc' },
    })
    expect(await read('jsonrpc-a2a')).toMatchObject({ code: 'invalid_input' })
    expect((await read())?.origin).toMatchObject({ dialect: 'jsonrpc', code: '-32009' })
  })
})

describe('an error whose body is in no dialect', () => {
  it.each<[string, number, string | null, object]>([
    [
      'members of other types',
      422,
      '{"detail":[{"msg":"x"}],"title":" ","message":7}',
      {
        message: 'HTTP 422 Unprocessable Content',
        details: { detail: [{ msg: 'x' }], title: ' ', message: 7 },
      },
    ],
    ['a JSON text', 404, '" No such thing\\n"', { message: 'No such thing' }],
    ['a blank JSON text', 404, '" "', { message: 'HTTP 404 Not Found' }],
    ['a JSON list', 400, '[1,2]', { message: 'HTTP 400 Bad Request', details: { body: [1, 2] } }],
    ['a JSON null', 400, ' null ', { message: 'null' }],
    ['an empty object', 400, '{}', { message: 'HTTP 400 Bad Request' }],
    [
      'a page with a title',
      502,
      page('<title>\n502 Bad\n Gateway &amp; &#39;more&#39;</title>'),
      {
        code: 'upstream_failed',
        message: "502 Bad Gateway & 'more'",
        details: { body: page('<title>\n502 Bad\n Gateway &amp; &#39;more&#39;</title>') },
      },
    ],
    [
      'a page without a title',
      502,
      page(''),
      { message: 'HTTP 502 Bad Gateway', details: { body: page('') } },
    ],
    ['a page with an empty title', 502, page('<title> </title>'), { message: 'HTTP 502 Bad Gateway' }],
    [
      'an XML error of S3',
      404,
      '<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>',
      { code: 'not_found', message: 'The key does not exist.' },
    ],
    ['plain text', 503, '  Try again later\n', { code: 'unavailable', message: 'Try again later' }],
    ['text that begins like JSON', 500, '[db] is down', { message: '[db] is down' }],
    ['text with JSON in it', 500, 'Bad "name" in {"a":[1]}', { message: 'Bad "name" in {"a":[1]}' }],
    ['text with a placeholder', 500, '[db]{x} is down', { message: '[db]{x} is down' }],
    [
      'a JSON list that is cut',
      500,
      '[ {"a"',
      { message: 'HTTP 500 Internal Server Error', details: { body: '[ {"a"' } },
    ],
    [
      'text that says when to try again',
      503,
      'Down for maintenance. Retry after 2 minutes.',
      { code: 'unavailable', retryAfter: 120 },
    ],
    [
      'text with a stack',
      500,
      'TypeError: x is not a function\n    at run (/app/run.js:3:9)\n    at main (/app/main.js:1:1)',
      {
        code: 'internal',
        details: { stack: 'at run (/app/run.js:3:9)\n    at main (/app/main.js:1:1)' },
      },
    ],
    [
      'text that says what not to do',
      504,
      'Request timed out. Do not retry: it may have gone through.',
      { code: 'timeout', retryable: false },
    ],
    ['text that names another status', 502, 'The server said: 404 Not Found', { code: 'upstream_failed' }],
    ['text with a byte order mark', 500, '\ufeffIt broke', { message: 'It broke' }],
    ['no body', 503, null, { code: 'unavailable', message: 'HTTP 503 Service Unavailable' }],
    ['an empty body', 503, '', { message: 'HTTP 503 Service Unavailable' }],
    ['a blank body', 503, ' \n', { message: 'HTTP 503 Service Unavailable' }],
    [
      'JSON that is cut',
      500,
      '{"message":"It bro',
      { message: 'HTTP 500 Internal Server Error', details: { body: '{"message":"It bro' } },
    ],
    [
      'JSON that is too deep',
      500,
      '{"a":'.repeat(2000),
      {
        message: 'HTTP 500 Internal Server Error',
        details: { body: `${'{"a":'.repeat(400).slice(0, -1)}…` },
      },
    ],
    [
      'a status of no name',
      555,
      null,
      { code: 'internal', message: 'HTTP 555', origin: { dialect: 'http', code: '555' } },
    ],
  ])('says what it can: %s', async (_, status, body, expected) => {
    const error = await readResponse(new Response(body, { status }))
    expect(error).toMatchObject({ severity: 'error', status, ...expected })
    expect(error?.origin).toEqual({ dialect: 'http', code: String(status) })
  })

  it.each<[number, string, string]>([
    [405, 'Use POST', 'invalid_input'],
    [418, 'Rate limit exceeded', 'rate_limited'],
    [418, 'Connection refused', 'invalid_input'],
    [425, 'Too early', 'transient'],
    [540, 'The service is down for maintenance', 'unavailable'],
    [540, 'Permission denied', 'internal'],
    // Not to be repeated unless a person asks for it (RFC 4918).
    [507, 'Disk full', 'quota_exceeded'],
  ])('of status %s with the words %j is %s', async (status, words, code) => {
    expect((await readResponse(new Response(words, { status })))?.code).toBe(code)
  })

  it('has the words of the status line where the body has none', async () => {
    const error = await readResponse(new Response(null, { status: 503, statusText: 'Down for the night' }))
    expect(error?.message).toBe('Down for the night')
  })

  it.each([
    ['It broke', 'details'],
    ['{}', 'details'],
    ['{"message":"x","request_id":7}', 'requestId'],
    ['{"message":"x","retry_after":"soon"}', 'retryAfter'],
  ])('of the body %j has no %s', async (body, member) => {
    expect(await readResponse(new Response(body, { status: 500 }))).not.toHaveProperty(member)
  })

  it('keeps up to 2,000 characters of a page, and no half of a character', async () => {
    const kept = async (body: string) =>
      (await readResponse(new Response(body, { status: 500 })))?.details?.body
    const beginning = `<p>😀${'x'.repeat(1993)}`
    expect(await kept(`${beginning}😀${'y'.repeat(5000)}`)).toBe(`${beginning}…`)
    expect(await kept(`${beginning}yyy`)).toBe(`${beginning}y…`)
    expect(await kept(`${beginning}yy`)).toBe(`${beginning}yy`)
  })

  it('has no status where the response has one that HTTP does not know', async () => {
    const odd = Object.defineProperty(new Response('Request denied'), 'status', { value: 999 })
    const error = await readResponse(odd)
    expect(error).toMatchObject({ code: 'internal', message: 'Request denied' })
    expect(error).not.toHaveProperty('status')
  })

  it('is no text when it has bytes that no text has', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])
    const error = await readResponse(new Response(png, { status: 500 }))
    expect(error).toMatchObject({ message: 'HTTP 500 Internal Server Error' })
    expect(error).not.toHaveProperty('details')
  })

  it('is read where its bytes are not UTF-8', async () => {
    const latin1 = new Uint8Array([0x53, 0x74, 0x72, 0x61, 0xdf, 0x65])
    expect((await readResponse(new Response(latin1, { status: 500 })))?.message).toBe('Stra\ufffde')
  })

  it('takes no longer for a page made of opening tags', async () => {
    const error = await readResponse(new Response('<title '.repeat(500_000), { status: 500 }))
    expect(error?.message).toBe('HTTP 500 Internal Server Error')
  })
})

describe('a body that cannot be read', () => {
  const bare = { code: 'rate_limited', status: 429, retryAfter: 7, message: 'HTTP 429 Too Many Requests' }
  const init = { status: 429, headers: { 'Retry-After': '7' } }

  it('because it was used leaves status and headers', async () => {
    const response = new Response(notFound, init)
    await response.text()
    expect(await readResponse(response)).toMatchObject(bare)
  })

  it('because it is locked leaves status and headers', async () => {
    const response = new Response(notFound, init)
    response.body?.getReader()
    expect(await readResponse(response)).toMatchObject(bare)
  })

  it('because it was used is no error where the status is none', async () => {
    const response = new Response(notFound, { headers: json })
    await response.text()
    expect(await readResponse(response)).toBeUndefined()
  })

  it('because the stream breaks off leaves what came before', async () => {
    const { body } = countedBody((at) => {
      if (at === 1) throw new Error('The other side hung up.')
      return new TextEncoder().encode('The database is')
    })
    const error = await readResponse(new Response(body, { status: 500 }))
    expect(error).toMatchObject({ code: 'internal', message: 'The database is', status: 500 })
  })

  it('because the request was aborted leaves what came before', async () => {
    const controller = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"type":"NOT_'))
        controller.signal.addEventListener('abort', () => stream.error(controller.signal.reason))
      },
    })
    const reading = readResponse(new Response(body, { status: 404 }))
    controller.abort()
    expect(await reading).toMatchObject({ code: 'not_found', message: 'HTTP 404 Not Found' })
  })

  it('because it holds no bytes leaves status and headers', async () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue('not bytes')
        stream.close()
      },
    })
    expect(await readResponse(new Response(body, init))).toMatchObject(bare)
  })

  it('because it is endless is read up to the limit', async () => {
    const { body, seen } = countedBody(() => new TextEncoder().encode('{"message":"x",'))
    const response = new Response(body, { status: 500 })
    const error = await readResponse(response, { limits: { maxLength: 100 } })
    expect(error).toMatchObject({ code: 'internal', message: 'HTTP 500 Internal Server Error' })
    expect(error?.details).toEqual({ body: '{"message":"x",'.repeat(7).slice(0, 100) })
    expect(seen.pulls).toBeLessThan(12)
    expect(seen.isCancelled).toBe(false)
    // Our copy was given up: the source ends with the caller's own.
    await response.body?.cancel()
    expect(seen.isCancelled).toBe(true)
  })

  it('because nothing of it may be read leaves status and headers', async () => {
    const error = await readResponse(new Response(notFound, init), { limits: { maxLength: 0 } })
    expect(error).toMatchObject(bare)
    expect(error).not.toHaveProperty('details')
  })

  it.each([-1, Number.NaN])('is not asked for with the limit %s', async (maxLength) => {
    const reading = readResponse(new Response(notFound, { status: 404 }), { limits: { maxLength } })
    await expect(reading).rejects.toThrow(TypeError)
  })
})

describe('a response below 400', () => {
  const advisory = stringify({ code: 'deprecated', message: 'Use v2', severity: 'warning' }, 'fusion')

  it.each([
    'application/json',
    'Application/Problem+JSON; charset=utf-8',
    'text/json',
    'text/plain',
    'application/xml',
    'text/xml',
    'application/tool-error+xml',
  ])('is an error by its signature in %s', async (type) => {
    const response = new Response(` ${advisory}`, { headers: { 'Content-Type': type } })
    const error = await readResponse(response)
    expect(error).toMatchObject({ code: 'deprecated', severity: 'warning', message: 'Use v2', status: 200 })
    expect(await response.text()).toBe(` ${advisory}`)
  })

  it('is an error where the signature stands in quotes', async () => {
    const response = new Response(JSON.stringify(notFound), { headers: json })
    expect(await readResponse(response)).toMatchObject({ code: 'not_found' })
  })

  it('is not taken for an error of the named dialect by its likeness', async () => {
    const response = new Response('{"type":"greeting","message":"hello"}', { headers: json })
    expect(await readResponse(response, { dialect: 'interbase' })).toBeUndefined()
    const text = new Response('{"message":"all text"}', { headers: json })
    expect(await readResponse(text, { dialect: 'text' })).toBeUndefined()
  })

  it.each(
    corpus('not-errors').map(({ id, text, toolResult }) => ({
      id,
      body: text ?? JSON.stringify(toolResult),
    })),
  )('is no error when it is the success $id, and stays readable', async ({ body }) => {
    const response = new Response(body, { headers: json })
    expect(await readResponse(response)).toBeUndefined()
    expect(await response.text()).toBe(body.replace(/^\ufeff/, ''))
  })

  it.each([
    ['{"type":"NOT_', 'application/json'],
    ['<tool_error', 'application/xml'],
    ['', 'application/json'],
  ])('is no error when its body is %j', async (body, type) => {
    expect(await readResponse(new Response(body, { headers: { 'Content-Type': type } }))).toBeUndefined()
  })

  it.each([
    [200, 'text/event-stream'],
    [200, 'text/event-stream; charset=utf-8'],
    [200, 'text/html'],
    [200, 'application/x-ndjson'],
    [200, 'application/octet-stream'],
    [302, 'text/html'],
  ])('of status %s and type %s is not touched', async (status, type) => {
    const { body, seen } = countedBody(() => new TextEncoder().encode(`data: ${notFound}\n\n`))
    const response = new Response(body, { status, headers: { 'Content-Type': type } })
    expect(await readResponse(response)).toBeUndefined()
    expect(seen).toEqual({ pulls: 0, isCancelled: false })
    expect(response.body).toBe(body)
    expect(response.bodyUsed).toBe(false)
    expect(body.locked).toBe(false)
  })

  it('without a content type or a body is none', async () => {
    expect(await readResponse(new Response(null, { status: 204 }))).toBeUndefined()
    expect(await readResponse(new Response(null, { status: 304, headers: json }))).toBeUndefined()
    expect(await readResponse(Response.error())).toBeUndefined()
  })

  it('that says it is longer than 1 MiB is not touched', async () => {
    const { body, seen } = countedBody(() => new TextEncoder().encode(notFound))
    const headers = { ...json, 'Content-Length': String(2 ** 20 + 1) }
    expect(await readResponse(new Response(body, { headers }))).toBeUndefined()
    expect(seen.pulls).toBe(0)
  })

  it('of exactly 1 MiB is read, and one byte more is not', async () => {
    const read = (length: number) => {
      const headers = { ...json, 'Content-Length': String(length) }
      return readResponse(new Response(notFound.padEnd(length), { headers }))
    }
    expect(await read(2 ** 20)).toMatchObject({ code: 'not_found' })
    expect(await read(2 ** 20 + 1)).toBeUndefined()
    const undeclared = new Response(notFound.padEnd(2 ** 20 + 1), { headers: json })
    expect(await readResponse(undeclared)).toBeUndefined()
  })

  it('is read within the limits of the caller', async () => {
    const deep = `{"type":"NOT_FOUND","message":"x","recoverable":false,"data":{"a":{"b":{}}}}`
    const read = (limits: object) => readResponse(new Response(deep, { headers: json }), { limits })
    expect(await read({})).toMatchObject({ code: 'not_found' })
    expect(await read({ maxDepth: 2 })).toBeUndefined()
    expect(await read({ maxLength: deep.length })).toMatchObject({ code: 'not_found' })
    expect(await read({ maxLength: deep.length - 1 })).toBeUndefined()
  })

  it('of 5 MB is not read whole, and stays readable', async () => {
    const piece = new TextEncoder().encode(`"${'x'.repeat(49_998)}`)
    const { body, seen } = countedBody((at) => (at < 100 ? piece : undefined))
    const response = new Response(body, { headers: json })
    expect(await readResponse(response)).toBeUndefined()
    expect(seen.pulls).toBeLessThanOrEqual(24)
    const whole = await response.arrayBuffer()
    expect(whole.byteLength).toBe(piece.byteLength * 100)
  })

  it('is given up at its first character when that rules an error out', async () => {
    const { body, seen } = countedBody((at) => new TextEncoder().encode(at < 2 ? '\n' : 'Once upon a time '))
    const response = new Response(body, { headers: { 'Content-Type': 'text/plain' } })
    expect(await readResponse(response)).toBeUndefined()
    expect(seen.pulls).toBeLessThanOrEqual(4)
  })
})

describe('the advice on a response', () => {
  it.each<[number, Record<string, string>, object]>([
    [429, { 'Retry-After': '12' }, { action: 'retry', afterSeconds: 12 }],
    [503, {}, { action: 'retry' }],
    [400, {}, { action: 'fix_input' }],
    [404, {}, { action: 'work_around' }],
    [401, {}, { action: 'ask' }],
    [423, {}, { action: 'wait' }],
    [500, {}, { action: 'give_up' }],
  ])('of status %s with %j is %j', async (status, headers, expected) => {
    const error = await readResponse(new Response(null, { status, headers }))
    expect(error && advise(error)).toMatchObject(expected)
  })
})

describe('a body that does not come', () => {
  const never = () => new ReadableStream({ pull: () => new Promise(() => {}) })

  it('is not waited for when it is a stream of events', async () => {
    const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
    for (const status of [200, 503]) {
      const error = await readResponse(new Response(never(), { status, headers }))
      expect(error?.code).toBe(status === 200 ? undefined : 'unavailable')
    }
  })

  it('is waited for until the signal is aborted', async () => {
    const headers = { 'content-type': 'application/json', 'retry-after': '7' }
    for (const signal of [AbortSignal.timeout(20), AbortSignal.abort()]) {
      const failure = await readResponse(new Response(never(), { status: 503, headers }), { signal })
      expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 7 })
      expect(await readResponse(new Response(never(), { headers }), { signal })).toBeUndefined()
    }
  })
})

describe('a body in another character set', () => {
  it.each([
    ['iso-8859-1', Buffer.from('café', 'latin1'), 'café'],
    [
      '"utf-16le"',
      Buffer.from('{"error": "not_found", "message": "gone", "details": null}', 'utf16le'),
      'gone',
    ],
    ['no-such-set', Buffer.from('café'), 'café'],
  ])('is read when it says so: %s', async (charset, body, message) => {
    const headers = { 'content-type': `text/plain; charset=${charset}` }
    expect((await readResponse(new Response(body, { status: 404, headers })))?.message).toBe(message)
  })
})

describe('a body in no dialect that says not to try again', () => {
  it('is heard', async () => {
    const response = new Response('{"message":"x","retryable":false,"retry_after":40}', { status: 503 })
    expect(await readResponse(response)).toMatchObject({
      code: 'unavailable',
      retryable: false,
      retryAfter: 40,
    })
  })
})

import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readResponse, writeResponse } from '../../src/http/index'
import { readThrown } from '../../src/index'
import { type Loopback, serve } from './loopback'

/** As much of Express as is used here; it comes without types. */
interface Request {
  get(header: string): string | undefined
  params: { name: string }
}
type Next = (error?: unknown) => void
interface App extends RequestListener {
  get(path: string, handler: (request: Request, response: ServerResponse) => unknown): void
  post(path: string, ...handlers: unknown[]): void
  use(handler: (error: unknown, request: Request, response: ServerResponse, next: Next) => unknown): void
}
const express = createRequire(import.meta.url)('express') as { (): App; json(): unknown }

/** What a handler may throw, and what the client is to be told. */
const failures: Record<string, { thrown: unknown; status: number; said: object }> = {
  'an-error': {
    thrown: new Error('Agent x not found'),
    status: 404,
    said: { code: 'not_found', message: 'Agent x not found' },
  },
  'a-system-error': {
    thrown: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
    status: 503,
    said: { code: 'connection_refused' },
  },
  'an-error-with-a-status': {
    thrown: Object.assign(new Error('No teapot'), { status: 409 }),
    status: 409,
    said: { code: 'conflict', message: 'No teapot', status: 409 },
  },
  'a-timeout': {
    thrown: new DOMException('It took too long', 'TimeoutError'),
    status: 504,
    said: { code: 'timeout' },
  },
  'an-error-in-a-dialect': {
    thrown: new Error(
      '{"type":"TRANSIENT","message":"slow down","recoverable":true,"data":{"retry_after":30}}',
    ),
    status: 503,
    said: { code: 'transient', message: 'slow down', retryAfter: 30 },
  },
  'a-text': { thrown: 'Permission denied', status: 403, said: { code: 'permission_denied' } },
  nothing: { thrown: undefined, status: 500, said: { code: 'unknown' } },
}

const thrownFor = (name: string) => failures[name]?.thrown

describe('an Express error handler', () => {
  let server: Loopback
  beforeAll(async () => {
    const app = express()
    app.get('/late', (_, response) => {
      response.writeHead(200).write('half of it')
      throw new Error('Too late')
    })
    app.get('/:name', ({ params }) => Promise.reject(thrownFor(params.name)))
    app.post('/', express.json(), () => {})
    app.use(async (error, request, response, next) => {
      if (response.headersSent) return next(error)
      const answer = writeResponse(readThrown(error), { requestId: request.get('x-request-id') })
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    server = await serve(app)
  })
  afterAll(() => server.close())

  // Express takes a rejection with nothing for no error.
  const names = Object.keys(failures).filter((name) => failures[name]?.thrown !== undefined)

  it.each(names)('answers %s', async (name) => {
    const response = await fetch(`${server.url}/${name}`, { headers: { 'X-Request-ID': 'req-1' } })
    expect(response.status).toBe(failures[name]?.status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toBe('req-1')
    expect(await readResponse(response)).toMatchObject({ requestId: 'req-1', ...failures[name]?.said })
    expect(await response.json()).toMatchObject({ error: {}, request_id: 'req-1' })
  })

  it('says when to come back', async () => {
    const response = await fetch(`${server.url}/an-error-in-a-dialect`)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(response.headers.has('x-request-id')).toBe(false)
  })

  it("answers an error of Express's own body parser", async () => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(server.url, { method: 'POST', headers, body: '{"cut' })
    expect(response.status).toBe(400)
    expect(await readResponse(response)).toMatchObject({ code: 'invalid_input', status: 400 })
  })

  it('leaves a response alone that has begun', async () => {
    const response = await fetch(`${server.url}/late`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })
})

describe('a Hono error handler', () => {
  const app = new Hono()
  app.get('/:name', (context) => {
    throw thrownFor(context.req.param('name'))
  })
  app.onError((error, context) =>
    writeResponse(readThrown(error), { requestId: context.req.header('x-request-id') }),
  )
  const names = Object.keys(failures).filter((name) => failures[name]?.thrown instanceof Error)

  it.each(names)('answers %s', async (name) => {
    const response = await app.request(`/${name}`, { headers: { 'X-Request-ID': 'req-1' } })
    expect(response.status).toBe(failures[name]?.status)
    expect(await readResponse(response)).toMatchObject({ requestId: 'req-1', ...failures[name]?.said })
  })
})

describe('a plain handler over web standards', () => {
  it.each(Object.keys(failures))('answers %s', async (name) => {
    const handle = async (): Promise<Response> => {
      try {
        throw thrownFor(name)
      } catch (error) {
        return writeResponse(readThrown(error))
      }
    }
    const response = await handle()
    expect(response.status).toBe(failures[name]?.status)
    expect(await readResponse(response)).toMatchObject(failures[name]?.said ?? {})
  })
})

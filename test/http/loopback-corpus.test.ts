import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readResponse, writeResponse } from '../../src/http/index'
import { codes, decode } from '../../src/index'
import { corpus, exact } from '../corpus'
import { type Loopback, serve } from './loopback'

interface Head {
  status: number
  headers: Record<string, string>
}

// Where AgentAPI's error was not sent by its own handler, a handler would have sent it with the status of its code.
const exchanges = corpus('agentapi').map((line) => ({
  ...line,
  head: (line.http as Head | undefined) ?? {
    status: codes[decode(line.wire).code].status,
    headers: { 'Content-Type': 'application/json' },
  },
}))

let server: Loopback
beforeAll(async () => {
  server = await serve((request, response) => {
    const sent = exchanges.find(({ id }) => request.url === `/${id}`)
    response.writeHead(sent?.head.status ?? 418, sent?.head.headers).end(sent?.wire)
  })
})
afterAll(() => server.close())

/** Truth as the canonical error says it: absent where the payload does not say. */
const said = <T>(value: T | null): T | undefined => value ?? undefined

describe.each(exchanges)('the response $id of an AgentAPI server', ({ id, wire, head, truth }) => {
  it('is read as what went in, with its status', async () => {
    const error = await readResponse(await fetch(`${server.url}/${id}`))
    expect(error?.origin).toMatchObject({ dialect: 'agentapi', code: truth.nativeCode })
    expect(error?.message).toBe(truth.message)
    expect(error?.retryable).toBe(said(truth.retryable))
    expect(error?.temporary).toBe(said(truth.temporary))
    expect(error?.retryAfter).toBe(said(truth.retryAfterSeconds))
    expect(error?.operation).toBe(said(truth.operation))
    expect(error?.resource).toBe(said(truth.resource))
    expect(error?.requestId).toBe(said(truth.requestId))
    expect(error?.timestamp).toBe(said(truth.timestamp))
    expect(error?.status).toBe(truth.httpStatus ?? head.status)
    // The truth was written down before the producer rounded its numbers.
    expect(rounded(error?.details)).toEqual(rounded(said(truth.details)))
  })

  it('comes back the same when it is written again', async () => {
    const response = await fetch(`${server.url}/${id}`)
    const error = await readResponse(response)
    const again = error && writeResponse(error)
    expect(again?.status).toBe(response.status)
    expect(again?.headers.get('content-type')).toBe(response.headers.get('content-type'))
    expect(exact((await again?.text()) ?? '')).toEqual(exact(wire))
    expect(await response.text()).toBe(wire)
  })
})

function rounded(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

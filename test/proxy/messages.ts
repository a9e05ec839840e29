import { readToolResult } from '../../src/mcp/index'

/** A call of a tool. */
export const call = (id: unknown, name = 't', meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, ...(meta && { _meta: meta }) },
})

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
}

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

/** Cancels a request. */
export const cancelled = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})

/** An answer, as far as tests look at it. */
export interface Answer {
  id: unknown
  result?: { content: { text: string }[]; isError?: boolean }
  error?: { code: number; message: string }
}

/** Sends a message as a client of Streamable HTTP does. */
export const post = (url: URL | string, message: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })

/** The dialect of the error in a tool result. */
export const dialectOf = (result: unknown) => readToolResult(result)?.origin?.dialect

/** Waits until something is the case. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

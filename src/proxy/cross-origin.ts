import type { IncomingMessage, ServerResponse } from 'node:http'

/** What pages send of MCP beyond what every page may send; and whatever begins with `mcp-`. */
const takenHeaders: readonly string[] = ['accept', 'authorization', 'content-type', 'last-event-id']
const givenHeaders = 'Mcp-Session-Id, WWW-Authenticate'
const maxAge = 86_400

/** Lets the pages of an origin, which may call, read the answer. */
export function openTo(origin: string, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', givenHeaders)
  response.setHeader('vary', 'Origin')
}

/** Whether a browser asks what a page may send. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Answers a browser that asks what a page may send. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = String(headers['access-control-request-headers'] ?? '').split(',')
  const taken = asked
    .map((name) => name.trim().toLowerCase())
    .filter((name) => takenHeaders.includes(name) || /^mcp-[\w-]+$/.test(name))
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
  if (taken.length > 0) response.setHeader('access-control-allow-headers', taken.join(', '))
  response.setHeader('access-control-max-age', maxAge)
  response.writeHead(204).end()
}

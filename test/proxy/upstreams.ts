import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

/** A request as a server gets it. */
export interface Got {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The body as JSON, where it is. */
  message?: { id?: unknown; method?: string; params?: Record<string, unknown> }
}

const open: (() => void)[] = []

/** Closes every server that a test file has begun. */
export function closeUpstreams(): void {
  for (const close of open.splice(0)) close()
}

/** A server of one's own, and what it has got. */
export async function upstream(
  answer: (got: Got, response: ServerResponse) => unknown,
): Promise<{ url: string; got: Got[]; close(): void }> {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString('utf8')
    const { method = '', url: path = '', headers } = request
    const each: Got = {
      method,
      path,
      headers,
      body,
      ...(body.trim().startsWith('{') && { message: JSON.parse(body) }),
    }
    got.push(each)
    await answer(each, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  open.push(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, got, close }
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Begins a stream of events. */
export function events(response: ServerResponse): (text: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (text) => response.write(text)
}

/** The address of a server that answers everything with 101. */
export async function switching(): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** A tool result that is an error in Interbase's dialect. */
export const failure = {
  content: [{ type: 'text', text: '{"type":"NOT_FOUND","message":"gone","recoverable":false}' }],
  isError: true,
}

/** An address at which nobody listens. */
export async function nobody(): Promise<string> {
  const { url, close } = await upstream(() => {})
  close()
  return url
}

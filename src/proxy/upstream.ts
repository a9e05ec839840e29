import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { unpacked } from './content-encoding'
import { isFollowed, redirectIn, shown } from './redirect'
import { UpstreamError } from './upstream-error'

/** A server that speaks HTTP, and what is said to it with every request of MCP. */
export interface Upstream {
  readonly url: URL
  readonly headers: OutgoingHttpHeaders
}

/** What to ask of it. */
export interface UpstreamRequest {
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Buffer | undefined
  readonly signal?: AbortSignal | undefined
  /** Another path of the same server, which is not told who asks: that is for MCP alone. */
  readonly path?: string | undefined
  /** What is asked for beyond the query of its address. */
  readonly query?: string | undefined
}

/** An answer whose head has come. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body as it comes. */
  readonly body: AsyncIterable<Buffer>
  /** Nobody wants to have the body. */
  discard(): void
}

// Many servers close a connection that nobody has used for 5 seconds, just when it might be used again.
const pool = { keepAlive: true, timeout: 4000 } as const
const agents = { plain: new Agent(pool), secure: new SecureAgent(pool) }
const mostRedirects = 5
const mostDiscarded = 2 ** 16
const jsonTypes: readonly string[] = ['application/json', 'text/json']

/** A request on its way. */
export interface Asking {
  /** The head of the answer. */
  readonly answer: Promise<UpstreamAnswer>
  /** Is settled when the body has left, or will not. */
  readonly sent: Promise<void>
}

/** Sends a request; where the server redirects it on the same host, it is sent again. */
export function ask(upstream: Upstream, asked: UpstreamRequest): Asking {
  const url = addressOf(upstream, asked)
  const { answer, sent } = send(url, upstream, asked)
  return { answer: answer.then((first) => followed(first, url, upstream, asked)), sent }
}

function addressOf({ url }: Upstream, { path, query }: UpstreamRequest): URL {
  if (path !== undefined) return new URL(path, url.origin)
  if (!query) return url
  const address = new URL(url)
  address.search = url.search === '' ? query : `${url.search}&${query}`
  return address
}

function send(
  url: URL,
  { headers: fixed }: Upstream,
  { method, headers, body, signal, path }: UpstreamRequest,
): { answer: Promise<IncomingMessage>; sent: Promise<void> } {
  const isSecure = url.protocol === 'https:'
  const options = {
    method,
    signal,
    agent: isSecure ? agents.secure : agents.plain,
    // What is read here is better not packed.
    headers: {
      ...headers,
      ...(path === undefined && fixed),
      host: url.host,
      'accept-encoding': 'identity',
      ...(body && { 'content-length': body.length }),
    },
  }
  const sent = (isSecure ? requestSecurely : request)(url, options)
  const asking = {
    answer: new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve)
      sent.on('error', reject)
      sent.on('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        reject(new UpstreamError(`The server answered with status ${statusCode}, which is not MCP.`))
      })
      sent.on('close', () => reject(new UpstreamError('The server closed the connection without an answer.')))
    }),
    sent: new Promise<void>((resolve) => {
      sent.on('finish', resolve)
      sent.on('close', resolve)
    }),
  }
  sent.end(body)
  return asking
}

/**
 * The answer of the place that a server redirects to. It is not remembered: the next request may be of somebody else, who
 * is sent elsewhere.
 */
async function followed(
  first: IncomingMessage,
  url: URL,
  upstream: Upstream,
  asked: UpstreamRequest,
): Promise<UpstreamAnswer> {
  let answer = first
  let from = url
  for (let times = 0; ; times++) {
    const to = redirectIn(answer, from)
    // A document of another path is not MCP, and may be anywhere.
    if (!to || (asked.path !== undefined && !isFollowed(answer, asked.method, from, to))) break
    discard(answer)
    if (times === mostRedirects) {
      throw new UpstreamError(
        `The server redirects more than ${mostRedirects} times, at last to ${shown(to)}.`,
      )
    }
    if (!isFollowed(answer, asked.method, from, to)) throw notFollowed(answer, to)
    answer = await send(to, upstream, asked).answer
    from = to
  }
  const { statusCode: status = 502 } = answer
  return { status, ...unpacked(answer), discard: () => discard(answer) }
}

/** Reads on, so that the connection can be used again, unless there is much to read. */
function discard(answer: IncomingMessage): void {
  let left = mostDiscarded
  answer.on('error', () => {})
  answer.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) answer.destroy()
  })
}

function notFollowed({ statusCode }: IncomingMessage, to: URL): UpstreamError {
  return new UpstreamError(
    `The server redirects to ${shown(to)} (status ${statusCode}), which is not followed: give that address with --url if it is the right one.`,
  )
}

/** What kind of body an answer has; `unsaid` where it does not tell. */
export function kindOf(headers: IncomingHttpHeaders): 'json' | 'events' | 'unsaid' | 'other' {
  const type = typeIn(headers)
  if (type === '') return 'unsaid'
  if (type === 'text/event-stream') return 'events'
  return jsonTypes.includes(type) || type.endsWith('+json') ? 'json' : 'other'
}

/** The type of a body, without its parameters. */
export function typeIn(headers: IncomingHttpHeaders): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return type.trim().toLowerCase()
}

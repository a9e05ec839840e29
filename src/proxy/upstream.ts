import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'

/** A server that speaks HTTP, and what is said to it with every request. */
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
  /** Another path of the same server. */
  readonly path?: string | undefined
}

const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) }

/** Sends a request, and waits for the head of the answer. */
export function ask(
  { url, headers: fixed }: Upstream,
  { method, headers, body, signal, path }: UpstreamRequest,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const options = {
    method,
    signal,
    agent: isSecure ? agents.secure : agents.plain,
    // What is read here must not be packed.
    headers: {
      ...headers,
      ...fixed,
      host: url.host,
      'accept-encoding': 'identity',
      ...(body && { 'content-length': body.length }),
    },
  }
  const target = path === undefined ? url : new URL(path, url)
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestSecurely : request)(target, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What kind of body an answer has. */
export function kindOf({ headers }: IncomingMessage): 'json' | 'events' | 'other' {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const name = type.trim().toLowerCase()
  if (name === 'text/event-stream') return 'events'
  return name === 'application/json' || name.endsWith('+json') ? 'json' : 'other'
}

/** A body as it comes; undefined where it is longer than what is taken. */
export async function bodyOf(stream: AsyncIterable<Buffer>, maxLength: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.length
    if (length > maxLength) pieces.length = 0
    else pieces.push(piece)
  }
  return length > maxLength ? undefined : Buffer.concat(pieces)
}

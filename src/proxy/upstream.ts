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

/** A request on its way. */
export interface Asking {
  /** The head of the answer. */
  readonly answer: Promise<IncomingMessage>
  /** Is settled when the body has left, or will not. */
  readonly sent: Promise<void>
}

/** Sends a request. */
export function ask(
  { url, headers: fixed }: Upstream,
  { method, headers, body, signal, path }: UpstreamRequest,
): Asking {
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
  const sent = (isSecure ? requestSecurely : request)(path === undefined ? url : new URL(path, url), options)
  const asking = {
    answer: new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve)
      sent.on('error', reject)
    }),
    sent: new Promise<void>((resolve) => {
      sent.on('finish', resolve)
      sent.on('close', resolve)
    }),
  }
  sent.end(body)
  return asking
}

/** What kind of body an answer has. */
export function kindOf({ headers }: IncomingMessage): 'json' | 'events' | 'other' {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const name = type.trim().toLowerCase()
  if (name === 'text/event-stream') return 'events'
  return name === 'application/json' || name.endsWith('+json') ? 'json' : 'other'
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { StartError } from './child-connection'
import { answerPreflight, isPreflight, openTo } from './cross-origin'
import { answerWithError } from './http-answer'
import { onStopSignal } from './stop-signals'

/** Where to listen. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** What answers the requests. */
export interface HttpFront {
  /** Makes ready what is behind it, before the first request. */
  begin?(): Promise<void>
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends everything behind it. */
  stop(signal: NodeJS.Signals): Promise<void>
}

/** What a server takes of those who connect to it. */
export interface Bounds {
  /** How long a request has to arrive, in milliseconds; its answer may take as long as it takes. */
  readonly arrival: number
  /** How often those are looked for that take longer, in milliseconds. */
  readonly check: number
  readonly connections: number
}

const defaultBounds: Bounds = { arrival: 300_000, check: 10_000, connections: 1024 }

/** How long everything behind, and open answers, have when the proxy is to end, in milliseconds. */
const patience = 3500

/** The path at which the proxy serves. */
export const servedPath = '/mcp'

/** Whether a request is for that path. */
export function isServedPath(url: string): boolean {
  const [path] = url.split('?', 1)
  return path === servedPath || path === `${servedPath}/`
}

/** Serves until a signal ends it, and gives the exit status. */
export async function serveHttp(
  { host, port }: Address,
  front: HttpFront,
  listening: (url: string) => void,
  origins: readonly string[] = [],
  { arrival, check, connections }: Bounds = defaultBounds,
): Promise<number> {
  const isLocal = isLoopback(host)
  const times = {
    requestTimeout: arrival,
    headersTimeout: Math.min(arrival, 60_000),
    connectionsCheckingInterval: check,
  }
  const server = createServer(times, (request, response) => {
    const refusal = strangerIn(request, isLocal, origins)
    if (refusal) {
      answerWithError(response, 403, refusal)
      return
    }
    const { origin } = request.headers
    if (origin !== undefined) openTo(origin, response)
    if (origin !== undefined && isPreflight(request)) {
      answerPreflight(request, response)
      return
    }
    front.handle(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else answerWithError(response, 502, 'The proxy could not answer.')
    })
  })
  server.maxConnections = connections
  let first: NodeJS.Signals | undefined
  // Before anything has begun: a signal that comes meanwhile must end it, too.
  const stop = new Promise<NodeJS.Signals>((resolve) => {
    onStopSignal((signal) => {
      // Whoever asks twice does not want to wait.
      if (first) front.stop('SIGKILL').then(() => server.closeAllConnections())
      first ??= signal
      resolve(first)
    })
  })
  try {
    await front.begin?.()
    await listen(server, host, port)
  } catch (error) {
    await front.stop('SIGTERM')
    throw error
  }
  const { port: actual } = server.address() as AddressInfo
  listening(`http://${host.includes(':') ? `[${host}]` : host}:${actual}${servedPath}`)

  const closed = new Promise<void>((resolve) => server.on('close', resolve))
  const stopped = await stop
  server.close()
  const isOver = new Promise((resolve) => setTimeout(resolve, patience))
  await Promise.race([front.stop(stopped), isOver])
  server.closeIdleConnections()
  await Promise.race([closed, isOver])
  server.closeAllConnections()
  return 128 + constants.signals[stopped]
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`${host}:${port} cannot be listened on (${error.code ?? error.message}).`)),
    )
    server.listen(port, host, resolve)
  })
}

/**
 * Why a request is not of somebody who may call, or undefined: a page of another site may lead a browser here, also under
 * a name of its own.
 */
function strangerIn(
  { headers: { host = '', origin } }: IncomingMessage,
  isLocal: boolean,
  origins: readonly string[],
): string | undefined {
  const [, name = ''] = /^(\[[\da-f:]+\]|[\w.-]+)(?::\d+)?$/i.exec(host) ?? []
  if (isLocal && !isLoopback(name.toLowerCase()))
    return `The host ${JSON.stringify(host)} is not served here.`
  if (origin === undefined || origins.includes(origin)) return undefined
  if (isLocal && isLoopback(hostnameOf(origin))) return undefined
  return `Pages of ${JSON.stringify(origin)} may not call this server.`
}

function hostnameOf(origin: string): string {
  try {
    const { hostname, username, password } = new URL(origin)
    return username + password === '' ? hostname : ''
  } catch {
    return ''
  }
}

/** Whether a host is this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host) || /^\[?::1\]?$/.test(host)
}

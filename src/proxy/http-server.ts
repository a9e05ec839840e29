import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { StartError } from './child-connection'
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
): Promise<number> {
  const isLocal = isLoopback(host)
  const server = createServer((request, response) => {
    const refusal = isLocal ? strangerIn(request) : undefined
    if (refusal) {
      answerWithError(response, 403, refusal)
      return
    }
    front.handle(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else answerWithError(response, 502, 'The proxy could not answer.')
    })
  })
  // A call may take as long as it takes.
  server.requestTimeout = 0
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
 * Why a request is not of somebody on this machine, or undefined: a page of another site may lead a browser here under
 * a name of its own.
 */
function strangerIn({ headers: { host = '', origin } }: IncomingMessage): string | undefined {
  const [, name = ''] = /^(\[[\da-f:]+\]|[\w.-]+)(?::\d+)?$/i.exec(host) ?? []
  if (!isLoopback(name.toLowerCase())) return `The host ${JSON.stringify(host)} is not served here.`
  if (origin === undefined || isLoopback(hostnameOf(origin))) return undefined
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

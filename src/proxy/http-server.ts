import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { StartError } from './child-connection'

/** Where to listen. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** What answers the requests. */
export interface HttpFront {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends everything behind it. */
  stop(signal: NodeJS.Signals): Promise<void>
}

/** How long open answers have when the proxy is to end, in milliseconds. */
const patience = 3000

/** The path at which the proxy serves. */
export const servedPath = '/mcp'

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
  await listen(server, host, port)
  const { port: actual } = server.address() as AddressInfo
  listening(`http://${host.includes(':') ? `[${host}]` : host}:${actual}${servedPath}`)

  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, resolve)
  })
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const timer = setTimeout(() => server.closeAllConnections(), patience)
  await front.stop(signal)
  server.closeIdleConnections()
  await closed
  clearTimeout(timer)
  return 128 + constants.signals[signal]
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
  if (!isLoopback(hostnameIn(`http://${host}`))) return `The host ${JSON.stringify(host)} is not served here.`
  if (origin === undefined || isLoopback(hostnameIn(origin))) return undefined
  return `Pages of ${JSON.stringify(origin)} may not call this server.`
}

function hostnameIn(url: string): string {
  try {
    return new URL(url).hostname
  } catch {
    return ''
  }
}

/** Whether a host is this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host) || /^\[?::1\]?$/.test(host)
}

/** Answers with an error of the proxy's own, which is to no request in particular unless an id is given. */
export function answerWithError(
  response: ServerResponse,
  status: number,
  message: string,
  id = 'null',
): void {
  const body = `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":${JSON.stringify(message)}}}`
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** Writes, and waits until the client takes more; false where it is gone. */
export async function written(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return false
  if (response.write(bytes)) return true
  await new Promise<void>((resolve) => {
    const resume = () => {
      response.off('drain', resume)
      response.off('close', resume)
      resolve()
    }
    response.on('drain', resume)
    response.on('close', resume)
  })
  return !response.destroyed
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { StartError } from './child-connection'
import { onStopSignal } from './stop-signals'

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

/** How long things may take, in milliseconds. */
const patience = {
  /** For everything behind, and for open answers, when the proxy is to end. */
  stop: 3500,
  /** For a client that does not read. */
  stalled: 10_000,
} as const

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
  await listen(server, host, port)
  const { port: actual } = server.address() as AddressInfo
  listening(`http://${host.includes(':') ? `[${host}]` : host}:${actual}${servedPath}`)

  const closed = new Promise<void>((resolve) => server.on('close', resolve))
  let first: NodeJS.Signals | undefined
  const stopped = await new Promise<NodeJS.Signals>((resolve) => {
    onStopSignal((signal) => {
      // Whoever asks twice does not want to wait.
      if (first) front.stop('SIGKILL').then(() => server.closeAllConnections())
      first ??= signal
      resolve(first)
    })
  })
  server.close()
  const isOver = new Promise((resolve) => setTimeout(resolve, patience.stop))
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

/** Writes, and waits until the client takes more; false where it is gone, or does not read. */
export async function written(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return false
  if (bytes.length === 0 || response.write(bytes)) return true
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

/** Like {@link written}, for an answer that must not hold up others: a client that does not read is let go. */
export async function writtenOrLetGo(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  const timer = setTimeout(() => response.destroy(), patience.stalled)
  const isWritten = await written(response, bytes)
  clearTimeout(timer)
  return isWritten
}

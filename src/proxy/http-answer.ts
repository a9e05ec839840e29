import type { ServerResponse } from 'node:http'
import { onOneLine } from './event-stream'

/** How long a client that does not read may hold up others, in milliseconds. */
const patience = 10_000

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

/** Answers a request whose body there was no room for. */
export function answerWithBusy(response: ServerResponse, most: number, id: string | undefined): void {
  response.setHeader('retry-after', '1')
  const sentence = `The long messages that arrive at once have more than ${most} bytes together; try again in a moment.`
  answerWithError(response, 503, sentence, id)
}

/** Answers requests with lines that the proxy has made itself, or where there are none with an error to nobody. */
export function answerWithLines(
  response: ServerResponse,
  lines: readonly Buffer[],
  status: number,
  otherwise: string,
): void {
  const [first, ...others] = lines.map((line) => onOneLine(line).toString('utf8'))
  if (first === undefined) {
    answerWithError(response, status, otherwise)
    return
  }
  const body = others.length === 0 ? first : `[${[first, ...others].join(',')}]`
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
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
  const timer = setTimeout(() => response.destroy(), patience)
  const isWritten = await written(response, bytes)
  clearTimeout(timer)
  return isWritten
}

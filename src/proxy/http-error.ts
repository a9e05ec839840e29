import type { IncomingHttpHeaders } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { readResponse } from '../http/index'

/** The error that an HTTP answer from status 400 on speaks of. */
export async function errorOf(
  status: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<CanonicalError> {
  const said = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const response = new Response(body.toString('utf8'), { status: Math.min(status, 599), headers: said })
  const error = await readResponse(response)
  return (
    error ?? { code: 'unknown', message: `The server answered with status ${status}.`, severity: 'error' }
  )
}

import type { IncomingHttpHeaders } from 'node:http'
import type { CanonicalError } from '../core/canonical-error'
import { readResponse } from '../http/index'
import { unusable } from './upstream-error'

/** The error that an HTTP answer which is no success speaks of. */
export async function errorOf(
  status: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<CanonicalError> {
  const unknown = unusable(`The server answered with status ${status}.`)
  // Others mean nothing, or something that nobody has asked for.
  if (status < 400 || status > 599) return unknown
  const said = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const response = new Response(body.toString('utf8'), { status, headers: said })
  return (await readResponse(response)) ?? unknown
}

import type { IncomingHttpHeaders } from 'node:http'

/** What headers say of the very bytes of a body, which is true of no others. */
const ofBytes: readonly string[] = ['etag', 'content-md5', 'digest', 'content-digest', 'repr-digest']

/** The headers of a body that has been changed, without others that are not true any more, either. */
export function withoutDigests(
  headers: IncomingHttpHeaders,
  others: readonly string[] = [],
): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofBytes.includes(name) && !others.includes(name)),
  )
}

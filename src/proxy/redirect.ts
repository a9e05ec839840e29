import type { IncomingMessage } from 'node:http'

const statuses: readonly number[] = [301, 302, 303, 307, 308]
// These ask to repeat a request as it is; the others would make a GET of it.
const asItIs: readonly number[] = [307, 308]

/** Where an answer sends whoever asked; undefined where it does not. */
export function redirectIn({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (!statuses.includes(statusCode) || headers.location === undefined) return undefined
  try {
    const to = new URL(headers.location, from)
    // Who asks stays the same.
    to.username = from.username
    to.password = from.password
    return to
  } catch {
    return undefined
  }
}

/** Whether a request may be repeated there, with all that it says: the server is the same. */
export function isFollowed({ statusCode = 0 }: IncomingMessage, method: string, from: URL, to: URL): boolean {
  if (!asItIs.includes(statusCode) && method !== 'GET') return false
  if (to.origin === from.origin) return true
  const isSecured = from.protocol === 'http:' && to.protocol === 'https:' && to.hostname === from.hostname
  return isSecured && (to.port === '' || to.port === from.port)
}

/** An address for people, without what may be secret in it. */
export function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}

import type { CanonicalCode } from './codes'

// The names that operating systems, Node and libuv give to what went wrong.
const rows: readonly (readonly [code: CanonicalCode, names: string])[] = [
  ['permission_denied', 'EPERM EACCES EROFS'],
  ['resource_not_found', 'ENOENT'],
  ['not_found', 'ESRCH ENXIO ECHILD ENODEV'],
  ['cancelled', 'EINTR ECANCELED ECANCELLED'],
  ['internal', 'EIO EBADF EFAULT ENOSYS'],
  [
    'invalid_input',
    'E2BIG ENOEXEC EXDEV ENOTDIR EISDIR EINVAL EFBIG ENAMETOOLONG ELOOP EBADNAME EBADQUERY ENOTSUP EOPNOTSUPP',
  ],
  ['unavailable', 'EAGAIN EWOULDBLOCK'],
  ['resource_exhausted', 'ENOMEM ENFILE EMFILE'],
  ['resource_locked', 'EBUSY ETXTBSY EDEADLK'],
  ['already_exists', 'EEXIST'],
  ['quota_exceeded', 'ENOSPC EDQUOT'],
  [
    'network',
    'EPIPE EPROTO EADDRNOTAVAIL ENETDOWN ENETUNREACH ECONNABORTED ECONNRESET EHOSTDOWN EHOSTUNREACH',
  ],
  ['conflict', 'ENOTEMPTY EADDRINUSE EALREADY'],
  ['connection_failed', 'ENOTCONN'],
  ['timeout', 'ETIMEDOUT ESOCKETTIMEDOUT ETIMEOUT'],
  ['connection_refused', 'ECONNREFUSED'],
  [
    'dns_failure',
    'ENOTFOUND EAI_AGAIN ESERVFAIL EREFUSED EFORMERR EBADRESP ENOTIMP ENODATA EAI_NONAME EAI_FAIL',
  ],
]

let byName: ReadonlyMap<string, CanonicalCode> | undefined

function codesByName(): ReadonlyMap<string, CanonicalCode> {
  byName ??= new Map(rows.flatMap(([code, names]) => names.split(' ').map((name) => [name, code])))
  return byName
}

const names = /\b(?:E[A-Z0-9]{2,14}|EAI_[A-Z]{4,6})\b/g

/** What the first errno in a text says that is known by its name. */
export function codeOfErrno(text: string): CanonicalCode | undefined {
  for (const [name] of text.matchAll(names)) {
    const code = codesByName().get(name)
    if (code) return code
  }
  return undefined
}

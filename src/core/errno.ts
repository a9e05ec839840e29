import type { CanonicalCode } from './codes'

// The names that operating systems, Node and libuv give to what went wrong.
const rows: readonly (readonly [name: string, code: CanonicalCode])[] = [
  ['EPERM', 'permission_denied'],
  ['ENOENT', 'resource_not_found'],
  ['ESRCH', 'not_found'],
  ['EINTR', 'cancelled'],
  ['EIO', 'internal'],
  ['ENXIO', 'not_found'],
  ['E2BIG', 'invalid_input'],
  ['ENOEXEC', 'invalid_input'],
  ['EBADF', 'internal'],
  ['ECHILD', 'not_found'],
  ['EAGAIN', 'unavailable'],
  ['EWOULDBLOCK', 'unavailable'],
  ['ENOMEM', 'resource_exhausted'],
  ['EACCES', 'permission_denied'],
  ['EFAULT', 'internal'],
  ['EBUSY', 'resource_locked'],
  ['EEXIST', 'already_exists'],
  ['EXDEV', 'invalid_input'],
  ['ENODEV', 'not_found'],
  ['ENOTDIR', 'invalid_input'],
  ['EISDIR', 'invalid_input'],
  ['EINVAL', 'invalid_input'],
  ['ENFILE', 'resource_exhausted'],
  ['EMFILE', 'resource_exhausted'],
  ['ETXTBSY', 'resource_locked'],
  ['EFBIG', 'invalid_input'],
  ['ENOSPC', 'quota_exceeded'],
  ['EROFS', 'permission_denied'],
  ['EPIPE', 'network'],
  ['EDEADLK', 'resource_locked'],
  ['ENAMETOOLONG', 'invalid_input'],
  ['ENOTEMPTY', 'conflict'],
  ['ELOOP', 'invalid_input'],
  ['EPROTO', 'network'],
  ['EADDRINUSE', 'conflict'],
  ['EADDRNOTAVAIL', 'network'],
  ['ENETDOWN', 'network'],
  ['ENETUNREACH', 'network'],
  ['ECONNABORTED', 'network'],
  ['ECONNRESET', 'network'],
  ['ENOTCONN', 'connection_failed'],
  ['ETIMEDOUT', 'timeout'],
  ['ESOCKETTIMEDOUT', 'timeout'],
  ['ECONNREFUSED', 'connection_refused'],
  ['EHOSTDOWN', 'network'],
  ['EHOSTUNREACH', 'network'],
  ['EALREADY', 'conflict'],
  ['EDQUOT', 'quota_exceeded'],
  ['ECANCELED', 'cancelled'],
  ['ENOTFOUND', 'dns_failure'],
  ['EAI_AGAIN', 'dns_failure'],
  ['ESERVFAIL', 'dns_failure'],
  ['EREFUSED', 'dns_failure'],
  ['EFORMERR', 'dns_failure'],
  ['EBADRESP', 'dns_failure'],
  ['ENOTIMP', 'dns_failure'],
  ['ENODATA', 'dns_failure'],
  ['ETIMEOUT', 'timeout'],
  ['EBADNAME', 'invalid_input'],
  ['EBADQUERY', 'invalid_input'],
  ['ECANCELLED', 'cancelled'],
  ['EAI_NONAME', 'dns_failure'],
  ['EAI_FAIL', 'dns_failure'],
  ['ENOTSUP', 'invalid_input'],
  ['EOPNOTSUPP', 'invalid_input'],
  ['ENOSYS', 'internal'],
]

const byName: ReadonlyMap<string, CanonicalCode> = /* @__PURE__ */ new Map(rows)

const names = /\b(?:E[A-Z0-9]{2,14}|EAI_[A-Z]{4,6})\b/g

/** What the first errno in a text says that is known by its name. */
export function codeOfErrno(text: string): CanonicalCode | undefined {
  for (const [name] of text.matchAll(names)) {
    const code = byName.get(name)
    if (code) return code
  }
  return undefined
}

import type { CanonicalCode } from './codes'

// The names that operating systems, Node and libuv give to what went wrong, with Linux's numbers, which Python prints.
// Those that mean something else on macOS are left out (61 is "no data" or "connection refused"): their words tell.
const rows: readonly (readonly [name: string, code: CanonicalCode, number?: number])[] = [
  ['EPERM', 'permission_denied', 1],
  ['ENOENT', 'resource_not_found', 2],
  ['ESRCH', 'not_found', 3],
  ['EINTR', 'cancelled', 4],
  ['EIO', 'internal', 5],
  ['ENXIO', 'not_found', 6],
  ['E2BIG', 'invalid_input', 7],
  ['ENOEXEC', 'invalid_input'],
  ['EBADF', 'internal', 9],
  ['ECHILD', 'not_found', 10],
  ['EAGAIN', 'unavailable'],
  ['EWOULDBLOCK', 'unavailable'],
  ['ENOMEM', 'resource_exhausted', 12],
  ['EACCES', 'permission_denied', 13],
  ['EFAULT', 'internal', 14],
  ['EBUSY', 'resource_locked', 16],
  ['EEXIST', 'already_exists', 17],
  ['EXDEV', 'invalid_input', 18],
  ['ENODEV', 'not_found', 19],
  ['ENOTDIR', 'invalid_input', 20],
  ['EISDIR', 'invalid_input', 21],
  ['EINVAL', 'invalid_input', 22],
  ['ENFILE', 'resource_exhausted', 23],
  ['EMFILE', 'resource_exhausted', 24],
  ['ETXTBSY', 'resource_locked', 26],
  ['EFBIG', 'invalid_input', 27],
  ['ENOSPC', 'quota_exceeded', 28],
  ['EROFS', 'permission_denied', 30],
  ['EPIPE', 'network', 32],
  ['EDEADLK', 'resource_locked'],
  ['ENAMETOOLONG', 'invalid_input'],
  ['ENOTEMPTY', 'conflict'],
  ['ELOOP', 'invalid_input'],
  ['EPROTO', 'network'],
  ['EADDRINUSE', 'conflict', 98],
  ['EADDRNOTAVAIL', 'network', 99],
  ['ENETDOWN', 'network', 100],
  ['ENETUNREACH', 'network', 101],
  ['ECONNABORTED', 'network', 103],
  ['ECONNRESET', 'network', 104],
  ['ENOTCONN', 'connection_failed', 107],
  ['ETIMEDOUT', 'timeout', 110],
  ['ESOCKETTIMEDOUT', 'timeout'],
  ['ECONNREFUSED', 'connection_refused', 111],
  ['EHOSTDOWN', 'network', 112],
  ['EHOSTUNREACH', 'network', 113],
  ['EALREADY', 'conflict', 114],
  ['EDQUOT', 'quota_exceeded', 122],
  ['ECANCELED', 'cancelled', 125],
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
  ['ENOTSUP', 'invalid_input', 95],
  ['EOPNOTSUPP', 'invalid_input'],
  ['ENOSYS', 'internal'],
]

// Windows has numbers of its own.
const windowsRows: readonly (readonly [number: number, code: CanonicalCode])[] = [
  [2, 'resource_not_found'],
  [3, 'resource_not_found'],
  [5, 'permission_denied'],
  [32, 'resource_locked'],
  [33, 'resource_locked'],
  [80, 'already_exists'],
  [87, 'invalid_input'],
  [112, 'quota_exceeded'],
  [121, 'timeout'],
  [123, 'invalid_input'],
  [145, 'conflict'],
  [183, 'already_exists'],
  [206, 'invalid_input'],
  [267, 'invalid_input'],
  [1314, 'permission_denied'],
  [10013, 'permission_denied'],
  [10048, 'conflict'],
  [10051, 'network'],
  [10053, 'network'],
  [10054, 'network'],
  [10060, 'timeout'],
  [10061, 'connection_refused'],
  [10065, 'network'],
]

const byName: ReadonlyMap<string, CanonicalCode> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ rows.map(([name, code]) => [name, code] as const),
)
const byNumber: ReadonlyMap<string, CanonicalCode> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ rows.flatMap(([, code, number]) =>
    number === undefined ? [] : [[`Errno ${number}`, code] as const],
  ),
)
const byWindowsNumber: ReadonlyMap<string, CanonicalCode> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ windowsRows.map(([number, code]) => [`WinError ${number}`, code] as const),
)

const names = /\b(?:E[A-Z0-9]{2,14}|EAI_[A-Z]{4,6})\b/g
const numbers = /\[((?:Errno|WinError) -?\d{1,5})\]/

/** What the first errno in a text says, by its name or by the number that Python prints. */
export function codeOfErrno(text: string): CanonicalCode | undefined {
  for (const [name] of text.matchAll(names)) {
    const code = byName.get(name)
    if (code) return code
  }
  const [, number = ''] = numbers.exec(text) ?? []
  // Python has the resolver's own numbers below zero.
  if (number.startsWith('Errno -')) return 'dns_failure'
  return byNumber.get(number) ?? byWindowsNumber.get(number)
}

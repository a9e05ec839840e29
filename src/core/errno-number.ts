import type { CanonicalCode } from './codes'
import { codeOfErrno } from './errno'

// Linux's numbers. Those that mean something else on macOS are left out (61 is "no data" or "connection refused"): their
// words tell.
const linuxRows: readonly (readonly [number: number, name: string])[] = [
  [1, 'EPERM'],
  [2, 'ENOENT'],
  [3, 'ESRCH'],
  [4, 'EINTR'],
  [5, 'EIO'],
  [6, 'ENXIO'],
  [7, 'E2BIG'],
  [9, 'EBADF'],
  [10, 'ECHILD'],
  [12, 'ENOMEM'],
  [13, 'EACCES'],
  [14, 'EFAULT'],
  [16, 'EBUSY'],
  [17, 'EEXIST'],
  [18, 'EXDEV'],
  [19, 'ENODEV'],
  [20, 'ENOTDIR'],
  [21, 'EISDIR'],
  [22, 'EINVAL'],
  [23, 'ENFILE'],
  [24, 'EMFILE'],
  [26, 'ETXTBSY'],
  [27, 'EFBIG'],
  [28, 'ENOSPC'],
  [30, 'EROFS'],
  [32, 'EPIPE'],
  [98, 'EADDRINUSE'],
  [99, 'EADDRNOTAVAIL'],
  [100, 'ENETDOWN'],
  [101, 'ENETUNREACH'],
  [103, 'ECONNABORTED'],
  [104, 'ECONNRESET'],
  [107, 'ENOTCONN'],
  [110, 'ETIMEDOUT'],
  [111, 'ECONNREFUSED'],
  [112, 'EHOSTDOWN'],
  [113, 'EHOSTUNREACH'],
  [114, 'EALREADY'],
  [122, 'EDQUOT'],
  [125, 'ECANCELED'],
  [95, 'ENOTSUP'],
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

const byWindowsNumber: ReadonlyMap<number, CanonicalCode> = /* @__PURE__ */ new Map(windowsRows)

const printed = /\[(Errno|WinError) (-?\d{1,5})\]/

/** What the number says that Python prints of an operating system's error. */
export function codeOfErrnoNumber(text: string): CanonicalCode | undefined {
  const [, system, digits] = printed.exec(text) ?? []
  const number = Number(digits)
  if (system === 'WinError') return byWindowsNumber.get(number)
  // Python has the resolver's own numbers below zero.
  if (number < 0) return 'dns_failure'
  const name = linuxRows.find(([known]) => known === number)?.[1]
  return name === undefined ? undefined : codeOfErrno(name)
}

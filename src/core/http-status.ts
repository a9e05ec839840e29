import type { CanonicalCode } from './codes'

// The registered ones (RFC 9110 and the IANA registry), and those that proxies and providers are known to send. A code
// stands only where a status says by itself what went wrong.
const statuses: readonly (readonly [status: number, phrase: string, code?: CanonicalCode])[] = [
  [400, 'Bad Request', 'invalid_input'],
  [401, 'Unauthorized', 'unauthenticated'],
  [402, 'Payment Required', 'quota_exceeded'],
  [403, 'Forbidden', 'permission_denied'],
  [404, 'Not Found', 'not_found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required', 'unauthenticated'],
  [408, 'Request Timeout', 'timeout'],
  [409, 'Conflict', 'conflict'],
  [410, 'Gone', 'not_found'],
  [411, 'Length Required'],
  [412, 'Precondition Failed', 'conflict'],
  [413, 'Content Too Large', 'invalid_input'],
  [414, 'URI Too Long'],
  [415, 'Unsupported Media Type', 'invalid_input'],
  [416, 'Range Not Satisfiable'],
  [417, 'Expectation Failed'],
  [418, "I'm a Teapot"],
  [421, 'Misdirected Request'],
  [422, 'Unprocessable Content', 'invalid_input'],
  [423, 'Locked', 'resource_locked'],
  [424, 'Failed Dependency'],
  [425, 'Too Early', 'transient'],
  [426, 'Upgrade Required'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests', 'rate_limited'],
  [431, 'Request Header Fields Too Large'],
  [451, 'Unavailable For Legal Reasons', 'permission_denied'],
  [499, 'Client Closed Request', 'cancelled'],
  [500, 'Internal Server Error', 'internal'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway', 'upstream_failed'],
  [503, 'Service Unavailable', 'unavailable'],
  [504, 'Gateway Timeout', 'timeout'],
  [505, 'HTTP Version Not Supported'],
  [506, 'Variant Also Negotiates'],
  [507, 'Insufficient Storage', 'quota_exceeded'],
  [508, 'Loop Detected'],
  [511, 'Network Authentication Required', 'unauthenticated'],
  [520, 'Web Server Returned an Unknown Error', 'upstream_failed'],
  [521, 'Web Server Is Down', 'connection_refused'],
  [522, 'Connection Timed Out', 'connection_timeout'],
  [523, 'Origin Is Unreachable', 'network'],
  [524, 'A Timeout Occurred', 'timeout'],
  [525, 'SSL Handshake Failed', 'tls_failure'],
  [526, 'Invalid SSL Certificate', 'tls_failure'],
  [529, 'Site Is Overloaded', 'busy'],
  [530, 'Site Is Frozen', 'unavailable'],
]

/** The canonical code that a status stands for by itself. */
export function codeOfStatus(status: number): CanonicalCode | undefined {
  return statuses.find(([known]) => known === status)?.[2]
}

/** The canonical code of a status; where it has none of its own, that of its class. Undefined for what is no failure. */
export function codeOfFailure(status: number): CanonicalCode | undefined {
  if (status < 400 || status > 599) return undefined
  return codeOfStatus(status) ?? (status < 500 ? 'invalid_input' : 'internal')
}

/** The reason phrase of a status. */
export function phraseOf(status: number): string | undefined {
  return statuses.find(([known]) => known === status)?.[1]
}

/** Every status with its phrase, in order. */
export const phrases: readonly (readonly [status: number, phrase: string])[] = /* @__PURE__ */ statuses.map(
  ([status, phrase]) => [status, phrase] as const,
)

/** A status in words: `HTTP 503 Service Unavailable`. */
export function nameOfStatus(status: number): string {
  const phrase = phraseOf(status)
  return phrase === undefined ? `HTTP ${status}` : `HTTP ${status} ${phrase}`
}

import { codeOfStatus } from '../core/classify'
import type { CanonicalCode } from '../core/codes'

// The registered ones (RFC 9110 and the IANA registry), and those that proxies and providers are known to send.
// A code stands only where a status has none in the core and its class would mislead.
const wellKnown: readonly (readonly [status: number, phrase: string, code?: CanonicalCode])[] = [
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required', 'unauthenticated'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [411, 'Length Required'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [414, 'URI Too Long'],
  [415, 'Unsupported Media Type'],
  [416, 'Range Not Satisfiable'],
  [417, 'Expectation Failed'],
  [418, "I'm a Teapot"],
  [421, 'Misdirected Request'],
  [422, 'Unprocessable Content'],
  [423, 'Locked'],
  [424, 'Failed Dependency'],
  [425, 'Too Early', 'transient'],
  [426, 'Upgrade Required'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests'],
  [431, 'Request Header Fields Too Large'],
  [451, 'Unavailable For Legal Reasons', 'permission_denied'],
  [499, 'Client Closed Request'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [505, 'HTTP Version Not Supported'],
  [506, 'Variant Also Negotiates'],
  [507, 'Insufficient Storage', 'resource_exhausted'],
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
export function codeOfWellKnown(status: number): CanonicalCode | undefined {
  return codeOfStatus(status) ?? wellKnown.find(([known]) => known === status)?.[2]
}

/** A status in words: `HTTP 503 Service Unavailable`. */
export function nameOfStatus(status: number): string {
  const phrase = wellKnown.find(([known]) => known === status)?.[1]
  return phrase === undefined ? `HTTP ${status}` : `HTTP ${status} ${phrase}`
}

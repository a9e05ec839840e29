import { phrases } from './http-phrase'

const digits = '([45]\\d\\d)'
const withPhrase = /* @__PURE__ */ phrases
  .map(([status, words]) => `\\b${status}[ :,-]{1,3}${words.replace(/[^\w ]/g, '.')}\\b`)
  .join('|')

// Where three digits are an HTTP status, and not a line, a port or an id.
const patterns: readonly RegExp[] = /* @__PURE__ */ [
  `\\bhttps?(?:/\\d(?:\\.\\d)?)?(?: ?error)?(?: ?status)?(?: ?code)?[ :=(]{1,3}${digits}\\b`,
  `\\bhttp ?(?:error|status)(?: code)?[ :=(]{1,3}${digits}\\b`,
  `\\bstatus(?:[ _-]?code)?["']?(?: (?:of|is|was))?[ :=(]{1,3}${digits}\\b`,
  `\\b(?:response|error|server)[ _]code["']?[ :=(]{1,3}${digits}\\b`,
  `\\b(?:returned|responded with|response|replied with|answered with|got|received|failed with|failed:|code:?)(?: an?)?(?: http)?(?: error| status| code)?[ :=(]{1,3}${digits}(?![\\w.%]| (?:bytes|rows|items|files|results|characters|ms|records|lines))`,
  `\\b${digits} (?:client|server) error\\b`,
  `\\bcode E${digits}\\b`,
  `(?:Error|Exception)\\(${digits},`,
  `\\berror occurred \\(${digits}\\)`,
  withPhrase,
].map((source) => new RegExp(source, 'i'))

const longestAddress = 300

/** `https://example.com/orders: 404` */
function statusBehindAddress(text: string): number | undefined {
  for (const { 1: status, index } of text.matchAll(/: ([45]\d\d)\b/g)) {
    const before = text.slice(Math.max(0, index - longestAddress), index)
    if (/\bhttps?:\/\/\S/i.test(before.split(/\s/).at(-1) ?? '')) return Number(status)
  }
  return undefined
}

// Other protocols have such numbers, too, but not all of them.
const leading =
  /^(?:error[: ]{1,2})?[(]?([45]\d\d)(?:$|[):]| [-–] | (?!bytes|rows|items|files|results|of\b|ms\b))/i

const plain: readonly number[] = [400, 401, 402, 403, 404, 405, 408, 409, 410, 422, 429, 502, 503, 504]

/** An HTTP status, and whether the text leaves no doubt that it is one. */
export interface StatusInWords {
  status: number
  isSure: boolean
}

/** The HTTP status that a text speaks of: `HTTP 404`, `status code: 503`, `429 Too Many Requests`. */
export function statusInWords(text: string): StatusInWords | undefined {
  const found = patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  // A phrase stands behind its status.
  if (found) return { status: Number(found[1] ?? found[0].slice(0, 3)), isSure: true }
  const ofAddress = statusBehindAddress(text)
  if (ofAddress !== undefined) return { status: ofAddress, isSure: true }
  const first = leading.exec(text)?.[1]
  return first === undefined ? undefined : { status: Number(first), isSure: plain.includes(Number(first)) }
}

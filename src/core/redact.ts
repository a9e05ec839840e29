import type { CanonicalError } from './canonical-error'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import { readJsonQuietly } from './json-read'
import { writeJson } from './json-write'
import { withoutTraces } from './stack-trace'

/** What stands in place of a secret. */
export const redacted = '[redacted]'

/** Names under which a secret stands, in texts. */
const names =
  'password|passwd|passphrase|pwd|secret(?:[_-]?key)?|api[_-]?key|access[_-]?key|(?:access|auth|refresh|session|security)[_-]?token|accountkey|sharedaccesskey|private[_-]?key|client[_-]?secret'
const named = `\\b([\\w-]{0,40}(?:${names})["']?`

// Each with what is kept of it in front.
const patterns: readonly (readonly [RegExp, string])[] = [
  // Tokens that say whose they are.
  [
    /\b(?:sk|rk|pk)[-_][A-Za-z0-9][\w-]{14,}|\bgh[opsur]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{20,}|\bxox[abeprs]-[\w-]{10,}|\bxapp-[\w-]{10,}|\bA[KS]IA[0-9A-Z]{16}\b|\bAIza[\w-]{35}|\bya29\.[\w-]{10,}|\bnpm_[A-Za-z0-9]{30,}|\bhf_[A-Za-z0-9]{30,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bdop_v1_[0-9a-f]{40,}|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}|\bwhsec_[A-Za-z0-9+/=]{16,}|\bpypi-[\w-]{20,}|\bdckr_(?:pat|oat)_[\w-]{16,}|\blin_api_\w{20,}|\b(?:ntn|secret)_[A-Za-z0-9]{30,}|\bfigd_[\w-]{20,}|\bdapi[0-9a-f]{30,}|\bgsk_\w{20,}|\br8_\w{20,}|\btskey-[\w-]{16,}|\bhv[bsr]\.[\w-]{20,}|\bsq0[a-z]{3}-[\w-]{20,}|\bEAA[A-Za-z0-9]{30,}/g,
    redacted,
  ],
  // JSON web tokens.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.?[\w-]*/g, redacted],
  [
    /\b(Bearer|Token|Basic)(\s{1,4})(?:(?=[^\s\d"',]{0,200}\d)[\w.~+/=:-]{8,}|[\w.~+/=:-]{20,})/gi,
    `$1$2${redacted}`,
  ],
  [
    /\b((?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[A-Za-z]{2,20}\s{1,4})?)[\w.~+/=:-]{6,}/gi,
    `$1${redacted}`,
  ],
  [/\b((?:set-)?cookie:\s{0,4})[^\r\n"]{4,}/gi, `$1${redacted}`],
  // The password in an address; it ends with the last @ before the host.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,128}:)[^\s/"'<>]{1,256}(?=@)/gi, `$1${redacted}`],
  [
    /([?&](?:access_token|api[_-]?key|auth|client_secret|key|password|pwd|secret|sig|signature|token|x-amz-signature)=)[^&\s"'<>]{4,}/gi,
    `$1${redacted}`,
  ],
  // A name and its value: in quotes, or after `=` whatever stands there, after `:` only what no word of a sentence looks
  // like.
  [new RegExp(`${named}\\s{0,4}[:=]\\s{0,4}")[^"\\r\\n]{1,500}(?=")`, 'gi'), `$1${redacted}`],
  [new RegExp(`${named}\\s{0,4}=\\s{0,4}'?)(?!\\[redacted)[^\\s"',;&<>}]{3,}`, 'gi'), `$1${redacted}`],
  [
    new RegExp(
      `${named}(?:\\s{0,4}:\\s{0,4}|>)'?)(?!\\[redacted)(?=[^\\s"',;&<>}]{0,200}[\\d!@#$%^*])[^\\s"',;&<>}]{6,}`,
      'gi',
    ),
    `$1${redacted}`,
  ],
  [
    /\b((?:password|passphrase|secret): )(?!\[redacted|required\b|invalid\b|missing\b|incorrect\b|expected\b|undefined\b|mismatch\b|forbidden\b)[^\s"',;&<>}]{8,}$/gim,
    `$1${redacted}`,
  ],
  [/\b((?:[\w-]{0,40}[_-])?(?:token|pass|session_?id)=)(?!\[redacted)[^\s"',;&<>}]{6,}/gi, `$1${redacted}`],
  [/\b([\w-]{1,40}[_-]token: ?)(?=[^\s"',;&<>}]{0,200}\d)[\w.~+/=-]{8,}/gi, `$1${redacted}`],
  [/\b(token: ?)(?=[^\s"',;&<>}]{0,200}\d)[\w.~+/=-]{16,}/gi, `$1${redacted}`],
  [/((?:^|\s)--?(?:password|token|secret|api-key)[ =])(?!\[redacted)[^\s"']{6,}/gi, `$1${redacted}`],
  [/((?:^|\s)(?:-u|--user)[ =][\w.@-]{1,64}:)(?!\[redacted)[^\s"'/]{4,}/g, `$1${redacted}`],
  [/(\bhooks\.slack\.com\/(?:services|workflows)\/)[\w/-]{10,}/g, `$1${redacted}`],
  [/\b(api key [a-z ]{0,20}: ?)(?=\S{0,200}\d)[\w.~+/=*-]{8,}/gi, `$1${redacted}`],
]

const keyBegins = '-----BEGIN '
const keyEnds = /-----END [A-Z0-9 ]{0,40}-----/g

/** A text without the credentials and stack traces in it. */
export function redactText(text: string): string {
  let clean = withoutKeys(text)
  for (const [pattern, kept] of patterns) clean = clean.replace(pattern, kept)
  return withoutTraces(clean)
}

/** Private keys are taken out from their first line to their last, or to the end of the text where that is missing. */
function withoutKeys(text: string): string {
  let begin = text.indexOf(keyBegins)
  if (begin === -1) return text
  let clean = ''
  let at = 0
  while (begin !== -1) {
    const isKey = /^[A-Z0-9 ]{0,40}PRIVATE KEY/.test(text.slice(begin + keyBegins.length, begin + 80))
    keyEnds.lastIndex = begin
    const end = isKey ? (keyEnds.exec(text) ? keyEnds.lastIndex : text.length) : begin + keyBegins.length
    clean += text.slice(at, begin) + (isKey ? redacted : keyBegins)
    at = end
    begin = text.indexOf(keyBegins, at)
  }
  return clean + text.slice(at)
}

// Members that hold a secret or a trace by their name, in lower case and without - and _.
const secretNames =
  /(?:password|passwd|passphrase|^pwd|^pass|secret|secretkey|securitytoken|apikey|accesskey|privatekey|accesstoken|authtoken|refreshtoken|sessiontoken|idtoken|bearertoken|authorization|credentials?|setcookie|connectionstring)$/
const doubtfulNames = /^(?:token|cookie|auth|key|signature)$/
const traceNames = /^(?:stack|stacktrace|traceback|backtrace|stackframes|excinfo)$/

/** JSON data without the credentials and stack traces in it; the same reference where there are none. */
export function redactJson(value: JsonValue, name = ''): JsonValue {
  const plain = name.toLowerCase().replace(/[-_]/g, '')
  if (traceNames.test(plain) && (typeof value === 'string' || Array.isArray(value))) {
    return value.length === 0 ? value : redacted
  }
  const isSecret = secretNames.test(plain)
  if (typeof value === 'string') {
    const isHidden = isSecret
      ? isToken(value)
      : doubtfulNames.test(plain) && isToken(value) && value.length >= 12
    return isHidden ? redacted : redactString(value)
  }
  if (Array.isArray(value)) {
    const clean = value.map((item) => redactJson(item, name))
    return clean.every((item, i) => item === value[i]) ? value : clean
  }
  if (!isJsonObject(value)) return isSecret && typeof value === 'number' ? redacted : value
  const clean = Object.entries(value).map(([key, inner]) => [key, redactJson(inner, key)] as const)
  return clean.every(([key, inner]) => inner === value[key])
    ? value
    : (Object.fromEntries(clean) as JsonObject)
}

/** JSON that stands in a text is read, so that the names in it count and what is left is JSON again. */
function redactString(text: string): string {
  const value = /^\s*[{[]/.test(text) ? readJsonQuietly(text) : undefined
  if (value === undefined) return redactText(text)
  const clean = redactJson(value)
  return clean === value ? text : writeJson(clean)
}

/** Whether a text is no sentence: what is said of a password is not one. */
function isToken(text: string): boolean {
  return text.trim() !== '' && text.trim().split(/\s+/, 3).length < 3
}

/**
 * An error without the credentials and stack traces in it: tokens and keys of the well-known issuers, passwords in
 * addresses, private keys, and what stands under names such as `authorization`. The same reference where there are none.
 */
export function redact(error: CanonicalError): CanonicalError {
  return redactJson(error as unknown as JsonValue) as unknown as CanonicalError
}

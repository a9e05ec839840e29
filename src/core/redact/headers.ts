import { redacted } from './marks'

const token = '[\\w.~+/=:%-]'
// Behind `Digest` and its like come several names and values.
const parameters = `(?:${token}{1,200}="?[^"\\s,]{0,2000}"?(?:,\\s{0,4}|\\s{1,4}(?=[\\w-]{1,40}=)|(?=$|[\\s"'])))`

/** Each with what is kept of it in front: what stands in the headers of requests, wherever they are quoted. */
export const headers: readonly (readonly [RegExp, string])[] = [
  [
    /\b((?:bearer|token|basic|apikey|api-key|negotiate|ntlm|jwt|splunk|genie-?key|ssws|oauth|access-?token|bot)(?:\s{1,4}|%20|\+)(?:token=)?["']?)(?!\[redacted)(?:(?=[^\s\d"',]{0,200}\d)[\w.~+/=:%-]{8,}|[\w.~+/=:%-]{20,})/gi,
    `$1${redacted}`,
  ],
  [
    /* @__PURE__ */ new RegExp(
      `\\b((?:digest|hawk|oauth|signature|aws4-hmac-sha256|aws4-ecdsa-p256-sha256|googlogin|mac|scram-sha-\\d+|hmac(?:-sha\\d+)?|sharedkey|eg1-hmac-sha256) )${parameters}{1,30}`,
      'gi',
    ),
    `$1${redacted}`,
  ],
  [/\b(aws [A-Z0-9]{16,24}:)[\w+/=]{8,}/gi, `$1${redacted}`],
  [/\b(sharedkey(?:lite)? [\w-]{3,40}:)[\w+/=]{8,}/gi, `$1${redacted}`],
  [
    /\b((?:proxy-|x-)?authorization\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']?(?:(?!\[redacted)[A-Za-z][A-Za-z0-9-]{1,20}\s{1,4})?)(?!(?:bearer|token|basic|header|required|missing|invalid|denied|failed|expired|rejected|error)\b)(?!\[redacted|[A-Za-z][A-Za-z0-9-]{1,30} \[redacted)[\w.~+/=:%-]{6,}/gi,
    `$1${redacted}`,
  ],
  [
    /\b((?:set-)?cookie2?\\{0,8}["']?:\s{0,4}\\{0,8}["']?)(?!\[redacted)(?=[\w!#$%&*+.^`|~-]{1,100}=)[^\r\n"'\\]{4,}/gi,
    `$1${redacted}`,
  ],
]

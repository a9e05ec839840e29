import type { Hidden } from './hide-behind'

// What follows `authorization:` and is no credential.
const notCredentials =
  /^(?:bearer|token|basic|header|required|missing|invalid|denied|failed|expired|rejected|error)(?!\w)/i
const alreadyHidden = /^[A-Za-z][A-Za-z0-9-]{1,30} \[redacted/
const isCredential = (next: string) => !notCredentials.test(next) && !alreadyHidden.test(next)

/** What stands in the headers of requests, wherever they are quoted. */
export const headers: readonly Hidden[] = [
  {
    lead: /\b(?:bearer|token|basic|apikey|api-key|negotiate|ntlm|jwt|splunk|genie-?key|ssws|oauth|access-?token|bot)(?:\s{1,4}|%20|\+)/gi,
    between: /(?:token=)?["']?/iy,
    value: /[\w.~+/=:%-]{8,}/y,
    isSecret: (next) =>
      (/^[\w.~+/=:%-]*/.exec(next)?.[0].length ?? 0) >= 20 || /\d/.test(/^[^\s"',]*/.exec(next)?.[0] ?? ''),
  },
  // Behind `Digest` and its like come several names and values.
  {
    lead: /\b(?:digest|hawk|oauth|signature|aws4-hmac-sha256|aws4-ecdsa-p256-sha256|googlogin|mac|scram-sha-\d{1,3}|hmac(?:-sha\d{1,3})?|sharedkey|eg1-hmac-sha256) /gi,
    value: /(?:[\w.~+/:%-]+="?[^"\s,]*"?(?:,\s{0,4}|\s{1,4}(?=[\w-]+=)|(?=[\s"']|$)))+/y,
  },
  { lead: /\baws [A-Z0-9]{16,24}:/gi, value: /[\w+/=]{8,}/y },
  { lead: /\bsharedkey(?:lite)? [\w-]{3,40}:/gi, value: /[\w+/=]{8,}/y },
  {
    lead: /\bauthorization\\{0,8}["']?\s{0,4}[:=]/gi,
    between: /\s{0,4}\\{0,8}["']?[A-Za-z][A-Za-z0-9-]{1,20}\s{1,4}/y,
    value: /[\w.~+/=:%-]{6,}/y,
    isSecret: isCredential,
  },
  {
    lead: /\bauthorization\\{0,8}["']?\s{0,4}[:=]/gi,
    between: /\s{0,4}\\{0,8}["']?/y,
    value: /[\w.~+/=:%-]{6,}/y,
    isSecret: isCredential,
  },
  {
    lead: /\bcookie2?\\{0,8}["']?:/gi,
    between: /\s{0,4}\\{0,8}["']?/y,
    value: /[^\r\n"'\\]{4,}/y,
    isSecret: (next) => /^[\w!#$%&*+.^`|~-]+=/.test(next),
  },
]

import { isUserAndPassword } from './basic-credentials'

/** Names of members and variables under which secrets stand, in lower case and without what separates their words. */
const secretNames =
  /(?:pass(?:word|wd|wort|phrase|code|wrd)|motdepasse|contrasena|pwd|pswd|secrets?|mnemonic|seedphrase|(?:api|app|application|access|private|secret|secretaccess|signing|sign|encryption|decryption|crypto|cipher|aes|rsa|ssh|pgp|gpg|hmac|jwt|tls|ssl|master|account|storage|shared|sharedaccess|subscription|service|serviceaccount|server|license|auth|session|deploy|integration|ingest|webhook|functions?|consumer|client|root|admin|bot|host|write|device|recovery|license)key(?:s|id)?|(?:access|auth|refresh|session|security|id|bearer|api|app|user|bot|deploy|personalaccess|oauth|service|device|admin|root|private|reset|verification|registration|identity|csrf|xsrf|push|web|sas|login|client|account|bearerauth|jwt|vault|npm|github|gitlab|slack)tokens?|authorization|(?:basic|http|bearer|proxy|redis|client|digest|registry|docker)auth|auth(?:header|string|data)|credentials?|creds|setcookie|(?:amz|goog|sharedaccess)signature|(?:amz|goog)credential|cookies|sess(?:ion)?id|connectionstring|connstr|connectionuri|bearer|jwt|otp|totp|cvv|cvc|(?:recovery|backup|mfa|verification)codes?|samlresponse|samlassertion|keydata|privatepem|keypem|(?:bind|root)pw)$/
/** What may stand behind such a name and leaves it one. */
const tails =
  /(?:\d{1,4}|value|hash|hashed|plain|plaintext|cleartext|text|base64|b64|encrypted|raw|data|old|new|current|previous|confirm|confirmation|confirmed|again|base|string|header|env|pem|primary|secondary)$/
/** Names that speak of something else just as often: what stands under them has to look like a secret. */
const doubtfulNames = /^(?:x?token|cookie|auth|sid|session|credential|key|signature|sig|sas)$/
/** Tokens that mark a place in a list or in time, and open nothing. */
const harmless =
  /(?:page|next|continuation|sync|cancel|cancellation|progress|resume|start|cursor|pagination|delta|scroll|idempotency|first|last|unexpected|invalid|bad|unknown|end|begin|public|partition|sort|primary|foreign|unique|duplicate|tokens)(?:token|key)s?$|^(?:has|is|no|max|min|total|num|count|require|need|reset|forgot|change)(?=pass|secret|token|api|key|cred)/

/** How surely what stands under a name is a secret. */
export type SecretName = 'secret' | 'doubtful'

/** Whether a secret stands under a name; `more` are further names, in the same plain form. */
export function kindOfName(name: string, more: ReadonlySet<string>): SecretName | undefined {
  // Nobody's name is longer, but for what is put before it.
  const plain = plainName(name.slice(-longestName))
  if (more.has(plain)) return 'secret'
  if (harmless.test(plain)) return undefined
  if (secretNames.test(plain) || secretNames.test(plain.replace(tails, ''))) return 'secret'
  const last = /[A-Za-z][a-z]{0,20}$|[A-Z]{1,20}$/.exec(name.slice(-longestName))?.[0].toLowerCase()
  // DB_PASS and dbPass, but not compass; XY_TOKEN and xyToken.
  if (
    /^(?:pass|pw)$/.test(plain) ||
    ((last === 'pass' || last === 'pw' || last === 'token') && plain !== last && isApart(name, last))
  )
    return 'secret'
  return doubtfulNames.test(plain) ? 'doubtful' : undefined
}

const longestName = 100

/** A name in lower case, without what separates its words. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}

/** Whether a word is the last one of a name by a separator or by its first letter. */
function isApart(name: string, word: string): boolean {
  const at = name.length - word.length
  return (
    /[^A-Za-z0-9]/.test(name[at - 1] ?? '') ||
    (/[A-Z]/.test(name[at] ?? '') && /[a-z0-9]/.test(name[at - 1] ?? ''))
  )
}

/** Single words that are said of a secret and are none. */
const states =
  /^(?:required|optional|invalid|valid|missing|incorrect|wrong|expected|unexpected|undefined|null|nil|none|mismatch(?:ed)?|forbidden|expired|empty|blank|weak|short|long|string|text|str|number|integer|boolean|bool|object|array|bytes|true|false|yes|no|unknown|unset|set|rejected|denied|revoked|disabled|enabled|accepted|unauthorized|unauthenticated|failed|failure|error|errors|malformed|header|headers|option|argument|flag|parameter|param|field|value|values|key|name|not|is|was|are|has|must|cannot|should|and|or|for|in|of|from|to|at|with|reset|changed|updated|hidden|masked|redacted|filtered|removed|omitted|secret|password|token|bearer|basic|digest|negotiate|unsupported|supported|ok|n\/a|default|provided|given|exists|duplicate|confirmation|authentication|authorization|credentials?|validation|policy|permission|access|scheme|type|format|grant|session|cookie|refresh|encryption|input)[.!?,:;)]?$/i
/** Words that only sentences have. */
const sentence =
  /(?:^|\s)(?:must|should|shall|is|isn't|are|was|were|be|been|least|most|required|requires?|invalid|missing|incorrect|wrong|expired|than|not|cannot|can't|can|could|contains?|characters?|chars|letters?|digits?|fields?|valid|the|an|of|for|your|you|please|too|expected|received|does|doesn't|don't|do|has|have|needs?|only|string|match(?:es)?|from|with|without|and|or|if|when|because|failed|to|no|ist|nicht|darf|muss|sein|est|pas|doit|être|debe|ser|deve|non|es|requis|requerido|erforderlich)(?=$|[\s.,:;!?])/i
/** What stands where a secret would: a mask, a variable, a word in brackets. */
const placeholder =
  /^(?:\*+|[xX]{3,}|\.{2,}|•+|-+|<[^<>]{0,80}>|\$\{[^{}]{0,80}\}?|\$[A-Z_]{2,80}|\{\{?[\w .-]{0,80}\}?\}|%\(?\w{0,40}\)?s?|\[[A-Za-z ]{0,40}\]|\(?(?:redacted|hidden|masked|filtered)\)?|your[-_ ]?[\w -]{0,40}|\\?["'`]*)$/i

/** Whether a text is said of a secret, or stands for one, and is none. */
export function isSaid(text: string): boolean {
  const said = text.trim()
  if (said === '' || states.test(said)) return true
  if (said.length <= 100 && placeholder.test(said)) return true
  if (/\s/.test(said)) return sentence.test(said.slice(0, 1000))
  // Scripts that need no spaces.
  return /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f。、]{4,}$/.test(said)
}

/** Whether a text is of no language: a long word, one with digits and letters in it, the code of a user and a password. */
export function looksIssued(text: string): boolean {
  if (text.length < 8 || /\s/.test(text.trim())) return false
  if (isUserAndPassword(text)) return true
  return text.split(/[^A-Za-z0-9]+/, mostPieces).some((piece) => {
    return piece.length >= 20 || (piece.length >= 8 && /\d/.test(piece) && /[A-Za-z]/.test(piece))
  })
}

const mostPieces = 100

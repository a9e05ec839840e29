import { redacted } from './marks'

/** Each with what is kept of it in front: secrets that sentences and commands speak of. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  // A key and, some words later, something that is no word.
  [
    /\b((?:(?:api|access|secret|private|account|auth|signing|license|subscription|service)[ _-]?keys?(?: id)?|(?:access|auth|refresh|api|session|security|bearer|id|personal access|bot)[ _-]?tokens?|token|secret|password|passphrase|credentials?|jwt)(?: [a-z]{1,12}(?![\w-])){0,4}:? {0,2}["'`(<[]{0,2})(?!redacted)(?=[A-Za-z_.~+/=-]{0,60}\d)(?=[\d_.~+/=-]{0,60}[A-Za-z])(?![a-z]{1,20}(?:[/.-][a-z]{1,20}){2,20})(?=[\w~+/=-]{0,60}[A-Za-z0-9]{16}|[0-9a-f]{8}-[0-9a-f]{4}-)[\w~+/=-]{16,}/gi,
    `$1${redacted}`,
  ],
  [
    /\b((?:api|access|secret)[ _-]key [a-z ]{0,20}: ?)(?!\[redacted)(?=\S{0,200}\d)[\w.~+/=*-]{8,}/gi,
    `$1${redacted}`,
  ],
  // curl -u, mysql -p, sshpass, docker login, .netrc, SQL, redis.
  [
    /((?:^|\s)(?:-u|--user|--proxy-user|-U)[ =]?["']?[\w.@-]{1,64}:)(?!\[redacted)[^\s"'/]{3,}/g,
    `$1${redacted}`,
  ],
  [
    /(\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|docker|podman|helm|redis-cli|psql|mongo|mongosh|sqlcmd|az|kinit)\b[^\n]{0,200}?\s-[paP] {0,2}["']?)(?!\[redacted)(?=[^\s"'-])(?!\d{1,5}(?:\s|$|:))[^\s"']{3,}/g,
    `$1${redacted}`,
  ],
  [/(\blogin \S{1,100} password )(?!\[redacted)\S{3,}/gi, `$1${redacted}`],
  [
    /(\b(?:identified by|with(?: encrypted)? password|set password(?: for \S{1,100})? ?=?) ?["'])(?!\[redacted)[^"'\n]{1,200}/gi,
    `$1${redacted}`,
  ],
  [
    /(^|\s)((?:AUTH|REQUIREPASS) )(?!\[redacted|failed|required|error|[A-Z]{2,20} )(?=\S{0,100}\d)\S{6,}/g,
    `$1$2${redacted}`,
  ],
  // SAP, LDAP and others that say a user and a password with a slash.
  [/(\bsqlplus (?:-\w+ )?[\w.]{1,64}\/)(?!\[redacted)[^\s@]{3,}/gi, `$1${redacted}`],
]

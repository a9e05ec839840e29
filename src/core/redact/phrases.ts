import type { Hidden } from './hide-behind'
import { isSaid, kindOfName } from './secret-names'

/** Programs that take a password behind -p or -a. */
export const programs =
  /\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|docker|podman|helm|redis-cli|psql|mongo|mongosh|sqlcmd|az|kinit)\b/

/** Secrets that sentences and commands speak of. */
export const phrases: readonly Hidden[] = [
  // A key and, some words later, something that is no word.
  {
    lead: /\b(?:api|access|secret|private|account|auth|signing|license|subscription|service)[ _-]?keys?(?: id)?|\b(?:access|auth|refresh|api|session|security|bearer|id|bot)[ _-]?tokens?|\b(?:token|secret|password|passphrase|credentials?|jwt)/gi,
    between: /(?: [a-z]{1,12}(?![\w-])){0,4}:? {0,2}["'`(<[]{0,2}/iy,
    value: /[\w~+/=-]{16,}/y,
    isSecret: isRandom,
  },
  {
    lead: /\b(?:api|access|secret)[ _-]key /gi,
    between: /[a-z ]{0,20}: ?/iy,
    value: /[\w.~+/=*-]{8,}/y,
    isSecret: (next) => /^\D*\d/.test(/^\S*/.exec(next)?.[0] ?? ''),
  },
  // curl -u, mysql -p, sshpass, docker login, .netrc, SQL, redis.
  {
    lead: /(?<![^\s"'])(?:-u|--user|--proxy-user|-U)(?:["'], {0,2}|[ =])?["']?/g,
    between: /[\w.@-]{1,64}:/y,
    value: /[^\s"'/]{3,}/y,
  },
  {
    lead: /[\s"']-[paP] {0,2}["']?/g,
    value: /[^\s"'-][^\s"']{2,}/y,
    isSecret: (next, before) =>
      !/^\d{1,5}(?:[\s:]|$)/.test(next) && programs.test(before.slice(before.lastIndexOf('\n') + 1)),
  },
  {
    lead: / password /gi,
    value: /\S{3,}/y,
    isSecret: (_, before) => /\blogin \S+ password $/i.test(before),
  },
  {
    lead: /\bidentified by ?["']|\bwith(?: encrypted)? password ?["']|\bset password(?: for \S+)? ?=? ?["']/gi,
    value: /[^"'\n]{1,200}/y,
  },
  {
    lead: /(?<!\S)(?:AUTH|REQUIREPASS) /g,
    value: /\S{6,}/y,
    isSecret: (next) =>
      !/^(?:failed|required|error|[A-Z]{2,20} )/.test(next) && /\d/.test(/^\S*/.exec(next)?.[0] ?? ''),
  },
  // Types that hold a secret, as Rust and Python show them; most show stars.
  {
    lead: /\b(?:Secret(?:Str|String|Bytes|Value|Box|Vec)?|Password)\(b?["']/g,
    value: /[^"'\n]{1,200}/y,
    isSecret: (next) => !isSaid(/^[^"'\n]*/.exec(next)?.[0] ?? ''),
  },
  // What Pydantic says of a field, below the name of it.
  {
    lead: /\binput_value=/g,
    value: /(?:(?!, input_type=)[^\n]){1,256}/y,
    isSecret: (next, before) => {
      const [, field = ''] = /(?:^|\n|\\n)([\w.-]{1,100})(?:\n|\\n)[ \t]{1,8}[^\n]{0,200}$/.exec(before) ?? []
      return !/^[[{]/.test(next) && kindOfName(field, new Set()) === 'secret'
    },
  },
  // SAP, LDAP and others that say a user and a password with a slash.
  { lead: /\bsqlplus (?:-\w+ )?[\w.]+\//gi, value: /[^\s@]{3,}/y },
]

/** Whether what follows has digits and letters, is long without a break, and is no list of words. */
function isRandom(next: string): boolean {
  const [word = ''] = /^[\w~+/=-]*/.exec(next.slice(0, 80)) ?? []
  if (!/\d/.test(word) || !/[A-Za-z]/.test(word) || word.startsWith('redacted')) return false
  if (/^[a-z]+[/.-][a-z]+[/.-][a-z]/i.test(next)) return false
  return word.split(/[^A-Za-z0-9]/).some((piece) => piece.length >= 16) || isUuid(word)
}

function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(word)
}

import { redacted } from './marks'
import { isSaid, kindOfName, looksIssued } from './secret-names'

// Words that belong to the name behind them: `api key`, `client secret`.
const qualifiers =
  /(?:(?:api|access|secret|private|client|auth|authentication|account|session|bearer|signing|encryption|shared|refresh|security|database|db|master|personal|service|connection|user|admin|root|bot|app|set|security) ){1,2}/
const quote = /\\{0,16}["'`]|&(?:quot|apos|#34|#39|#x27|#x22);/
// A name, with what closes it where it stands in quotes or brackets, and what stands between it and its value.
const nameAndSeparator = /* @__PURE__ */ new RegExp(
  `(?<![\\w$.-])(?:${qualifiers.source})?([\\w$.-]+)(?:${quote.source})?\\]?[ \\t]{0,8}(?:(=>|:=|={1,3}|:|%3D|%3A)[ \\t]{0,8}|([ \\t](?:is|was)[ \\t]|[ \\t]{1,4}))`,
  'gi',
)
const mayBeName = /pass|pwd|secret|token|key|cred|auth/i
const opening = /* @__PURE__ */ new RegExp(`"""|'''|[bu]?(?:${quote.source})`, 'y')
// An element and what stands in it, also where its brackets are escaped.
const element =
  /(?:<|&lt;)([\w:.-]{2,100})(?:\s[^<>]{0,200})?(?:>|&gt;)\s{0,8}(?:<!\[CDATA\[)?([^<>&[\]\s][^<>\]]{0,4000}?)(?=\]\]>|<|&lt;|$)/g
// A name in one attribute or member, and the value in the next.
const nameThenValue =
  /(?<!\w)(?:name|key|id|header|field|variable|param|parameter)\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']([\w.$ -]{2,100})\\{0,8}["'],?\s{1,4}\\{0,8}["']?(?:value|val|content|default)\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']/gi

/** A text without the values that stand behind the names of secrets, however they are written. */
export function withoutNamedValues(text: string, more: ReadonlySet<string>): string {
  return withoutPairs(withoutElements(withoutAssigned(text, more), more), more)
}

function withoutAssigned(text: string, more: ReadonlySet<string>): string {
  let clean = ''
  let at = 0
  nameAndSeparator.lastIndex = 0
  for (let found = nameAndSeparator.exec(text); found !== null; found = nameAndSeparator.exec(text)) {
    const [all, word = '', separator] = found
    // Behind a name without a sign, the next word may be the name.
    if (separator === undefined) nameAndSeparator.lastIndex = found.index + all.trimEnd().length
    const start = found.index + all.length
    const isOption = separator === undefined && word.startsWith('-')
    if (separator === undefined && !mayBeName.test(word)) continue
    const kind = kindOfName(all.slice(0, all.lastIndexOf(word) + word.length), more)
    if (!kind) continue
    const value = valueAt(text, start, separator !== undefined && /[=D]$/.test(separator))
    if (!value) continue
    const assignment: Assignment = {
      kind,
      separator,
      isOption,
      inUrl: /[?&]/.test(text[found.index - 1] ?? ''),
      isLast: endsLine(text, value.end),
      isWord: /pass\w{0,10}|pwd|secret/i.test(word),
    }
    if (!isHidden(value, assignment)) continue
    clean += text.slice(at, value.start) + redacted
    at = value.end
    nameAndSeparator.lastIndex = at
  }
  return at === 0 ? text : clean + text.slice(at)
}

/** Where a value stands, without its quotes. */
interface Value {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
}

/** How a value came to its name. */
interface Assignment {
  readonly kind: 'secret' | 'doubtful'
  readonly separator: string | undefined
  readonly isOption: boolean
  readonly inUrl: boolean
  /** Whether nothing follows on the line. */
  readonly isLast: boolean
  /** Whether people choose such secrets, so that it may be a word. */
  readonly isWord: boolean
}

function isHidden(value: Value, { kind, separator, isOption, inUrl, isLast, isWord }: Assignment): boolean {
  const { text, isQuoted } = value
  if (text.startsWith(redacted) || isSaid(text)) return false
  if (kind === 'doubtful')
    return (separator !== undefined || isOption) && (inUrl ? text.length >= 4 : looksIssued(text))
  // No word of a sentence is as long.
  if (isQuoted || text.length > 200) return true
  // Without any sign, or with a colon, it may be a sentence that goes on.
  const isOdd = /[\d!@#$%^*+]/.test(text) && text.length >= 6
  if (separator === undefined)
    return isOption
      ? text.length >= 4
      : isOdd && /[A-Za-z]/.test(text) && /\d/.test(text) && !text.includes('/')
  if (/[=D]$|>$/.test(separator)) return text.length >= 3
  return isOdd || (isLast && isWord && text.length >= 6)
}

/** The value that begins at a place: to the end of its quotes, or to what cannot be of it. */
function valueAt(text: string, start: number, isAssigned: boolean): Value | undefined {
  if (text.startsWith(redacted, start)) return undefined
  opening.lastIndex = start
  const quoted = opening.exec(text)
  if (quoted) {
    const from = opening.lastIndex
    const end = closingOf(text, from, quoted[0].replace(/^[bu](?=.)/, ''))
    return { text: text.slice(from, end), start: from, end, isQuoted: true }
  }
  const first = text[start]
  if (first === '[' || first === '(') {
    const end = endOfBare(text, start + 1, isAssigned)
    return { text: text.slice(start + 1, end), start: start + 1, end, isQuoted: false }
  }
  const end = endOfBare(text, start, isAssigned)
  return end === start ? undefined : { text: text.slice(start, end), start, end, isQuoted: false }
}

/**
 * Where the quote that was opened is closed: by one with as many backslashes before it, on the same line; else the value
 * goes to the end of the line.
 */
function closingOf(text: string, from: number, quote: string): number {
  const before = quote.startsWith('\\') ? quote.slice(0, -1) : ''
  let at = text.indexOf(quote, from)
  // One with more backslashes is of the value.
  while (at !== -1 && text[at - 1] === '\\' && !(before === '' && isEven(text, at)))
    at = text.indexOf(quote, at + 1)
  const end = at === -1 ? text.length : at
  const line = text.slice(from, end).indexOf('\n')
  return line === -1 ? end : from + line
}

/** Whether the backslashes before a place are themselves escaped. */
function isEven(text: string, at: number): boolean {
  let count = 0
  while (count < 16 && text[at - 1 - count] === '\\') count++
  return count % 2 === 0
}

const stop = /[\s"'`<>]|\\[nrt"']|%26|[,;&](?=$|[\s"'\\]|[\w .%-]{1,40}=)|[)}\]](?=$|[\s"'`,;.:)}\]\\])/g

/** Where a value without quotes ends. Signs that it may hold end it only where something follows that is not of it. */
function endOfBare(text: string, from: number, isAssigned: boolean): number {
  stop.lastIndex = from
  const end = stop.exec(text)?.index ?? text.length
  // The end of a sentence.
  const trimmed = /[.,;:!?]$/.test(text.slice(end - 1, end)) && !isAssigned ? end - 1 : end
  return Math.max(trimmed, from)
}

function endsLine(text: string, end: number): boolean {
  return /^[.,;!)\]}"']{0,4}[ \t\r]{0,8}(?:\n|$)/.test(text.slice(end, end + 20))
}

function withoutElements(text: string, more: ReadonlySet<string>): string {
  if (!/[<;]/.test(text)) return text
  return text.replace(element, (all, name: string, value: string) => {
    const kind = kindOfName(name.replace(/^.{0,80}:/, ''), more)
    const isKept =
      !kind || value.startsWith(redacted) || isSaid(value) || (kind === 'doubtful' && !looksIssued(value))
    return isKept ? all : all.slice(0, all.length - value.length) + redacted
  })
}

function withoutPairs(text: string, more: ReadonlySet<string>): string {
  let clean = ''
  let at = 0
  nameThenValue.lastIndex = 0
  for (let found = nameThenValue.exec(text); found !== null; found = nameThenValue.exec(text)) {
    const [all, name = ''] = found
    const kind = kindOfName(name, more)
    if (!kind) continue
    const start = nameThenValue.lastIndex
    const end = closingOf(text, start, /\\{0,8}["']$/.exec(all)?.[0] ?? '"')
    const value = text.slice(start, end)
    if (value.startsWith(redacted) || isSaid(value) || (kind === 'doubtful' && !looksIssued(value))) continue
    clean += text.slice(at, start) + redacted
    at = end
    nameThenValue.lastIndex = end
  }
  return at === 0 ? text : clean + text.slice(at)
}

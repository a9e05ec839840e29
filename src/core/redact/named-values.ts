import { redacted } from './marks'
import { isSaid, kindOfName, looksIssued, type SecretName } from './secret-names'

// Words that belong to the name behind them: `api key`, `client secret`.
const qualifiers =
  /(?:(?:api|access|secret|private|client|auth|authentication|account|session|bearer|signing|encryption|shared|refresh|security|database|db|master|personal|service|connection|user|admin|root|bot|app|set) ){1,2}/iy
const names = /(?<![\w$.-])[\w$.-]+/g
const nameHere = /[\w$.-]+/y
// What closes a name where it stands in quotes or brackets, and what stands between it and its value.
const closing = /\\{0,16}["'`]\]?|&(?:quot|apos|#34|#39|#x27|#x22);\]?|\]/y
const sign = /[ \t]{0,8}(=>|:=|={1,3}|:|%3D|%3A)[ \t]{0,8}/iy
const noSign = /[ \t]{1,9}(?:(?:is|was)[ \t])?/iy
const mayBeName = /pass|pwd|secret|token|key|cred|auth|(?:bind|root)pw/i
// A type around it, as Rust and Python show one: `Some("…")`.
const wrapping = /[A-Za-z_][\w:.]{0,40}\((?=b?["'])/y
const opening = /"""|'''|[bu]?\\{0,16}["'`]|[bu]?&(?:quot|apos|#34|#39|#x27|#x22);/y
// ODBC puts a value into braces, and writes one that is of the value twice.
const braced = /\{((?:[^}\n"'`]|\}\}){0,200})\}(?=$|[;\s"'`)])/y
// An element, also where its brackets are escaped; the end of its tag; and what ends or breaks the text in it.
const element = /(?:<|&lt;)([\w:.-]+)/g
const endOfTag = /(?:\s(?:[^<>&]|&(?![lg]t;))*)?(?:>|&gt;)\s{0,8}(?:<!\[CDATA\[)?(?=[^<>&[\]\s])/y
const endOfText = /[<>]|&lt;|\]/g
// A name in one attribute or member, and the value in the next.
const nameFirst =
  /(?<!\w)(?:name|key|id|header|field|variable|param|parameter)\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']/gi
const nameInQuotes = /([\w.$ -]{2,100})\\{0,8}["'],?\s{1,4}/y
const thenValue = /\\{0,8}["']?(?:value|val|content|default)\\{0,8}["']?\s{0,4}[:=]\s{0,4}(\\{0,8}["'])/iy

// A name and its value, of a pair in Python, or of an option that stands among the arguments of a program.
const firstOfTwo = /(?:\(\\{0,8}["']|\\{0,8}["']-)/g
const nameThenComma = /(-?[A-Za-z][\w.-]{1,60})\\{0,8}["'],\s{0,4}b?(\\{0,8}["'])/y

/** A text without the values that stand behind the names of secrets, however they are written. */
export function withoutNamedValues(text: string, more: ReadonlySet<string>): string {
  const clean = withoutElements(withoutAssigned(text, more), more)
  return withoutTuples(withoutPairs(clean, more), more)
}

function withoutAssigned(text: string, more: ReadonlySet<string>): string {
  let clean = ''
  let at = 0
  names.lastIndex = 0
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    const named = nameAt(text, found.index)
    if (!named) continue
    const { name, word, separator, end } = named
    names.lastIndex = end
    // Behind a name without a sign, the next word may be the name.
    if (separator === undefined) names.lastIndex = found.index + text.slice(found.index, end).trimEnd().length
    const isOption = separator === undefined && word.startsWith('-')
    if (separator === undefined && !mayBeName.test(word)) continue
    const kind = kindOfName(name, more)
    if (!kind) continue
    const value = valueAt(text, end, separator !== undefined && /[=D]$/.test(separator))
    if (!value) continue
    const assignment: Assignment = {
      kind,
      separator,
      isOption,
      inUrl: /[?&]/.test(text[found.index - 1] ?? ''),
      isLast: endsLine(text, value.end),
      isWord: /pass|pwd|secret/i.test(word),
    }
    if (!isHidden(value, assignment)) continue
    clean += text.slice(at, value.start) + redacted
    at = value.end
    names.lastIndex = at
  }
  return at === 0 ? text : clean + text.slice(at)
}

/** A name, and where the value behind it begins. */
interface Named {
  /** With the words that belong to it. */
  readonly name: string
  readonly word: string
  readonly separator: string | undefined
  readonly end: number
}

/** The name that begins at a place, with as many of the words that may belong to it as leave one. */
function nameAt(text: string, start: number): Named | undefined {
  const qualified = matchAt(qualifiers, text, start)?.[0] ?? ''
  const first = qualified.slice(0, qualified.indexOf(' ') + 1)
  for (const before of new Set([qualified, first, ''])) {
    const from = start + before.length
    const word = matchAt(nameHere, text, from)?.[0]
    if (word === undefined) continue
    const closed = from + word.length + (matchAt(closing, text, from + word.length)?.[0].length ?? 0)
    const between = matchAt(sign, text, closed) ?? matchAt(noSign, text, closed)
    if (between) return { name: before + word, word, separator: between[1], end: closed + between[0].length }
  }
  return undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
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
  readonly kind: SecretName
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
  const within = matchAt(wrapping, text, start) ? wrapping.lastIndex : start
  const quoted = matchAt(opening, text, within)
  if (quoted) {
    const from = opening.lastIndex
    const end = closingOf(text, from, quoted[0].replace(/^[bu](?=.)/, ''))
    return { text: text.slice(from, end), start: from, end, isQuoted: true }
  }
  const inBraces = isAssigned ? matchAt(braced, text, start)?.[1] : undefined
  if (inBraces !== undefined)
    return { text: inBraces, start: start + 1, end: start + 1 + inBraces.length, isQuoted: true }
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
  for (;;) {
    if (at !== -1 && text[at - 1] === '\\' && !(before === '' && isEven(text, at)))
      at = text.indexOf(quote, at + 1)
    // Where SQL was written, one that is there twice is of the value, too.
    else if (at > from && quote.length === 1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2)
    else break
  }
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
  // A mark that something was taken out is of the value as a whole.
  const marked = text.startsWith(redacted, trimmed + 1 - redacted.length) ? trimmed + 1 : trimmed
  return Math.max(marked, from)
}

function endsLine(text: string, end: number): boolean {
  return /^[.,;!)\]}"']{0,4}[ \t\r]{0,8}(?:\n|\\{1,8}[nr]|$)/.test(text.slice(end, end + 20))
}

function withoutElements(text: string, more: ReadonlySet<string>): string {
  if (!/[<;]/.test(text)) return text
  let clean = ''
  let at = 0
  element.lastIndex = 0
  for (let found = element.exec(text); found !== null; found = element.exec(text)) {
    const name = found[1] ?? ''
    const kind = kindOfName(name.slice(name.lastIndexOf(':') + 1), more)
    if (!kind || !matchAt(endOfTag, text, element.lastIndex)) continue
    const start = endOfTag.lastIndex
    const stopped = matchAt(endOfText, text, start)
    const end = stopped?.index ?? text.length
    element.lastIndex = end
    if (stopped && !/^(?:<|&lt;|\]\]>)/.test(text.slice(end, end + 4))) continue
    if (isKept(text.slice(start, end), kind)) continue
    clean += text.slice(at, start) + redacted
    at = end
  }
  return at === 0 ? text : clean + text.slice(at)
}

/** Whether what stands under a name is no secret after all. */
function isKept(value: string, kind: SecretName): boolean {
  return value.startsWith(redacted) || isSaid(value) || (kind === 'doubtful' && !looksIssued(value))
}

/** Where a secret stands in a text. */
interface Span {
  readonly start: number
  readonly end: number
}

/** A text without the secrets that stand behind what an expression finds. */
function hideBehindEach(
  text: string,
  beginning: RegExp,
  secretAt: (found: RegExpExecArray, from: number) => Span | undefined,
): string {
  let clean = ''
  let at = 0
  beginning.lastIndex = 0
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const secret = secretAt(found, beginning.lastIndex)
    if (!secret) continue
    clean += text.slice(at, secret.start) + redacted
    at = secret.end
    beginning.lastIndex = secret.end
  }
  return at === 0 ? text : clean + text.slice(at)
}

function withoutPairs(text: string, more: ReadonlySet<string>): string {
  return hideBehindEach(text, nameFirst, (_, from) => {
    const named = matchAt(nameInQuotes, text, from)
    const valued = named && matchAt(thenValue, text, nameInQuotes.lastIndex)
    const kind = valued && kindOfName(named[1] ?? '', more)
    if (!kind) return undefined
    const start = thenValue.lastIndex
    const end = closingOf(text, start, valued[1] ?? '"')
    return isKept(text.slice(start, end), kind) ? undefined : { start, end }
  })
}

function withoutTuples(text: string, more: ReadonlySet<string>): string {
  return hideBehindEach(text, firstOfTwo, (found, from) => {
    const named = matchAt(nameThenComma, text, from)
    const kind = named && kindOfName(named[1] ?? '', more)
    if (!kind) return undefined
    const start = nameThenComma.lastIndex
    const end = closingOf(text, start, named[2] ?? '"')
    const value = text.slice(start, end)
    const isOption = found[0].endsWith('-')
    const isOther = isOption ? value.startsWith('-') : !isLoneValue(text, value, end)
    return isKept(value, kind) || isOther ? undefined : { start, end }
  })
}

/** Whether a value is the last of two and not one more name. */
function isLoneValue(text: string, value: string, end: number): boolean {
  return /[\d!@#$%^*+]/.test(value) && value.length >= 6 && /^\\{0,8}["']\)/.test(text.slice(end, end + 10))
}

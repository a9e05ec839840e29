import { bitsOfNames } from './repeated-members'
import { anyText, mayBe } from './text-scan'

/**
 * Where the JSON value ends that begins at a place, without anything being made of it; `mayBe` where it is none, deeper than
 * is looked here, or has an object with two members of one name that means something to somebody.
 */
export function endOfValue(bytes: Buffer, start: number): number {
  // Of each open bracket that of a list, or which of the names its object has had.
  const open: number[] = []
  let at = behindSpace(bytes, start)
  for (;;) {
    const char = bytes[at]
    if (char === openBrace || char === openBracket) {
      if (open.length === deepest) return mayBe
      const inner = behindSpace(bytes, at + 1)
      open.push(char === openBrace ? 0 : list)
      if (bytes[inner] !== (char === openBrace ? closeBrace : closeBracket)) {
        at = char === openBrace ? behindName(bytes, inner, open) : inner
        if (at === mayBe) return mayBe
        continue
      }
      at = inner
    } else {
      at = char === quote ? endOfString(bytes, at) : endOfWord(bytes, at)
      if (at === mayBe) return mayBe
      if (open.length === 0) return at
      at = behindSpace(bytes, at)
    }
    // Behind a value, or at the bracket that closes an empty one.
    for (;;) {
      const inList = open[open.length - 1] === list
      if (bytes[at] === comma) {
        const next = behindSpace(bytes, at + 1)
        at = inList ? next : behindName(bytes, next, open)
        if (at === mayBe) return mayBe
        break
      }
      if (bytes[at] !== (inList ? closeBracket : closeBrace)) return mayBe
      open.pop()
      if (open.length === 0) return at + 1
      at = behindSpace(bytes, at + 1)
    }
  }
}

/** Where the value of a member begins whose name begins at a place. */
function behindName(bytes: Buffer, start: number, open: number[]): number {
  if (bytes[start] !== quote) return mayBe
  const end = endOfString(bytes, start)
  if (end === mayBe) return mayBe
  const bit = bitOf(bytes, start + 1, end - 1)
  const seen = open[open.length - 1] as number
  if ((seen & bit) !== 0) return mayBe
  open[open.length - 1] = seen | bit
  const at = behindSpace(bytes, end)
  return bytes[at] === colon ? behindSpace(bytes, at + 1) : mayBe
}

/** The bit of a name that means something. */
function bitOf(bytes: Buffer, start: number, end: number): number {
  const length = end - start
  if (length <= longestEscaped && hasEscape(bytes, start, end))
    return bitsOfNames.get(JSON.parse(bytes.toString('latin1', start - 1, end + 1))) ?? 0
  // Nearly every name begins with another character, or has another length.
  if (length > longestName || isLikeName[length * 256 + (bytes[start] as number)] !== 1) return 0
  return bitsOfNames.get(bytes.toString('latin1', start, end)) ?? 0
}

function hasEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === backslash) return true
  return false
}

/** What stands behind a string that begins with the quote at a place. Most are short and plain. */
export function endOfString(bytes: Buffer, start: number): number {
  const near = Math.min(start + 1 + short, bytes.length)
  let at = start + 1
  while (at < near && isPlain[bytes[at] as number] === 1) at++
  if (bytes[at] === quote) return at + 1
  const end = anyText(bytes, start + 1, at)
  return end === mayBe ? mayBe : end + 1
}

/** Where a number, or one of the three words of JSON, ends. Most are integers. */
function endOfWord(bytes: Buffer, start: number): number {
  let at = start
  while (isDigit[bytes[at] as number] === 1) at++
  const isInteger = at > start && (bytes[start] !== zero || at === start + 1)
  if (isInteger && isOfWord[bytes[at] as number] !== 1) return at
  at = start
  while (at < start + longestWord && isOfWord[bytes[at] as number] === 1) at++
  return word.test(bytes.toString('latin1', start, at)) ? at : mayBe
}

function behindSpace(bytes: Buffer, start: number): number {
  let at = start
  while (isSpace[bytes[at] as number] === 1) at++
  return at
}

/** What is deeper is looked at with more care. */
const deepest = 256
const list = -1
const backslash = 0x5c
const meaningful = [...bitsOfNames.keys()]
const longestName = Math.max(...meaningful.map(({ length }) => length))
const longestEscaped = 6 * longestName
/** By the length of a name and its first character. */
const isLikeName = new Uint8Array((longestName + 1) * 256)
for (const name of meaningful) isLikeName[name.length * 256 + name.charCodeAt(0)] = 1
const short = 64
const longestWord = 64
const zero = 0x30
const word = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/
const [quote, openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [...'"{}[],:'].map((char) =>
  char.charCodeAt(0),
)
const isSpace = tableOf(' \t\r\n')
const isDigit = tableOf('0123456789')
const isOfWord = tableOf('+-.0123456789eEtrufalsn')
/** What stands in a string as it is; other bytes are those of UTF-8, which is looked at as a whole. */
const isPlain = new Uint8Array(256).fill(1, 0x20)
for (const char of '"\\') isPlain[char.charCodeAt(0)] = 0

function tableOf(chars: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const char of chars) table[char.charCodeAt(0)] = 1
  return table
}

import { anyText, mayBe } from './text-scan'

/**
 * Where the JSON value ends that begins at a place, without anything being made of it; `mayBe` where it is none, or deeper
 * than is looked here.
 */
export function endOfValue(bytes: Buffer, start: number): number {
  // Which of the open brackets are those of objects.
  const isObject: boolean[] = []
  let at = behindSpace(bytes, start)
  for (;;) {
    const char = bytes[at]
    if (char === openBrace || char === openBracket) {
      if (isObject.length === deepest) return mayBe
      const inner = behindSpace(bytes, at + 1)
      isObject.push(char === openBrace)
      if (bytes[inner] !== (char === openBrace ? closeBrace : closeBracket)) {
        at = char === openBrace ? behindName(bytes, inner) : inner
        if (at === mayBe) return mayBe
        continue
      }
      at = inner
    } else {
      at = char === quote ? endOfString(bytes, at) : endOfWord(bytes, at)
      if (at === mayBe) return mayBe
      if (isObject.length === 0) return at
      at = behindSpace(bytes, at)
    }
    // Behind a value, or at the bracket that closes an empty one.
    for (;;) {
      const inObject = isObject[isObject.length - 1]
      if (bytes[at] === comma) {
        const next = behindSpace(bytes, at + 1)
        at = inObject ? behindName(bytes, next) : next
        if (at === mayBe) return mayBe
        break
      }
      if (bytes[at] !== (inObject ? closeBrace : closeBracket)) return mayBe
      isObject.pop()
      if (isObject.length === 0) return at + 1
      at = behindSpace(bytes, at + 1)
    }
  }
}

/** Where the value of a member begins whose name begins at a place. */
function behindName(bytes: Buffer, start: number): number {
  if (bytes[start] !== quote) return mayBe
  const end = endOfString(bytes, start)
  if (end === mayBe) return mayBe
  const at = behindSpace(bytes, end)
  return bytes[at] === colon ? behindSpace(bytes, at + 1) : mayBe
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

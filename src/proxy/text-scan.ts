import type { TellingNames } from '../core/telling-names'

/** Says of the text of a block that begins at a place: where its closing quote stands, or `mayBe`. */
export type TextScan = (bytes: Buffer, start: number) => number

/** The text may be an error, or is not JSON: somebody has to read it. */
export const mayBe = -1

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma, colon, letterU, space] = [
  ...'"\\{}[],:u ',
].map((char) => char.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

// What is more than one character of a string: its end, an escape, and what JSON does not allow in it.
const endsRun = new Uint8Array(256)
for (let char = 0; char < space; char++) endsRun[char] = 1
endsRun[quote] = 1
endsRun[backslash] = 1

/** The end of a text, whatever it says. */
export const anyText: TextScan = (bytes, start) => {
  let at = start
  for (;;) {
    while (endsRun[bytes[at] as number] === 0) at++
    if (bytes[at] === quote) return at
    if (bytes[at] !== backslash) return mayBe
    at = escapeEnd(bytes, at)
    if (at === mayBe) return mayBe
  }
}

// What the escape of a character is followed by, and what one of a character with a meaning in JSON would stand for.
const simpleEscapes = new Uint8Array(256)
for (const char of '"\\/bfnrt') simpleEscapes[char.charCodeAt(0)] = 1
const isHex = new Uint8Array(256)
for (const char of '0123456789abcdefABCDEF') isHex[char.charCodeAt(0)] = 1
const meant: readonly number[] = [
  quote,
  backslash,
  openBrace,
  closeBrace,
  openBracket,
  closeBracket,
  comma,
  colon,
]
const lengthOfCode = 6

/** The place behind an escape. One that nobody needs to write so may be there to hide something. */
function escapeEnd(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1] as number
  if (simpleEscapes[kind] === 1) return at + 2
  if (kind !== letterU) return mayBe
  for (let i = 2; i < lengthOfCode; i++) if (isHex[bytes[at + i] as number] !== 1) return mayBe
  const code = Number.parseInt(bytes.toString('latin1', at + 2, at + lengthOfCode), 16)
  return meant.includes(code) ? mayBe : at + lengthOfCode
}

/**
 * The end of a text that is no error by what it begins with: words, or a JSON document without any of the names that tell
 * one. No part of it is copied, and each byte is looked at once.
 */
export function errorFreeText({ ofObjects, ofEntries }: TellingNames): TextScan {
  return (bytes, start) => {
    const first = bytes[start] as number
    if (first === openBrace) return objectEnd(bytes, start, ofObjects)
    if (first === openBracket) {
      return bytes[start + 1] === openBrace ? objectEnd(bytes, start + 1, ofEntries) : mayBe
    }
    // White space, also that of other scripts, may stand before anything; a quote or markup may be an error's.
    if (first === quote) return start
    return first > space && first < 0x80 && first !== backslash && first !== lessThan
      ? anyText(bytes, start)
      : mayBe
  }
}

const lessThan = '<'.charCodeAt(0)

/** The end of a text in which an object stands whose names are to be looked at. */
function objectEnd(bytes: Buffer, start: number, names: ReadonlySet<string>): number {
  let depth = 0
  let isName = false
  let at = start
  for (;;) {
    const char = bytes[at] as number
    if (char === backslash) {
      if (bytes[at + 1] === quote) {
        const end = innerStringEnd(bytes, at + 2)
        if (end < 0) return end === unclosed ? anyText(bytes, at + 2) : mayBe
        if (isName && depth === 1) {
          const name = bytes.toString('latin1', at + 2, end - 2)
          if (name.includes('\\') || names.has(name)) return mayBe
          isName = false
        }
        at = end
      } else {
        at = escapeEnd(bytes, at)
        if (at === mayBe) return mayBe
      }
      continue
    }
    if (char === openBrace || char === openBracket) {
      if (++depth === 1) isName = true
    } else if (char === closeBrace || char === closeBracket) {
      if (--depth === 0) return anyText(bytes, at + 1)
    } else if (char === comma) {
      if (depth === 1) isName = true
    } else if (char === quote) {
      return at
    } else if (!(char >= space)) {
      return mayBe
    }
    at++
  }
}

const unclosed = -2

/** The place behind the quote that closes a string of a document in a text, where it is written `\"`. */
function innerStringEnd(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    while (endsRun[bytes[at] as number] === 0) at++
    if (bytes[at] === quote) return unclosed
    if (bytes[at] !== backslash) return mayBe
    const kind = bytes[at + 1]
    if (kind === quote) return at + 2
    const isInnerEscape = kind === backslash
    at = escapeEnd(bytes, at)
    if (at === mayBe) return mayBe
    // A backslash of the document: what it escapes may be written with one, too.
    if (isInnerEscape && bytes[at] === backslash) at = escapeEnd(bytes, at)
    if (at === mayBe) return mayBe
  }
}

import type { TellingNames } from '../core/telling-names'

/** Says of the text of a block that begins at a place: where its closing quote stands, or `mayBe`. */
export type TextScan = (bytes: Buffer, start: number) => number

/** The text may be an error, or is not JSON: somebody has to read it. */
export const mayBe = -1

const quote = 0x22
const backslash = 0x5c
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d] as const
const [comma, colon, letterU, lessThan, space] = [0x2c, 0x3a, 0x75, 0x3c, 0x20] as const

// What is more than one character of a string: its end, an escape, and what JSON does not allow in it.
const endsRun = new Uint8Array(256)
for (let char = 0; char < space; char++) endsRun[char] = 1
endsRun[quote] = 1
endsRun[backslash] = 1

/** The end of a text, whatever it says. */
export const anyText: TextScan = (bytes, start) => {
  const [table, { length }] = [endsRun, bytes]
  let at = start
  while (at < length) {
    const char = bytes[at] as number
    if (table[char] === 0) {
      at++
    } else if (char === quote) {
      return at
    } else {
      at = char === backslash ? escapeEnd(bytes, at) : mayBe
      if (at === mayBe) return mayBe
    }
  }
  return mayBe
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

// What counts outside the strings of a document that stands in a text.
const kinds = { plain: 0, ends: 1, escapes: 2, opens: 3, closes: 4, refused: 5 } as const
const outside = new Uint8Array(256).fill(kinds.refused, 0, space)
outside[quote] = kinds.ends
outside[backslash] = kinds.escapes
outside[openBrace] = outside[openBracket] = kinds.opens
outside[closeBrace] = outside[closeBracket] = kinds.closes

/**
 * The end of a text in which an object stands whose names are to be looked at. In one function with its tables at hand:
 * taken apart it takes half as long again, and it is the most that a long answer costs.
 */
function objectEnd(bytes: Buffer, start: number, names: ReadonlySet<string>): number {
  const [kindOutside, endsRunWithin, { length }] = [outside, endsRun, bytes]
  // The compiler takes nothing for constant that is not of the function itself.
  const [aQuote, aBackslash] = [0x22, 0x5c]
  const [plain, ends, escapes, opens, closes] = [0, 1, 2, 3, 4]
  let depth = 0
  let isName = false
  let at = start
  while (at < length) {
    const char = bytes[at] as number
    const kind = kindOutside[char]
    if (kind === plain) {
      if (char === comma && depth === 1) isName = true
      at++
    } else if (kind === escapes) {
      if (bytes[at + 1] !== aQuote) {
        at = escapeEnd(bytes, at)
        if (at === mayBe) return mayBe
        continue
      }
      at += 2
      const nameStart = at
      for (;;) {
        const within = bytes[at] as number
        if (endsRunWithin[within] === 0) {
          at++
          continue
        }
        // The text ends in the middle of the document.
        if (within === aQuote) return at
        if (within !== aBackslash) return mayBe
        const escaped = bytes[at + 1]
        if (escaped === aQuote) break
        at = escapeEnd(bytes, at)
        // A backslash of the document itself: what it escapes may be written with another one.
        if (escaped === aBackslash && bytes[at] === aBackslash) at = escapeEnd(bytes, at)
        if (at === mayBe) return mayBe
      }
      if (isName && depth === 1) {
        isName = false
        const name = bytes.toString('latin1', nameStart, at)
        if (name.includes('\\') || names.has(name)) return mayBe
      }
      at += 2
    } else if (kind === opens) {
      if (++depth === 1) isName = true
      at++
    } else if (kind === closes) {
      at++
      if (--depth === 0) return anyText(bytes, at)
    } else {
      return kind === ends ? at : mayBe
    }
  }
  return mayBe
}

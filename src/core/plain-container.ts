import { isSpace, isUsualEscape } from './json-characters'

/** An object or a list whose text needs no reading to be written again: only the white space between its parts may change. */
export interface PlainContainer {
  /** The place behind it. */
  readonly end: number
  /** How deep objects and lists are nested in it. */
  readonly nesting: number
  /** Whether there is no white space between its parts. */
  readonly isCompact: boolean
  readonly isAscii: boolean
}

// What is deeper, or has more members, is left to who reads it: a stack and a comparison of names cost more than that.
const mostNesting = 64
const mostMembers = 32

/** What is found out on the way. */
interface Found {
  nesting: number
  isCompact: boolean
  /** All characters of all texts together, bit by bit. */
  all: number
}

const no = -1

/**
 * The object or list that begins at a place, if it is valid JSON that every writer writes in the same way but for white
 * space: its names are unlike each other and no indexes, so that they stay and keep their order; its texts have the usual
 * escapes only, its numbers few digits. Undefined for all others. It makes nothing, so it takes a fraction of what
 * `JSON.parse` and `JSON.stringify` do, and no more for each character however long it is.
 */
// The numbers of characters stand in it as they are: a bundler makes variables of names, with which it takes twice as long.
export function plainContainer(text: string, start: number): PlainContainer | undefined {
  const found: Found = { nesting: 0, isCompact: true, all: 0 }
  const end = valueEnd(text, start, 0, found)
  // A surrogate may stand alone, and is escaped then.
  if (end === no || found.all >= 0xd800) return undefined
  return { end, nesting: found.nesting, isCompact: found.isCompact, isAscii: found.all < 0x80 }
}

function valueEnd(text: string, start: number, depth: number, found: Found): number {
  const char = text.charCodeAt(start)
  if (char === 0x22) return stringEnd(text, start, found)
  if (char === 0x7b) return depth < mostNesting ? objectEnd(text, start, depth + 1, found) : no
  if (char === 0x5b) return depth < mostNesting ? listEnd(text, start, depth + 1, found) : no
  if (char === 0x2d || (char >= 0x30 && char <= 0x39)) return numberEnd(text, start)
  if (text.startsWith('true', start) || text.startsWith('null', start)) return start + 4
  return text.startsWith('false', start) ? start + 5 : no
}

function objectEnd(text: string, start: number, depth: number, found: Found): number {
  if (depth > found.nesting) found.nesting = depth
  let at = spaceEnd(text, start + 1, found)
  if (text.charCodeAt(at) === 0x7d) return at + 1
  const names: number[] = []
  for (;;) {
    const end = nameEnd(text, at, found)
    if (end === no || isRepeated(text, at, end, names)) return no
    if (names.push(at, end) > 2 * mostMembers) return no
    at = spaceEnd(text, end, found)
    if (text.charCodeAt(at) !== 0x3a) return no
    at = valueEnd(text, spaceEnd(text, at + 1, found), depth, found)
    if (at === no) return no
    at = spaceEnd(text, at, found)
    const char = text.charCodeAt(at)
    if (char === 0x7d) return at + 1
    if (char !== 0x2c) return no
    at = spaceEnd(text, at + 1, found)
  }
}

function listEnd(text: string, start: number, depth: number, found: Found): number {
  if (depth > found.nesting) found.nesting = depth
  let at = spaceEnd(text, start + 1, found)
  if (text.charCodeAt(at) === 0x5d) return at + 1
  for (;;) {
    at = valueEnd(text, at, depth, found)
    if (at === no) return no
    at = spaceEnd(text, at, found)
    const char = text.charCodeAt(at)
    if (char === 0x5d) return at + 1
    if (char !== 0x2c) return no
    at = spaceEnd(text, at + 1, found)
  }
}

/** The end of a name that is no index, needs no escape and is nothing special to the runtime. */
function nameEnd(text: string, start: number, found: Found): number {
  const first = text.charCodeAt(start + 1)
  if (text.charCodeAt(start) !== 0x22 || (first >= 0x30 && first <= 0x39)) return no
  for (let at = start + 1; ; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) return text.startsWith('"__proto__"', start) ? no : at + 1
    if (!(char >= 0x20) || char === 0x5c) return no
    found.all |= char
  }
}

/** @param names where the names before begin and end */
function isRepeated(text: string, start: number, end: number, names: readonly number[]): boolean {
  for (let each = 0; each < names.length; each += 2) {
    const other = names[each] as number
    if ((names[each + 1] as number) - other === end - start && isSame(text, start, other, end - start))
      return true
  }
  return false
}

function isSame(text: string, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at++)
    if (text.charCodeAt(one + at) !== text.charCodeAt(other + at)) return false
  return true
}

function stringEnd(text: string, start: number, found: Found): number {
  let all = 0
  for (let at = start + 1; ; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      found.all |= all
      return at + 1
    }
    // Raw control characters are no JSON, and neither is a text that ends here (NaN).
    if (!(char >= 0x20)) return no
    all |= char
    if (char === 0x5c && !isUsualEscape(text.charCodeAt(++at))) return no
  }
}

// As many as a double has in any case; with more decimals it may be written with an exponent.
const mostDigits = 15
const mostDecimals = 6

/** The end of a number that is written as it stands. */
function numberEnd(text: string, start: number): number {
  const isNegative = text.charCodeAt(start) === 0x2d
  const first = isNegative ? start + 1 : start
  let at = digitsEnd(text, first)
  const hasZero = text.charCodeAt(first) === 0x30
  if (at === first || at - first > mostDigits || (hasZero && at > first + 1)) return no
  if (text.charCodeAt(at) !== 0x2e) return isNegative && hasZero ? no : numberOnly(text, at)
  const decimals = at + 1
  at = digitsEnd(text, decimals)
  const isShort = at - decimals <= mostDecimals && at - first - 1 <= mostDigits
  return at === decimals || !isShort || text.charCodeAt(at - 1) === 0x30 ? no : numberOnly(text, at)
}

function digitsEnd(text: string, start: number): number {
  let at = start
  for (let char = text.charCodeAt(at); char >= 0x30 && char <= 0x39; char = text.charCodeAt(at)) at++
  return at
}

/** The end, unless there is an exponent. */
function numberOnly(text: string, at: number): number {
  const char = text.charCodeAt(at)
  return char === 0x65 || char === 0x45 ? no : at
}

function spaceEnd(text: string, start: number, found: Found): number {
  let at = start
  for (let char = text.charCodeAt(at); isSpace(char); char = text.charCodeAt(at)) at++
  if (at > start) found.isCompact = false
  return at
}

import type { Dialect } from './dialect'
import { listKey } from './list-body'

// Long enough for the first members of every error that was met, and nothing beside a text of a megabyte.
const looked = 4096
/** In quotes, where each character may be escaped, and some are lost where it is cut. */
const lookedQuoted = 6 * (looked + 2)

// A tool result once more, as text.
const wrapped = ['isError', 'content']

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const lessThan = 0x3c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b

/** Whether a text, or the value of one, may be an error of which nobody says that it is one. */
export type MayBeError = (part: unknown, isCut?: boolean) => boolean

/**
 * Tells by the first characters of a text what cannot be an error. Most results are successes, and a success is not worth
 * being read: it is looked at no further than for the names of its first members.
 */
export function errorSigns(dialects: readonly Dialect[]): MayBeError {
  const inMarkup = dialects.flatMap(({ text }) => (text?.isMarkup ? [text] : []))
  const { isAnyTelling, inBody, inItem } = tellingNames(dialects)

  const inText = (text: string, isQuoted: boolean, isCut: boolean): boolean => {
    const at = firstInk(text, 0)
    // What was cut off may say it, where too little is left to look at.
    const isShort = isCut && text.length - at < looked
    switch (text.charCodeAt(at)) {
      case openBrace:
        return isAnyTelling || isShort || isTelling(text, at, inBody, isCut)
      case openBracket: {
        const item = firstInk(text, at + 1)
        const isOfObjects = text.charCodeAt(item) === openBrace
        return isAnyTelling || isShort || (isOfObjects && isTelling(text, item, inItem, isCut))
      }
      // A text in quotes is text once more.
      case quote:
        return (
          !isQuoted && inText(beginningIn(text, at, isCut), true, isCut || text.length > at + lookedQuoted)
        )
      case lessThan:
        return isShort || inMarkup.some((form) => form.detect(text.slice(at, at + looked)) > 0)
      default:
        return isCut && at === text.length
    }
  }

  return (part, isCut = false) => {
    if (typeof part === 'string') return inText(part, false, isCut)
    if (typeof part !== 'object' || part === null) return false
    return isAnyTelling || Array.isArray(part) || inBody.areIn(Object.keys(part))
  }
}

/**
 * What stands in quotes, as Latin-1, from its first character on to where it ends or may be an error: this tells most
 * successes within a message in one look, before anything is taken out of it. Undefined where all of them have to be read.
 */
export function quotedWithoutSigns(dialects: readonly Dialect[]): RegExp | undefined {
  const { isAnyTelling, inBody, inItem } = tellingNames(dialects)
  const names = [...inBody.names, ...inItem.names]
  // A name that could be spelt in several ways would be missed.
  if (isAnyTelling || !names.every((name) => /^[ !#-.0-[\]-~]+$/.test(name))) return undefined
  const plain = '[ !#-[\\]-\\xff]*'
  // It begins with neither white space, markup nor an escape, and has none that could be a part of a name.
  return new RegExp(
    `(?=[!-;=-[\\]-~])${plain}(?:\\\\(?:"(?!(?:${anyOf(names)})\\\\")|\\\\(?!u)|[/bfnrt])${plain})*`,
    'y',
  )
}

/** Names of members by which an error is told. */
export interface MemberSigns {
  readonly names: ReadonlySet<string>
  /** Whether an object may be an error that has those of the names. */
  areIn(found: readonly string[]): boolean
}

/** The names of members by which an object is told to be an error; undefined where any may be one. */
export function memberSigns(dialects: readonly Dialect[]): MemberSigns | undefined {
  const { isAnyTelling, inBody } = tellingNames(dialects)
  return isAnyTelling ? undefined : inBody
}

/** The names by which errors in JSON are told: of their members, and of those of the first item of a list. */
function tellingNames(dialects: readonly Dialect[]): { isAnyTelling: boolean; inBody: Signs; inItem: Signs } {
  const inJson = dialects.filter(({ text }) => text === undefined)
  const sets = [wrapped, ...inJson.flatMap(({ tellingMembers = [] }) => tellingMembers)]
  const isOfItems = (set: readonly string[]) => set.every((name) => name.startsWith(ofItem))
  return {
    isAnyTelling: inJson.some(({ tellingMembers }) => tellingMembers === undefined),
    inBody: new Signs(sets.filter((set) => !isOfItems(set))),
    inItem: new Signs(sets.filter(isOfItems).map((set) => set.map((name) => name.slice(ofItem.length)))),
  }
}

const ofItem = `${listKey}.`

/** An expression for one of some names. */
function anyOf(names: Iterable<string>): string {
  return [...names].map((name) => name.replace(/[^\w]/g, '\\$&')).join('|')
}

/** Sets of names, all of one of which an error has. */
class Signs implements MemberSigns {
  readonly names: ReadonlySet<string>
  readonly #setsByFirst: ReadonlyMap<string | undefined, readonly (readonly string[])[]>
  /** One of the names, wherever it stands, or something that is escaped. */
  readonly #anywhere: RegExp

  constructor(sets: readonly (readonly string[])[]) {
    this.names = new Set(sets.flat())
    this.#anywhere = new RegExp(`"(?:${anyOf(this.names)})"\\s*:|\\\\u00`)
    this.#setsByFirst = new Map(sets.map(([first]) => [first, sets.filter((set) => set[0] === first)]))
  }

  /** Whether one of the names may stand in a text, or in its beginning. That is soon told, and rules out nearly everything. */
  mayBeIn(text: string, start: number): boolean {
    return this.#anywhere.test(text.length > looked ? text.slice(start, start + looked) : text)
  }

  areIn(found: readonly string[]): boolean {
    for (const first of found)
      if (this.#setsByFirst.get(first)?.some((set) => set.every((name) => found.includes(name)))) return true
    return false
  }
}

/** Whether the object that begins at a place in a text may be an error. */
function isTelling(text: string, start: number, signs: Signs, isCut: boolean): boolean {
  if (!signs.mayBeIn(text, start)) return false
  const found: string[] = []
  const end = findMembers(text, start, signs, isCut, found)
  return end === 'unclear' || end === 'within' || signs.areIn(found)
}

/** Where the first character stands that is no white space and no byte order mark. */
function firstInk(text: string, start: number): number {
  let at = start
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** All that `trim` takes away. */
function isBlank(char: number): boolean {
  return char <= 0x20 || (char >= 0xa0 && /\s/.test(String.fromCharCode(char)))
}

/** What a text in quotes begins with; something that has to be read where that is not clear. */
function beginningIn(text: string, opening: number, isCut: boolean): string {
  const piece = text.slice(opening, opening + lookedQuoted)
  const isWhole = !isCut && text.length <= opening + lookedQuoted
  return (isWhole ? unquoted(piece.trimEnd()) : unquotedBeginning(piece)) ?? '{'
}

/** The beginning of a JSON string as the text that it is, without an escape that is cut; undefined where it is none. */
export function unquotedBeginning(piece: string): string | undefined {
  return unquoted(`${piece.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"`) ?? unquoted(`${piece}"`)
}

function unquoted(piece: string): string | undefined {
  try {
    return JSON.parse(piece)
  } catch {
    return undefined
  }
}

/**
 * Adds the signs to `found` that stand among the first members of the object that begins at a place. The look ends
 * with the object, within or right behind the value of a sign, behind anything else that was looked at, or where it is no JSON or
 * has a name that is escaped.
 */
function findMembers(
  text: string,
  start: number,
  signs: Signs,
  isCut: boolean,
  found: string[],
): 'whole' | 'behind' | 'within' | 'unclear' {
  const limit = Math.min(start + looked, text.length)
  const hasMore = isCut || limit < text.length
  let at = firstInk(text, start + 1)
  let isBehindKnown = false
  while (text.charCodeAt(at) !== closeBrace) {
    if (at >= limit) return isBehindKnown ? 'within' : hasMore ? 'behind' : 'unclear'
    if (text.charCodeAt(at) !== quote) return 'unclear'
    const end = nameEnd(text, at + 1, limit)
    if (end === -1) return 'unclear'
    const name = text.slice(at + 1, end)
    const isKnown = signs.names.has(name)
    if (isKnown) found.push(name)
    isBehindKnown = isKnown
    at = firstInk(text, end + 1)
    if (text.charCodeAt(at) !== colon) return 'unclear'
    at = behindValue(text, firstInk(text, at + 1), limit)
    if (at >= limit) return isKnown ? 'within' : hasMore ? 'behind' : 'unclear'
    at = firstInk(text, at)
    if (text.charCodeAt(at) === comma) at = firstInk(text, at + 1)
    else if (text.charCodeAt(at) !== closeBrace) return 'unclear'
  }
  return 'whole'
}

/** Where the name ends that begins at a place; -1 where it is escaped, or does not end. */
function nameEnd(text: string, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) return at
    if (char === backslash) break
  }
  return -1
}

/** Where a value ends that begins at a place, or the limit. */
function behindValue(text: string, start: number, limit: number): number {
  let depth = 0
  for (let at = start; at < limit; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      at++
      while (at < limit && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
      if (depth === 0) return at + 1
    } else if (char === 0x7b || char === 0x5b) {
      depth++
    } else if (char === 0x7d || char === 0x5d) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (char === 0x2c && depth === 0) {
      return at
    }
  }
  return limit
}

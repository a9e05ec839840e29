import { DecodeError } from './decode-error'
import { JsonNumber, type JsonObject, type JsonValue, jsonNumber, setMember } from './json'
import { isDigit, isSpace } from './json-characters'
import { defaultLimits, greatestDepth, type Limits } from './limits'

/**
 * Reads JSON text without changing a number. With `lenient` the bare words `NaN`, `Infinity` and `-Infinity`,
 * which Python writes, are read as those words in quotes. Of two equal keys the last one counts.
 */
export function readJson(text: string, limits: Limits, lenient: boolean): JsonValue {
  if (nestsDeeperThan(text, limits.maxDepth)) {
    throw new DecodeError('LIMIT_DEPTH', '', `The JSON is nested deeper than ${limits.maxDepth} levels.`)
  }
  if (!mayHoldInexactNumber.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // Read again below, for an error that says where and quotes nothing.
    }
  }
  return readExactly(text, lenient)
}

/** The value of a JSON text, or undefined where it is none, or is deeper than `maxDepth`. */
export function readJsonQuietly(text: string, maxDepth = greatestDepth): JsonValue | undefined {
  try {
    return readJson(text, { ...defaultLimits, maxDepth }, false)
  } catch {
    return undefined
  }
}

/** Whether every number of a JSON text, also a negative zero, is the same once the runtime has read and written it. */
export function isExactAsDoubles(text: string): boolean {
  return !mayNotComeBack.test(text)
}

// Sixteen digits or an exponent: anything shorter comes back from a double as it was written.
const mayHoldInexactNumber = /\d[\d.]{15}|\d[eE][+-]?\d/
const mayNotComeBack = /\d[\d.]{15}|\d[eE][+-]?\d|-0/

function nestsDeeperThan(text: string, maxDepth: number): boolean {
  return placeOfDepth(text, (depth) => depth > maxDepth) !== -1
}

/** Whether a whole JSON document stands at the beginning of a text, and something else after it. */
export function isDocumentAndMore(text: string): boolean {
  const end = placeOfDepth(text, (depth) => depth <= 0) + 1
  return end > 0 && end < text.length && readJsonQuietly(text.slice(0, end)) !== undefined
}

/** Where the document ends that begins with the bracket at `start`, or -1. */
export function documentEnd(text: string, start: number): number {
  return placeOfDepth(text, (depth) => depth <= 0, start) + 1 || -1
}

/** How many members the objects of a JSON text have, each of equal keys counted. */
export function countMembers(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = closingQuote(text, at)
    else if (char === 0x3a) count++
    if (at === -1) break
  }
  return count
}

/** Where the first bracket stands after which as many are open as `isIt` looks for, or -1. */
function placeOfDepth(text: string, isIt: (depth: number) => boolean, start = 0): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      at = closingQuote(text, at)
      if (at === -1) return -1
    } else if (char === 0x7b || char === 0x5b) {
      if (isIt(++depth)) return at
    } else if (char === 0x7d || char === 0x5d) {
      if (isIt(--depth)) return at
    }
  }
  return -1
}

function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
  return -1
}

const number = /* @__PURE__ */ new RegExp(jsonNumber, 'y')
const word = /true|false|null|-?Infinity|NaN/y
const words: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null }

/** One pass with a stack of open containers instead of recursion. */
function readExactly(text: string, lenient: boolean): JsonValue {
  const open: (JsonObject | JsonValue[])[] = []
  const keys: string[] = []
  let at = 0

  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const fail = (expected: string): never => {
    const before = text.slice(0, at).split('\n')
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
    const what = at >= text.length ? 'the text ends' : 'there is something else'
    throw new DecodeError(
      'INVALID_JSON',
      '',
      `The text is not JSON: ${what} where ${expected} should be, ${place}.`,
    )
  }
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at++
  }
  const readString = (expected: string): string => {
    const plain = plainString(text, at)
    if (plain !== undefined) {
      at += plain.length + 2
      return plain
    }
    const end = text[at] === '"' ? closingQuote(text, at) : fail(expected)
    if (end === -1) {
      at = text.length
      return fail('a closing quote')
    }
    try {
      const value: string = JSON.parse(text.slice(at, end + 1))
      at = end + 1
      return value
    } catch {
      return fail('a string without raw control characters or unknown escapes')
    }
  }
  const readKey = (): void => {
    skipSpace()
    keys.push(readString('a member name'))
    skipSpace()
    if (text[at] !== ':') fail('a colon')
    at++
  }
  const readScalar = (): JsonValue => {
    if (text[at] === '"') return readString('a value')
    const found = isDigit(text.charCodeAt(at)) ? '' : match(word)
    if (found) {
      const value = words[found]
      if (value !== undefined) return value
      if (lenient) return found
      at -= found.length
    }
    return exactNumber(match(number) || fail('a value'))
  }

  for (;;) {
    skipSpace()
    let value: JsonValue
    const first = text[at]
    if (first === '{' || first === '[') {
      at++
      skipSpace()
      value = first === '{' ? {} : []
      if (text[at] !== (first === '{' ? '}' : ']')) {
        open.push(value)
        if (first === '{') readKey()
        continue
      }
      at++
    } else {
      value = readScalar()
    }
    // A value is complete: put it where it belongs, and close every container that ends with it.
    for (;;) {
      skipSpace()
      const container = open.at(-1)
      if (container === undefined) return at < text.length ? fail('the end of the text') : value
      const isArray = Array.isArray(container)
      if (isArray) container.push(value)
      else setMember(container, keys.pop() ?? '', value)
      const next = text[at]
      if (next === ',') {
        at++
        if (!isArray) readKey()
        break
      }
      if (next !== (isArray ? ']' : '}')) fail(isArray ? 'a comma or ]' : 'a comma or }')
      at++
      open.pop()
      value = container
    }
  }
}

/** The string that begins at a place, if it has no escapes. */
function plainString(text: string, start: number): string | undefined {
  if (text.charCodeAt(start) !== 0x22) return undefined
  let end = start + 1
  let char = text.charCodeAt(end)
  while (char >= 0x20 && char !== 0x22 && char !== 0x5c) char = text.charCodeAt(++end)
  return char === 0x22 ? text.slice(start + 1, end) : undefined
}

function exactNumber(token: string): number | JsonNumber {
  const value = Number(token)
  if (!mayHoldInexactNumber.test(token)) return value
  return Number.isFinite(value) && decimal(token) === decimal(String(value)) ? value : new JsonNumber(token)
}

/** A number's digits and exponent in one normal form, so that equal numbers give equal texts. */
function decimal(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(token) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const significant = digits.slice(0, end)
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length)
  return `${sign}${significant}e${scale}`
}

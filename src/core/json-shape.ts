import type { JsonValue } from './json'
import { isDigit, isSpace, isUsualEscape } from './json-characters'
import { isExactAsDoubles, readJson } from './json-read'
import { defaultLimits } from './limits'
import type { Looks } from './looks'
import { plainContainer } from './plain-container'
import { marks, type Notation, type Shape, type Slot } from './shape'

// A text with more than this would take more room than it is worth.
const mostSlots = 48
const longestKey = 1024
const longestByValue = 512

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const minus = 0x2d
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b

/**
 * The shape of a text that should be a JSON object; undefined where it has none. Nothing is checked but where values end:
 * who makes something of a shape reads its text, and who fills in a value reads that.
 */
export function jsonShape(text: string, { byValue, inside, texts, once }: Looks): Shape | undefined {
  const slots: Slot[] = []
  const depths: number[] = []
  const seen: string[] = []
  let key = ''
  let kept = 0
  let depth = 0
  let name = ''
  let isValue = false
  let at = 0

  while (at < text.length) {
    const char = text.charCodeAt(at)
    if (char === quote && !isValue) {
      const slot = jsonSlotAt(text, at)
      const found = slot && textIn(text, slot)
      if (!slot || found === undefined) return undefined
      name = found
      at = slot.end
    } else if (char === openBrace && (!isValue || inside.has(name))) {
      depth++
      isValue = false
      at++
    } else if (isValue && !isSpace(char)) {
      const slot = jsonSlotAt(text, at)
      if (!slot) return undefined
      const isText = slot.kind === 'text' && slot.end > at + 2
      const isOddTime = name === 'timestamp' && !(isText && isTime(text, at))
      const isLiteral =
        byValue.has(name) ||
        inside.has(name) ||
        isOddTime ||
        (!isText && (slot.kind === 'text' || texts.has(name)))
      // What is kept too long now only gets longer, and every value takes a look.
      if (isLiteral && (slot.end - at > longestByValue || slot.end - kept > longestKey)) return undefined
      if (!isLiteral) {
        if (once.has(name) && seen.push(name) !== new Set(seen).size) return undefined
        const kind = name === 'timestamp' ? 'time' : slot.kind
        key += text.slice(kept, at) + marks[kind]
        kept = slot.end
        depths.push(depth)
        if (slots.push({ ...slot, kind }) > mostSlots || key.length > longestKey) return undefined
      }
      isValue = false
      at = slot.end
    } else {
      if (char === colon) isValue = true
      else if (char === closeBrace) depth--
      else if (char !== comma && !isSpace(char)) return undefined
      at++
    }
  }
  return text.length - kept > longestKey ? undefined : { key: key + text.slice(kept), slots, depths }
}

/** The value that begins at a place, undefined where none does. Of an object or list only its end is looked for. */
function jsonSlotAt(text: string, start: number): Slot | undefined {
  const char = text.charCodeAt(start)
  if (char === quote) return textAt(text, start)
  if (char === openBrace || char === openBracket) {
    const isOfLines = text.charCodeAt(start + 1) === 0x0a
    return (isOfLines ? linesAt(text, start) : plainContainerAt(text, start)) ?? containerAt(text, start)
  }
  if (char === minus || isDigit(char)) {
    let end = start + 1
    while (isOfNumber(text.charCodeAt(end))) end++
    const isPlain = plainInteger.test(text.slice(start, end))
    return { kind: 'number', start, end, asIs: isPlain ? 'always' : 'never', isOfDoubles: isPlain }
  }
  for (const word of words)
    if (text.startsWith(word, start))
      return { kind: 'word', start, end: start + word.length, asIs: 'always', isOfDoubles: true }
  return undefined
}

function textAt(text: string, start: number): Slot | undefined {
  let end = start + 1
  let all = 0
  let isEscaped = false
  let isUsual = true
  for (; ; end++) {
    const char = text.charCodeAt(end)
    if (char === 0x22) break
    // Raw control characters are no JSON, and neither is a text that ends here (NaN).
    if (!(char >= 0x20)) return undefined
    all |= char
    if (char === 0x5c) {
      isEscaped = true
      end++
      isUsual &&= isUsualEscape(text.charCodeAt(end))
    }
  }
  // A surrogate may stand alone, and is escaped then.
  const asIs =
    !isUsual || (all >= 0xd800 && surrogate.test(text.slice(start, end)))
      ? 'never'
      : all < 0x80
        ? 'always'
        : 'in-unicode'
  return { kind: 'text', start, end: end + 1, asIs, isOfDoubles: true, isEscaped }
}

const surrogate = /[\ud800-\udfff]/

/** JSON, but for texts with nothing in them, which decide something. */
export const json: Notation = {
  quote: '"',
  slotAt(text, start) {
    const slot = jsonSlotAt(text, start)
    return slot?.kind === 'text' && slot.end === start + 2 ? undefined : slot
  },
  isTime,
  valueIn(text, slot, depth) {
    const { kind, start, end, isOfDoubles, nesting } = slot
    if (kind === 'text') return textIn(text, slot)
    const levels = defaultLimits.maxDepth - depth
    if (nesting !== undefined && nesting > levels) return undefined
    const source = text.slice(start, end)
    try {
      const value = isOfDoubles ? JSON.parse(source) : readJson(source, defaultLimits, true)
      return nesting !== undefined || isWithin(value, levels) ? value : undefined
    } catch {
      return undefined
    }
  },
}

/** Whether objects and lists are nested in a value no deeper than so many levels. */
function isWithin(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const each of Array.isArray(value) ? value : Object.values(value))
    if (typeof each === 'object' && !isWithin(each as JsonValue, levels - 1)) return false
  return true
}

/** The text in a slot; undefined where an escape is none. */
function textIn(text: string, { start, end, isEscaped }: Slot): string | undefined {
  if (!isEscaped) return text.slice(start + 1, end - 1)
  try {
    return JSON.parse(text.slice(start, end))
  } catch {
    return undefined
  }
}

const words = ['true', 'false', 'null']
const plainInteger = /^-?(?:0|[1-9]\d{0,14})$/
const time = /^"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/

/** Whether a string that begins at a place begins with a time. */
function isTime(text: string, start: number): boolean {
  return time.test(text.slice(start, start + 17))
}

/** Digits, signs, a point, `e` or `E`. */
function isOfNumber(char: number): boolean {
  return isDigit(char) || char === 0x2e || char === 0x65 || char === 0x45 || char === 0x2b || char === minus
}

/**
 * An object or list on several lines: it ends where a line begins as the one on which it began, and with its bracket. Who
 * reads what is between finds out if it is not so.
 */
function linesAt(text: string, start: number): Slot | undefined {
  const line = text.lastIndexOf('\n', start) + 1
  let indented = line
  while (text.charCodeAt(indented) === 0x20) indented++
  const ending = `\n${text.slice(line, indented)}${text.charCodeAt(start) === openBrace ? '}' : ']'}`
  const at = text.indexOf(ending, start)
  if (at === -1) return undefined
  const end = at + ending.length
  const isOfDoubles = isExactAsDoubles(text.slice(start, end))
  return { kind: 'container', start, end, asIs: 'never', isOfDoubles }
}

function plainContainerAt(text: string, start: number): Slot | undefined {
  const found = plainContainer(text, start)
  if (!found) return undefined
  const { end, nesting, isCompact, isAscii } = found
  return {
    kind: 'container',
    start,
    end,
    asIs: isAscii ? 'always' : 'in-unicode',
    isOfDoubles: true,
    nesting,
    isCompact,
  }
}

// The numbers of characters stand in it as they are: a bundler makes variables of names, with which it takes twice as long.
function containerAt(text: string, start: number): Slot | undefined {
  let open = 0
  let nesting = 0
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      for (at++; text.charCodeAt(at) !== 0x22; at++) {
        if (at >= text.length) return undefined
        if (text.charCodeAt(at) === 0x5c) at++
      }
    } else if (char === 0x7b || char === 0x5b) {
      if (++open > nesting) nesting = open
    } else if ((char === 0x7d || char === 0x5d) && --open === 0) {
      const isOfDoubles = isExactAsDoubles(text.slice(start, at + 1))
      return { kind: 'container', start, end: at + 1, asIs: 'never', isOfDoubles, nesting }
    }
  }
  return undefined
}

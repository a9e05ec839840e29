import { marks, type Shape, type Slot } from './shape'

/** Which members of a JSON text count for more than their names. */
export interface Looks {
  /** Those whose values decide something: part of the shape as they are. */
  readonly byValue: ReadonlySet<string>
  /** Those whose own members count one by one where they are objects; what else they are decides something. */
  readonly inside: ReadonlySet<string>
  /** Those that are passed on where they are texts; what else they are decides something. */
  readonly texts: ReadonlySet<string>
  /** Those of the texts that mean the same wherever they stand, so that two of them are compared with each other. */
  readonly once: ReadonlySet<string>
}

// A text with more than this would take more room than it is worth.
const mostSlots = 48
const longestKey = 2048
const longestByValue = 64

const [quote, backslash, comma, colon, minus] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

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
      const end = text.indexOf('"', at + 1)
      name = text.slice(at + 1, end)
      if (end === -1 || name.includes('\\')) return undefined
      at = end + 1
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
      if (isLiteral && slot.end - at > longestByValue) return undefined
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
export function jsonSlotAt(text: string, start: number): Slot | undefined {
  const char = text.charCodeAt(start)
  let end = start + 1
  if (char === quote) {
    let all = 0
    for (; ; end++) {
      const inner = text.charCodeAt(end)
      if (inner === quote) break
      // Raw control characters are no JSON, and neither is a text that ends here (NaN).
      if (!(inner >= 0x20)) return undefined
      all |= inner
      if (inner === backslash) {
        all = beyondAscii
        end++
      }
    }
    return { kind: 'text', start, end: end + 1, isPlain: all < 0x80 }
  }
  if (char === openBrace || char === openBracket) {
    end = containerEnd(text, start)
    return end === -1 ? undefined : { kind: 'container', start, end, isPlain: false }
  }
  if (char === minus || isDigit(char)) {
    while (isOfNumber(text.charCodeAt(end))) end++
    return { kind: 'number', start, end, isPlain: plainInteger.test(text.slice(start, end)) }
  }
  for (const word of words)
    if (text.startsWith(word, start)) return { kind: 'word', start, end: start + word.length, isPlain: true }
  return undefined
}

const beyondAscii = 0x80
const words = ['true', 'false', 'null']
const plainInteger = /^-?(?:0|[1-9]\d{0,14})$/
const time = /^"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/

/** Whether a string that begins at a place begins with a time. */
export function isTime(text: string, start: number): boolean {
  return time.test(text.slice(start, start + 17))
}

function isSpace(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39
}

/** Digits, signs, a point, `e` or `E`. */
function isOfNumber(char: number): boolean {
  return isDigit(char) || char === 0x2e || char === 0x65 || char === 0x45 || char === 0x2b || char === minus
}

/** Behind the bracket that closes the one at `start`, or -1. */
function containerEnd(text: string, start: number): number {
  let open = 0
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) {
      for (at++; text.charCodeAt(at) !== quote; at++) {
        if (at >= text.length) return -1
        if (text.charCodeAt(at) === backslash) at++
      }
    } else if (char === openBrace || char === openBracket) {
      open++
    } else if ((char === closeBrace || char === closeBracket) && --open === 0) {
      return at + 1
    }
  }
  return -1
}

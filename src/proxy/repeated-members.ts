import { ownMembers, type PlacedEnvelope, quoteIn } from './envelope'

// Where a client looks for what an answer is: of the message, of a tool result, of its content, of a JSON-RPC error.
const names = [
  'id',
  'method',
  'result',
  'error',
  'content',
  'structuredContent',
  'isError',
  '_meta',
  'type',
  'text',
  'resource',
  'code',
  'message',
  'data',
] as const
/** Of each of the names a bit of its own. */
export const bitsOfNames: ReadonlyMap<string, number> = new Map(names.map((name, i) => [name, 2 ** i]))
const longestName = Math.max(...names.map(({ length }) => length))
/** Of an escaped character, `\u0069`. */
const longestEscape = 6

const [quote, backslash, colon, comma, openBrace, openBracket, closeBrace, closeBracket] = [
  ...'"\\:,{[}]',
].map((char) => char.charCodeAt(0))

/**
 * A line in whose messages each member of their own is there once: of several, the last one, which is what was looked at.
 * Everything else stays as it is, to the byte.
 */
export function withoutRepeats(line: Buffer, envelopes: readonly PlacedEnvelope[]): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const { start, end, hasRepeats } of envelopes) {
    if (!hasRepeats) continue
    parts.push(line.subarray(at, start), lastOfEach(line.subarray(start, end)))
    at = end
  }
  return at === 0 ? line : Buffer.concat([...parts, line.subarray(at)])
}

function lastOfEach(message: Buffer): Buffer {
  const last = new Map<string, number>()
  forEachMember(message, (name, start) => last.set(name, start))
  const kept = Buffer.allocUnsafe(message.length)
  let length = message.copy(kept, 0, 0, 1)
  forEachMember(message, (name, start, end) => {
    if (!ownMembers.includes(name) || last.get(name) === start) {
      length += message.copy(kept, length, start, end)
    }
  })
  length += message.copy(kept, length, message.length - 1)
  return kept.subarray(0, length)
}

/** Gives each member of a message itself, with the comma behind it. */
function forEachMember(message: Buffer, take: (name: string, start: number, end: number) => void): void {
  let depth = 0
  let start = 1
  let name: string | undefined
  let text = { start: 0, end: 0 }
  for (let at = 0; at < message.length; at++) {
    const char = message[at]
    if (char === quote) {
      text = { start: at, end: closingQuote(message, at) }
      at = text.end - 1
    } else if (char === openBrace || char === openBracket) {
      depth++
    } else if (char === closeBrace || char === closeBracket) {
      if (depth === 1) take(name ?? '', start, at)
      depth--
    } else if (depth === 1 && char === colon) {
      name ??= nameIn(message, text.start, text.end)
    } else if (depth === 1 && char === comma) {
      take(name ?? '', start, at + 1)
      start = at + 1
      name = undefined
    }
  }
}

/**
 * Whether an object anywhere in a message has two members of one name that the protocol gives a meaning to. Some readers
 * take the first one, so what was looked at is not what they see.
 */
export function repeatsMember(message: Buffer): boolean {
  // What the open objects have; of one that has ended, nothing.
  const open: number[] = []
  let seen = 0
  let name: { start: number; end: number } | undefined
  for (let at = 0; at < message.length; at++) {
    const char = message[at]
    if (char === quote) {
      const end = closingQuote(message, at)
      name = { start: at, end }
      at = end - 1
    } else if (char === colon && name) {
      const bit = bitOf(message, name.start, name.end)
      if ((seen & bit) !== 0) return true
      seen |= bit
    } else if (char === openBrace || char === openBracket) {
      open.push(seen)
      seen = 0
    } else if (char === closeBrace || char === closeBracket) {
      seen = open.pop() ?? 0
    }
  }
  return false
}

/** The place behind the quote that closes a string. */
function closingQuote(message: Buffer, opening: number): number {
  for (let at = quoteIn(message, opening + 1); at < message.length; at = quoteIn(message, at + 1)) {
    let escapes = 0
    while (message[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return message.length
}

function bitOf(message: Buffer, start: number, end: number): number {
  return bitsOfNames.get(nameIn(message, start, end)) ?? 0
}

/** The name that a string says; nothing where it is longer than any that counts. */
function nameIn(message: Buffer, start: number, end: number): string {
  if (end - start > longestName * longestEscape + 2) return ''
  const token = message.toString('latin1', start, end)
  return token.includes('\\') ? unescaped(token) : token.slice(1, -1)
}

function unescaped(token: string): string {
  try {
    return JSON.parse(token)
  } catch {
    return ''
  }
}

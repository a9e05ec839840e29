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
const bits: ReadonlyMap<string, number> = new Map(names.map((name, i) => [name, 2 ** i]))
const longestName = Math.max(...names.map(({ length }) => length))
/** Of an escaped character, `\u0069`. */
const longestEscape = 6

const [quote, backslash, colon, openBrace, openBracket, closeBrace, closeBracket] = [...'"\\:{[}]'].map(
  (char) => char.charCodeAt(0),
)

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
  for (let at = message.indexOf('"', opening + 1); at !== -1; at = message.indexOf('"', at + 1)) {
    let escapes = 0
    while (message[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return message.length
}

function bitOf(message: Buffer, start: number, end: number): number {
  if (end - start > longestName * longestEscape + 2) return 0
  const token = message.toString('latin1', start, end)
  return bits.get(token.includes('\\') ? unescaped(token) : token.slice(1, -1)) ?? 0
}

function unescaped(token: string): string {
  try {
    return JSON.parse(token)
  } catch {
    return ''
  }
}

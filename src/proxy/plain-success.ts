import { isUtf8 } from 'node:buffer'
import { metaKey } from '../mcp/meta'
import { endOfString, endOfValue } from './json-value'
import { bitsOfNames } from './repeated-members'
import { anySuccess, mayBe, type SeenText, type SuccessSigns, TextAhead, type TextScan } from './text-scan'

const [quote, openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [...'"{}[],:'].map((char) =>
  char.charCodeAt(0),
)

/**
 * The id that a line answers which is nothing but a success of a tool, whose parts `signs` have found to be no error;
 * undefined for every other line. Nearly all that servers say is of this kind, and is known by its form alone: valid JSON,
 * with each member once that says what it is. So nothing is made of it, and it passes as it is.
 */
export function successIn(line: Buffer, signs: SuccessSigns, seen?: SeenText): string | undefined {
  const text: TextScan = (bytes, start) => signs.text(bytes, start, seen?.start === start ? seen.end : start)
  const reader = new SuccessReader(line, { ...signs, text })
  return reader.isMessage() && isUtf8(line) ? reader.id : undefined
}

/** Looks ahead in the first text of a line that may become such a success; undefined where its first piece has none. */
export function textAheadIn(first: Buffer): TextAhead | undefined {
  let found: number | undefined
  const text: TextScan = (_, start) => {
    found = start
    return mayBe
  }
  new SuccessReader(first, { ...anySuccess, text }).isMessage()
  return found === undefined ? undefined : new TextAhead(first, found)
}

class SuccessReader {
  readonly #bytes: Buffer
  readonly #signs: SuccessSigns
  #at = 0
  id: string | undefined

  constructor(bytes: Buffer, signs: SuccessSigns) {
    this.#bytes = bytes
    this.#signs = signs
  }

  isMessage(): boolean {
    let [hasVersion, hasResult] = [false, false]
    const isWhole = this.#object((name) => {
      if (name === 'jsonrpc' && !hasVersion) {
        hasVersion = true
        return this.#string() === '2.0'
      }
      if (name === 'id' && this.id === undefined) {
        this.id = this.#idHere()
        return this.id !== undefined
      }
      if (name !== 'result') return false
      hasResult = true
      return this.#result()
    })
    this.#space()
    return isWhole && hasResult && this.#at === this.#bytes.length
  }

  /** A result with these members only: another may have a meaning for other methods. */
  #result(): boolean {
    const seen: string[] = []
    const isWhole = this.#object((name) => {
      if (seen.includes(name)) return false
      seen.push(name)
      switch (name) {
        case 'content':
          return this.#content()
        case 'isError':
          return this.#takes('false')
        case 'structuredContent':
          return this.#structured()
        case '_meta':
          return this.#object((key) => key !== metaKey && this.#value())
        case 'resultType':
          return this.#string() === 'complete'
        default:
          return false
      }
    })
    return isWhole && seen.includes('content')
  }

  #content(): boolean {
    if (!this.#is(openBracket)) return false
    if (this.#is(closeBracket)) return true
    do {
      if (!this.#block()) return false
    } while (this.#is(comma))
    return this.#is(closeBracket)
  }

  #block(): boolean {
    let hasType = false
    const isWhole = this.#object((name) => {
      if (name === 'text') return this.#text()
      if (name !== 'type') return this.#value()
      hasType = true
      return this.#string() !== undefined
    })
    return isWhole && hasType
  }

  /** Data of which the names of their own members say that they are no error, nor a text in `result`. */
  #structured(): boolean {
    const { members } = this.#signs
    if (!members) return false
    const found: string[] = []
    const isWhole = this.#object((name) => {
      if (members.names.has(name) && !found.includes(name)) found.push(name)
      if (name !== 'result') return this.#value()
      this.#space()
      return this.#bytes[this.#at] === quote ? this.#text() : this.#value()
    })
    return isWhole && !members.areIn(found)
  }

  /** Any value. */
  #value(): boolean {
    const end = endOfValue(this.#bytes, this.#at)
    this.#at = end
    return end !== mayBe
  }

  #text(): boolean {
    if (!this.#is(quote)) return false
    const end = this.#signs.text(this.#bytes, this.#at, this.#at)
    this.#at = end + 1
    return end !== mayBe
  }

  /** Reads an object; of each member the name, and what `value` takes behind it. */
  #object(value: (name: string) => boolean): boolean {
    if (!this.#is(openBrace)) return false
    if (this.#is(closeBrace)) return true
    let seen = 0
    do {
      const name = this.#name()
      if (name === undefined || !this.#is(colon)) return false
      const bit = bitsOfNames.get(name) ?? 0
      if ((seen & bit) !== 0 || !value(name)) return false
      seen |= bit
    } while (this.#is(comma))
    return this.#is(closeBrace)
  }

  /** The name of a member; of one that is too long to mean anything here, nothing. What is spelt otherwise is none. */
  #name(): string | undefined {
    this.#space()
    const start = this.#at
    const end = this.#bytes[start] === quote ? endOfString(this.#bytes, start) : mayBe
    if (end === mayBe) return undefined
    this.#at = end
    if (end - start > longestName) return ''
    const name = this.#bytes.toString('latin1', start + 1, end - 1)
    return name.includes('\\') ? undefined : name
  }

  /** A string that is short and plain. */
  #string(): string | undefined {
    if (!this.#is(quote)) return undefined
    const start = this.#at
    let at = start
    while (isPlain[this.#bytes[at] as number] === 1 && at - start < longestString) at++
    if (this.#bytes[at] !== quote) return undefined
    this.#at = at + 1
    return this.#bytes.toString('latin1', start, at)
  }

  /** The text of an id, as it stands. */
  #idHere(): string | undefined {
    this.#space()
    if (this.#bytes[this.#at] === quote) {
      const text = this.#string()
      return text === undefined ? undefined : `"${text}"`
    }
    const start = this.#at
    let at = start
    while (isDigit(this.#bytes[at])) at++
    // Others are spelt in ways that need a closer look.
    if (at === start || at - start > mostDigits || (this.#bytes[start] === zero && at > start + 1))
      return undefined
    this.#at = at
    return this.#bytes.toString('latin1', start, at)
  }

  #takes(word: string): boolean {
    this.#space()
    if (this.#bytes.toString('latin1', this.#at, this.#at + word.length) !== word) return false
    this.#at += word.length
    return true
  }

  #is(char: number | undefined): boolean {
    this.#space()
    if (this.#bytes[this.#at] !== char) return false
    this.#at++
    return true
  }

  #space(): void {
    while (isSpace[this.#bytes[this.#at] as number] === 1) this.#at++
  }
}

const longestString = 100
// Longer than any name that means something, even if each character of that is escaped.
const longestName = 256
const mostDigits = 15
const zero = 0x30
const isDigit = (char: number | undefined) => char !== undefined && char >= zero && char <= 0x39

const isSpace = new Uint8Array(256)
for (const char of ' \t\r\n') isSpace[char.charCodeAt(0)] = 1
const isPlain = new Uint8Array(256).fill(1, 0x20, 0x7f)
for (const char of '"\\') isPlain[char.charCodeAt(0)] = 0

import { isUtf8 } from 'node:buffer'
import { mayBe, type SeenText, TextAhead, type TextScan } from './text-scan'

const [quote, openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [...'"{}[],:'].map((char) =>
  char.charCodeAt(0),
)

/**
 * The id that a line answers which is nothing but a success made of texts, each of which `scan` has found to be no error;
 * undefined for every other line. Nearly all that servers say is of this kind, and is known by its form alone: exactly
 * these members, each of them once, in valid JSON. So nothing is made of it, and it passes as it is.
 */
export function successIn(line: Buffer, scan: TextScan, seen?: SeenText): string | undefined {
  const reader = new SuccessReader(line, (bytes, start) =>
    scan(bytes, start, seen?.start === start ? seen.end : start),
  )
  return reader.isMessage() && isUtf8(line) ? reader.id : undefined
}

/** Looks ahead in the first text of a line that may become such a success; undefined where its first piece has none. */
export function textAheadIn(first: Buffer): TextAhead | undefined {
  let found: number | undefined
  const reader = new SuccessReader(first, (_, start) => {
    found = start
    return mayBe
  })
  reader.isMessage()
  return found === undefined ? undefined : new TextAhead(first, found)
}

class SuccessReader {
  readonly #bytes: Buffer
  readonly #scan: (bytes: Buffer, start: number) => number
  #at = 0
  id: string | undefined

  constructor(bytes: Buffer, scan: (bytes: Buffer, start: number) => number) {
    this.#bytes = bytes
    this.#scan = scan
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
      if (name !== 'result' || hasResult) return false
      hasResult = true
      return this.#result()
    })
    this.#space()
    return isWhole && hasResult && this.#at === this.#bytes.length
  }

  #result(): boolean {
    let [hasContent, hasFlag] = [false, false]
    const isWhole = this.#object((name) => {
      if (name === 'content' && !hasContent) {
        hasContent = true
        return this.#content()
      }
      if (name !== 'isError' || hasFlag) return false
      hasFlag = true
      return this.#takes('false')
    })
    return isWhole && hasContent
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
    let [hasType, hasText] = [false, false]
    const isWhole = this.#object((name) => {
      if (name === 'type' && !hasType) {
        hasType = true
        return this.#string() === 'text'
      }
      if (name !== 'text' || hasText) return false
      hasText = true
      return this.#text()
    })
    return isWhole && hasType && hasText
  }

  #text(): boolean {
    if (!this.#is(quote)) return false
    const end = this.#scan(this.#bytes, this.#at)
    this.#at = end + 1
    return end !== mayBe
  }

  /** Reads an object; of each member the name, and what `value` takes behind it. */
  #object(value: (name: string) => boolean): boolean {
    if (!this.#is(openBrace)) return false
    do {
      const name = this.#string()
      if (name === undefined || !this.#is(colon) || !value(name)) return false
    } while (this.#is(comma))
    return this.#is(closeBrace)
  }

  /** A string that is short and plain, as all names are. */
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
const mostDigits = 15
const zero = 0x30
const isDigit = (char: number | undefined) => char !== undefined && char >= zero && char <= 0x39

const isSpace = new Uint8Array(256)
for (const char of ' \t\r\n') isSpace[char.charCodeAt(0)] = 1
const isPlain = new Uint8Array(256).fill(1, 0x20, 0x7f)
for (const char of '"\\') isPlain[char.charCodeAt(0)] = 0

import { isUtf8 } from 'node:buffer'
import { metaKey } from '../mcp/meta'
import { endOfString, endOfValue } from './json-value'
import { bitsOfNames } from './repeated-members'
import { TextAhead } from './text-ahead'
import { anySuccess, mayBe, type SeenText, type SuccessSigns, type TextScan } from './text-scan'

const [quote, openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [...'"{}[],:'].map((char) =>
  char.charCodeAt(0),
)

/**
 * The id that a line answers which is nothing but a success of a tool, whose parts `signs` have found to be no error;
 * undefined for every other line. Nearly all that servers say is of this kind, and is known by its form alone: valid JSON,
 * with each member once that says what it is. So nothing is made of it, and it passes as it is.
 */
export function successIn(line: Buffer, signs: SuccessSigns, seen?: SeenText): string | undefined {
  const reader = new SuccessReader(line, signs, seen)
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
  readonly #seen: SeenText | undefined
  #at = 0
  /** The text that was looked at last, and its closing quote. */
  #looked = { start: 0, end: 0 }
  id: string | undefined

  constructor(bytes: Buffer, signs: SuccessSigns, seen?: SeenText) {
    this.#bytes = bytes
    this.#signs = signs
    this.#seen = seen
  }

  isMessage(): boolean {
    const hasResult = this.#object(this.#ofMessage, 'result')
    this.#space()
    return hasResult && this.#at === this.#bytes.length
  }

  #ofMessage(name: string): boolean {
    if (name === 'jsonrpc') return this.#takes('"2.0"')
    if (name === 'result') return this.#object(this.#ofResult, 'content')
    if (name !== 'id') return false
    this.id = this.#idHere()
    return this.id !== undefined
  }

  /** A result has these members only: another may have a meaning for other methods. */
  #ofResult(name: string): boolean {
    switch (name) {
      case 'content':
        return this.#content()
      case 'isError':
        return this.#takes('false')
      case 'structuredContent':
        return this.#structured()
      case '_meta':
        return this.#object(this.#ofMeta)
      case 'resultType':
        return this.#takes('"complete"')
      default:
        return false
    }
  }

  #ofMeta(name: string): boolean {
    return name !== metaKey && this.#value()
  }

  #content(): boolean {
    if (!this.#is(openBracket)) return false
    if (this.#is(closeBracket)) return true
    do {
      if (!this.#object(this.#ofBlock, 'type')) return false
    } while (this.#is(comma))
    return this.#is(closeBracket)
  }

  #ofBlock(name: string): boolean {
    if (name === 'text') return this.#text()
    return name === 'type' ? this.#plainString() : this.#value()
  }

  /** Data of which the names of their own members say that they are no error, nor a text in `result`. */
  #structured(): boolean {
    const { members } = this.#signs
    if (!members) return false
    const found: string[] = []
    const isWhole = this.#object((name) => {
      if (members.names.has(name) && !found.includes(name)) found.push(name)
      this.#space()
      if (this.#bytes[this.#at] !== quote) return this.#value()
      return this.#isAgain() || (name === 'result' ? this.#text() : this.#value())
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
    const from = this.#seen?.start === this.#at ? this.#seen.end : this.#at
    const end = this.#signs.text(this.#bytes, this.#at, from)
    this.#looked = { start: this.#at, end: end + 1 }
    this.#at = end + 1
    return end !== mayBe
  }

  /** Goes on behind a text that was looked at just now: most servers say the same as text and as structured content. */
  #isAgain(): boolean {
    const { start, end } = this.#looked
    const [from, to] = [this.#at + 1, this.#at + 1 + end - start]
    if (start === end || to > this.#bytes.length) return false
    if (this.#bytes.compare(this.#bytes, start, end, from, to) !== 0) return false
    this.#at = to
    return true
  }

  /**
   * Reads an object that has a member of a name; of each member the name, and what `value` takes behind it. That is nearly
   * always a method: a function that is made anew for each object costs as much as what it does.
   */
  #object(value: (this: SuccessReader, name: string) => boolean, needed?: string): boolean {
    if (!this.#is(openBrace)) return false
    if (this.#is(closeBrace)) return needed === undefined
    let [seen, hasNeeded] = [0, needed === undefined]
    do {
      const name = this.#name()
      if (name === undefined || !this.#is(colon)) return false
      if ((seen & name.bit) !== 0 || !value.call(this, name.text)) return false
      seen |= name.bit
      hasNeeded ||= name.text === needed
    } while (this.#is(comma))
    return this.#is(closeBrace) && hasNeeded
  }

  /** The name of a member; of one that is too long to mean anything here, nothing. What is spelt otherwise is none. */
  #name(): Name | undefined {
    this.#space()
    const start = this.#at
    const end = this.#bytes[start] === quote ? endOfString(this.#bytes, start) : mayBe
    if (end === mayBe) return undefined
    this.#at = end
    if (end - start > longestName) return nameless
    const known = knownName(this.#bytes, start + 1, end - 1)
    if (known) return known
    const text = this.#bytes.toString('latin1', start + 1, end - 1)
    return text.includes('\\') ? undefined : { text, bit: 0 }
  }

  /** A string that is short and plain. */
  #plainString(): boolean {
    if (!this.#is(quote)) return false
    const start = this.#at
    let at = start
    while (isPlain[this.#bytes[at] as number] === 1 && at - start < longestString) at++
    this.#at = at + 1
    return this.#bytes[at] === quote
  }

  /** The text of an id, as it stands. */
  #idHere(): string | undefined {
    this.#space()
    const start = this.#at
    if (this.#bytes[start] === quote)
      return this.#plainString() ? this.#bytes.toString('latin1', start, this.#at) : undefined
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
    for (let i = 0; i < word.length; i++) if (this.#bytes[this.#at++] !== word.charCodeAt(i)) return false
    return true
  }

  #is(char: number | undefined): boolean {
    this.#space()
    if (this.#bytes[this.#at] !== char) return false
    this.#at++
    return true
  }

  #space(): void {
    // What is not there has no place in the table, and looking for it makes all further looks slow.
    while (this.#at < this.#bytes.length && isSpace[this.#bytes[this.#at] as number] === 1) this.#at++
  }
}

// Longer than any name that means something, even if each character of that is escaped.
const longestName = 256

/** The name of a member; with a bit of its own where it means something here. */
interface Name {
  readonly text: string
  readonly bit: number
}

const nameless: Name = { text: '', bit: 0 }
const namesHere = [...bitsOfNames.keys(), 'jsonrpc', 'resultType']
/** By their lengths. */
const knownNames: Name[][] = Array.from({ length: longestName }, () => [])
namesHere.forEach((text, i) => {
  knownNames[text.length]?.push({ text, bit: 2 ** i })
})

/** The known name that stands between two places; to compare bytes takes less than to make a text of them. */
function knownName(bytes: Buffer, start: number, end: number): Name | undefined {
  for (const name of knownNames[end - start] ?? []) {
    const { text } = name
    let i = 0
    while (i < text.length && bytes[start + i] === text.charCodeAt(i)) i++
    if (i === text.length) return name
  }
  return undefined
}

const longestString = 100
const mostDigits = 15
const zero = 0x30
const isDigit = (char: number | undefined) => char !== undefined && char >= zero && char <= 0x39

const isSpace = new Uint8Array(256)
for (const char of ' \t\r\n') isSpace[char.charCodeAt(0)] = 1
const isPlain = new Uint8Array(256).fill(1, 0x20, 0x7f)
for (const char of '"\\') isPlain[char.charCodeAt(0)] = 0

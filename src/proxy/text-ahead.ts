import { isUtf8 } from 'node:buffer'
import { endInString, looked, type SeenText } from './text-scan'

/** A line, and how far its text has been looked at. */
export interface SeenLine {
  readonly line: Buffer
  readonly seen: SeenText
}

const longestEscape = 6
const quote = 0x22
const nothing = Buffer.alloc(0)

/** Looks at the text of a long line while the rest of it is on its way, so that little is left to do when it is there. */
export class TextAhead {
  readonly #first: Buffer
  readonly #start: number
  #end: number
  /** An escape or a character that was cut; undefined where nothing more is looked at. */
  #cut: Buffer | undefined = nothing
  #isUtf8 = true

  /** @param start where the text begins in the first piece */
  constructor(first: Buffer, start: number) {
    this.#first = first
    this.#start = start
    this.#end = start
    this.push(first.subarray(start))
  }

  get seen(): SeenText {
    return { start: this.#start, end: this.#end }
  }

  push(piece: Buffer): void {
    if (this.#cut === undefined) return
    const bytes = this.#cut.length === 0 ? piece : Buffer.concat([this.#cut, piece])
    const end = wholeCharacters(bytes, endInString(bytes, 0))
    this.#isUtf8 &&= isUtf8(bytes.subarray(0, end))
    this.#end += end
    const rest = bytes.subarray(end)
    this.#cut = rest.length < longestEscape && rest[0] !== quote ? rest : undefined
  }

  /**
   * The line without the middle of its text, which has been looked at: it is a success where the whole line is one, and nobody
   * has to join its pieces to know it. Undefined where the text ended before the last piece, or is short.
   */
  shortened(last: Buffer): SeenLine | undefined {
    const end = wholeCharacters(this.#first, this.#start + looked + longestEscape)
    if (!this.#cut || !this.#isUtf8 || this.#first.length < end || this.#end < end) return undefined
    const line = Buffer.concat([this.#first.subarray(0, end), this.#cut, last])
    return { line, seen: { start: this.#start, end } }
  }
}

/** The end of the last character of bytes that does not end behind a place. */
function wholeCharacters(bytes: Buffer, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] as number
    if (byte >= 0xc0) return byte >= firstOfLength(back + 1) ? end - back : end
    if (byte < 0x80) return end
  }
  return end
}

/** The least byte that begins a character of so many bytes. */
const firstOfLength = (length: number) => (length === 2 ? 0xc0 : length === 3 ? 0xe0 : 0xf0)

import { isAscii, isUtf8 } from 'node:buffer'
import type { InputDocument } from './documents'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = '\uFEFF'
// What is made of a block is held until all of it is made.
const usualLength = 2 ** 18

/** Lines of an input that follow one another, each a document or blank. */
export class LineBlock {
  /** The file's name, or "standard input". */
  readonly input: string
  /** Which line of the input the first one is. */
  readonly line: number
  /** The lines with their ends; only the last line of an input may have none. */
  readonly bytes: Buffer

  constructor(input: string, line: number, bytes: Buffer) {
    this.input = input
    this.line = line
    this.bytes = bytes
  }

  /** The documents on the lines. What holds for all of them is found out once: that spares most of the work. */
  *documents(): Generator<InputDocument> {
    const { bytes, input } = this
    const isAllUtf8 = isUtf8(bytes)
    const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
    let line = this.line
    for (let start = 0; start < bytes.length; line++) {
      const feed = bytes.indexOf(lineFeed, start)
      const end = feed === -1 ? bytes.length : feed + 1
      const text = textBetween(bytes, start, end, encoding, line === 1)
      if (!isBlank(text)) yield new Line(input, line, text, isAllUtf8, bytes, start, end)
      start = end
    }
  }
}

/** One line of a block. */
class Line implements InputDocument {
  readonly text: string
  readonly input: string
  readonly line: number
  readonly isUtf8: boolean
  readonly #block: Buffer
  readonly #start: number
  readonly #end: number

  constructor(
    input: string,
    line: number,
    text: string,
    isUtf8: boolean,
    block: Buffer,
    start: number,
    end: number,
  ) {
    this.input = input
    this.line = line
    this.text = text
    this.isUtf8 = isUtf8
    this.#block = block
    this.#start = start
    this.#end = end
  }

  /** Only cut out where they are needed. */
  get bytes(): Buffer {
    return this.#block.subarray(this.#start, this.#end)
  }
}

/** Lines as blocks that are not much longer than usual, each with the number of the line behind it. */
export function* lineBlocks(
  input: string,
  line: number,
  bytes: Buffer,
): Generator<{ readonly block: LineBlock; readonly next: number }> {
  let next = line
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start + usualLength)
    const end = feed === -1 ? bytes.length : feed + 1
    const block = new LineBlock(input, next, bytes.subarray(start, end))
    next += linesIn(block.bytes)
    yield { block, next }
    start = end
  }
}

/** How many lines there are; the last one may have no end. */
function linesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++
  return bytes.at(-1) === lineFeed ? count : count + 1
}

/** A line without its end, and without the mark that may stand before all of an input. */
function textBetween(
  bytes: Buffer,
  start: number,
  end: number,
  encoding: 'latin1' | 'utf8',
  isFirst: boolean,
): string {
  let last = end
  if (bytes[last - 1] === lineFeed) last -= last - 2 >= start && bytes[last - 2] === carriageReturn ? 2 : 1
  const text = bytes.toString(encoding, start, last)
  return isFirst && text.startsWith(byteOrderMark) ? text.slice(1) : text
}

function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x7f) && text.trim() === ''
}

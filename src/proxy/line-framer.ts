import { HeldBytes } from './held-bytes'

const lineFeed = 0x0a

/** What becomes of the bytes of a stream: whole lines, and lines that are longer than what is taken. */
export interface LineHandler {
  /** A line with its line feed. */
  line(bytes: Buffer): void
  /** The next piece of a line that goes on; it comes with the whole line again. */
  piece?(bytes: Buffer, isFirst: boolean): void
  /** A line that came in pieces, these together, of which `last` is the last one; unless it is taken so, it comes as a whole. */
  inPieces?(pieces: readonly Buffer[], last: Buffer): boolean
  /** The next piece of a line that is too long; with `isEnd` it is the last one. */
  tooLong(piece: Buffer, isEnd: boolean): void
}

/**
 * Cuts a stream of bytes into lines. Each byte is looked at once, whatever the length of a line, and no more than
 * `maxLength` bytes are held.
 */
export class LineFramer {
  readonly #maxLength: number
  readonly #handler: LineHandler
  readonly #held = new HeldBytes()
  #isTooLong = false

  constructor(maxLength: number, handler: LineHandler) {
    this.#maxLength = maxLength
    this.#handler = handler
  }

  /** Takes the next bytes of the stream. */
  push(chunk: Buffer): void {
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      // Most chunks are one line.
      const isAll = start === 0 && at + 1 === chunk.length
      this.#add(isAll ? chunk : chunk.subarray(start, at + 1), true)
      start = at + 1
    }
    if (start < chunk.length) this.#add(chunk.subarray(start), false)
  }

  /** The stream has ended: what stands behind the last line feed, or undefined. */
  rest(): Buffer | undefined {
    return this.#isTooLong || this.#held.length === 0 ? undefined : this.#held.all()
  }

  #add(piece: Buffer, isEnd: boolean): void {
    if (!this.#isTooLong && this.#held.length + piece.length > this.#maxLength) {
      this.#isTooLong = true
      for (const held of this.#held.pieces()) this.#handler.tooLong(held, false)
      this.#held.clear()
    }
    if (this.#isTooLong) {
      this.#handler.tooLong(piece, isEnd)
      if (isEnd) this.#isTooLong = false
      return
    }
    const isFirst = this.#held.length === 0
    if (isFirst && isEnd) {
      this.#handler.line(piece)
      return
    }
    this.#held.add(piece)
    if (!isEnd) this.#handler.piece?.(piece, isFirst)
    else if (this.#handler.inPieces?.(this.#held.pieces(), piece)) this.#held.clear()
    else this.#handler.line(this.#held.take())
  }
}

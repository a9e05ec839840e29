/** The bytes that end a line of server-sent events: LF, CRLF or CR. */
export const lineFeed = 0x0a
export const carriageReturn = 0x0d

/**
 * Finds where the events of a stream end, each with a blank line, in chunks that are cut anywhere. Each byte is looked at
 * once. Blank lines before an event are none, but go out at once, all that stand together.
 */
export class EventEnds {
  /** Whether the event has a line that is not blank. */
  #hasLines = false
  #isLineEmpty = true
  /** Whether the last byte was a CR: a LF behind it is of the same end. */
  #isReturned = false
  /** Whether the last line ended with a CR alone. */
  #endsAlone = false

  /** The place behind the next end of an event, from `start` on; -1 where the chunk has none. */
  next(chunk: Buffer, start: number): number {
    let at = start
    if (!this.#hasLines) {
      while (at < chunk.length && isLineEnd(chunk[at])) at++
      if (at > start) return at
    }
    while (at < chunk.length) {
      this.#hasLines = true
      if (this.#isReturned) {
        this.#isReturned = false
        this.#endsAlone = chunk[at] !== lineFeed
        if (!this.#endsAlone) at++
        if (this.#endsLine()) return at
        continue
      }
      const before = at
      at = lineEndIn(chunk, at)
      if (at > before) this.#isLineEmpty = false
      if (at === chunk.length) break
      this.#isReturned = chunk[at] === carriageReturn
      at++
      // Where the lines of an event end with a CR alone, so does the blank one: nobody waits for what comes next.
      const isEnd = !this.#isReturned || (at === chunk.length && this.#endsAlone && this.#isLineEmpty)
      if (isEnd && this.#endsLine()) return at
    }
    return -1
  }

  /** The stream has ended: whether that ends the event. */
  end(): boolean {
    return this.#isReturned && this.#endsLine()
  }

  /** A line has ended; whether it ends the event. */
  #endsLine(): boolean {
    const isBlank = this.#isLineEmpty
    this.#isLineEmpty = true
    if (isBlank) {
      this.#hasLines = false
      this.#isReturned = false
    }
    return isBlank
  }
}

// A line is looked into by hand as far as that takes less, and then for both ends in turn, so far at once.
const near = 64
const far = 4096

/** Where the line ends, or the chunk. */
function lineEndIn(chunk: Buffer, start: number): number {
  let at = start
  for (const end = Math.min(start + near, chunk.length); at < end; at++) if (isLineEnd(chunk[at])) return at
  for (; at < chunk.length; at += far) {
    const window = chunk.subarray(at, at + far)
    const ends = [window.indexOf(lineFeed), window.indexOf(carriageReturn)].filter((place) => place !== -1)
    if (ends.length > 0) return at + Math.min(...ends)
  }
  return chunk.length
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn
}

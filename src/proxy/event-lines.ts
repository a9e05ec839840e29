const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Whether a byte ends a line, or is of the end of one. */
export function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn
}

/**
 * Cuts a stream of server-sent events into lines, which end with LF, CRLF or CR, and gives out their pieces as they come;
 * the last one of a line has its end. Each byte is looked at twice, whatever the length of a line.
 */
export class EventLines {
  readonly #take: (piece: Buffer, isEnd: boolean) => void
  /** Whether the line has a CR, and what came so far does not tell whether a LF follows. */
  #isOpen = false
  #isLineEmpty = true
  /** Whether the last line ended with a CR alone. */
  #endsAlone = false

  constructor(take: (piece: Buffer, isEnd: boolean) => void) {
    this.#take = take
  }

  /** Takes the next bytes of the stream. */
  push(chunk: Buffer): void {
    if (chunk.length === 0) return
    let start = 0
    if (this.#isOpen) {
      start = chunk[0] === lineFeed ? 1 : 0
      this.#endLine(chunk.subarray(0, start), start === 0)
    }
    let [feed, back] = [placeOf(chunk, lineFeed, start), placeOf(chunk, carriageReturn, start)]
    while (start < chunk.length) {
      // Looked for again only behind the last one that was found, or many short lines would take long.
      if (feed < start) feed = placeOf(chunk, lineFeed, start)
      if (back < start) back = placeOf(chunk, carriageReturn, start)
      const at = Math.min(feed, back)
      const end = at === back && chunk[at + 1] === lineFeed ? at + 2 : at + 1
      const piece = chunk.subarray(start, end)
      const isAlone = at === back && end === at + 1
      if (at === Infinity || (isAlone && end === chunk.length && !this.#isEventEnd(piece))) {
        this.#take(piece, false)
        this.#isLineEmpty = false
        this.#isOpen = at !== Infinity
        return
      }
      this.#endLine(piece, isAlone)
      start = end
    }
  }

  /** The stream has ended. */
  end(): void {
    if (this.#isOpen) this.#endLine(Buffer.alloc(0), true)
  }

  /** Where the lines of an event have ended with a CR alone, so has the blank one: nobody waits for what comes next. */
  #isEventEnd(piece: Buffer): boolean {
    return this.#endsAlone && this.#isLineEmpty && piece.length === 1
  }

  #endLine(piece: Buffer, isAlone: boolean): void {
    this.#isOpen = false
    this.#isLineEmpty = true
    this.#endsAlone = isAlone
    this.#take(piece, true)
  }
}

function placeOf(chunk: Buffer, byte: number, start: number): number {
  const at = chunk.indexOf(byte, start)
  return at === -1 ? Infinity : at
}

import type { Writable } from 'node:stream'
import { afterwards, type Taken } from './taken'

const pieceLength = 2 ** 16
/** Writing takes longer than joining up to some such length. */
const longestJoined = 2 ** 14

/**
 * Writes bytes to a stream, in order and what was given together without anything between, and waits while it takes no
 * more. A stream that breaks takes everything in silence.
 */
export class ByteSink {
  readonly #stream: Writable
  #isBroken = false
  #progress = Date.now()
  /** Is settled when everything before has been written; undefined where it has. */
  #turn: Taken
  /** The bytes that the stream has not been given yet. */
  #waiting = 0
  /** Is settled once the stream can be written no more, because whoever read it is gone. */
  readonly broken: Promise<void>

  constructor(stream: Writable) {
    this.#stream = stream
    this.broken = new Promise((resolve) => {
      const end = () => {
        this.#isBroken = true
        resolve()
      }
      stream.on('error', end)
      stream.on('close', end)
    })
  }

  /** When the stream last took something, in milliseconds. */
  get progress(): number {
    return this.#progress
  }

  /** Writes lines, and waits until the stream takes more. */
  write(lines: readonly Buffer[]): Taken {
    const pieces = joinedWhereShort(lines)
    // Whoever has nothing to say does not wait for others: they may wait for it to read on.
    if (pieces.length === 0) return undefined
    for (const { length } of pieces) this.#waiting += length
    const written = afterwards(this.#turn, () => this.#writeAll(pieces, 0))
    if (!written) return undefined
    const turn = written.then(() => {
      if (this.#turn === turn) this.#turn = undefined
    })
    this.#turn = turn
    return turn
  }

  #writeAll(pieces: readonly Buffer[], first: number): Taken {
    for (let i = first; i < pieces.length; i++) {
      const taken = this.#write(pieces[i] as Buffer, 0)
      if (taken) return taken.then(() => this.#writeAll(pieces, i + 1))
    }
    return undefined
  }

  #write(bytes: Buffer, start: number): Taken {
    // In pieces, so that it shows whether somebody reads, however long a line is.
    for (let at = start; at < bytes.length && !this.#isBroken; at += pieceLength) {
      const piece = bytes.length <= pieceLength ? bytes : bytes.subarray(at, at + pieceLength)
      this.#waiting -= piece.length
      const hasRoom = this.#stream.write(piece)
      // A stream counts a piece before it writes it: of one that has left at once, it holds nothing.
      if (!hasRoom && this.#stream.writableLength > 0) {
        return this.#drained().then(() => {
          this.#progress = Date.now()
          return this.#write(bytes, at + pieceLength)
        })
      }
      this.#progress = Date.now()
    }
    return undefined
  }

  /** Waits until everything that was written has left, or nothing has for a time, which may have begun before. */
  async flush(milliseconds: number, began = Date.now()): Promise<void> {
    let left = this.#left
    let since = began
    while (!this.#isBroken && left > 0 && Date.now() - since < milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const now = this.#left
      if (now < left) since = Date.now()
      left = now
    }
  }

  /** Nothing more comes. */
  end(): void {
    if (!this.#isBroken) this.#stream.end()
  }

  get #left(): number {
    return this.#stream.writableLength + this.#waiting
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        for (const event of ['drain', 'error', 'close']) this.#stream.off(event, resume)
        resolve()
      }
      for (const event of ['drain', 'error', 'close']) this.#stream.on(event, resume)
    })
  }
}

/** Lines, or pieces of them, of which those that are short leave in one piece with their neighbours. */
function joinedWhereShort(lines: readonly Buffer[]): readonly Buffer[] {
  if (lines.length === 1 && lines[0]?.length !== 0) return lines
  const joined: Buffer[] = []
  let short: Buffer[] = []
  const join = () => {
    const [first] = short
    if (first) joined.push(inOnePiece(first, short))
    short = []
  }
  for (const line of lines) {
    if (line.length > longestJoined) {
      join()
      joined.push(line)
    } else if (line.length > 0) short.push(line)
  }
  join()
  return joined
}

/** Bytes in one piece. Lines that stay as they are mostly stand one behind the other, in the chunk that they came in. */
function inOnePiece(first: Buffer, lines: readonly Buffer[]): Buffer {
  const { buffer, byteOffset } = first
  let length = 0
  for (const line of lines) {
    if (line.buffer !== buffer || line.byteOffset !== byteOffset + length) return Buffer.concat(lines)
    length += line.length
  }
  return Buffer.from(buffer, byteOffset, length)
}

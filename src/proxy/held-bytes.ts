// A piece for each of millions of short lines would take more memory than the lines themselves.
const mostPieces = 4096

/** Bytes that are added piece by piece and taken together. */
export class HeldBytes {
  #blocks: Buffer[] = []
  #pieces: Buffer[] = []
  length = 0

  add(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.length += bytes.length
    if (this.#pieces.length >= mostPieces) this.#join()
  }

  all(): Buffer {
    const pieces = this.pieces()
    const [first] = pieces
    return first && pieces.length === 1 ? first : Buffer.concat(pieces, this.length)
  }

  /** The first of them, no more than so many. */
  first(most: number): Buffer {
    const pieces: Buffer[] = []
    let left = most
    for (const piece of this.pieces()) {
      if (left <= 0) break
      pieces.push(piece.subarray(0, left))
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }

  /** All of them, each byte once, cut anywhere. */
  pieces(): readonly Buffer[] {
    return [...this.#blocks, ...this.#pieces]
  }

  /** Takes all of them out. */
  take(): Buffer {
    const all = this.all()
    this.clear()
    return all
  }

  clear(): void {
    this.#blocks = []
    this.#pieces = []
    this.length = 0
  }

  #join(): void {
    this.#blocks.push(Buffer.concat(this.#pieces))
    this.#pieces = []
  }
}

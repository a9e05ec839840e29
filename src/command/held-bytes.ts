// A piece for each of millions of short lines would take more memory than the lines themselves.
const mostPieces = 4096

/** Bytes that are added piece by piece and taken together. */
export class HeldBytes {
  readonly #blocks: Buffer[] = []
  #pieces: Buffer[] = []
  length = 0

  add(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.length += bytes.length
    if (this.#pieces.length >= mostPieces) this.#join()
  }

  all(): Buffer {
    this.#join()
    return Buffer.concat(this.#blocks, this.length)
  }

  #join(): void {
    this.#blocks.push(Buffer.concat(this.#pieces))
    this.#pieces = []
  }
}

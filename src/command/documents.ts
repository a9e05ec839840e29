import { isUtf8 } from 'node:buffer'
import { createReadStream, fstatSync, type Stats, statSync } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { HeldBytes } from '../proxy/held-bytes'
import { LineFramer } from '../proxy/line-framer'
import { CommandError } from './command-error'
import { exitCodes } from './exit-codes'
import { LineBlock, lineBlocks } from './line-block'

/** A document of an input, and where it stands. */
export interface InputDocument {
  readonly text: string
  /** Its bytes, with the end of its line; of one that is too long, a piece of them. */
  readonly bytes: Buffer
  /** The file's name, or "standard input". */
  readonly input: string
  /** Which line it is, where the input has one document a line. */
  readonly line?: number
  /** Whether it is a piece of a document that is too long to be read; the last piece may be empty. */
  readonly piece?: 'first' | 'further'
  /** Whether its bytes have been seen to be UTF-8. */
  readonly isUtf8?: boolean
}

/** How to read inputs. */
export interface InputOptions {
  /** One document a line, whatever the first line looks like. */
  readonly isNdjson?: boolean
  /** Each input is one document, whatever it looks like, unless each line is said to be one. */
  readonly isWhole?: boolean
  /** Is told of an input that cannot be read, and the next one is read; without it, that is the end. */
  readonly onUnreadable?: (sentence: string) => void
  /** Is told how many bytes of an input have been read, and how many there are where that is known. */
  readonly onProgress?: (read: number, of: number | undefined) => void
  /** Ends the reading, even while nothing comes. */
  readonly signal?: AbortSignal
}

/** The longest document or line, in bytes: as much text as a decoder reads by default, in any script. */
export const longestDocument = 2 ** 26

const lineFeed = 0x0a

// A whole object, array, string or element on one line; the first line of a document on several lines is not.
const wholeLine = /^(?:\{.*\}|\[.*\]|".*"|<([\w-]+)[\s>].*<\/\1>)$/s
// A line that is continued on the next one.
const openLine = /^<|[[{,:]$/

/** The documents of the named files: what {@link inputsIn} reads, one by one. */
export async function* documentsIn(
  files: readonly string[],
  options: InputOptions = {},
): AsyncGenerator<readonly InputDocument[]> {
  for await (const parts of inputsIn(files, options)) {
    for (const part of parts) yield part instanceof LineBlock ? [...part.documents()] : [part]
  }
}

/**
 * What the named files hold, or standard input when none is named: each is one document, or NDJSON with one a line,
 * which is read as it comes, in blocks of as many lines as there are in a piece of the input.
 */
export async function* inputsIn(
  files: readonly string[],
  options: InputOptions = {},
): AsyncGenerator<readonly (InputDocument | LineBlock)[]> {
  for (const file of files.length > 0 ? files : ['-']) {
    const input = file === '-' ? 'standard input' : file
    try {
      yield* new Documents(input, options).in(file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (error instanceof CommandError || code === undefined || options.signal?.aborted) throw error
      const sentence = `${file === '' ? 'A file without a name' : input} cannot be read (${code}).`
      if (!options.onUnreadable) throw new CommandError(exitCodes.input, sentence)
      options.onUnreadable(sentence)
    }
  }
}

/** Whether a text of several lines has one among them that is a document by itself. */
export function hasWholeLine(text: string): boolean {
  const lines = text.trim().split('\n')
  return lines.length > 1 && lines.some((line) => wholeLine.test(line.trim()))
}

/** Where a document stands, for people. */
export function placeOf({ input, line }: Pick<InputDocument, 'input' | 'line'>): string {
  return line === undefined ? input : `${input}, line ${line}`
}

/** Why a document cannot be read as text, or undefined where it can. */
export function whyNoText(document: Pick<InputDocument, 'piece' | 'bytes' | 'isUtf8'>): string | undefined {
  if (document.piece) return `LIMIT_SIZE: It is longer than ${longestDocument} bytes.`
  return document.isUtf8 || isUtf8(document.bytes) ? undefined : 'INVALID_UTF8: It is not text in UTF-8.'
}

/** Reads one input. */
class Documents {
  readonly #input: string
  readonly #options: InputOptions
  readonly #framer: LineFramer
  #line = 0
  /** What is read before it is known whether each line is a document; undefined once it is known that they are. */
  #undecided: HeldBytes | undefined
  #first: string | undefined
  /** Whether the input is one document, whatever comes. */
  #isWhole: boolean
  /** What is passed on piece by piece, because it is too long: a line, or the whole input. */
  #overflow: 'line' | 'input' | undefined
  /** Lines that are documents, not yet given out. */
  readonly #lines = new HeldBytes()
  #ready: (InputDocument | LineBlock)[] = []

  constructor(input: string, options: InputOptions) {
    this.#input = input
    this.#options = options
    this.#isWhole = options.isWhole === true && !options.isNdjson
    if (!options.isNdjson) this.#undecided = new HeldBytes()
    this.#framer = new LineFramer(longestDocument, {
      line: (bytes) => this.#take(bytes),
      tooLong: (piece, isEnd) => this.#takePiece(piece, isEnd),
    })
  }

  async *in(file: string): AsyncGenerator<readonly (InputDocument | LineBlock)[]> {
    const total = sizeOf(file)
    let read = 0
    let isFramed = !this.#isWhole
    for await (const chunk of streamOf(file, this.#options.signal)) {
      if (isFramed) this.#frame(chunk)
      else this.#hold(chunk)
      // Of one document the lines are of no interest.
      if (isFramed && this.#isWhole) {
        isFramed = false
        this.#hold(this.#framer.rest() ?? Buffer.alloc(0))
      }
      read += chunk.length
      this.#options.onProgress?.(read, total)
      this.#giveLines()
      if (this.#ready.length > 0) yield this.#ready.splice(0)
    }
    const rest = isFramed ? this.#framer.rest() : undefined
    if (rest) this.#take(rest)
    this.#giveLines()
    // An input that has nothing in it is one document, too: it can be refused.
    if (this.#undecided && this.#overflow !== 'input') this.#addWhole(this.#undecided.all())
    if (this.#ready.length > 0) yield this.#ready
  }

  /** Once every line is a document, only those are cut out of a chunk that it has a part of. */
  #frame(chunk: Buffer): void {
    if (this.#undecided) {
      this.#framer.push(chunk)
      return
    }
    const first = chunk.indexOf(lineFeed) + 1
    const last = chunk.lastIndexOf(lineFeed) + 1
    if (first > 0) this.#framer.push(chunk.subarray(0, first))
    if (last > first) this.#addLines(chunk.subarray(first, last))
    if (last < chunk.length) this.#framer.push(chunk.subarray(last))
  }

  #take(bytes: Buffer): void {
    if (this.#undecided) {
      this.#line++
      this.#hold(bytes)
      if (!this.#isWhole && this.#overflow === undefined && !isEmptyLine(bytes)) {
        this.#decide(bytes.toString('utf8'))
      }
    } else this.#addLines(bytes)
  }

  /** Holds bytes of which it is not yet known what they are part of. */
  #hold(bytes: Buffer): void {
    if (this.#overflow === 'input') {
      this.#addPiece(bytes, undefined)
      return
    }
    this.#undecided?.add(bytes)
    if ((this.#undecided?.length ?? 0) > longestDocument) this.#overflowAll()
  }

  /** Whether the lines are documents: one whole value stands on one, and the first is not continued. */
  #decide(line: string): void {
    const text = line.replace(/^\uFEFF/, '').trim()
    if (text === '') return
    if (this.#first === undefined) {
      this.#first = text
      this.#isWhole = !wholeLine.test(text) && openLine.test(text)
      return
    }
    if (wholeLine.test(this.#first) || wholeLine.test(text)) this.#giveOut()
  }

  #takePiece(piece: Buffer, isEnd: boolean): void {
    // A long line in a document that is not NDJSON, as far as one can see, makes all of it too long.
    if (this.#undecided && this.#first !== undefined && !wholeLine.test(this.#first)) this.#overflowAll()
    if (this.#overflow === 'input') {
      this.#addPiece(piece, undefined)
      return
    }
    this.#giveOut()
    this.#giveLines()
    this.#addPiece(piece, this.#line + 1)
    if (!isEnd) return
    this.#line++
    this.#overflow = undefined
  }

  /** The lines are documents, those too that were held back. */
  #giveOut(): void {
    if (!this.#undecided) return
    this.#lines.add(this.#undecided.all())
    this.#line = 0
    this.#undecided = undefined
  }

  #overflowAll(): void {
    const held = this.#undecided?.all() ?? Buffer.alloc(0)
    this.#undecided = new HeldBytes()
    this.#isWhole = true
    this.#addPiece(held, undefined)
    this.#overflow = 'input'
  }

  #addPiece(bytes: Buffer, line: number | undefined): void {
    const piece = this.#overflow === undefined ? 'first' : 'further'
    this.#overflow ??= line === undefined ? 'input' : 'line'
    this.#ready.push({ text: '', bytes, input: this.#input, ...(line !== undefined && { line }), piece })
  }

  #addWhole(bytes: Buffer): void {
    this.#ready.push({ text: bytes.toString('utf8').replace(/^\uFEFF/, ''), bytes, input: this.#input })
  }

  #addLines(bytes: Buffer): void {
    this.#lines.add(bytes)
  }

  #giveLines(): void {
    if (this.#lines.length === 0) return
    for (const { block, next } of lineBlocks(this.#input, this.#line + 1, this.#lines.take())) {
      this.#ready.push(block)
      this.#line = next - 1
    }
  }
}

/** Most blank lines are. */
function isEmptyLine(bytes: Buffer): boolean {
  return bytes.length === 1 && bytes[0] === lineFeed
}

function streamOf(file: string, signal: AbortSignal | undefined): AsyncIterable<Buffer> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 18 })
  return signal ? addAbortSignal(signal, stream) : stream
}

/** How many bytes an input has, where that is known. */
function sizeOf(file: string): number | undefined {
  const facts = factsOf(file)
  if (file === '-' && facts?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  return facts?.isFile() ? facts.size : undefined
}

/** What the file system says of an input; undefined where it says nothing. */
export function factsOf(file: string): Stats | undefined {
  try {
    return file === '-' ? fstatSync(0) : statSync(file)
  } catch {
    return undefined
  }
}

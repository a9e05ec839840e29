import { isUtf8 } from 'node:buffer'
import { createReadStream, fstatSync, type Stats, statSync } from 'node:fs'
import { LineFramer } from '../proxy/line-framer'
import { CommandError } from './command-error'
import { exitCodes } from './exit-codes'

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
}

/** How to read inputs. */
export interface InputOptions {
  /** One document a line, whatever the first line looks like. */
  readonly isNdjson?: boolean
  /** Each input is one document, whatever it looks like. */
  readonly isWhole?: boolean
  /** Is told how many bytes of an input have been read, and how many there are where that is known. */
  readonly onProgress?: (read: number, of: number | undefined) => void
}

/** The longest document or line, in bytes: as much text as a decoder reads by default, in any script. */
export const longestDocument = 2 ** 26

// A whole object, array, string or element on one line; the first line of a document on several lines is not.
const wholeLine = /^(?:\{.*\}|\[.*\]|".*"|<([\w-]+)[\s>].*<\/\1>)$/
// A line that is continued on the next one.
const openLine = /^<|[[{,:]$/

/**
 * The documents of the named files, or of standard input when none is named: each is one document, or NDJSON with one
 * a line, which is read as it comes. They are given out in groups, as many as there are in a piece of the input.
 */
export async function* documentsIn(
  files: readonly string[],
  options: InputOptions = {},
): AsyncGenerator<readonly InputDocument[]> {
  for (const file of files.length > 0 ? files : ['-']) {
    const input = file === '-' ? 'standard input' : file
    try {
      yield* new Documents(input, options).in(file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (error instanceof CommandError || code === undefined) throw error
      throw new CommandError(exitCodes.input, `${input} cannot be read (${code}).`)
    }
  }
}

/** Where a document stands, for people. */
export function placeOf({ input, line }: Pick<InputDocument, 'input' | 'line'>): string {
  return line === undefined ? input : `${input}, line ${line}`
}

/** Why a document cannot be read as text, or undefined where it can. */
export function whyNoText({ piece, bytes }: Pick<InputDocument, 'piece' | 'bytes'>): string | undefined {
  if (piece) return `LIMIT_LENGTH: It is longer than ${longestDocument} bytes.`
  return isUtf8(bytes) ? undefined : 'INVALID_UTF8: It is not text in UTF-8.'
}

/** Reads one input. */
class Documents {
  readonly #input: string
  readonly #options: InputOptions
  #line = 0
  /** Lines of which it is not yet known whether they are documents; undefined once it is known that they are. */
  #undecided: Buffer[] | undefined
  #length = 0
  #first: string | undefined
  #isWhole: boolean
  /** What is passed on piece by piece, because it is too long: a line, or the whole input. */
  #overflow: 'line' | 'input' | undefined
  #ready: InputDocument[] = []

  constructor(input: string, options: InputOptions) {
    this.#input = input
    this.#options = options
    this.#isWhole = options.isWhole === true
    if (!options.isNdjson) this.#undecided = []
  }

  async *in(file: string): AsyncGenerator<readonly InputDocument[]> {
    const framer = new LineFramer(longestDocument, {
      line: (bytes) => this.#take(bytes),
      tooLong: (piece, isEnd) => this.#takePiece(piece, isEnd),
    })
    const total = sizeOf(file)
    let read = 0
    for await (const chunk of streamOf(file)) {
      framer.push(chunk)
      read += chunk.length
      this.#options.onProgress?.(read, total)
      if (this.#ready.length > 0) yield this.#ready.splice(0)
    }
    const rest = framer.rest()
    if (rest) this.#take(rest)
    if (this.#undecided && this.#overflow !== 'input') this.#add(Buffer.concat(this.#undecided), undefined)
    if (this.#ready.length > 0) yield this.#ready
  }

  #take(bytes: Buffer): void {
    this.#line++
    if (this.#overflow === 'input') {
      this.#addPiece(bytes, undefined)
      return
    }
    if (!this.#undecided) {
      this.#add(bytes, this.#line)
      return
    }
    this.#undecided.push(bytes)
    this.#length += bytes.length
    if (this.#length > longestDocument) this.#overflowAll()
    else this.#decide(bytes.toString('utf8'))
  }

  /** Whether the lines are documents: one whole value stands on one, and the first is not continued. */
  #decide(line: string): void {
    const text = line.replace(/^\uFEFF/, '').trim()
    if (this.#isWhole || text === '') return
    if (this.#first === undefined) {
      this.#first = text
      this.#isWhole = !wholeLine.test(text) && openLine.test(text)
      return
    }
    if (!wholeLine.test(this.#first) && !wholeLine.test(text)) return
    this.#giveOut()
  }

  #takePiece(piece: Buffer, isEnd: boolean): void {
    // A long line in a document that is not NDJSON, as far as one can see, makes all of it too long.
    if (this.#undecided && this.#first !== undefined && !wholeLine.test(this.#first)) this.#overflowAll()
    if (this.#overflow === 'input') {
      this.#addPiece(piece, undefined)
      return
    }
    this.#giveOut()
    this.#addPiece(piece, this.#line + 1)
    if (!isEnd) return
    this.#line++
    this.#overflow = undefined
  }

  /** The lines are documents, those too that were held back. */
  #giveOut(): void {
    const lines = this.#undecided ?? []
    this.#undecided = undefined
    for (const [i, each] of lines.entries()) this.#add(each, i + 1)
  }

  #overflowAll(): void {
    const lines = this.#undecided ?? []
    for (const bytes of lines) this.#addPiece(bytes, undefined)
    this.#undecided = []
    this.#overflow = 'input'
  }

  #addPiece(bytes: Buffer, line: number | undefined): void {
    const piece = this.#overflow === undefined ? 'first' : 'further'
    this.#overflow ??= line === undefined ? 'input' : 'line'
    this.#ready.push({ text: '', bytes, input: this.#input, ...(line !== undefined && { line }), piece })
  }

  #add(bytes: Buffer, line: number | undefined): void {
    const isFirst = line === undefined || line === 1
    const all = bytes.toString('utf8')
    const text = (isFirst ? all.replace(/^\uFEFF/, '') : all).replace(line === undefined ? /$/ : /\r?\n$/, '')
    if (text.trim() === '') return
    this.#ready.push({ text, bytes, input: this.#input, ...(line !== undefined && { line }) })
  }
}

function streamOf(file: string): AsyncIterable<Buffer> {
  return file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 18 })
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

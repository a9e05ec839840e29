import { createReadStream, fstatSync, statSync } from 'node:fs'
import { LineFramer } from '../proxy/line-framer'
import { CommandError } from './command-error'
import { exitCodes } from './exit-codes'

/** A document of an input, and where it stands. */
export interface InputDocument {
  readonly text: string
  /** The file's name, or "standard input". */
  readonly input: string
  /** Which line it is, where the input has one document a line. */
  readonly line?: number
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

// A whole object, array or string on one line; the first line of a document on several lines is not.
const wholeLine = /^(?:\{.*\}|\[.*\]|".*")$/

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
export function placeOf({ input, line }: InputDocument): string {
  return line === undefined ? input : `${input}, line ${line}`
}

/** Reads one input. */
class Documents {
  readonly #input: string
  readonly #options: InputOptions
  #line = 0
  /** Lines of which it is not yet known whether they are documents; undefined once it is known that they are. */
  #undecided: string[] | undefined
  #length = 0
  #first: string | undefined
  #isWhole: boolean
  #ready: InputDocument[] = []

  constructor(input: string, options: InputOptions) {
    this.#input = input
    this.#options = options
    this.#isWhole = options.isWhole === true
    if (!options.isNdjson) this.#undecided = []
  }

  async *in(file: string): AsyncGenerator<readonly InputDocument[]> {
    const framer = new LineFramer(longestDocument, {
      line: (bytes) => this.#take(bytes.toString('utf8')),
      tooLong: () => {
        throw new CommandError(
          exitCodes.input,
          `${this.#input}, line ${this.#line + 1}: LIMIT_LENGTH: The line is longer than ${longestDocument} bytes.`,
        )
      },
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
    if (rest) this.#take(rest.toString('utf8'))
    if (this.#undecided) this.#ready.push({ text: this.#undecided.join(''), input: this.#input })
    yield this.#ready
  }

  #take(line: string): void {
    this.#line++
    if (!this.#undecided) {
      this.#add(line, this.#line)
      return
    }
    this.#undecided.push(line)
    this.#length += line.length
    if (this.#length > longestDocument) {
      const sentence = `The document is longer than ${longestDocument} bytes.`
      throw new CommandError(exitCodes.input, `${this.#input}: LIMIT_LENGTH: ${sentence}`)
    }
    if (this.#isWhole || line.trim() === '') return
    const isFirst = this.#first === undefined
    this.#first ??= line.replace(/^\uFEFF/, '').trim()
    if (isFirst) return
    // The second line that is not blank decides: one whole value stands on the first, or they are of one document.
    this.#isWhole = !wholeLine.test(this.#first)
    if (this.#isWhole) return
    const lines = this.#undecided
    this.#undecided = undefined
    for (const [i, each] of lines.entries()) this.#add(each, i + 1)
  }

  #add(line: string, number: number): void {
    const text = (number === 1 ? line.replace(/^\uFEFF/, '') : line).replace(/\r?\n$/, '')
    if (text.trim() !== '') this.#ready.push({ text, input: this.#input, line: number })
  }
}

function streamOf(file: string): AsyncIterable<Buffer> {
  return file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 18 })
}

function sizeOf(file: string): number | undefined {
  try {
    const facts = file === '-' ? fstatSync(0) : statSync(file)
    return facts.isFile() ? facts.size : undefined
  } catch {
    return undefined
  }
}

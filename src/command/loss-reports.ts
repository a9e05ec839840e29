import { closeSync, openSync, writeSync } from 'node:fs'
import type { JsonValue } from '../core/json'
import { writeJson } from '../core/json-write'
import { type CanonicalError, measureLoss } from '../index'
import { type InputDocument, placeOf } from './documents'
import { unwritable } from './output'

/** Says what translations lose, on standard error or in a file. */
export class LossReports {
  readonly #to: string
  readonly #isTold: boolean
  readonly #file: string | undefined
  readonly #handle: number | undefined
  /** How many documents lose something. */
  losing = 0

  constructor(to: string, isTold: boolean, file: string | undefined) {
    this.#to = to
    this.#isTold = isTold
    this.#file = file
    this.#handle = file === undefined ? undefined : opened(file)
  }

  add(document: InputDocument, error: CanonicalError): void {
    const losses = measureLoss(error, this.#to)
    if (losses.length > 0) this.losing++
    const { input, line } = document
    if (this.#handle !== undefined) {
      const { origin, code } = error
      const row = {
        input,
        ...(line !== undefined && { line }),
        from: origin?.dialect ?? 'text',
        to: this.#to,
        code,
        losses,
      }
      this.#write(this.#handle, `${writeJson(row as unknown as JsonValue)}\n`)
    }
    // Of a line among many, only a loss is worth saying.
    if (!this.#isTold || (line !== undefined && losses.length === 0)) return
    const said =
      losses.length === 0 ? 'nothing is lost' : `lost: ${losses.map(({ path }) => path).join(', ')}`
    process.stderr.write(`${placeOf(document)}: ${said}\n`)
  }

  end(): void {
    if (this.#handle !== undefined) closeSync(this.#handle)
  }

  #write(handle: number, text: string): void {
    try {
      writeSync(handle, text)
    } catch (error) {
      throw unwritable(String(this.#file), error)
    }
  }
}

function opened(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw unwritable(file, error)
  }
}

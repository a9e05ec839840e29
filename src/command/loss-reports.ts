import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { JsonValue } from '../core/json'
import { writeJson } from '../core/json-write'
import { type CanonicalError, measureLoss } from '../index'
import { type InputDocument, placeOf } from './documents'
import { type Output, unwritable } from './output'
import { visible } from './terminal'

/** What is to be said of losses, and where. */
export interface LossReportOptions {
  readonly to: string
  /** Whether what the members of the dialect cannot hold travels beside them. */
  readonly travels: boolean
  /** Where people read it, if they want to. */
  readonly people: Output | undefined
  readonly file: string | undefined
  /** Whether losses are counted though nobody wants to read of them. */
  readonly counts: boolean
}

/** Says what translations lose, on standard error or in a file. */
export class LossReports {
  readonly #options: LossReportOptions
  readonly #handle: number | undefined
  #isBegun = false
  /** How many documents lose something. */
  losing = 0

  constructor(options: LossReportOptions) {
    this.#options = options
    this.#handle = options.file === undefined ? undefined : opened(options.file)
  }

  add(document: InputDocument, error: CanonicalError): void {
    const { to, people, counts } = this.#options
    if (!people && this.#handle === undefined && !counts) return
    const losses = measureLoss(error, to)
    if (losses.length > 0) this.losing++
    const { input, line } = document
    const { origin, code } = error
    this.#write({
      input,
      ...(line !== undefined && { line }),
      from: origin?.dialect ?? 'text',
      to,
      code,
      losses: losses as unknown as JsonValue,
    })
    // Of a line among many, only a loss is worth saying.
    if (!people || (line !== undefined && losses.length === 0)) return
    const paths = visible(losses.map(({ path }) => path).join(', '))
    const what = this.#options.travels ? 'no member for, but travels beside' : 'lost'
    people.add(
      `${visible(placeOf(document))}: ${losses.length === 0 ? 'nothing is lost' : `${what}: ${paths}`}\n`,
    )
  }

  end(): void {
    if (this.#handle === undefined) return
    this.#begin(this.#handle)
    closeSync(this.#handle)
  }

  #write(row: { [key: string]: JsonValue }): void {
    if (this.#handle === undefined) return
    this.#begin(this.#handle)
    try {
      writeSync(this.#handle, `${writeJson(row)}\n`)
    } catch (error) {
      throw unwritable(String(this.#options.file), error)
    }
  }

  /** An earlier report is written over when there is a new one, not before. */
  #begin(handle: number): void {
    if (this.#isBegun) return
    this.#isBegun = true
    // Behind /dev/stdout may be what others have written.
    if (!this.#options.file?.startsWith('/dev/')) truncate(handle)
  }
}

function truncate(handle: number): void {
  try {
    ftruncateSync(handle)
  } catch {
    // A pipe has no length.
  }
}

function opened(file: string): number {
  try {
    return openSync(file, 'a')
  } catch (error) {
    throw unwritable(file, error)
  }
}

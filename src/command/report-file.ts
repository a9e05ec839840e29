import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { unwritable } from './output'

/** The file that says what translations lose. */
export class ReportFile {
  readonly #name: string
  readonly #handle: number
  #isBegun = false

  constructor(name: string) {
    this.#name = name
    this.#handle = opened(name)
  }

  write(rows: string): void {
    if (rows === '') return
    this.#begin()
    try {
      const bytes = Buffer.from(rows)
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done)
    } catch (error) {
      throw unwritable(this.#name, error)
    }
  }

  end(): void {
    this.#begin()
    closeSync(this.#handle)
  }

  /** An earlier report is written over when there is a new one, not before. */
  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    // Behind /dev/stdout may be what others have written.
    if (!this.#name.startsWith('/dev/')) truncate(this.#handle)
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

import { randomUUID } from 'node:crypto'
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unwritable } from '../output'

/** Writes a file as a whole: whoever opens it sees the old one or the new one. */
export function replaceFile(file: string, text: string): void {
  try {
    const target = existing(file)
    // A device or a pipe is written to; putting a file in its place would take it away.
    if (target && !target.isFile) writeFileSync(target.path, text)
    else putInPlace(target?.path ?? file, text)
  } catch (error) {
    throw unwritable(file, error)
  }
}

function putInPlace(file: string, text: string): void {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`)
  try {
    writeFileSync(draft, text, { flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function existing(file: string): { path: string; isFile: boolean } | undefined {
  try {
    const path = realpathSync(file)
    return { path, isFile: statSync(path).isFile() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

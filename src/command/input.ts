import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DecodeError, EncodeError } from '../core/decode-error'
import { CommandError, exitCodes } from './command-error'

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** Parses a subcommand's arguments; a mistake in them is a CommandError. */
export function parse<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandError(exitCodes.usage, `${error instanceof Error ? error.message : error} Try --help.`)
  }
}

/** The text of each named file, or of standard input when none is named. */
export function readInputs(files: readonly string[]): { name: string; text: string }[] {
  const names = files.length > 0 ? files : ['-']
  return names.map((name) => ({ name: name === '-' ? 'standard input' : name, text: readText(name) }))
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(exitCodes.input, `${file} cannot be read${code ? ` (${code})` : ''}.`)
  }
}

/** A document, and the line that it stands on where it is one of several. */
export interface InputDocument {
  text: string
  line?: number
}

// A whole object, array or string on one line; the first line of a document on several lines is not.
const wholeLine = /^(?:\{.*\}|\[.*\]|".*")$/

/** One document, or each line of NDJSON. What the caller says is plain text is one document. */
export function documentsIn(text: string, from?: string): InputDocument[] {
  // The end of the last line is the shell's, not the message's.
  if (from === 'text') return [{ text: text.replace(/\r?\n$/, '') }]
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((text, i) => ({ text, line: i + 1 }))
    .filter(({ text }) => text.trim() !== '')
  return lines.length > 1 && wholeLine.test(lines[0]?.text.trim() ?? '') ? lines : [{ text }]
}

/** Where a document stands, for people. */
export function placeOf(name: string, { line }: InputDocument): string {
  return line === undefined ? name : `${name}, line ${line}`
}

/** Runs a step on an input; what is wrong with the input is a CommandError that names it. */
export function withInput<T>(name: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof EncodeError) throw new CommandError(exitCodes.usage, error.message)
    if (!(error instanceof DecodeError)) throw error
    const status = error.code === 'UNKNOWN_DIALECT' ? exitCodes.usage : exitCodes.input
    throw new CommandError(status, `${name}: ${error.code}: ${error.message}`)
  }
}

import { actionFor } from './advise'
import type { CanonicalError } from './canonical-error'
import { codeByWords } from './code-words'
import { broadening, type CanonicalCode, codes, rootOf } from './codes'
import type { CodeRow, Dialect } from './dialect'

/** The canonical code of a native one: by the table, or by its words. */
export function canonicalCode(table: readonly CodeRow[], native: string): CanonicalCode {
  return table.find(([code]) => code === native)?.[1] ?? codeByWords(native)
}

/**
 * The native code for an error: the row of its code or of the nearest broader one, unless a reader who knows
 * that code alone would retry what must not be retried, or the reverse.
 */
export function nativeCode(dialect: Dialect, error: CanonicalError): string {
  const row = nearestRow(dialect.codes, error.code)
  if (row && (dialect.hasRetryFlag || agreesOnRetrying(row[1], error))) return row[0]
  const fallback = rowFor(dialect.codes, error) ?? rowOfInternal(dialect.codes) ?? row ?? dialect.codes[0]
  return fallback ? fallback[0] : error.code
}

function nearestRow(table: readonly CodeRow[], code: CanonicalCode): CodeRow | undefined {
  for (const wanted of broadening(code)) {
    const row = table.find(([, canonical]) => canonical === wanted)
    if (row) return row
  }
  return undefined
}

/** Whether a reader who knows a code alone does the same about retrying as the error asks for. */
export function agreesOnRetrying(code: CanonicalCode, error: CanonicalError): boolean {
  const isAdvisory = rootOf(error.code) === 'advisory'
  const retryable = !isAdvisory && (error.retryable ?? codes[error.code].retryable)
  return retryable ? codes[code].retryable || codes[code].action === 'wait' : !codes[code].retryable
}

/** The first row whose code alone makes its reader do what this error asks for, or at least retry it. */
function rowFor(table: readonly CodeRow[], error: CanonicalError): CodeRow | undefined {
  const action = actionFor({ ...error, severity: 'error' })
  const agreeing = table.filter(([, code]) => agreesOnRetrying(code, error))
  const fitting = agreeing.filter(([, code]) => codes[code].action === action)
  const broadest = fitting.find(([, code]) => codes[code].broader === undefined)
  return broadest ?? fitting[0] ?? agreeing.find(([, code]) => codes[code].retryable)
}

function rowOfInternal(table: readonly CodeRow[]): CodeRow | undefined {
  return nearestRow(table, 'internal') ?? table.find(([, code]) => rootOf(code) === 'internal')
}

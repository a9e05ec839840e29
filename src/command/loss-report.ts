import type { JsonValue } from '../core/json'
import { writeJson } from '../core/json-write'
import { type CanonicalError, measureLoss } from '../index'
import { type InputDocument, placeOf } from './documents'
import { visible } from './terminal'

/** Who wants to read what translations lose; it is counted in any case. */
export interface LossWishes {
  readonly forPeople: boolean
  readonly inFile: boolean
}

/** What is said of what a translation loses. */
export interface LossReport {
  readonly isLossy: boolean
  /** A line of NDJSON. */
  readonly row: string
  /** A line for people, or nothing where there is nothing to tell. */
  readonly note: string
}

/** Measures what an error loses in a dialect; what the members cannot hold may travel beside them. */
export function lossReport(
  document: InputDocument,
  error: CanonicalError,
  to: string,
  travels: boolean,
): LossReport {
  const losses = measureLoss(error, to)
  const { input, line } = document
  const { origin, code } = error
  const row = {
    input,
    ...(line !== undefined && { line }),
    from: origin?.dialect ?? 'text',
    to,
    code,
    losses: losses as unknown as JsonValue,
  }
  const paths = visible(losses.map(({ path }) => path).join(', '))
  const what = travels ? 'no member for, but travels beside' : 'lost'
  // Of a line among many, only a loss is worth saying.
  const isTold = line === undefined || losses.length > 0
  const said = losses.length === 0 ? 'nothing is lost' : `${what}: ${paths}`
  return {
    isLossy: losses.length > 0,
    row: `${writeJson(row)}\n`,
    note: isTold ? `${visible(placeOf(document))}: ${said}\n` : '',
  }
}

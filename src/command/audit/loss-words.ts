import { grouped, some } from './numbers'
import type { Totals } from './report'

const mostTargets = 3

/** The dialects that losses were measured for, in words. */
export function targetWords({ losses }: Totals): string {
  if (!losses) return 'the target dialect'
  const { to } = losses
  return [...to.slice(0, mostTargets), ...(to.length > mostTargets ? ['others'] : [])].join(' or ')
}

/** What to know about errors that were not measured; undefined where all were. */
export function unmeasuredWords({ losses, errors }: Totals, to: string | null): string | undefined {
  const measured = losses?.measured ?? 0
  if (measured === errors) return undefined
  const why =
    to === null
      ? 'Recorded results are measured only with --to DIALECT.'
      : 'A line of a log is measured only for the dialect that the proxy wrote.'
  if (measured === 0) return `Losses were not measured. ${why}`
  return `Losses were measured for ${grouped(measured)} of ${some(errors, 'error')}. ${why}`
}

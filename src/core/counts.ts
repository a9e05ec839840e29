import type { CanonicalError } from './canonical-error'
import { DecodeError } from './decode-error'
import type { Limits } from './limits'

/** Throws a DecodeError for an error with more details, invalid fields or actions than the limits allow. */
export function checkCounts(
  { details = {}, issues = [], actions = [] }: CanonicalError,
  limits: Limits,
): void {
  checkCount('details', Object.keys(details).length, limits.maxDetails)
  checkCount('issues', issues.length, limits.maxIssues)
  checkCount('actions', actions.length, limits.maxActions)
}

/** Throws a DecodeError where there is more of something than the limits allow. */
export function checkCount(
  what: 'details' | 'issues' | 'actions' | 'content',
  count: number,
  most: number,
): void {
  if (count <= most) return
  const units = {
    details: 'details',
    issues: 'invalid fields',
    actions: 'actions',
    content: 'content blocks',
  }
  throw new DecodeError('LIMIT_COUNT', what, `The error has more than ${most} ${units[what]}.`)
}

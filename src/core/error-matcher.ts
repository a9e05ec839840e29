import type { CanonicalError } from './canonical-error'
import type { ErrorPattern, OriginPattern } from './error-pattern'
import { isLike, type ValuePattern } from './value-pattern'

/** Whether an error is like a pattern; what stands in place of the kinds is added to `slots`, in the order of the fields. */
export type ErrorMatcher = (error: CanonicalError, slots: unknown[]) => boolean

/**
 * Tells errors that are like a pattern. Every member that it has is asked for by its name, which the runtime does several times as
 * fast as going through whatever members there are; that there are no others is told by their number, behind the first member, as
 * the runtime then knows what kind of object it is.
 */
export function errorMatcher({ members: asked, count }: ErrorPattern): ErrorMatcher {
  const code = fixed(asked.code)
  const severity = fixed(asked.severity)
  const retryable = fixed(asked.retryable)
  const recoverable = fixed(asked.recoverable)
  const temporary = fixed(asked.temporary)
  const retryAfter = fixed(asked.retryAfter)
  const status = fixed(asked.status)
  const { message, recovery, actions, operation, resource, requestId, timestamp, details } = asked
  const isFrom = asked.origin && originMatcher(asked.origin)
  return (error, slots) =>
    error.code === code &&
    countOf(error) === count &&
    error.severity === severity &&
    (retryable === undefined || error.retryable === retryable) &&
    (recoverable === undefined || error.recoverable === recoverable) &&
    (temporary === undefined || error.temporary === temporary) &&
    (retryAfter === undefined || Object.is(error.retryAfter, retryAfter)) &&
    (status === undefined || error.status === status) &&
    (isFrom === undefined || isFrom(error.origin)) &&
    (message === undefined || isLike(error.message, message, slots)) &&
    (recovery === undefined || isLike(error.recovery, recovery, slots)) &&
    (actions === undefined || isLike(error.actions, actions, slots)) &&
    (operation === undefined || isLike(error.operation, operation, slots)) &&
    (resource === undefined || isLike(error.resource, resource, slots)) &&
    (requestId === undefined || isLike(error.requestId, requestId, slots)) &&
    (timestamp === undefined || isLike(error.timestamp, timestamp, slots)) &&
    (details === undefined || isLike(error.details, details, slots))
}

function originMatcher(asked: OriginPattern): (origin: CanonicalError['origin']) => boolean {
  const [dialect, code, variant] = [fixed(asked.dialect), fixed(asked.code), fixed(asked.variant)]
  const count = Object.keys(asked).length
  return (origin) =>
    origin !== undefined &&
    origin.dialect === dialect &&
    countOf(origin) === count &&
    origin.code === code &&
    origin.variant === variant
}

function fixed(member: ValuePattern | undefined): unknown {
  return member?.is === 'same' ? member.value : undefined
}

/** How many members a plain object has; one of any other kind has none that can be relied on. */
function countOf(object: object): number {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null) return -1
  let count = 0
  for (const _ in object) count++
  return count
}

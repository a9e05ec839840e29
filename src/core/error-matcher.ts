import type { CanonicalError } from './canonical-error'
import type { ErrorPattern } from './error-pattern'
import { isLike, type ValuePattern } from './value-pattern'

/** Whether an error is like a pattern; what stands in place of the kinds is added to `slots`, in the order of the fields. */
export type ErrorMatcher = (error: CanonicalError, slots: unknown[]) => boolean

/**
 * Tells errors that are like a pattern. Every member is asked for by its name, which the runtime does several times as fast as
 * going through whatever members there are; that there are no others is told by their number, behind the first member, as the
 * runtime then knows what kind of object it is.
 */
export function errorMatcher({ members: asked, count }: ErrorPattern): ErrorMatcher {
  const fixed = (member: ValuePattern | undefined) => (member?.is === 'same' ? member.value : undefined)
  const code = fixed(asked.code)
  const severity = fixed(asked.severity)
  const retryable = fixed(asked.retryable)
  const recoverable = fixed(asked.recoverable)
  const temporary = fixed(asked.temporary)
  const retryAfter = fixed(asked.retryAfter)
  const status = fixed(asked.status)
  const { message, recovery, actions, operation, resource, requestId, timestamp, details } = asked
  const from = asked.origin && {
    dialect: fixed(asked.origin.dialect),
    code: fixed(asked.origin.code),
    variant: fixed(asked.origin.variant),
    count: Object.keys(asked.origin).length,
  }
  const isFrom = (origin: CanonicalError['origin']): boolean =>
    from === undefined
      ? origin === undefined
      : origin !== undefined &&
        origin.dialect === from.dialect &&
        countOf(origin) === from.count &&
        origin.code === from.code &&
        origin.variant === from.variant

  return (error, slots) =>
    error.code === code &&
    countOf(error) === count &&
    error.severity === severity &&
    error.retryable === retryable &&
    error.recoverable === recoverable &&
    error.temporary === temporary &&
    Object.is(error.retryAfter, retryAfter) &&
    error.status === status &&
    isFrom(error.origin) &&
    isAsAsked(error.message, message, slots) &&
    isAsAsked(error.recovery, recovery, slots) &&
    isAsAsked(error.actions, actions, slots) &&
    isAsAsked(error.operation, operation, slots) &&
    isAsAsked(error.resource, resource, slots) &&
    isAsAsked(error.requestId, requestId, slots) &&
    isAsAsked(error.timestamp, timestamp, slots) &&
    isAsAsked(error.details, details, slots)
}

function isAsAsked(value: unknown, pattern: ValuePattern | undefined, slots: unknown[]): boolean {
  return pattern === undefined ? value === undefined : isLike(value, pattern, slots)
}

/** How many members a plain object has; one of any other kind has none that can be relied on. */
function countOf(object: object): number {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null) return -1
  let count = 0
  for (const _ in object) count++
  return count
}

import { CanonicalError } from './canonical-error'
import { DecodeError, EncodeError } from './decode-error'
import { jsonSnapshot } from './json-snapshot'
import { defaultLimits } from './limits'
import { inOrder } from './read-body'

/** The error as plain data, or an EncodeError that says which member is wrong. */
export function checkedError(error: CanonicalError): CanonicalError {
  let data: unknown
  try {
    // Details may be as deep as a decoder reads them, and stand deeper here.
    data = jsonSnapshot(error, { ...defaultLimits, maxDepth: 2 * defaultLimits.maxDepth })
  } catch (cause) {
    if (cause instanceof DecodeError) throw new EncodeError('NOT_CANONICAL', cause.path, cause.message)
    throw cause
  }
  const verdict = CanonicalError.safeParse(data)
  if (!verdict.success) {
    const issue = verdict.error.issues[0]
    const path = issue?.path.join('.') ?? ''
    throw new EncodeError(
      'NOT_CANONICAL',
      path,
      `The value is no canonical error: ${path || 'it'}: ${issue?.message}.`,
    )
  }
  return inOrder(data as CanonicalError)
}

import { CanonicalError } from './canonical-error'
import { DecodeError, EncodeError } from './decode-error'
import { jsonSnapshot } from './json-snapshot'
import { defaultLimits, greatestDepth } from './limits'
import { inOrder } from './read-body'
import { schemaProblem } from './schema-problem'

/** The error as plain data, or an EncodeError that says which member is wrong. */
export function checkedError(error: CanonicalError): CanonicalError {
  let data: unknown
  try {
    // As much as a decoder gives, and its details stand deeper here.
    data = jsonSnapshot(error, {
      maxDepth: 2 * greatestDepth,
      maxValues: defaultLimits.maxLength,
    })
  } catch (cause) {
    if (cause instanceof DecodeError) throw new EncodeError('NOT_CANONICAL', cause.path, cause.message)
    throw cause
  }
  const verdict = CanonicalError.safeParse(data)
  if (!verdict.success) {
    const { path, problem } = schemaProblem(verdict.error)
    const place = path === '' ? 'the value itself' : path
    throw new EncodeError('NOT_CANONICAL', path, `The value is no canonical error; ${place}: ${problem}.`)
  }
  return inOrder(data as CanonicalError)
}

import { actionFor } from './advise'
import type { CanonicalError } from './canonical-error'
import { DecodeError } from './decode-error'
import type { Dialect, WritableDialect } from './dialect'
import { findBody } from './find-body'
import type { JsonObject } from './json'
import { defaultLimits, greatestDepth, type Limits } from './limits'
import { asValue } from './list-body'
import { originIn, wholeOf } from './plain-body'
import { chain, originsOf } from './residue'
import { readTrusted } from './trusted-reading'

/**
 * The error without the form that travelled with it for a dialect, where that form would make whoever is not told the
 * dialect read something else: it may add any member, and some are the signature of another dialect.
 */
export function withoutMisleadingForm(
  error: CanonicalError,
  dialect: WritableDialect,
  dialects: readonly Dialect[],
  write: (error: CanonicalError) => JsonObject,
): CanonicalError {
  // The form of the text that it was read from is what was sent here.
  if (error.origin?.dialect === dialect.id || !originIn(error, dialect.id)?.form) return error
  const isAlike = (each: CanonicalError) => isReadAlike(error, dialect, dialects, write(each))
  if (isAlike(error)) return error
  const formless = withoutForm(error, dialect.id)
  return isAlike(formless) ? formless : error
}

function withoutForm(error: CanonicalError, id: string): CanonicalError {
  const origins = originsOf(error).map(({ form, ...origin }) =>
    form && origin.dialect !== id ? { ...origin, form } : origin,
  )
  return { ...error, origin: chain(origins) } as CanonicalError
}

const anySize: Limits = { ...defaultLimits, maxLength: Number.POSITIVE_INFINITY, maxDepth: greatestDepth + 1 }

/** Whether a body says the same to somebody who has to find out its dialect. */
function isReadAlike(
  error: CanonicalError,
  dialect: WritableDialect,
  dialects: readonly Dialect[],
  body: JsonObject,
): boolean {
  try {
    const data = dialect.text ? dialect.text.print(body) : asValue(body)
    const found = findBody(data, {
      dialects,
      limits: anySize,
      strict: false,
      unmistakable: false,
      failed: true,
      isNamed: false,
    })
    if (!found) return false
    if (found.dialect === dialect && found.body === body) return true
    const read = wholeOf(readTrusted(found.dialect, found.body))
    return read.message === error.message && actionFor(read) === actionFor(error)
  } catch (thrown) {
    if (thrown instanceof DecodeError) return false
    throw thrown
  }
}

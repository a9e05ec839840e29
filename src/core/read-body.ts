import { actionFor } from './advise'
import { type CanonicalError, fields, fieldValue } from './canonical-error'
import type { Dialect } from './dialect'
import { isJsonObject, type JsonObject, member, setMember, without } from './json'
import { canonicalCode } from './native-code'
import { type Deciding, liftReadable, mayRefine } from './readable'
import { type Residue, readResidue, residueKey, restore } from './residue'

/** What a body says. */
export interface BodyReading {
  /** The error as the body itself says it, without origin or residue. */
  error: CanonicalError
  nativeCode?: string
  variant?: string
  residue?: Residue
}

/**
 * Reads a body with its dialect's reader, and what the bag says in plain words. The residue is the one in the bag, or
 * else the one that travelled apart from the body.
 */
export function readBody(dialect: Dialect, body: JsonObject, apart?: Residue): BodyReading {
  const { nativeCode, variant, ...said } = dialect.read(body)
  if (!isJsonObject(said.details)) said.details = undefined
  said.code ??= nativeCode === undefined ? 'unknown' : canonicalCode(dialect.codes, nativeCode)
  const native = { code: said.code, retryable: said.retryable }
  const textOnly = dialect.bag === 'text'
  const found = dialect.bag === 'none' ? undefined : said.details && member(said.details, residueKey)
  const residue = found === undefined ? undefined : readResidue(found, textOnly)
  if (residue !== undefined && said.details) {
    const rest = without(said.details, [residueKey])
    const error = complete(
      liftReadable({ ...said, details: Object.keys(rest).length > 0 ? rest : undefined }, textOnly),
    )
    if (agrees(residue, native, error)) return { error, nativeCode, variant, residue }
  }
  const error = complete(dialect.bag === 'none' ? said : liftReadable(said, textOnly))
  // What is not in the body may not change what its readers do.
  const isTaken =
    apart !== undefined &&
    agrees(apart, native, error) &&
    actionFor(restore(error, apart)) === actionFor(error)
  return { error, nativeCode, variant, ...(isTaken && { residue: apart }) }
}

/** A residue may name the code more closely than the body's own members, not turn the error into another. */
function agrees(residue: Residue, native: Deciding, error: CanonicalError): boolean {
  const whole = restore(error, residue)
  return whole.code === error.code || whole.code === native.code || mayRefine(native, whole)
}

/** The error with what every error has, and its members in their fixed order. */
function complete(error: Partial<CanonicalError>): CanonicalError {
  return inOrder({ code: 'unknown', message: '', ...error, severity: error.severity ?? 'error' })
}

/** The error with its members in their fixed order. */
export function inOrder(error: CanonicalError): CanonicalError {
  const result: JsonObject = {}
  for (const field of fields) {
    const value = fieldValue(error, field)
    if (value !== undefined) setMember(result, field, value)
  }
  if (error.origin) setMember(result, 'origin', error.origin as unknown as JsonObject)
  return result as unknown as CanonicalError
}

import { actionFor } from './advise'
import { type CanonicalError, fields, fieldValue } from './canonical-error'
import type { CanonicalCode } from './codes'
import type { Dialect, Reading } from './dialect'
import { isJsonObject, type JsonObject, member, others, setMember } from './json'
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
  /** Whether its own members name a code, and do not only hint at one. */
  isCodeSaid: boolean
}

/**
 * Reads a body with its dialect's reader, and what the bag says in plain words. The residue is the one in the bag, or
 * else the one that travelled apart from the body.
 */
export function readBody(dialect: Dialect, body: JsonObject, apart?: Residue): BodyReading {
  const { nativeCode, variant, impliedCode, ...said } = dialect.read(body)
  if (!isJsonObject(said.details)) said.details = undefined
  said.code = namedCode(dialect, { nativeCode, impliedCode, ...said })
  const isCodeSaid = said.code !== undefined
  const native = said.code && { code: said.code, retryable: said.retryable }
  const textOnly = dialect.bag === 'text'
  const finish = (rest: Partial<CanonicalError>): CanonicalError => {
    const lifted = dialect.bag === 'json' || textOnly ? liftReadable(rest, native, textOnly) : rest
    return complete({ ...lifted, code: lifted.code ?? impliedCode })
  }
  const reading = { nativeCode, variant, isCodeSaid }
  const found = dialect.bag === 'none' ? undefined : said.details && member(said.details, residueKey)
  const residue = found === undefined ? undefined : readResidue(found, textOnly)
  // Words say what to do; what travels with them may not say otherwise.
  if (residue !== undefined && said.details) {
    const error = finish({ ...said, details: others(said.details, [residueKey]) })
    const isSame = dialect.bag !== 'residue' || actionFor(restore(error, residue)) === actionFor(error)
    if (isSame && agrees(residue, native, error)) return { ...reading, error, residue }
  }
  const error = finish(said)
  // What is not in the body may not change what its readers do.
  const isTaken =
    apart !== undefined &&
    agrees(apart, native, error) &&
    actionFor(restore(error, apart)) === actionFor(error)
  return { ...reading, error, ...(isTaken && { residue: apart }) }
}

/** The code that a body's own members name; undefined where they only hint at one, or are silent. */
export function namedCode(
  dialect: Dialect,
  { code, nativeCode, impliedCode }: Reading,
): CanonicalCode | undefined {
  const named = code ?? (nativeCode === undefined ? undefined : canonicalCode(dialect.codes, nativeCode))
  return named === 'unknown' && impliedCode !== undefined ? undefined : named
}

/** A residue may name the code more closely than the body's own members, not turn the error into another. */
function agrees(residue: Residue, native: Deciding | undefined, error: CanonicalError): boolean {
  const whole = restore(error, residue)
  return whole.code === error.code || whole.code === native?.code || mayRefine(native, whole)
}

/** The error with what every error has, and its members in their fixed order. */
function complete(error: Partial<CanonicalError>): CanonicalError {
  return inOrder({
    message: '',
    ...error,
    code: error.code ?? 'unknown',
    severity: error.severity ?? 'error',
  })
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

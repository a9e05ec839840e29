import { actionFor } from './advise'
import { type CanonicalError, fields, fieldValue } from './canonical-error'
import type { CanonicalCode } from './codes'
import type { Dialect, Reading } from './dialect'
import { ifObject, type JsonObject, type JsonValue, member, others } from './json'
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
  /** Why what travels with the body was not taken. */
  ignored?: string
  /** Whether its own members name a code, and do not only hint at one. */
  isCodeSaid: boolean
}

/** What travels beside a body, and whether to look at what travels at all. */
export interface Travelling {
  /** What travelled apart from the body, where it should be a residue. */
  apart?: JsonValue | undefined
  /** Why no residue is to be taken, neither from the bag nor from apart. */
  ignore?: string | undefined
}

/**
 * Reads a body with its dialect's reader, and what the bag says in plain words. The residue is the one in the bag, or
 * else the one that travelled apart from the body; one that would change what its readers do is ignored.
 */
export function readBody(
  dialect: Dialect,
  body: JsonObject,
  { apart, ignore }: Travelling = {},
): BodyReading {
  const said = dialect.read(body)
  const { nativeCode, variant, impliedCode } = said
  const bag = ifObject(said.details)
  const code = namedCode(dialect, said)
  const native = code && { code, retryable: said.retryable }
  const textOnly = dialect.bag === 'text'
  const finish = (details: JsonObject | undefined): CanonicalError => {
    const isSaid = code === said.code && details === said.details
    const own = isSaid ? said : Object.assign({}, said, { code, details })
    const lifted = dialect.bag === 'json' || textOnly ? liftReadable(own, native, textOnly) : own
    return complete(lifted, impliedCode)
  }
  let ignored = ignore
  const reading = (error: CanonicalError, residue?: Residue): BodyReading => ({
    error,
    nativeCode,
    variant,
    isCodeSaid: code !== undefined,
    ...(residue && { residue }),
    ...(ignored !== undefined && { ignored }),
  })
  const found = dialect.bag === 'none' ? undefined : bag && member(bag, residueKey)
  if (ignore === undefined && found !== undefined && bag) {
    const residue = readResidue(found, textOnly)
    const error = finish(others(bag, [residueKey]))
    ignored = residue ? contradiction(residue, native, error) : malformed
    if (residue && ignored === undefined) return reading(error, residue)
  }
  const error = finish(bag)
  if (ignore === undefined && apart !== undefined) {
    const residue = readResidue(apart, false)
    ignored = residue ? contradiction(residue, native, error) : malformed
    if (residue && ignored === undefined) return reading(error, residue)
  }
  return reading(error)
}

const malformed = 'It is not in the form in which errlingua writes it.'

/**
 * Why a residue is not to be believed: it may name the code more closely than the body's own members, but neither turn
 * the error into another nor change what its readers do.
 */
function contradiction(
  residue: Residue,
  native: Deciding | undefined,
  error: CanonicalError,
): string | undefined {
  const whole = restore(error, residue)
  const isSameCode = whole.code === error.code || whole.code === native?.code
  if (!isSameCode && !mayRefine(native, whole)) {
    return `It says ${whole.code}, the body ${error.code}.`
  }
  const [action, asked] = [actionFor(error), actionFor(whole)]
  return action === asked ? undefined : `It asks for ${asked}, the body for ${action}.`
}

/** The code that a body's own members name; undefined where they only hint at one, or are silent. */
export function namedCode(
  dialect: Dialect,
  { code, nativeCode, impliedCode }: Reading,
): CanonicalCode | undefined {
  const named = code ?? (nativeCode === undefined ? undefined : canonicalCode(dialect.codes, nativeCode))
  return named === 'unknown' && impliedCode !== undefined ? undefined : named
}

/** What a body says, with what every error has, and its members in their fixed order. */
function complete(said: Partial<CanonicalError>, impliedCode: CanonicalCode | undefined): CanonicalError {
  const { code = impliedCode ?? 'unknown', message = '', severity = 'error' } = said
  return withOptional({ code, message, severity }, said)
}

/** The error with its members in their fixed order, and another origin if one is given. */
export function inOrder(error: CanonicalError, origin = error.origin): CanonicalError {
  const { code, message, severity } = error
  const result = withOptional({ code, message, severity }, error)
  if (origin) result.origin = origin
  return result
}

/** With the members that not every error has. */
function withOptional(result: CanonicalError, said: Partial<CanonicalError>): CanonicalError {
  for (const field of optionalFields) {
    const value = fieldValue(said, field)
    if (value !== undefined) (result as object as JsonObject)[field] = value
  }
  return result
}

const optionalFields = /* @__PURE__ */ fields.slice(3)

import { actionFor } from './advise'
import { type CanonicalError, fields, fieldValue } from './canonical-error'
import type { CanonicalCode } from './codes'
import type { Dialect, Reading } from './dialect'
import { isJsonObject, type JsonObject, type JsonValue, member, others, setMember } from './json'
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
  let ignored = ignore
  if (ignore === undefined && found !== undefined && said.details) {
    const residue = readResidue(found, textOnly)
    const error = finish({ ...said, details: others(said.details, [residueKey]) })
    ignored = residue ? contradiction(residue, native, error) : malformed
    if (residue && ignored === undefined) return { ...reading, error, residue }
  }
  const error = finish(said)
  if (ignore === undefined && apart !== undefined) {
    const residue = readResidue(apart, false)
    ignored = residue ? contradiction(residue, native, error) : malformed
    if (residue && ignored === undefined) return { ...reading, error, residue }
  }
  return { ...reading, error, ...(ignored !== undefined && { ignored }) }
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

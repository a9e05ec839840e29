import { actionFor } from './advise'
import { type CanonicalError, changed, type Origin } from './canonical-error'
import { broadening } from './codes'
import type { WritableDialect } from './dialect'
import { type JsonObject, joined, without } from './json'
import { lossesBetween } from './loss'
import { agreesOnRetrying, nativeCode } from './native-code'
import { type BodyReading, namedCode, readBody } from './read-body'
import { anotherErrorMembers, decidingMembers, readableFor, unreadMembers } from './readable'
import { type Residue, residueKey, restore, withoutResidue, writeResidue } from './residue'

/** A body, what reading it gives, and the error (with what the bag says readably) that it was written from. */
export interface Written {
  body: JsonObject
  reading: BodyReading
  error: CanonicalError
  nativeCode: string
  variant: string | undefined
}

/**
 * What the dialect can say of the error in its own members and in plain words in its bag. Details that would make its
 * reader decide otherwise are left out.
 */
export function writePlain(dialect: WritableDialect, whole: CanonicalError): Written {
  const details = whole.details && withoutResidue(whole.details)
  const error = details === whole.details ? whole : changed(whole, { details })
  const { code, variant } = originIn(error, dialect.id) ?? {}
  const usual = writeDecisively(dialect, error, nativeCode(dialect, error), variant)
  if (code === undefined || code === usual.nativeCode) return usual
  const verbatim = writeDecisively(dialect, error, code, variant)
  const isStill =
    stillMeans(dialect, verbatim.body, error) && losesNoMore(error, verbatim.reading, usual.reading)
  return isStill ? verbatim : usual
}

/** Whether a body's own members alone say the error's code or a broader one, and the same about retrying. */
function stillMeans(dialect: WritableDialect, body: JsonObject, error: CanonicalError): boolean {
  const reading = dialect.read(body)
  const { impliedCode = 'unknown', retryable } = reading
  const said = namedCode(dialect, reading) ?? impliedCode
  if (![...broadening(error.code)].includes(said)) return false
  return dialect.hasRetryFlag || retryable === error.retryable || agreesOnRetrying(said, error)
}

function writeWithCode(
  dialect: WritableDialect,
  error: CanonicalError,
  code: string,
  variant?: string,
): Written {
  const write = (details: JsonObject | undefined): Written => {
    const adapted = details === error.details ? error : changed(error, { details })
    const body = dialect.write(adapted, code, variant)
    return { body, reading: readBody(dialect, body), error: adapted, nativeCode: code, variant }
  }
  const { details } = error
  const written = write(details)
  if (dialect.bag === 'none' || dialect.bag === 'residue') return written
  const additions = readableFor(error, written.reading, dialect.bag === 'text')
  if (Object.keys(additions).length === 0) return written
  const fuller = write(joined(details, additions))
  // A reader may make something of what was added: a status, say, hints at a code.
  const further = readableFor(fuller.error, fuller.reading, dialect.bag === 'text')
  const hasFurther = Object.keys(further).length > 0
  const all = hasFurther ? joined(additions, further) : additions
  const fullest = hasFurther ? write(joined(details, all)) : fuller
  const useless = unreadMembers(all, error, fullest.reading.error)
  return useless.length > 0 ? write(joined(details, without(all, useless))) : fullest
}

/** A detail of the source may mean something else here, or keep plain words out; the decision comes before it. */
function writeDecisively(
  dialect: WritableDialect,
  error: CanonicalError,
  code: string,
  variant?: string,
): Written {
  const written = writeWithCode(dialect, error, code, variant)
  const action = actionFor(error)
  if (error.details === undefined || actionFor(written.reading.error) === action) return written
  const misleading = [...decidingMembers, ...anotherErrorMembers, ...(dialect.decidingDetails ?? [])]
  const details = without(error.details, misleading)
  const plainer = writeWithCode(dialect, changed(error, { details }), code, variant)
  return actionFor(plainer.reading.error) === action ? plainer : written
}

/** A body once more, with a residue in its bag. */
export function withResidue(dialect: WritableDialect, plain: Written, residue: Residue): Written {
  const carried = writeResidue(residue, dialect.bag === 'text')
  const { error, nativeCode, variant } = plain
  const carrying = changed(error, { details: joined(error.details, { [residueKey]: carried }) })
  const body = dialect.write(carrying, nativeCode, variant)
  let reading: BodyReading | undefined
  return {
    body,
    error,
    nativeCode,
    variant,
    // What is sent in the end is not read any more.
    get reading() {
      reading ??= readBody(dialect, body)
      return reading
    },
  }
}

function losesNoMore(error: CanonicalError, one: BodyReading, other: BodyReading): boolean {
  const allowed = new Set(lossesBetween(error, wholeOf(other)).map(({ path }) => path))
  return lossesBetween(error, wholeOf(one)).every(({ path }) => allowed.has(path))
}

/** What a reading says, with what its residue adds. */
export function wholeOf({ error, residue }: BodyReading): CanonicalError {
  return residue ? restore(error, residue) : error
}

/** The latest time that the error was in a dialect. */
export function originIn(error: CanonicalError, dialect: string): Origin | undefined {
  let origin = error.origin
  while (origin !== undefined && origin.dialect !== dialect) origin = origin.previous
  return origin
}

import type { CanonicalError, Origin } from './canonical-error'
import { checkCounts } from './counts'
import { type Dialect, isWritable, type WritableDialect } from './dialect'
import { type JsonObject, sameJson } from './json'
import type { Limits } from './limits'
import { lossesBetween } from './loss'
import { diff } from './patch'
import { writePlain } from './plain-body'
import { type BodyReading, inOrder, readBody } from './read-body'
import { chain, gainedBy, originsOf, type Residue, residueKey, restore } from './residue'
import type { DialectById } from './smallest-residue'
import { withResidue, writeBody } from './write-body'

/**
 * Reads a body into a canonical error from which the same body can be written again. `apart` is a residue that
 * travelled beside the body instead of in its bag.
 */
export function decodeBody(
  dialect: Dialect,
  body: JsonObject,
  byId: DialectById,
  limits: Limits,
  apart?: Residue,
): CanonicalError {
  const reading = trusted(dialect, body, apart)
  const { error: said, residue, ignored } = reading
  const error = residue ? restore(said, residue) : said
  checkCounts(error, limits)
  const own = ownOrigin(dialect, reading)
  if (residue) {
    const carried = differences(said, error)
    if (carried.length > 0) own.carried = carried
  }
  if (ignored !== undefined) own.ignored = ignored
  const earlier = earlierOrigins(dialect, residue)
  const origin = chain([own, ...earlier])
  if (!isWritable(dialect)) return inOrder({ ...error, origin })
  // Where text cannot hold a body as it is, what it can hold gives the form, and the rest goes the way of a loss.
  const printable = dialect.text?.printable?.(body) ?? body
  const isInBag = residue !== undefined && residue !== apart
  const usual = writeBody(dialect, { ...error, origin }, isInBag && printable === body, byId)
  if (sameJson(usual, printable, true)) return inOrder({ ...error, origin })
  return inOrder({
    ...error,
    origin: chain([{ ...own, form: diff(usual, printable, residueKey) }, ...earlier]),
  })
}

/** The reading of a body, with its residue only where that belongs to this very body. */
function trusted(dialect: Dialect, body: JsonObject, apart: Residue | undefined): BodyReading {
  const reading = readBody(dialect, body, { apart })
  if (reading.residue === undefined || !isWritable(dialect)) return reading
  const others = notEchoed(dialect, reading, reading.residue, reading.residue !== apart)
  if (others.length === 0) return reading
  const ignore = `It does not belong to this body, which would say otherwise: ${others.slice(0, 5).join(', ')}.`
  return readBody(dialect, body, { apart, ignore })
}

/**
 * What a body would say otherwise, had it been written from the error that the residue makes of it: nothing where the two
 * belong together. So a residue can add what the body cannot say, and never gainsay what it does.
 */
function notEchoed(
  dialect: WritableDialect,
  reading: BodyReading,
  residue: Residue,
  isInBag: boolean,
): string[] {
  const origin = chain([ownOrigin(dialect, reading), ...earlierOrigins(dialect, residue)])
  const whole = { ...restore(reading.error, residue), origin } as CanonicalError
  const plain = writePlain(dialect, whole)
  const echo = (isInBag ? withResidue(dialect, plain, residue) : plain).reading.error
  // How long to wait may be said in another notation.
  const isSameWait = echo.retryAfter === reading.error.retryAfter
  return differences(reading.error, echo).filter((path) => !(isSameWait && path === 'details.retry_after'))
}

/** The paths in which two errors differ. No details, and details with nothing in them, are the same. */
function differences(one: CanonicalError, other: CanonicalError): string[] {
  const [a, b] = [one, other].map((error) => ({ ...error, details: error.details ?? {} })) as [
    CanonicalError,
    CanonicalError,
  ]
  return [...lossesBetween(b, a).map(({ path }) => path), ...gainedBy(a, b)]
}

function ownOrigin({ id }: Dialect, { nativeCode, variant }: BodyReading): Origin {
  return {
    dialect: id,
    ...(nativeCode !== undefined && { code: nativeCode }),
    ...(variant !== undefined && { variant }),
  }
}

function earlierOrigins({ id }: Dialect, residue: Residue | undefined): Origin[] {
  return originsOf({ origin: residue?.origin }).filter(({ dialect }) => dialect !== id)
}

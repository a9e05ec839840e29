import { type CanonicalError, changed, type Origin } from './canonical-error'
import { type Dialect, isWritable, type WritableDialect } from './dialect'
import { sameJson } from './json'
import { lossesBetween, saysTheSame } from './loss'
import { nativeCode } from './native-code'
import { originIn, type Written, wholeOf, writePlain } from './plain-body'
import { reshape } from './reshape'
import { chain, gainedBy, nothing, originsOf, type Residue, residueOf, restore, travelling } from './residue'
import { saysRetryAfter } from './retry-after'

/** Finds a dialect by its id. */
export type DialectById = (id: string) => Dialect | undefined

/** The smallest residue with which every dialect that the error came through gets its own text back. */
export function smallestResidue(
  dialect: WritableDialect,
  error: CanonicalError,
  lean: Written,
  carrying: (residue: Residue) => Written,
  byId: DialectById,
): Residue | undefined {
  const origins = originsOf(error).filter((origin) => origin.dialect !== dialect.id)
  const losses = lossesBetween(error, lean.reading.error)
  const isWhole = losses.length === 0 && saysTheSame(error, lean.reading.error)
  if (isWhole && origins.every((origin) => isUsual(origin, byId(origin.dialect), error))) return undefined
  if (origins.length === 0 && losses.length === 0) return undefined

  const sent = origins.map((origin) => sentBack(origin, byId(origin.dialect), error))
  const unrestored = (reading: CanonicalError, residue: Residue): Origin[] => {
    const arrived = changed(restore(reading, residue), { origin: residue.origin })
    return sent.filter((each) => !isRestored(each, error, arrived)).map(({ origin }) => origin)
  }
  const isOnlyNotation = origins.length > 0 && losses.every(({ path }) => isNotation(path, error))
  if (isOnlyNotation && unrestored(lean.reading.error, {}).length === 0) return undefined

  const reading = carrying(nothing).reading.error
  const lost = residueOf(error, reading, dialect.bag === 'text')
  if (origins.length === 0) return lost
  const absent = gainedBy(reading, error)
  for (const base of [withoutNotation(lost, error), lost]) {
    const missing = unrestored(reading, base)
    if (missing.length === 0) return Object.keys(base).length > 0 ? base : nothing
    const withAbsent = { ...base, absent }
    const stillMissing = unrestored(reading, withAbsent)
    // For whose sake something is absent must be known: the residue is to be the same when it is worked out again.
    const forWhom =
      stillMissing.length > 0
        ? stillMissing.map(travelling)
        : missing.slice(0, 1).map(({ dialect }) => ({ dialect }))
    const candidates: Residue[] = [
      { ...base, origin: chain(missing.map(travelling)) },
      { ...withAbsent, origin: chain(forWhom) },
    ]
    const enough = candidates.find((residue) => unrestored(reading, residue).length === 0)
    if (enough) return enough
  }
  return { ...lost, absent, origin: chain(origins.map(travelling)) }
}

/**
 * Whether an origin changes nothing but the order of what its dialect writes for an error, so that there is no need to try it. To
 * have a shape is to look at nothing else.
 */
function isUsual(origin: Origin, dialect: Dialect | undefined, error: CanonicalError): boolean {
  if (!dialect?.shape || dialect.text || !isWritable(dialect)) return false
  const { code, variant, form } = travelling(origin)
  const isUsualCode = code === undefined || code === nativeCode(dialect, error)
  return isUsualCode && variant === undefined && form === undefined
}

/**
 * Whether a loss is one of notation, so that each dialect finds its own again: a `retry_after` in the details that
 * only says once more how long to wait, or that there are no details.
 */
export function isNotation(path: string, error: CanonicalError): boolean {
  return path === 'details' || (path === 'details.retry_after' && saysRetryAfter(error))
}

function withoutNotation({ details, ...residue }: Residue, error: CanonicalError): Residue {
  const rest = Object.entries(details ?? {}).filter(([key]) => !isNotation(`details.${key}`, error))
  return rest.length > 0 ? { ...residue, details: Object.fromEntries(rest) } : residue
}

/** What the dialect of an origin would write for the error; nothing where it is not known here, or is never written. */
interface SentBack {
  readonly origin: Origin
  readonly by?: { readonly dialect: WritableDialect; readonly written: Written; readonly unsaid: Set<string> }
}

function sentBack(origin: Origin, dialect: Dialect | undefined, error: CanonicalError): SentBack {
  if (dialect === undefined || !isWritable(dialect)) return { origin }
  const written = writeAgain(dialect, error)
  const unsaid = new Set(lossesBetween(error, wholeOf(written.reading)).map(({ path }) => path))
  return { origin, by: { dialect, written, unsaid } }
}

function writeAgain(dialect: WritableDialect, error: CanonicalError): Written {
  return reshape(dialect, error, writePlain(dialect, error), true)
}

/** Whether the dialect of an origin writes the same for the error that arrived as for the one that was sent. */
function isRestored({ origin, by }: SentBack, sent: CanonicalError, arrived: CanonicalError): boolean {
  // What only a dialect can say that is not written here has to travel.
  if (!by)
    return Object.keys(travelling(origin)).length === 1 || originIn(arrived, origin.dialect) !== undefined
  const { dialect, written, unsaid } = by
  const after = writeAgain(dialect, arrived)
  if (!sameJson(written.body, after.body)) return false
  // What this dialect has no place for must have arrived all the same, and nothing more of that kind.
  const isSameWait = sent.retryAfter === arrived.retryAfter
  const isKept = lossesBetween(sent, arrived).every(
    ({ path }) => !unsaid.has(path) || (isSameWait && isNotation(path, sent)),
  )
  // Details that are too many show in the body, where it has a place for them.
  const hasBag = dialect.bag === 'json' || dialect.bag === 'text'
  const extra = lossesBetween(arrived, wholeOf(after.reading)).filter(
    ({ field, path }) => field !== 'details' || !(hasBag || isNotation(path, arrived)),
  )
  return isKept && extra.every(({ path }) => unsaid.has(path))
}

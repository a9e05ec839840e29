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
  if (origins.length === 0 && losses.length === 0) return undefined

  const trials = origins.map((origin) => ({ origin, restores: trialOf(origin, byId(origin.dialect), error) }))
  const unrestored = (reading: CanonicalError, residue: Residue): Origin[] => {
    const arrived = changed(restore(reading, residue), { origin: residue.origin })
    return trials.filter(({ restores }) => !restores(arrived)).map(({ origin }) => origin)
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
    const withAbsent: Residue = Object.assign({}, base, { absent })
    const stillMissing = unrestored(reading, withAbsent)
    // For whose sake something is absent must be known: the residue is to be the same when it is worked out again.
    const forWhom =
      stillMissing.length > 0
        ? stillMissing.map(travelling)
        : missing.slice(0, 1).map(({ dialect }) => ({ dialect }))
    const candidates: Residue[] = [
      Object.assign({}, base, { origin: chain(missing.map(travelling)) }),
      Object.assign({}, withAbsent, { origin: chain(forWhom) }),
    ]
    const enough = candidates.find((residue) => unrestored(reading, residue).length === 0)
    if (enough) return enough
  }
  return { ...lost, absent, origin: chain(origins.map(travelling)) }
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

/** Tells whether the dialect of an origin writes the same for an error that arrived as for the one that was sent. */
function trialOf(
  origin: Origin,
  dialect: Dialect | undefined,
  sent: CanonicalError,
): (arrived: CanonicalError) => boolean {
  // What only a dialect can say that is not written here has to travel.
  if (dialect === undefined || !isWritable(dialect)) {
    const isKnownByName = Object.keys(travelling(origin)).length === 1
    return (arrived) => isKnownByName || originIn(arrived, origin.dialect) !== undefined
  }
  let written: Written | undefined
  // Several residues make the same error, and most errors need none.
  const tried = [{ arrived: sent, isRestored: true }]
  return (arrived) => {
    const known = tried.find((each) => isWrittenAlike(dialect, each.arrived, arrived))
    if (known) return known.isRestored
    written ??= writeAgain(dialect, sent)
    const isRestored = comesBack(dialect, sent, written, arrived)
    tried.push({ arrived, isRestored })
    return isRestored
  }
}

function writeAgain(dialect: WritableDialect, error: CanonicalError): Written {
  const plain = writePlain(dialect, error)
  return looksAtNothingElse(dialect) && isInOrderOnly(error, dialect)
    ? plain
    : reshape(dialect, error, plain, true)
}

/** Whether a dialect writes the same for two errors: they say the same, and what else is with them does not count. */
function isWrittenAlike(dialect: Dialect, one: CanonicalError, other: CanonicalError): boolean {
  if (!saysTheSame(one, other)) return false
  if (one.origin === other.origin) return true
  const [a, b] = [originIn(one, dialect.id), originIn(other, dialect.id)]
  const usual = nativeCode(dialect, one)
  return (
    looksAtNothingElse(dialect) &&
    (a?.code ?? usual) === (b?.code ?? usual) &&
    a?.variant === b?.variant &&
    isInOrderOnly(one, dialect) &&
    isInOrderOnly(other, dialect)
  )
}

/** Whether a dialect says by its shape what it looks at: then it is neither the order of members nor where an error comes from. */
function looksAtNothingElse({ shape, text }: Dialect): boolean {
  return shape !== undefined && text === undefined
}

/** Whether the form of an error's own text, if it has one, is that its members are in another order. */
function isInOrderOnly(error: CanonicalError, { id }: Dialect): boolean {
  const origin = originIn(error, id)
  return origin === undefined || travelling(origin).form === undefined
}

function comesBack(
  dialect: WritableDialect,
  sent: CanonicalError,
  written: Written,
  arrived: CanonicalError,
): boolean {
  const after = writeAgain(dialect, arrived)
  if (!sameJson(written.body, after.body)) return false
  const unsaid = new Set(lossesBetween(sent, wholeOf(written.reading)).map(({ path }) => path))
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

import { actionFor } from './advise'
import type { CanonicalError, Origin } from './canonical-error'
import type { Dialect } from './dialect'
import { type JsonObject, sameJson, without } from './json'
import { lossesBetween } from './loss'
import { nativeCode } from './native-code'
import { applyPatch, type Patch, patchSteps } from './patch'
import { type BodyReading, readBody } from './read-body'
import { decidingMembers, readableFor, unreadMembers } from './readable'
import {
  chain,
  gainedBy,
  originsOf,
  type Residue,
  residueKey,
  residueOf,
  restore,
  travelling,
  withoutResidue,
  writeResidue,
} from './residue'
import { saysRetryAfter } from './retry-after'

/** A body, what reading it gives, and the error (with what the bag says readably) that it was written from. */
interface Written {
  body: JsonObject
  reading: BodyReading
  error: CanonicalError
  nativeCode: string
  variant: string | undefined
}

/** Finds a dialect by its id. */
export type DialectById = (id: string) => Dialect | undefined

/** The body that says as much of the error as the dialect can, and with `preserve` carries the rest. */
export function writeBody(
  dialect: Dialect,
  error: CanonicalError,
  preserve: boolean,
  byId: DialectById,
): JsonObject {
  const plain = writePlain(dialect, error)
  const lean = reshape(dialect, error, plain, false)
  if (!preserve || dialect.bag === 'none') return lean.body
  const carrying = (residue: Residue) => reshape(dialect, error, withResidue(dialect, plain, residue), true)
  const residue = residueFor(dialect, error, lean, carrying, byId)
  return (residue ? carrying(residue) : reshape(dialect, error, plain, true)).body
}

/** What the dialect can say of the error in its own members and in plain words in its bag. */
function writePlain(dialect: Dialect, whole: CanonicalError): Written {
  const error = whole.details ? { ...whole, details: withoutResidue(whole.details) } : whole
  const { code, variant } = originIn(error, dialect.id) ?? {}
  const usual = writeWithCode(dialect, error, nativeCode(dialect, error), variant)
  if (code === undefined || code === usual.nativeCode) return usual
  const verbatim = writeWithCode(dialect, error, code, variant)
  return losesNoMore(error, verbatim.reading, usual.reading) ? verbatim : usual
}

function writeWithCode(dialect: Dialect, error: CanonicalError, code: string, variant?: string): Written {
  const write = (details: JsonObject | undefined): Written => {
    const adapted = { ...error, details }
    const body = dialect.write(adapted, code, variant)
    return { body, reading: readBody(dialect, body), error: adapted, nativeCode: code, variant }
  }
  const writeReadably = (details: JsonObject | undefined): Written => {
    const written = write(details)
    if (dialect.bag === 'none') return written
    const additions = readableFor(written.error, written.reading.error, dialect.bag === 'text')
    if (Object.keys(additions).length === 0) return written
    const fuller = write({ ...details, ...additions })
    const useless = unreadMembers(additions, error, fuller.reading.error)
    return useless.length > 0 ? write({ ...details, ...without(additions, useless) }) : fuller
  }
  const action = actionFor(error)
  const written = writeReadably(error.details)
  if (actionFor(written.reading.error) === action) return written
  // A detail of the source may mean something else here; the decision comes before it.
  const misleading = [...decidingMembers, ...(dialect.decidingDetails ?? [])]
  const plainer = writeReadably(error.details && without(error.details, misleading))
  return actionFor(plainer.reading.error) === action ? plainer : written
}

function withResidue(dialect: Dialect, plain: Written, residue: Residue): Written {
  const carried = writeResidue(residue, dialect.bag === 'text')
  const error = { ...plain.error, details: { ...plain.error.details, [residueKey]: carried } }
  const body = dialect.write(error, plain.nativeCode, plain.variant)
  return { ...plain, body, reading: readBody(dialect, body) }
}

/** The smallest residue with which every dialect that the error came through gets its own text back. */
function residueFor(
  dialect: Dialect,
  error: CanonicalError,
  lean: Written,
  carrying: (residue: Residue) => Written,
  byId: DialectById,
): Residue | undefined {
  const origins = originsOf(error).filter((origin) => origin.dialect !== dialect.id)
  const losses = lossesBetween(error, lean.reading.error)
  if (origins.length === 0 && losses.length === 0) return undefined

  const unrestored = (reading: CanonicalError, residue: Residue): Origin[] => {
    const arrived = { ...restore(reading, residue), origin: residue.origin }
    return origins.filter((origin) => !restores(origin.dialect, byId, error, arrived))
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
    const whole = chain(missing.map(travelling))
    const named = chain(missing.map(({ dialect }) => ({ dialect })))
    const candidates: Residue[] = [
      { ...base, origin: whole },
      { ...base, absent, origin: named },
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
function isNotation(path: string, error: CanonicalError): boolean {
  return path === 'details' || (path === 'details.retry_after' && saysRetryAfter(error))
}

function withoutNotation({ details, ...residue }: Residue, error: CanonicalError): Residue {
  const rest = Object.entries(details ?? {}).filter(([key]) => !isNotation(`details.${key}`, error))
  return rest.length > 0 ? { ...residue, details: Object.fromEntries(rest) } : residue
}

// With only this under the reserved key, a bag is read as one that is not there.
const nothing: Residue = { absent: ['details'] }

/** Whether a dialect writes the same for the error that arrived as for the one that was sent. */
function restores(id: string, byId: DialectById, sent: CanonicalError, arrived: CanonicalError): boolean {
  const dialect = byId(id)
  if (dialect === undefined) return originIn(arrived, id) !== undefined
  const [before, after] = [sent, arrived].map((error) =>
    reshape(dialect, error, writePlain(dialect, error), true),
  ) as [Written, Written]
  if (!sameJson(before.body, after.body)) return false
  // What this dialect has no place for must have arrived all the same, and nothing more of that kind.
  const unsaid = lossesBetween(sent, wholeOf(before.reading)).map(({ path }) => path)
  const isSameWait = sent.retryAfter === arrived.retryAfter
  const isKept = lossesBetween(sent, arrived).every(
    ({ path }) =>
      !unsaid.includes(path) || (isSameWait && path === 'details.retry_after' && isNotation(path, sent)),
  )
  if (unsaid.includes('details') && !sameJson(sent.details, arrived.details)) return false
  const extra = lossesBetween(arrived, wholeOf(after.reading)).filter(({ field }) => field !== 'details')
  return isKept && extra.every(({ path }) => unsaid.includes(path))
}

/** Gives a body the form that the error's own text had, as far as that changes nothing of what it says. */
function reshape(dialect: Dialect, error: CanonicalError, written: Written, mayCarry: boolean): Written {
  const form = originIn(error, dialect.id)?.form
  if (form === undefined) return written
  const attempt = (from: Written, patch: Patch): Written | undefined => {
    const body = applyPatch(from.body, patch)
    const reading = readBody(dialect, body)
    const mayStay = mayCarry || reading.residue === undefined
    return mayStay && losesNoMore(error, reading, from.reading) ? { ...from, body, reading } : undefined
  }
  return (
    attempt(written, form) ??
    patchSteps(form).reduce((shaped, step) => attempt(shaped, step) ?? shaped, written)
  )
}

function losesNoMore(error: CanonicalError, one: BodyReading, other: BodyReading): boolean {
  const allowed = lossesBetween(error, wholeOf(other)).map(({ path }) => path)
  return lossesBetween(error, wholeOf(one)).every(({ path }) => allowed.includes(path))
}

/** What a reading says, with what its residue adds. */
function wholeOf({ error, residue }: BodyReading): CanonicalError {
  return residue ? restore(error, residue) : error
}

function originIn(error: CanonicalError, dialect: string): Origin | undefined {
  return originsOf(error).find((origin) => origin.dialect === dialect)
}

import type { CanonicalError, Origin } from './canonical-error'
import type { Dialect } from './dialect'
import { type JsonObject, sameJson } from './json'
import { lossesBetween } from './loss'
import { nativeCode } from './native-code'
import { applyPatch, type Patch, patchSteps } from './patch'
import { type BodyReading, readBody } from './read-body'
import { readableFor } from './readable'
import { chain, gainedBy, originsOf, type Residue, residueKey, residueOf, restore, travelling, writeResidue } from './residue'

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
export function writeBody(dialect: Dialect, error: CanonicalError, preserve: boolean, byId: DialectById): JsonObject {
  const plain = writePlain(dialect, error)
  const lean = reshape(dialect, error, plain, false)
  if (!preserve || dialect.bag === 'none') return lean.body
  const carrying = (residue: Residue) => reshape(dialect, error, withResidue(dialect, plain, residue), true)
  const residue = residueFor(dialect, error, lean, carrying, byId)
  return (residue ? carrying(residue) : lean).body
}

/** What the dialect can say of the error in its own members and in plain words in its bag. */
function writePlain(dialect: Dialect, error: CanonicalError): Written {
  const { code, variant } = originIn(error, dialect.id) ?? {}
  const usual = writeWithCode(dialect, error, nativeCode(dialect, error), variant)
  if (code === undefined || code === usual.nativeCode) return usual
  const verbatim = writeWithCode(dialect, error, code, variant)
  return losesNoMore(error, verbatim.reading, usual.reading) ? verbatim : usual
}

function writeWithCode(dialect: Dialect, error: CanonicalError, code: string, variant?: string): Written {
  const body = dialect.write(error, code, variant)
  const reading = readBody(dialect, body)
  const additions = dialect.bag === 'none' ? {} : readableFor(error, reading.error)
  if (Object.keys(additions).length === 0) return { body, reading, error, nativeCode: code, variant }
  return writeWithCode(dialect, { ...error, details: { ...error.details, ...additions } }, code, variant)
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
  if (origins.length === 0 && lossesBetween(error, lean.reading.error).length === 0) return undefined

  const unrestored = (reading: CanonicalError, residue: Residue): Origin[] => {
    const arrived = { ...restore(reading, residue), origin: residue.origin }
    return origins.filter((origin) => !restores(origin.dialect, byId, error, arrived))
  }
  if (origins.length > 0 && unrestored(lean.reading.error, {}).length === 0) return undefined

  const reading = carrying({}).reading.error
  const base = residueOf(error, reading)
  const missing = unrestored(reading, base)
  if (missing.length === 0) return base
  const withOrigins: Residue = { ...base, origin: chain(missing.map(travelling)) }
  if (unrestored(reading, withOrigins).length === 0) return withOrigins
  const gained = gainedBy(reading, error)
  if (gained.length === 0) return withOrigins
  const trimmed: Residue = { ...base, absent: gained, origin: chain(missing.map((origin) => ({ dialect: origin.dialect }))) }
  if (unrestored(reading, trimmed).length === 0) return trimmed
  return { ...trimmed, origin: withOrigins.origin }
}

/** Whether a dialect writes the same for the error that arrived as for the one that was sent. */
function restores(id: string, byId: DialectById, sent: CanonicalError, arrived: CanonicalError): boolean {
  const dialect = byId(id)
  if (dialect === undefined) return originIn(arrived, id) !== undefined
  const [before, after] = [writeLean(dialect, sent), writeLean(dialect, arrived)]
  if (!sameJson(before.body, after.body)) return false
  // What this dialect has no place for either must have arrived all the same.
  const unsaid = lossesBetween(sent, before.reading.error).map(({ path }) => path)
  return !lossesBetween(sent, arrived).some(({ path }) => unsaid.includes(path))
}

function writeLean(dialect: Dialect, error: CanonicalError): Written {
  return reshape(dialect, error, writePlain(dialect, error), false)
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
  return attempt(written, form) ?? patchSteps(form).reduce((shaped, step) => attempt(shaped, step) ?? shaped, written)
}

function losesNoMore(error: CanonicalError, one: BodyReading, other: BodyReading): boolean {
  const losses = ({ error: said, residue }: BodyReading) =>
    lossesBetween(error, residue ? restore(said, residue) : said).map(({ path }) => path)
  const allowed = losses(other)
  return losses(one).every((path) => allowed.includes(path))
}

function originIn(error: CanonicalError, dialect: string): Origin | undefined {
  return originsOf(error).find((origin) => origin.dialect === dialect)
}

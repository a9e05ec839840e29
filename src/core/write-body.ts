import type { CanonicalError } from './canonical-error'
import type { WritableDialect } from './dialect'
import type { JsonObject } from './json'
import { reshape, type Written, writePlain } from './plain-body'
import { readBody } from './read-body'
import { type Residue, residueKey, writeResidue } from './residue'
import { type DialectById, smallestResidue } from './smallest-residue'

/** The body that says as much of the error as the dialect can, and with `preserve` carries the rest. */
export function writeBody(
  dialect: WritableDialect,
  error: CanonicalError,
  preserve: boolean,
  byId: DialectById,
): JsonObject {
  const plain = writePlain(dialect, error)
  const lean = reshape(dialect, error, plain, false)
  if (!preserve || dialect.bag === 'none') return lean.body
  const carrying = (residue: Residue) => reshape(dialect, error, withResidue(dialect, plain, residue), true)
  const residue = smallestResidue(dialect, error, lean, carrying, byId)
  return (residue ? carrying(residue) : reshape(dialect, error, plain, true)).body
}

/** The body that says as much of the error as the dialect can, and apart from it what else has to travel. */
export function writeBodyApart(
  dialect: WritableDialect,
  error: CanonicalError,
  byId: DialectById,
): { body: JsonObject; residue?: Residue } {
  const lean = reshape(dialect, error, writePlain(dialect, error), false)
  const residue = smallestResidue(dialect, error, lean, () => lean, byId)
  return residue ? { body: lean.body, residue } : { body: lean.body }
}

/** A body once more, with a residue in its bag. */
export function withResidue(dialect: WritableDialect, plain: Written, residue: Residue): Written {
  const carried = writeResidue(residue, dialect.bag === 'text')
  const error = { ...plain.error, details: { ...plain.error.details, [residueKey]: carried } }
  const body = dialect.write(error, plain.nativeCode, plain.variant)
  return { ...plain, body, reading: readBody(dialect, body) }
}

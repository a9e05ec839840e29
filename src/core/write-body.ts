import type { CanonicalError } from './canonical-error'
import type { WritableDialect } from './dialect'
import type { JsonObject } from './json'
import { withResidue, writePlain } from './plain-body'
import { reshape } from './reshape'
import type { Residue } from './residue'
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

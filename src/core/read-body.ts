import { type CanonicalError, fields, fieldValue } from './canonical-error'
import type { Dialect } from './dialect'
import { type JsonObject, member, setMember, without } from './json'
import { canonicalCode } from './native-code'
import { liftReadable } from './readable'
import { type Residue, readResidue, residueKey } from './residue'

/** What a body says. */
export interface BodyReading {
  /** The error as the body itself says it, without origin or residue. */
  error: CanonicalError
  nativeCode?: string
  variant?: string
  residue?: Residue
}

/** Reads a body with its dialect's reader, and what the bag says in plain words. */
export function readBody(dialect: Dialect, body: JsonObject): BodyReading {
  const { nativeCode, variant, ...said } = dialect.read(body)
  said.code ??= nativeCode === undefined ? 'unknown' : canonicalCode(dialect.codes, nativeCode)
  const found = said.details && member(said.details, residueKey)
  const textOnly = dialect.bag === 'text'
  const residue = found === undefined ? undefined : readResidue(found, textOnly)
  if (residue !== undefined && said.details) {
    const rest = without(said.details, [residueKey])
    said.details = Object.keys(rest).length > 0 ? rest : undefined
  }
  const lifted = dialect.bag === 'none' ? said : liftReadable(said, textOnly)
  const error = inOrder({ severity: 'error', ...dropUndefined(lifted) } as CanonicalError)
  return { error, nativeCode, variant, residue }
}

function dropUndefined(error: Partial<CanonicalError>): Partial<CanonicalError> {
  return Object.fromEntries(Object.entries(error).filter(([, value]) => value !== undefined))
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

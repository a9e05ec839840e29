import type { CanonicalError } from './canonical-error'
import { isJsonObject, type JsonObject } from './json'
import type { Loss } from './loss'
import { nativeCode } from './native-code'
import type { Patch } from './patch'
import type { DialectById } from './smallest-residue'

/** What only the source dialect can say, and would not come back from another: a code of its own, unknown members. */
export function measureOriginLoss(
  { origin }: CanonicalError,
  reading: CanonicalError,
  to: string,
  byId: DialectById,
): Loss[] {
  if (origin === undefined || origin.dialect === to) return []
  const source = byId(origin.dialect)
  const losses: Loss[] = []
  if (origin.code !== undefined && (!source || nativeCode(source, reading) !== origin.code)) {
    losses.push({ field: 'origin', path: 'origin.code', was: origin.code })
  }
  if (origin.form && saysSomething(origin.form)) {
    losses.push({ field: 'origin', path: 'origin.form', was: origin.form as JsonObject })
  }
  return losses
}

/** The order of members and the absence of some are form; members that are there are data. */
function saysSomething({ set, inside }: Patch): boolean {
  return (isJsonObject(set) && Object.keys(set).length > 0) || Object.values(inside ?? {}).some(saysSomething)
}

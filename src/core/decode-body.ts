import type { CanonicalError } from './canonical-error'
import { checkCounts } from './counts'
import { type Dialect, isWritable } from './dialect'
import { type JsonObject, type JsonValue, sameJson } from './json'
import type { Limits } from './limits'
import { differencesBetween } from './loss'
import { diff } from './patch'
import { inOrder } from './read-body'
import { chain, residueKey, restore } from './residue'
import type { DialectById } from './smallest-residue'
import { earlierOrigins, ownOrigin, readTrusted } from './trusted-reading'
import { writeBody } from './write-body'

/**
 * Reads a body into a canonical error from which the same body can be written again. `apart` is what
 * travelled beside the body instead of in its bag.
 */
export function decodeBody(
  dialect: Dialect,
  body: JsonObject,
  byId: DialectById,
  limits: Limits,
  apart?: JsonValue,
): CanonicalError {
  const reading = readTrusted(dialect, body, apart)
  const { error: said, residue, ignored } = reading
  const error = residue ? restore(said, residue) : said
  checkCounts(error, limits)
  const own = ownOrigin(dialect, reading)
  if (residue) {
    const carried = [...differencesBetween(said, error)]
    if (carried.length > 0) own.carried = carried
  }
  if (ignored !== undefined) own.ignored = ignored
  const earlier = earlierOrigins(dialect, residue)
  const origin = chain([own, ...earlier])
  if (!isWritable(dialect)) return inOrder(error, origin)
  // Where text cannot hold a body as it is, what it can hold gives the form, and the rest goes the way of a loss.
  const printable = dialect.text?.printable?.(body) ?? body
  const isInBag = residue !== undefined && residue !== apart
  const usual = writeBody(dialect, inOrder(error, origin), isInBag && printable === body, byId)
  if (sameJson(usual, printable, true)) return inOrder(error, origin)
  own.form = diff(usual, printable, residueKey)
  return inOrder(error, chain([own, ...earlier]))
}

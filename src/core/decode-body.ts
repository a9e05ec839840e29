import type { CanonicalError } from './canonical-error'
import { type Dialect, isWritable } from './dialect'
import { type JsonObject, sameJson } from './json'
import { diff } from './patch'
import { inOrder, readBody } from './read-body'
import { chain, originsOf, type Residue, residueKey, restore } from './residue'
import type { DialectById } from './smallest-residue'
import { writeBody } from './write-body'

/**
 * Reads a body into a canonical error from which the same body can be written again. `apart` is a residue that
 * travelled beside the body instead of in its bag.
 */
export function decodeBody(
  dialect: Dialect,
  body: JsonObject,
  byId: DialectById,
  apart?: Residue,
): CanonicalError {
  const { error: said, nativeCode, variant, residue } = readBody(dialect, body, apart)
  const error = residue ? restore(said, residue) : said
  const own = { dialect: dialect.id, code: nativeCode, variant }
  const earlier = originsOf({ ...error, origin: residue?.origin }).filter(
    (origin) => origin.dialect !== dialect.id,
  )
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

import { changed, type Origin } from './canonical-error'
import { type Dialect, isWritable, type WritableDialect } from './dialect'
import type { JsonObject, JsonValue } from './json'
import { contradictionsBetween } from './loss'
import { withResidue, writePlain } from './plain-body'
import { type BodyReading, readBody } from './read-body'
import { chain, originsOf, type Residue, restore } from './residue'

/** The reading of a body, with its residue only where that belongs to this very body. */
export function readTrusted(dialect: Dialect, body: JsonObject, apart?: JsonValue): BodyReading {
  const reading = readBody(dialect, body, { apart })
  if (reading.residue === undefined || !isWritable(dialect)) return reading
  const others = notEchoed(dialect, reading, reading.residue, reading.residue !== apart)
  if (others.length === 0) return reading
  const ignore = `It does not belong to this body, which would say otherwise: ${others.join(', ')}.`
  return readBody(dialect, body, { apart, ignore })
}

/**
 * Which members a body would say otherwise, had it been written from the error that the residue makes of it: none where the
 * two belong together. So a residue can add what the body cannot say, and never gainsay what it does.
 */
function notEchoed(
  dialect: WritableDialect,
  reading: BodyReading,
  residue: Residue,
  isInBag: boolean,
): string[] {
  const origin = chain([ownOrigin(dialect, reading), ...earlierOrigins(dialect, residue)])
  const whole = changed(restore(reading.error, residue), { origin })
  const plain = writePlain(dialect, whole)
  const echo = (isInBag ? withResidue(dialect, plain, residue) : plain).reading.error
  const paths = contradictionsBetween(reading.error, echo)
  return [...new Set(paths.map((path) => path.replace(/\..*/s, '')))]
}

/** Where a body says that it comes from. */
export function ownOrigin({ id }: Dialect, { nativeCode, variant }: BodyReading): Origin {
  return {
    dialect: id,
    ...(nativeCode !== undefined && { code: nativeCode }),
    ...(variant !== undefined && { variant }),
  }
}

/** Where an error was before, in other dialects, by what travels with it. */
export function earlierOrigins({ id }: Dialect, residue: Residue | undefined): Origin[] {
  return originsOf({ origin: residue?.origin }).filter(({ dialect }) => dialect !== id)
}

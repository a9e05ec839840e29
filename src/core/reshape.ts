import type { CanonicalError } from './canonical-error'
import type { WritableDialect } from './dialect'
import { findBody } from './find-body'
import { type JsonObject, sameJson } from './json'
import { defaultLimits, greatestDepth, type Limits } from './limits'
import { contradictionsBetween, differencesBetween } from './loss'
import { applyPatch, joinSteps, type Patch, patchSteps } from './patch'
import { originIn, type Written, wholeOf } from './plain-body'
import type { BodyReading } from './read-body'
import { readTrusted } from './trusted-reading'

// Each reads the whole body again; a form of which so much does not fit is not that of this error.
const mostAttempts = 64

/** Gives a body the form that the error's own text had, as far as that changes nothing of what it says. */
export function reshape(
  dialect: WritableDialect,
  error: CanonicalError,
  written: Written,
  mayCarry: boolean,
): Written {
  const form = originIn(error, dialect.id)?.form
  if (form === undefined) return written
  let attempts = 0
  const attempt = (from: Written, patch: Patch): Written | undefined => {
    if (++attempts > mostAttempts) return undefined
    const body = applyPatch(from.body, patch)
    const reading = readQuietly(dialect, body)
    const mayStay = reading && (mayCarry || reading.residue === undefined)
    return mayStay && isNearer(error, reading, from.reading) ? { ...from, body, reading } : undefined
  }
  // Where the whole does not fit, each half may; so what does not fit is found in few attempts.
  const applyWhatFits = (from: Written, steps: readonly Patch[]): Written => {
    const whole = attempt(from, joinSteps(steps))
    if (whole || steps.length <= 1) return whole ?? from
    const middle = Math.ceil(steps.length / 2)
    return applyWhatFits(applyWhatFits(from, steps.slice(0, middle)), steps.slice(middle))
  }
  return attempt(written, form) ?? applyWhatFits(written, patchSteps(form))
}

/** A form may come from anywhere: a body that its reader cannot take, or finds nothing in, is none. */
function readQuietly(dialect: WritableDialect, body: JsonObject): BodyReading | undefined {
  try {
    if (!isHeldByText(dialect, body) || isLikeResult(dialect, body)) return undefined
    const reading = readTrusted(dialect, body)
    const isFound = dialect.text !== undefined || dialect.detect(body) > 0
    return isFound || reading.nativeCode !== undefined || reading.error.message !== '' ? reading : undefined
  } catch {
    return undefined
  }
}

const anySize: Limits = { ...defaultLimits, maxLength: Number.POSITIVE_INFINITY, maxDepth: greatestDepth + 1 }

/** Whether a body would be read as a tool result, for what is in that. */
function isLikeResult(dialect: WritableDialect, body: JsonObject): boolean {
  if (dialect.text || !Object.hasOwn(body, 'content')) return false
  const search = { dialects: [dialect], limits: anySize, strict: false, unmistakable: false, failed: true }
  return findBody(body, { ...search, isNamed: true })?.body !== body
}

/** Whether a body is what its own text would be read as. */
function isHeldByText({ text }: WritableDialect, body: JsonObject): boolean {
  if (!text) return true
  const { lasting = (each: JsonObject) => each } = text
  return sameJson(lasting(text.parse(text.print(body), anySize, false)), lasting(body))
}

/** Whether what a reading says otherwise than the other is just what the error says. */
function isNearer(error: CanonicalError, one: BodyReading, other: BodyReading): boolean {
  const whole = wholeOf(one)
  const astray = differencesBetween(error, whole)
  return contradictionsBetween(wholeOf(other), whole).every((path) => !astray.has(path))
}

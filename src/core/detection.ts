import { DecodeError } from './decode-error'
import type { Dialect } from './dialect'
import { type Found, findBody, leastCertain, leastLikely, type Search } from './find-body'
import type { JsonObject, JsonValue } from './json'
import { defaultLimits } from './limits'
import { asValue } from './list-body'
import { schemaProblem } from './schema-problem'

/** A dialect, and how sure it is (0 to 1). */
export interface Detection {
  dialect: string
  confidence: number
}

/** What one dialect makes of an input. */
export interface Candidate extends Detection {
  /** Why, in a plain sentence. */
  reason: string
}

/** Which dialect an input is in, and why. */
export interface ExplainedDetection {
  /** The dialect; absent when it is in none. */
  dialect?: string
  confidence: number
  /** Why it is this one, or none. */
  reason: string
  /** What each dialect makes of it, the surest first. */
  candidates: Candidate[]
}

type Input = () => string | JsonValue

function look(input: Input, dialects: readonly Dialect[], onLook?: Search['onLook']): Found | undefined {
  return findBody(input(), {
    dialects,
    limits: defaultLimits,
    strict: false,
    unmistakable: false,
    failed: false,
    isNamed: false,
    ...(onLook && { onLook }),
  })
}

/** Which dialect an input is in, or undefined when it is in none. */
export function detectDialect(input: Input, dialects: readonly Dialect[]): Detection | undefined {
  try {
    const found = look(input, dialects)
    return found && { dialect: found.dialect.id, confidence: found.confidence }
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Which dialect an input is in, why, and what the others make of it. */
export function explainDetection(input: Input, dialects: readonly Dialect[]): ExplainedDetection {
  const seen: (string | JsonObject)[] = []
  let found: Found | undefined
  let refusal: string | undefined
  try {
    found = look(input, dialects, (at) => seen.push(at))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    refusal = error.message
  }
  // The body that was found, or else the first that was looked at; a text is only the way to one.
  const body = found && !found.dialect.text ? found.body : seen.find((at) => typeof at !== 'string')
  const text = seen.findLast((at) => typeof at === 'string')
  const candidates = dialects
    .map((dialect) => candidate(dialect, body, typeof text === 'string' ? text : undefined))
    .sort((a, b) => b.confidence - a.confidence)
  if (!found) return { confidence: 0, reason: refusal ?? 'No dialect is sure enough.', candidates }
  const { confidence } = found
  const dialect = found.dialect.id
  const own = candidates.find((each) => each.dialect === dialect)
  const behind = found.tool === undefined ? '' : ` It stands behind the words of a framework.`
  return { dialect, confidence, reason: `${own?.reason ?? ''}${behind}`, candidates }
}

function candidate(dialect: Dialect, body: JsonObject | undefined, text: string | undefined): Candidate {
  const { id } = dialect
  const confidence = confidenceOf(dialect, body, text)
  return {
    dialect: id,
    confidence,
    reason: `${verdictOn(dialect, confidence)}${butIn(dialect, body, confidence)}`,
  }
}

function confidenceOf(dialect: Dialect, body: JsonObject | undefined, text: string | undefined): number {
  if (dialect.text) return text === undefined ? 0 : dialect.text.detect(text)
  return body === undefined ? 0 : dialect.detect(body)
}

function verdictOn({ id, signature = 'a signature of its own' }: Dialect, confidence: number): string {
  if (confidence >= leastCertain) return `It has what tells ${id}: ${signature}.`
  if (confidence >= leastLikely) return `It looks like ${id} (${signature}), and might be something else.`
  if (confidence > 0)
    return `It is only a little like ${id} (${signature}): enough where it is said to be an error.`
  return `It lacks what tells ${id}: ${signature}.`
}

/** What the dialect's schema has against a body that is taken for its own all the same. */
function butIn({ text, schema }: Dialect, body: JsonObject | undefined, confidence: number): string {
  const verdict = confidence === 0 || text || !body ? undefined : schema?.safeParse(asValue(body))
  if (!verdict || verdict.success) return ''
  const { path, problem } = schemaProblem(verdict.error)
  return ` Its schema refuses ${path === '' ? 'the body' : path}: ${problem}.`
}

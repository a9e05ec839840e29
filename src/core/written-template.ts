import type { CanonicalError } from './canonical-error'
import type { AsText, Gap, WritableDialect } from './dialect'
import type { ErrorPattern } from './error-pattern'
import type { JsonObject, JsonValue } from './json'
import { jsonSnapshot } from './json-snapshot'
import { type JsonStyle, writeJson } from './json-write'
import { defaultLimits, greatestDepth } from './limits'
import { markFor } from './recipes'
import { levelAfter } from './text-template'
import type { ValueKind, ValuePattern } from './value-pattern'

/** What stands for a number; three digits more tell which. */
const numberMark = 826_351_947_000
const marks = /\[\s*"errlingua#(\d+)#"\s*\]|"?(?:2000-01-01T00:00:00Z)?errlingua#(\d+)#"?|826351947(\d{3})/g

type Fill = (values: readonly unknown[]) => string | undefined

/** What a dialect writes for errors like a pattern, as a template: it is filled with what stands in place of the kinds. */
export function writtenTemplate(
  { members }: ErrorPattern,
  dialect: WritableDialect,
  make: (error: CanonicalError) => string,
): Fill | undefined {
  const kinds: ValueKind[] = []
  const { origin, ...said } = members
  const markedIn = (patterns: object) =>
    Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, withMarks(pattern, kinds)]))
  const marked = { ...markedIn(said), ...(origin && { origin: markedIn(origin) }) }
  const made = make(marked as unknown as CanonicalError)
  const pieces: string[] = []
  const gaps: { readonly slot: number; readonly write: AsText }[] = []
  let kept = 0
  for (const found of made.matchAll(marks)) {
    const slot = Number(found[1] ?? found[2] ?? found[3])
    const kind = kinds[slot]
    const gap = kind && gapFor(made, found.index, found[0], kind, dialect)
    if (!gap) return undefined
    pieces.push(made.slice(kept, gap.start))
    gaps.push({ slot, write: gap.write })
    kept = gap.end
  }
  pieces.push(made.slice(kept))
  return (values) => {
    let text = pieces[0] ?? ''
    for (let at = 0; at < gaps.length; at++) {
      const { slot, write } = gaps[at] as (typeof gaps)[number]
      const written = write(values[slot])
      if (written === undefined) return undefined
      text += written + pieces[at + 1]
    }
    return text
  }
}

/** A value like a pattern, with marks in place of the kinds. */
function withMarks(pattern: ValuePattern, kinds: ValueKind[]): unknown {
  switch (pattern.is) {
    case 'same':
      return pattern.value
    case 'object':
      return Object.fromEntries(
        pattern.keys.map((key, at) => [key, withMarks(pattern.members[at] as ValuePattern, kinds)]),
      )
    case 'list':
      return pattern.items.map((item) => withMarks(item, kinds))
    default: {
      const slot = kinds.push(pattern.is) - 1
      if (pattern.is === 'number') return numberMark + slot
      const text = markFor(slot, pattern.is)
      return pattern.is === 'container' ? [text] : text
    }
  }
}

/** Where a mark stands, with the quotes around it in JSON, and how a value is written there. */
function gapFor(
  made: string,
  start: number,
  found: string,
  kind: ValueKind,
  { text, layout = {} }: WritableDialect,
): Gap | undefined {
  if (text) return text.parts?.gapAt(made, start, found, kind, (value) => inJson(value, kind, {}, 0))
  const isWhole = kind === 'number' || kind === 'container' || /^".*"$/s.test(found)
  if (!isWhole || (kind === 'text' && made[start - 1] === '\\')) return undefined
  const level = levelAfter(made.slice(0, start), layout)
  return { start, end: start + found.length, write: (value) => inJson(value, kind, layout, level) }
}

function inJson(value: unknown, kind: ValueKind, style: JsonStyle, level: number): string {
  const written = kind === 'container' ? snapshot(value as JsonObject) : (value as JsonValue)
  return writeJson(written ?? null, style, level)
}

/** @throws where it cannot be copied */
function snapshot(value: JsonObject): JsonValue {
  return jsonSnapshot(value, { maxDepth: 2 * greatestDepth - 2, maxValues: defaultLimits.maxLength })
}

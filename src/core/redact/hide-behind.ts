import { redacted } from './marks'

/** A secret that is found by what stands in front of it, which stays. */
export interface Hidden {
  /** What stands in front of it, wherever that is (`g`). */
  readonly lead: RegExp
  /** What may stand between the two (`y`). */
  readonly between?: RegExp
  /** The secret itself (`y`). */
  readonly value: RegExp
  /** Whether it is one, by what follows the lead and what stands before the value: a few hundred characters of each. */
  readonly isSecret?: (next: string, before: string) => boolean
}

// So much is looked at to decide; a longer value goes as a whole all the same.
const window = 300

/** A text without the secrets that stand behind their leads. Every expression is small, so that none takes long. */
export function hideBehind(text: string, kinds: readonly Hidden[]): string {
  return kinds.reduce(hideKind, text)
}

function hideKind(text: string, { lead, between, value, isSecret }: Hidden): string {
  let clean = ''
  let at = 0
  lead.lastIndex = 0
  for (let found = lead.exec(text); found !== null; found = lead.exec(text)) {
    const start = endOf(between, text, lead.lastIndex)
    // A lead may begin within another.
    lead.lastIndex = found.index + 1
    if (start === -1 || text.startsWith(redacted, start)) continue
    if (
      isSecret &&
      !isSecret(text.slice(start, start + window), text.slice(Math.max(at, start - window), start))
    )
      continue
    const end = endOf(value, text, start)
    if (end === -1) continue
    clean += text.slice(at, start) + redacted
    at = end
    lead.lastIndex = end
  }
  return at === 0 ? text : clean + text.slice(at)
}

/** Where what an expression finds at a place ends; -1 where it finds nothing there. */
function endOf(pattern: RegExp | undefined, text: string, from: number): number {
  if (!pattern) return from
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : -1
}

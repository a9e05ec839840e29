import { classify } from './classify'
import { broadening, type CanonicalCode, codes, rootOf } from './codes'
import type { CodeRow } from './dialect'
import { codeOfFailure } from './http-status'
import type { JsonValue } from './json'
import { asText } from './json-write'

/** The codes of a dialect that says what went wrong by an HTTP status. */
export const statusRows: readonly CodeRow[] = [
  ['400', 'invalid_input'],
  ['401', 'unauthenticated'],
  ['402', 'quota_exceeded'],
  ['403', 'permission_denied'],
  ['404', 'not_found'],
  ['409', 'conflict'],
  ['429', 'rate_limited'],
  ['499', 'cancelled'],
  ['500', 'internal'],
  ['502', 'upstream_failed'],
  ['503', 'unavailable'],
  ['503', 'transient'],
  ['504', 'timeout'],
]

/** The status that a native code of {@link statusRows} is. */
export function statusFrom(native: string): number | undefined {
  return /^[1-5]\d\d$/.test(native) ? Number(native) : undefined
}

// Everybody uses these for everything.
const vague: readonly number[] = [400, 500]
// Who one is, and what one may do: words confuse them, statuses do not.
const identities: readonly number[] = [401, 403]

/**
 * The code that a status stands for, or a closer one of the same kind where a name or the words say so: a status is one
 * of few. A name that the server gave the error counts for more than a vague status. Without a status that says
 * anything, the name and the words alone.
 */
export function codeByStatus(
  status: number | undefined,
  names: readonly (JsonValue | undefined)[],
  words: readonly (JsonValue | undefined)[],
): CanonicalCode {
  const broad = status === undefined ? undefined : codeOfFailure(status)
  const [named, said] = [names, words].map((texts) =>
    texts.flatMap((text): CanonicalCode[] => {
      const { code } = classify(asText(text))
      return code === 'unknown' ? [] : [code]
    }),
  ) as [CanonicalCode[], CanonicalCode[]]
  // Every exception is one; the words say which.
  const told = named.filter((code) => code !== 'internal' || said.length === 0)
  if (broad === undefined) return told[0] ?? said[0] ?? 'unknown'
  if (status !== undefined && vague.includes(status) && named[0]) return named[0]
  // Google and GitHub refuse with 403 what comes too often.
  const isLimit = (code: CanonicalCode) => status === 403 && [...broadening(code)].includes('rate_limited')
  const isCloser = (code: CanonicalCode) =>
    rootOf(code) === rootOf(broad) && !(identities.includes(codes[code].status) && code !== broad)
  return [...named, ...said].find((code) => isCloser(code) || isLimit(code)) ?? broad
}

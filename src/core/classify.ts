import { allWords } from './all-words'
import { broadening, type CanonicalCode, codes, rootOf } from './codes'
import { codeOfErrno } from './errno'
import { codeOfErrnoNumber } from './errno-number'
import { codeOfFailure, codeOfStatus } from './http-status'
import { errorNames, sentenceWords, speaksInQuotes, withoutQuotes } from './message-words'
import { statusInWords } from './status-in-words'
import { isSaid, type WordPatterns, wordPatterns } from './word-pattern'
import { brokenRules, type WordRule, wordRules } from './word-rules'
import { unwrap } from './wrapper'

/** What an unstructured message is about, and how sure that is (0 to 1). */
export interface Classification {
  code: CanonicalCode
  confidence: number
}

const unknown: Classification = { code: 'unknown', confidence: 0 }

/**
 * What an unstructured message, or a code that no table knows, is about (`ProjectNotFound`, `invoice_already_paid`,
 * `connect ECONNREFUSED 127.0.0.1:3000`). The sentence counts for more than what it speaks of: "author not found" is
 * not about authorization, and a file called 404.html is no status.
 */
export function classify(text: string): Classification {
  if (text !== last.text) {
    const found = classified(text)
    if (text.length > longestKept) return found
    last = { text, found }
  }
  return { ...last.found }
}

// What is translated is written and read several times, with the same text in it.
let last: { readonly text: string; readonly found: Classification } = { text: '', found: unknown }
const longestKept = 4096

function classified(text: string): Classification {
  const message = unwrap(text)?.text ?? text
  const errno = codeOfErrno(message) ?? codeOfErrnoNumber(message)
  if (errno) return { code: errno, confidence: 0.95 }
  const names = errorNames(message)
  const broken = [sentenceWords(message), ...names.map(allWords)].map((words) => byRules(ofFaults, words))
  const fault = broken.find(isSaying)
  if (fault) return fault
  const said = bySentence(message)
  const inQuotes = speaksInQuotes(message)
  const { status, isSure = false } = statusInWords(inQuotes ? message : withoutQuotes(message)) ?? {}
  const quoted = () => byRules(ofAll, allWords(message))
  if (status !== undefined && (isSure || !isTelling(said))) {
    const words = isTelling(said) || !inQuotes ? said : quoted()
    return { code: closest(status, words.code), confidence: 0.9 }
  }
  const named = names.map((name) => byRules(ofAll, allWords(name))).find(isTelling)
  if (named) return isTelling(said) && rootOf(said.code) === rootOf(named.code) ? said : named
  if (isTelling(said)) return said
  // What it speaks of has to do: a name alone, an error in quotes.
  const byNames = byRules(ofAll, sentenceWords(message, true))
  const found = [byNames, ...(inQuotes ? [quoted()] : [])]
  const best = found.find(isTelling) ?? [said, ...found].find(isSaying) ?? unknown
  return best === said ? said : { ...best, confidence: best.confidence * 0.8 }
}

/** What is said by words of which one is found. */
interface Rule extends Classification {
  readonly patterns: WordPatterns
}

/** Rules as expressions, which are made when they are first asked for: to make them takes as long as to load the rest. */
function onFirstUse(rows: () => readonly WordRule[]): () => readonly Rule[] {
  let made: readonly Rule[] | undefined
  return () => {
    made ??= rows().map(([code, confidence, ...words]) => ({
      code,
      confidence,
      patterns: wordPatterns(words),
    }))
    return made
  }
}

const ofFaults = /* @__PURE__ */ onFirstUse(brokenRules)
const ofAll = /* @__PURE__ */ onFirstUse(wordRules)

// What every exception is, whatever made it.
const vague: readonly CanonicalCode[] = ['internal', 'execution_failed']

const isSaying = ({ code }: Classification) => code !== 'unknown'
const isTelling = ({ code }: Classification) => code !== 'unknown' && !vague.includes(code)

const mostClauses = 6

/**
 * The surest of its clauses; of equals the last, because what comes behind a colon is the reason for what is before. A
 * clause that says the same more closely is better still.
 */
function bySentence(message: string): Classification {
  const clauses = lastClauses(message)
  const whole = byRules(ofAll, sentenceWords(message))
  if (clauses.length === 1) return whole
  const found = clauses.map((clause) => byRules(ofAll, sentenceWords(clause))).filter(isTelling)
  const surest = Math.max(...found.map(({ confidence }) => confidence))
  const best = found.findLast(({ confidence }) => confidence === surest) ?? whole
  return found.find(({ code }) => isCloser(code, best.code)) ?? best
}

/** What stands between colons, from the end on: a text may have very many. */
function lastClauses(message: string): string[] {
  const clauses: string[] = []
  let rest = message
  while (clauses.length < mostClauses) {
    const end = Math.max(rest.lastIndexOf(': '), rest.lastIndexOf(':\n'))
    if (end === -1) break
    clauses.unshift(rest.slice(end + 1).replace(/^ +|^\n/, ''))
    rest = rest.slice(0, end)
  }
  return [rest, ...clauses].slice(-mostClauses)
}

/** Whether a code says the same as a broader one, more closely. One with another status says something else. */
function isCloser(code: CanonicalCode, broad: CanonicalCode): boolean {
  return code !== broad && [...broadening(code)].includes(broad) && codes[code].status === codes[broad].status
}

function byRules(rules: () => readonly Rule[], words: string): Classification {
  const rule = rules().find(({ patterns }) => isSaid(patterns, words))
  return rule ? { code: rule.code, confidence: rule.confidence } : unknown
}

/** The code of a status, or that of the words where they say the same more closely or the status is a vague one. */
function closest(status: number, said: CanonicalCode): CanonicalCode {
  const broad = codeOfStatus(status) ?? (said === 'unknown' ? codeOfFailure(status) : undefined)
  if (broad === undefined) return said
  if (said === 'unknown' || [...broadening(said)].includes(broad)) return said === 'unknown' ? broad : said
  if (status === 500 || (status === 400 && rootOf(said) !== 'not_found'))
    return rootOf(said) === 'internal' ? broad : said
  const isLimit = [...broadening(said)].includes('rate_limited') || said === 'quota_exceeded'
  return isLimit && (status === 403 || status === 429) ? said : broad
}

import { broadening, type CanonicalCode, rootOf } from './codes'
import { codeOfErrno } from './errno'
import { codeOfFailure } from './http-status'
import { allWords, errorNames, sentenceWords } from './message-words'
import { statusInWords } from './status-in-words'
import { wordRules } from './word-rules'
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
  const message = unwrap(text)?.text ?? text
  const errno = codeOfErrno(message)
  if (errno) return { code: errno, confidence: 0.95 }
  const bySentence = bySentences(message)
  const status = statusInWords(message)
  if (status !== undefined) return { code: closest(status, bySentence.code), confidence: 0.9 }
  const named = errorNames(message)
    .map((name) => byWords(allWords(name)))
    .find(({ code }) => code !== 'unknown' && !vague.includes(code))
  if (named) return named
  if (bySentence.code !== 'unknown' && !vague.includes(bySentence.code)) return bySentence
  // What it speaks of has to do: a code alone, an error in quotes.
  const byAll = byWords(allWords(message))
  return byAll.code === 'unknown' ? bySentence : { ...byAll, confidence: byAll.confidence * 0.8 }
}

// What every exception is, whatever made it.
const vague: readonly CanonicalCode[] = ['internal', 'execution_failed']
const mostClauses = 6
const sureEnough = 0.8

/** What comes last behind a colon is the reason for what comes before. */
function bySentences(message: string): Classification {
  const clauses = message.split(/: +/).slice(-mostClauses)
  for (const clause of clauses.slice(1).reverse()) {
    const found = byWords(sentenceWords(clause))
    if (found.confidence >= sureEnough && !vague.includes(found.code)) return found
  }
  return byWords(sentenceWords(message))
}

function byWords(words: string): Classification {
  const rule = wordRules.find(([, , pattern]) => pattern.test(words))
  return rule ? { code: rule[0], confidence: rule[1] } : unknown
}

/** The code of a status, or that of the words where they say the same more closely or the status is a vague one. */
function closest(status: number, said: CanonicalCode): CanonicalCode {
  const broad = codeOfFailure(status) ?? 'unknown'
  if (said === 'unknown' || [...broadening(said)].includes(broad)) return said === 'unknown' ? broad : said
  if (status === 400 || status === 500) return rootOf(said) === 'internal' ? broad : said
  const isLimit = [...broadening(said)].includes('rate_limited') || said === 'quota_exceeded'
  return isLimit && (status === 403 || status === 429) ? said : broad
}

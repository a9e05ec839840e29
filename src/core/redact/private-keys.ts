import { redacted } from './marks'

// How keys begin, and how they end: PEM in all its kinds, PGP, SSH2, PuTTY. Dashes may be escaped, and lines joined.
const begins = /-{4,5} ?BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d:/g
const ends =
  /-{4,5} ?END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}|Private-MAC: ?[0-9a-f]{1,200}/g

/** Private keys are taken out from their first line to their last, or to the end of the text where that is missing. */
export function withoutPrivateKeys(text: string): string {
  let clean = ''
  let at = 0
  begins.lastIndex = 0
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    ends.lastIndex = begins.lastIndex
    clean += text.slice(at, begin.index) + redacted
    at = ends.exec(text) ? ends.lastIndex : text.length
    begins.lastIndex = at
  }
  return at === 0 ? text : clean + text.slice(at)
}

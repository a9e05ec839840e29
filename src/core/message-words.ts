import { allWords, longestLook, spaced } from './all-words'

/** What stands for a name, a value or a place in the words of a sentence. */
export const thing = 'xx'

/**
 * The words of the sentence alone. What it speaks of (quoted texts, addresses, paths, file names and, unless `withNames`,
 * compound names) is one word each, so that a file called unauthorized.csv does not make it a matter of authorization.
 */
export function sentenceWords(text: string, withNames = false): string {
  const unquoted = text
    .slice(0, longestLook)
    // The apostrophe of a contraction is no quote.
    .replace(/(\w)['’](t|s|re|ve|ll|d|m)\b/gi, '$1\u0001$2')
    .replace(quotes, ` ${thing} `)
    .replaceAll('\u0001', ' ')
  const placeless = withoutAddresses(unquoted).replace(
    /(?<!\w)(?:\.{0,2}\/|[A-Za-z]:\\)[\w.@~+-][^\s:;,)]*/g,
    ` ${thing} `,
  )
  const sentence = withoutDottedNames(placeless)
  return withNames ? allWords(sentence) : spaced(sentence.replace(names, ` ${thing} `))
}

const quotes = /"[^"\n]{0,200}"|`[^`\n]{0,200}`|'[^'\n]{0,120}'|“[^“”\n]{0,200}”|‘[^‘’\n]{0,120}’/g
// snake_case, camelCase, PascalCase and names-with-several-dashes.
const names =
  /\b\w{1,80}(?:_\w{1,80})+\b|\b[a-z]{1,40}[A-Z]\w{0,80}\b|\b[A-Z][a-z0-9]{1,40}[A-Z]\w{0,80}\b|\b\w{1,40}-\w{1,40}-[\w-]{1,80}\b/g

/** A text with one word in place of each that it quotes. */
export function withoutQuotes(text: string): string {
  return text.slice(0, longestLook).replace(quotes, ` ${thing} `)
}

/** Whether what a text says stands in its quotes: it is data, an error within an error, or little else. */
export function speaksInQuotes(text: string): boolean {
  const head = text.slice(0, longestLook)
  if (/[{[(,]\s*b?['"]|['"]\s*:\s*['"{[]|^\(\d+, |\b(?:returned|error:?) ["']/i.test(head)) return true
  // One word is a name: a key that is missing, a value.
  return /^[\w.]{0,120}:? ?b?$/.test(head.replace(quotes, ' ').trim()) && openingWords.test(head)
}

// The first quote in what stands between spaces, so that each is looked at once.
const openingWords = /(?:^|\s)[^\s'"`]*['"`]\S+ [^'"`]/

function withoutAddresses(text: string): string {
  if (!text.includes('://')) return text
  return text.replace(/\S+/g, (run) => {
    const end = run.indexOf('://')
    let start = end
    while (start > 0 && /[a-z+.-]/i.test(run.charAt(start - 1))) start--
    return end - start > 1 && end + 3 < run.length ? `${run.slice(0, start)} ${thing} ` : run
  })
}

function withoutDottedNames(text: string): string {
  if (!/\.[\w-]/.test(text)) return text
  return text.replace(/[\w.-]+/g, (run, at) => {
    // The point at the end of a text ends its sentence.
    const isLast = at + run.length === text.length
    const parts = (isLast && run.endsWith('.') ? run.slice(0, -1) : run).split('.')
    const own = parts.slice(parts.lastIndexOf('') + 1)
    if (own.length < 2) return run
    const name = own.join('.').replace(/^-+/, '')
    const start = run.lastIndexOf(name)
    return run.slice(0, start) + lastName(name) + run.slice(start + name.length)
  })
}

/** Of a dotted name, the last part where that is the name of a class. */
function lastName(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return /^[A-Z][a-z0-9]+[A-Z]|(?:Error|Exception)$/.test(last) ? ` ${last} ` : ` ${thing} `
}

const named = /(?:^|[\s("'[])([A-Za-z_$][\w$.]{1,120}(?:Error|Exception|Fault|Failure))\b(?=[:(\s'"\])]|$)/
const inParentheses = /\b(?:error occurred|from server) \((\w{2,80})\)|^\[([A-Z][A-Z_]{2,40})\] /i

/** The names that a text gives to what went wrong: those of exceptions, and codes where services put them. */
export function errorNames(text: string): string[] {
  const head = text.slice(0, longestLook)
  const [, inside, bracketed] = inParentheses.exec(head) ?? []
  return [inside, bracketed, named.exec(head)?.[1]].flatMap((name) =>
    name === undefined ? [] : [name.slice(name.lastIndexOf('.') + 1)],
  )
}

/** Words to look for in a sentence, each of them enough. */
export interface WordPatterns {
  /** Where none of them begins, none is said: one look instead of many. */
  readonly beginnings: RegExp
  readonly patterns: readonly WordPattern[]
}

/** Words that come first, and those that come behind, with room for others between. */
interface WordPattern {
  readonly first: RegExp
  readonly behind: readonly Behind[]
}

/** How many other words stand before it, and the words. */
interface Behind {
  readonly least: number
  readonly most: number
  readonly words: RegExp
}

const gap = / ?<(\d+)(?:-(\d+))?> ?/

/**
 * Reads expressions for words; `^` before one stands for the beginning, `$` behind it for the end, and a gap for other
 * words: `exceeded <0-6> limit` has no more than six between the two. Gaps are counted here, word by word, and not by
 * the expressions, which would try every way to divide a text among them.
 */
export function wordPatterns(sources: readonly string[]): WordPatterns {
  const plain = sources.filter((source) => !gap.test(source))
  const others = sources.filter((source) => gap.test(source)).map((source) => source.split(gap))
  const joined = plain.length > 0 ? [{ first: anyOf(plain), behind: [] }] : []
  return {
    beginnings: anyOf([...plain, ...others.map(([first = '']) => first)]),
    patterns: [...joined, ...others.map(withGaps)],
  }
}

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map(spacedPattern).join('|'), 'g')
}

function withGaps([first = '', ...rest]: readonly string[]): WordPattern {
  const behind: Behind[] = []
  for (let i = 0; i < rest.length; i += 3) {
    const [least, most = least, words = ''] = rest.slice(i, i + 3)
    behind.push({ least: Number(least), most: Number(most), words: new RegExp(spacedPattern(words), 'y') })
  }
  return { first: anyOf([first]), behind }
}

/** The expression for words with the spaces around them. None are at every space. */
export function spacedPattern(words: string): string {
  if (words === '') return ' '
  const start = words.startsWith('^') ? `^ ${words.slice(1)}` : ` ${words}`
  return start.endsWith('$') ? `${start.slice(0, -1)} $` : `${start} `
}

/** Whether words are said in a sentence of words: lower case, one space between, one at either end. */
export function isSaid({ beginnings, patterns }: WordPatterns, sentence: string): boolean {
  beginnings.lastIndex = 0
  return beginnings.test(sentence) && patterns.some((pattern) => isOneSaid(pattern, sentence))
}

function isOneSaid({ first, behind }: WordPattern, sentence: string): boolean {
  first.lastIndex = 0
  for (let found = first.exec(sentence); found; found = first.exec(sentence)) {
    if (follow(behind, sentence, first.lastIndex - 1)) return true
    first.lastIndex = found.index + 1
  }
  return false
}

/** @param start the space that the words before end with */
function follow([next, ...others]: readonly Behind[], sentence: string, start: number): boolean {
  if (!next) return true
  const { least, most, words } = next
  let at = start
  for (let passed = 0; passed <= most && at !== -1; passed++) {
    words.lastIndex = at
    if (passed >= least && words.test(sentence) && follow(others, sentence, words.lastIndex - 1)) return true
    at = sentence.indexOf(' ', at + 1)
  }
  return false
}

/** A piece of markup and where it stands. Between two pieces is text. */
export interface Markup {
  kind: 'comment' | 'cdata' | 'instruction' | 'declaration' | 'start' | 'empty' | 'end' | 'unclosed'
  start: number
  end: number
}

const sections = [
  ['comment', '<!--', '-->'],
  ['cdata', '<![CDATA[', ']]>'],
  ['instruction', '<?', '?>'],
] as const

/** The markup in a text, well-formed or not, in one pass. What does not end is the last piece. */
export function* markupIn(text: string): Generator<Markup> {
  for (let start = text.indexOf('<'); start !== -1; ) {
    const markup = markupAt(text, start)
    yield markup
    start = text.indexOf('<', markup.end)
  }
}

function markupAt(text: string, start: number): Markup {
  const section = sections.find(([, opening]) => text.startsWith(opening, start))
  if (section) {
    const [kind, opening, closing] = section
    const end = text.indexOf(closing, start + opening.length)
    return end === -1 ? unclosed(text, start) : { kind, start, end: end + closing.length }
  }
  const end = endOfTag(text, start)
  if (end === -1) return unclosed(text, start)
  const second = text[start + 1]
  if (second === '!') return { kind: 'declaration', start, end }
  if (second === '/') return { kind: 'end', start, end }
  return { kind: text[end - 2] === '/' ? 'empty' : 'start', start, end }
}

function unclosed(text: string, start: number): Markup {
  return { kind: 'unclosed', start, end: text.length }
}

/** Where a tag ends: behind the first `>` outside quotes. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
  }
  return -1
}

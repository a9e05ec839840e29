// Ways to write a text in which a secret is not seen. Each gives what a reader would see, or the same text.

/** A text with its JSON escapes of visible characters undone, but for those that hold the text together. */
export function withoutEscapes(text: string): string {
  if (!/\\u00|\\x[2-7]|\\\//.test(text)) return text
  return text
    .replace(/\\{1,8}(?:u00|x)([2-7][0-9a-fA-F])/g, (all, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16))
      return /["'\\]/.test(char) ? all : char
    })
    .replace(/\\{1,8}\//g, '/')
}

// What colours a terminal, moves about in it or links from it: behind an ESC, also where that is written out.
const colours =
  /(?:[^\P{Cc}\t\n\r]|\\{1,8}(?:u001b|x1b|033|e))\[[\d;:?]*[a-z]|[^\P{Cc}\t\n\r]\][^\p{Cc}]*\p{Cc}\\?/giu

/** A text without the codes that colour a terminal. */
export function withoutColours(text: string): string {
  return /[[\]]/.test(text) ? text.replace(colours, '') : text
}

// A space that ends a line, and that nobody writes.
const gap = '\u2028'
const writtenOut = /\\{1,8}(?:[nrtbfv0]|u[0-9a-f]{4}|x[0-9a-f]{2})/gi

/** A text in which the letter of an escape is not taken for the first one of the word behind it, as in `\\npassword`. */
export function withEscapesApart(text: string): string {
  return text.includes('\\') ? text.replace(writtenOut, `${gap}$&${gap}`) : text
}

/** What was apart, together again. */
export function withEscapesTogether(text: string): string {
  return text.replaceAll(gap, '')
}

/** A text with its entities undone, but for brackets, which would make markup of it. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:amp;)?(?:(quot|apos|nbsp|sol|colon|equals|commat|num|lowbar|period)|#(\d{2,3})|#x([0-9a-f]{2}));/gi,
    (all, name?: string, digits?: string, hex?: string) => {
      const code = digits ?? (hex === undefined ? undefined : Number.parseInt(hex, 16))
      const char =
        name === undefined ? String.fromCharCode(Number(code)) : (entities[name.toLowerCase()] ?? all)
      return /^[!-~ ]$/.test(char) && char !== '<' && char !== '>' ? char : all
    },
  )
}

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  nbsp: ' ',
  sol: '/',
  colon: ':',
  equals: '=',
  commat: '@',
  num: '#',
  lowbar: '_',
  period: '.',
}

/** Each word of a text that is percent-encoded, as it would be without that. */
export function replaceEncoded(text: string, replace: (decoded: string) => string): string {
  if (!/%[2-7][0-9a-fA-F]/.test(text)) return text
  return text.replace(/[^\s"'<>`]+/g, (word) => {
    if (!word.includes('%')) return word
    let decoded = word
    // As often as somebody has encoded it.
    for (let i = 0; i < 3; i++)
      decoded = decoded.replace(/%([2-7][0-9a-fA-F])/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    if (decoded === word) return word
    const clean = replace(decoded)
    return clean === decoded ? word : clean
  })
}

/** As much of a stream as is needed to know whether a person sees it. */
interface Seen {
  readonly isTTY?: boolean | undefined
}

/** Marks up text for a person at a terminal, and leaves it alone for everybody else. */
export interface Colours {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  bad(text: string): string
}

/** The colours for a stream: none where it is no terminal, or where NO_COLOR is set. */
export function coloursFor(stream: Seen, env: NodeJS.ProcessEnv = process.env): Colours {
  const isColoured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint = (on: number, off: number) => (text: string) =>
    isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return { strong: paint(1, 22), faint: paint(2, 22), good: paint(32, 39), bad: paint(31, 39) }
}

/** Rows under headings, in columns as wide as they need. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(cell.length, widest[i] ?? 0)),
    [],
  )
  return rows
    .map((row) =>
      row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd((widths[i] ?? 0) + 2))).join(''),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

// Characters that write on a terminal, hide, or turn the order of others around; and halves of characters.
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A text from an input with nothing in it that a terminal would obey, but for tabs and the ends of lines. */
export function visible(text: string): string {
  return text.replace(unseen, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}

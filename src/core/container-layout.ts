import type { JsonStyle } from './json-write'

/**
 * The plain container between two places of a text in another layout, so many levels deep: its texts, numbers and words are
 * taken over, the white space between them is that of the style.
 */
// The numbers of characters stand in it as they are: a bundler makes variables of names, with which it takes twice as long.
export function laidOut(
  source: string,
  start: number,
  end: number,
  { indent = 0, spaced }: JsonStyle,
  level: number,
): string {
  const step = ' '.repeat(indent)
  const behindComma = spaced ? ' ' : ''
  const behindColon = spaced || indent > 0 ? ' ' : ''
  let line = indent > 0 ? `\n${' '.repeat(indent * level)}` : ''
  let made = ''
  let whole = ''
  let kept = start
  for (let at = start; at < end; at++) {
    const char = source.charCodeAt(at)
    if (char === 0x22) {
      for (at++; source.charCodeAt(at) !== 0x22; at++) if (source.charCodeAt(at) === 0x5c) at++
    } else if (char === 0x2c || char === 0x3a) {
      const next = behindSpace(source, at + 1)
      const space = char === 0x3a ? behindColon : indent > 0 ? line : behindComma
      if (next > at + 1 || space !== '') {
        made += source.slice(kept, at + 1) + space
        kept = next
      }
      at = next - 1
    } else if (char === 0x7b || char === 0x5b) {
      const next = behindSpace(source, at + 1)
      // The brackets that close follow two behind those that open.
      const isEmpty = source.charCodeAt(next) === char + 2
      if (!isEmpty) line += step
      if (next > at + 1 || (indent > 0 && !isEmpty)) {
        made += source.slice(kept, at + 1) + (isEmpty ? '' : line)
        kept = next
      }
      at = isEmpty ? next : next - 1
    } else if (char === 0x7d || char === 0x5d) {
      if (indent > 0) {
        line = line.slice(0, -indent)
        made += source.slice(kept, at) + line
        kept = at
      }
    } else if (char <= 0x20) {
      made += source.slice(kept, at)
      kept = behindSpace(source, at)
      at = kept - 1
    }
    if (made.length > longestLoose) {
      whole += inOnePiece(made)
      made = ''
    }
  }
  return whole + made + source.slice(kept, end)
}

// A text that is made of others keeps them all until it is looked into: of a long one they would be millions.
const longestLoose = 4096

export function inOnePiece(text: string): string {
  return text.charCodeAt(0) > 0 ? text : ''
}

function behindSpace(source: string, start: number): number {
  let at = start
  while (source.charCodeAt(at) <= 0x20) at++
  return at
}

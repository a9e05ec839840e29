/** Enough to hold what a text is about; the rest is stacks and payloads. */
export const longestLook = 2000

/** Every word of a text, those of compound names too: lower case, one space between, one at either end. */
export function allWords(text: string): string {
  return spaced(
    text
      .slice(0, longestLook)
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2'),
  )
}

/** A text as its words: lower case, one space between, one at either end. */
export function spaced(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return ` ${words} `
}

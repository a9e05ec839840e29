// The elements of Fusion, and what a document of JSON begins and ends with.
const brackets = [
  ['<tool_error', '</tool_error>'],
  ['<validation_error', '</validation_error>'],
  ['{', '}'],
] as const

/**
 * What may be a body among the words of a text: between code fences, in a trace, before advice. Undefined where there
 * is nothing of the kind, or nothing around it.
 */
export function bodyWithin(text: string): string | undefined {
  for (const [opening, closing] of brackets) {
    const start = text.indexOf(opening)
    const end = text.lastIndexOf(closing) + closing.length
    if (start !== -1 && end > start + closing.length && end - start < text.trim().length)
      return text.slice(start, end)
  }
  return undefined
}

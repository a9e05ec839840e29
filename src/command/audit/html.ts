/** Markup. Only {@link html} and what the page itself is made of give it, never an input. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** What may stand in markup: text, which is escaped, and markup. */
export type Part = Html | string | number | readonly Part[]

/** Markup with parts in it; every text among them stands there as text, in content and in quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((each, i) => each + markupOf(parts[i] ?? '')).join(''))
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

import { redactText } from '../../core/redact'

/** How long a name may be before it is cut. */
const longestName = 80
const longestMessage = 200
// What is cut away is not looked through for secrets; enough is, that none is cut in two at the end of what is shown.
const mostLookedAt = 10_000

// Characters that write on a terminal, hide, or turn the order of others around; and halves of characters.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name from an input, fit to be shown anywhere: nothing in it that a terminal would obey. */
export function shownName(name: string): string {
  return shown(name, longestName)
}

/** A message from an input, fit to be shown anywhere, and without the credentials in it. */
export function shownMessage(message: string): string {
  return shown(redactText(message.slice(0, mostLookedAt)), longestMessage)
}

function shown(text: string, most: number): string {
  const line = text
    .slice(0, mostLookedAt)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(unseen, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
  const chars = [...line]
  return chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : line
}

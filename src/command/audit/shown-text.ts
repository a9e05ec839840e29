import { redactText } from '../../core/redact'
import { visible } from '../terminal'

/** How long a name may be before it is cut. */
const longestName = 80
const longestMessage = 200
// What is cut away is not looked through for secrets; enough is, that none is cut in two at the end of what is shown.
const mostLookedAt = 10_000

/** A name from an input, fit to be shown anywhere: nothing in it that a terminal would obey. */
export function shownName(name: string): string {
  return shown(name, longestName)
}

/** A message from an input, fit to be shown anywhere, and without the credentials in it. */
export function shownMessage(message: string): string {
  return shown(redactText(message.slice(0, mostLookedAt), { paths: false }), longestMessage)
}

function shown(text: string, most: number): string {
  const line = visible(text.slice(0, mostLookedAt).replace(/\s+/g, ' ').trim())
  const chars = [...line]
  return chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : line
}

/** A text in as much room as there is; two that differ in the end of their path still do. */
export function cutInMiddle(text: string, room: number): string {
  const chars = [...text]
  if (chars.length <= room) return text
  const end = Math.floor((room - 1) / 2)
  return `${chars.slice(0, room - 1 - end).join('')}…${chars.slice(chars.length - end).join('')}`
}

import { DecodeError } from './decode-error'

/** Says why XML cannot be read and, where that is known, in which line. It never quotes the text. */
export function invalidXml(why: string, text = '', at?: number): DecodeError {
  const place = at === undefined ? '' : `, line ${lineOf(text, at)}`
  return new DecodeError('INVALID_XML', '', `The XML cannot be read: ${why}${place}.`)
}

/** Says that XML has more levels than the limit allows. */
export function tooDeepXml(): DecodeError {
  return new DecodeError('LIMIT_DEPTH', '', 'The XML is nested deeper than the limit allows.')
}

/** Why a DOCTYPE is refused, wherever it stands. */
export const doctypeFound = 'it has a DOCTYPE, which is never read'
/** Why names are refused that every object has a meaning for. */
export const reservedNameFound = 'an element or attribute has a reserved name'
/** Why anything else is refused that has no reason of its own. */
export const notWellFormed = 'it is not well-formed'

function lineOf(text: string, at: number): number {
  let line = 1
  for (const _ of text.slice(0, at).matchAll(/\r\n?|\n/g)) line++
  return line
}

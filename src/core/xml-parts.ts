import type { Gap, TextParts } from './dialect'
import { residueKey } from './residue'
import { escapeAttribute, escapeLegalText } from './xml'
import { illegalCharacter } from './xml-characters'
import { xml, xmlShape } from './xml-shape'

/** How XML is taken apart, and put together again. */
export const xmlParts: TextParts = { notation: xml, shapeOf: xmlShape, gapAt: xmlGapAt }

function xmlGapAt(...[made, start, mark, kind, asText]: Parameters<TextParts['gapAt']>): Gap | undefined {
  // What travels is JSON within XML.
  if (made.lastIndexOf(`"${residueKey}">`, start) > made.lastIndexOf('</', start)) return undefined
  const end = start + mark.length
  const writeBy = (escaped: (text: string) => string) => (value: unknown) => {
    const text = typeof value === 'string' ? value : asText(value)
    if (text === undefined || plain.test(text)) return text
    return illegalCharacter.test(text) ? undefined : escaped(text)
  }
  const isQuoted = /^"|"$/.test(mark)
  if (mark.startsWith('"') && made[start - 1] === '=')
    return { start: start + 1, end: end - 1, write: writeBy(escapeAttribute) }
  return kind === 'container' || !isQuoted ? { start, end, write: writeBy(escapeLegalText) } : undefined
}

/** What is the same in every part of XML. */
const plain = /^[ !#-%(-;=?-~]*$/

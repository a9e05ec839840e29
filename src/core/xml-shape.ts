import type { BodyShape } from './dialect'
import type { Looks } from './looks'
import { marks, type Notation, type Shape, type Slot } from './shape'
import { illegalCharacter } from './xml-characters'

// A text with more than this would take more room than it is worth.
const mostSlots = 48
const longestKey = 1024

const leaf = /<([a-z_]+)(?: [a-z]+="([^"<]*)")?>([^<]+)<\/\1>/g

/**
 * The shape of a text that should be an XML document: the text without what stands in elements that have nothing but text in
 * them and are known to be passed on. Undefined where it has none.
 */
export function xmlShape(
  text: string,
  dialect: BodyShape,
  { byValue, texts, inside }: Looks,
): Shape | undefined {
  const root = text.slice(0, text.indexOf('>'))
  const saysCode = dialect.messageWithout === undefined || root.includes(` ${dialect.messageWithout}="`)
  const slots: Slot[] = []
  const seen = new Set<string>()
  let key = ''
  let kept = 0
  for (const found of text.matchAll(leaf)) {
    const [whole, element = '', name, said = ''] = found
    const isSummed = dialect.summed?.includes(element) ?? false
    const isItem = isSummed || (dialect.items?.includes(element) ?? false)
    if (isSummed && seen.has(dialect.message)) return undefined
    const isKnown = name !== undefined && (byValue.has(name) || texts.has(name) || inside.has(name))
    const isMessage = element === dialect.message && saysCode
    const isText = isMessage || (texts.has(element) && element !== dialect.message && name === undefined)
    if (!isText && (!isItem || isKnown)) continue
    // Two of a name that are no items are one too many.
    if (isText && seen.size === seen.add(element).size) return undefined
    const start = found.index + whole.length - `</${element}>`.length - said.length
    const slot = xmlSlotAt(text, start)
    if (!slot) continue
    key += text.slice(kept, start) + marks.text
    kept = slot.end
    if (slots.push(slot) > mostSlots || key.length > longestKey) return undefined
  }
  if (text.length - kept > longestKey) return undefined
  return { key: key + text.slice(kept), slots, depths: slots.map(() => 0) }
}

/** The text that stands at a place behind a tag; undefined where there is none, or one that needs a closer look. */
function xmlSlotAt(text: string, start: number): Slot | undefined {
  const end = text.indexOf('<', start)
  if (end <= start || text.charCodeAt(start - 1) !== 0x3e) return undefined
  const said = text.slice(start, end)
  if (odd.test(said) || illegalCharacter.test(said)) return undefined
  return { kind: 'text', start, end, asIs: 'never', isOfDoubles: true, isEscaped: said.includes('&') }
}

/** Blank texts, carriage returns, the end of a CDATA section, and references that are none of the usual three. */
const odd = /^\s*$|\r|\]\]>|&(?!(?:amp|lt|gt);)/

export const xml: Notation = {
  quote: '',
  slotAt: xmlSlotAt,
  isTime: () => false,
  valueIn: textIn,
}

function textIn(text: string, { start, end, isEscaped }: Slot): string {
  const said = text.slice(start, end)
  return isEscaped ? said.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : said
}

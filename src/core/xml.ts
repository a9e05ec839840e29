import { DecodeError } from './decode-error'
import { readLenientXml } from './lenient-xml'
import type { Limits } from './limits'
import { readStrictXml } from './strict-xml'
import { illegalCharacters } from './xml-characters'
import type { XmlElement } from './xml-element'
import { markupIn } from './xml-markup'
import { doctypeFound, invalidXml } from './xml-refusal'

export type { XmlElement }

/**
 * Reads one XML element. No DOCTYPE, no entity beyond the five and numeric references, nothing after the element.
 * What is not well-formed is read all the same where producers write such things, unless `strict`.
 * @throws {DecodeError} `INVALID_XML` or `LIMIT_DEPTH`
 */
export function parseXml(text: string, { maxDepth }: Limits, strict: boolean): XmlElement {
  if (!text.endsWith('>'))
    throw invalidXml(hasDoctype(text) ? doctypeFound : 'it ends early, or something follows its last element')
  try {
    return readStrictXml(text, maxDepth)
  } catch (error) {
    if (hasDoctype(text)) throw invalidXml(doctypeFound)
    const mayBeRead = !strict && error instanceof DecodeError && error.code === 'INVALID_XML'
    if (!mayBeRead) throw error
  }
  return readLenientXml(text, maxDepth)
}

/** Whether there is a DOCTYPE, and not only as text in comments, instructions or CDATA. */
function hasDoctype(text: string): boolean {
  if (!/<!DOCTYPE/i.test(text)) return false
  for (const { kind } of markupIn(text)) if (kind === 'declaration' || kind === 'unclosed') return true
  return false
}

const beforeRoot = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const

/** The name of the first element, behind declarations and comments; undefined where something else comes first. */
export function rootName(text: string): string | undefined {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const skipped = beforeRoot.find(([opening]) => text.startsWith(opening, at))
    if (!skipped) break
    const [opening, closing] = skipped
    const end = text.indexOf(closing, at + opening.length)
    if (end === -1) return undefined
    at = end + closing.length
  }
  const rest = text.slice(at)
  // A DOCTYPE is refused when the text is read, so it is enough to find what follows it.
  const [, name] = (/^<!DOCTYPE/i.test(rest) ? element : firstElement).exec(rest) ?? []
  return name
}

const element = /<([A-Za-z_][\w.-]*)[\s/>]/
const firstElement = /* @__PURE__ */ (() => new RegExp(`^${element.source}`))()

/** Text as XML can hold it: what it cannot becomes U+FFFD. */
export function legalText(text: string): string {
  return text.replace(illegalCharacters, '\ufffd')
}

/** Text content, as the reference producer escapes it: `&` and `<` only. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The same as XML allows it: it may not have the end of a CDATA section, which the reference producer leaves as it is. */
export function escapeLegalText(text: string): string {
  return escapeText(text).replaceAll(']]>', ']]&gt;')
}

/** An attribute's value: all five. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')
}

/** All the text in an element. */
export function textOf(node: XmlElement | string): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

/** The root's child elements as they stand in a text that can be read, each with the white space before it. */
export function sourceOfChildren(text: string): string[] {
  const children: string[] = []
  let depth = 0
  let first = 0
  let behind = 0
  for (const { kind, start, end } of markupIn(text)) {
    if (kind !== 'start' && kind !== 'empty' && kind !== 'end') continue
    if (kind !== 'end' && ++depth === 2) first = text.slice(behind, start).trim() === '' ? behind : start
    behind = end
    if (kind !== 'start' && depth-- === 2) children.push(text.slice(first, end))
  }
  return children
}

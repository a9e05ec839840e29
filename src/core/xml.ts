import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { DecodeError } from './decode-error'
import type { Limits } from './limits'

/** An element with its text and child elements in order, and nothing trimmed or converted. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly (XmlElement | string)[]
}

/**
 * Reads one XML element. No DOCTYPE, no entity beyond the five and numeric references, nothing after the
 * element. Characters that XML forbids are read as they are, because producers write them, unless `strict`.
 */
export function parseXml(text: string, limits: Limits, strict: boolean): XmlElement {
  if (hasDoctype(text)) throw invalid('it has a DOCTYPE, which is never read')
  if (!text.endsWith('>')) throw invalid('it ends early, or something follows its last element')
  if (strict && illegalCharacter.test(text)) throw invalid('it has a character that XML forbids')
  const kept = text.includes('\r') && !text.includes('<![CDATA[') ? withReferencesForCr(text) : text
  const nodes = parseNodes(kept, limits)
  const elements = nodes
    .flatMap((node) => convert(node, strict, limits.maxDepth))
    .filter((node) => typeof node !== 'string')
  const [root, second] = elements
  if (!root) throw invalid('it has no element')
  if (second) throw invalid('it has a second element after the first')
  return root
}

/** Whether there is a DOCTYPE, and not only as text in comments or CDATA. */
function hasDoctype(text: string): boolean {
  if (!/<!DOCTYPE/i.test(text)) return false
  // Readers differ on where an instruction ends.
  if (text.includes('<?')) return true
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const [opening, closing] = textSections.find(([opening]) => text.startsWith(opening, at)) ?? []
    if (closing === undefined && text.startsWith('<!', at)) return true
    const end = closing === undefined ? endOfTag(text, at) : text.indexOf(closing, at + opening.length)
    if (end === -1) return true
    at = end
  }
  return false
}

const textSections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/** Where a tag ends: at the first `>` outside quotes. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  return -1
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
const firstElement = /* @__PURE__ */ new RegExp(`^${element.source}`)

const illegalCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

function invalid(what: string): DecodeError {
  return new DecodeError('INVALID_XML', '', `The XML cannot be read: ${what}.`)
}

function tooDeep(): DecodeError {
  return new DecodeError('LIMIT_DEPTH', '', 'The XML is nested deeper than the limit allows.')
}

/** fast-xml-parser's ordered form: one key for the element's name, and `:@` for its attributes. */
type Node = Record<string, unknown>

/** XML folds CR LF into LF; producers mean what they write, so each CR in text or a value goes in as a reference. */
function withReferencesForCr(text: string): string {
  const parts: string[] = []
  let from = 0
  let inTag = false
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\r' && (!inTag || quote !== '')) {
      parts.push(text.slice(from, at), '&#13;')
      from = at + 1
    } else if (!inTag) inTag = char === '<'
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else inTag = char !== '>'
  }
  return parts.join('') + text.slice(from)
}

function parseNodes(text: string, limits: Limits): Node[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    commentPropName: '#comment',
    cdataPropName: '#cdata',
    maxNestedTags: limits.maxDepth,
  })
  let nodes: Node[]
  try {
    nodes = parser.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (message.includes('nested tags')) {
      throw tooDeep()
    }
    throw invalid(
      message.includes('[SECURITY]')
        ? 'an element or attribute has a reserved name'
        : 'it is not well-formed',
    )
  }
  const verdict = XMLValidator.validate(text)
  if (verdict !== true) throw invalid(`it is not well-formed, line ${verdict.err.line ?? 1}`)
  return nodes
}

function convert(node: Node, strict: boolean, depth: number): (XmlElement | string)[] {
  const name = Object.keys(node).find((key) => key !== ':@') ?? ''
  const content = node[name]
  if (name === '#comment') return []
  if (name === '#text') return [decodeEntities(String(content), strict)]
  if (name === '#cdata') return [(content as Node[]).map((part) => String(part['#text'] ?? '')).join('')]
  if (depth === 0) throw tooDeep()
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>)
  return [
    {
      name,
      attributes: new Map(attributes.map(([key, value]) => [key, decodeEntities(value, strict)])),
      children: joinTexts((content as Node[]).flatMap((child) => convert(child, strict, depth - 1))),
    },
  ]
}

function joinTexts(children: (XmlElement | string)[]): (XmlElement | string)[] {
  const joined: (XmlElement | string)[] = []
  for (const child of children) {
    const last = joined.at(-1)
    if (typeof child === 'string' && typeof last === 'string') joined[joined.length - 1] = last + child
    else joined.push(child)
  }
  return joined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string, strict: boolean): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const char = name ? (Object.hasOwn(entities, name) ? entities[name] : undefined) : fromPoint(point)
    if (char !== undefined && !(strict && illegalCharacter.test(char))) return char
    if (strict) throw invalid('it refers to an entity or character that it may not')
    return whole
  })
}

function fromPoint(point: number): string | undefined {
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

/** Text as XML can hold it: what it cannot becomes U+FFFD. */
export function legalText(text: string): string {
  return illegalCharacter.test(text) ? text.replace(new RegExp(illegalCharacter, 'gu'), '\ufffd') : text
}

/** Text content, as the reference producer escapes it: `&` and `<` only. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** An attribute's value: all five. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')
}

/** All the text in an element. */
export function textOf(node: XmlElement | string): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/?[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/g

/** The root's child elements as they stand in a well-formed text, each with the white space before it. */
export function sourceOfChildren(text: string): string[] {
  const children: string[] = []
  let depth = 0
  let start = 0
  let end = 0
  for (const { 0: tag, index } of text.matchAll(markup)) {
    if (/^<[!?]/.test(tag)) continue
    const isClosing = tag.startsWith('</')
    if (!isClosing && ++depth === 2) start = text.slice(end, index).trim() === '' ? end : index
    end = index + tag.length
    if ((isClosing || tag.endsWith('/>')) && depth-- === 2) children.push(text.slice(start, end))
  }
  return children
}

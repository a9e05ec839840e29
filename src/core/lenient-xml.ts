import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { characterAt, entities } from './xml-characters'
import type { XmlElement } from './xml-element'
import { type Markup, markupIn } from './xml-markup'
import { invalidXml, notWellFormed, reservedNameFound, tooDeepXml } from './xml-refusal'

/**
 * Reads one XML element that need not be well-formed: producers write control characters, references to what XML does
 * not have, and comments and values of any kind. Tags must match, and nothing may stand beside the element.
 * @throws {DecodeError} `INVALID_XML` or `LIMIT_DEPTH`
 */
export function readLenientXml(text: string, maxDepth: number): XmlElement {
  const nodes = parseNodes(prepared(text), maxDepth)
  const [root, second] = nodes
    .flatMap((node) => convert(node, maxDepth))
    .filter((node) => typeof node !== 'string')
  if (!root) throw invalidXml('it has no element')
  if (second) throw invalidXml('it has a second element after the first')
  return root
}

/**
 * The text as the parser takes it for what it is: instructions become comments, because parsers differ on where they
 * end, and each carriage return that is data becomes a reference, because XML would fold it.
 */
function prepared(text: string): string {
  const parts: string[] = []
  let depth = 0
  let from = 0
  const addText = (end: number) => {
    const between = text.slice(from, end)
    if (depth > 0) parts.push(withReferencesForCr(between))
    else if (between.trim() === '') parts.push(between)
    else throw invalidXml(notWellFormed, text, from)
  }
  for (const { kind, start, end } of markupIn(text)) {
    addText(start)
    from = end
    const source = kind === 'cdata' && depth === 0 ? undefined : preparedMarkup(kind, text.slice(start, end))
    if (source === undefined) throw invalidXml(notWellFormed, text, start)
    parts.push(source)
    if (kind === 'start') depth++
    else if (kind === 'end') depth--
  }
  addText(text.length)
  return parts.join('')
}

function preparedMarkup(kind: Markup['kind'], source: string): string | undefined {
  if (kind === 'declaration' || kind === 'unclosed') return undefined
  if (kind === 'comment' || kind === 'cdata') return source
  if (kind === 'instruction') return `<!--${source.replace(/[^\n]+/g, '')}-->`
  if (oddInTag.test(source.replace(quotedValue, '""'))) return undefined
  return source.includes('\r') ? source.replace(quotedValue, withReferencesForCr) : source
}

/** What the parser passes over in a tag: white space that is none in XML, and `=` without a name before it. */
const oddInTag = /[^\S \t\r\n]|["=]\s*=|^<[^\s=]+\s+=/
const quotedValue = /"[^"]*"|'[^']*'/g

function withReferencesForCr(text: string): string {
  return text.replaceAll('\r', '&#13;')
}

/** fast-xml-parser's ordered form: one key for the element's name, and `:@` for its attributes. */
type Node = Record<string, unknown>

function parseNodes(text: string, maxDepth: number): Node[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    commentPropName: '#comment',
    cdataPropName: '#cdata',
    maxNestedTags: maxDepth,
    // Otherwise each element would cost as much as the path to it is long.
    jPath: false,
    onDangerousProperty: (name) => name,
  })
  let nodes: Node[]
  try {
    nodes = parser.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (message.includes('nested tags')) throw tooDeepXml()
    throw invalidXml(message.includes('[SECURITY]') ? reservedNameFound : notWellFormed)
  }
  const verdict = XMLValidator.validate(text)
  if (verdict !== true) throw invalidXml(`${notWellFormed}, line ${verdict.err.line ?? 1}`)
  return nodes
}

function convert(node: Node, depth: number): (XmlElement | string)[] {
  const name = Object.keys(node).find((key) => key !== ':@') ?? ''
  const content = node[name]
  if (name === '#comment') return []
  if (name === '#text') return [decodeEntities(String(content))]
  if (name === '#cdata') return [(content as Node[]).map((part) => String(part['#text'] ?? '')).join('')]
  if (depth === 0) throw tooDeepXml()
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>)
  return [
    {
      name,
      attributes: new Map(attributes.map(([key, value]) => [key, decodeEntities(value)])),
      children: joinTexts((content as Node[]).flatMap((child) => convert(child, depth - 1))),
    },
  ]
}

function joinTexts(children: (XmlElement | string)[]): (XmlElement | string)[] {
  const joined: (XmlElement | string)[] = []
  for (const child of children) {
    const last = joined.at(-1)
    if (child === '') continue
    if (typeof child === 'string' && typeof last === 'string') joined[joined.length - 1] = last + child
    else joined.push(child)
  }
  return joined
}

/** What is no reference to a character stays as it is written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hex, name) => {
    if (name) return entities.get(name) ?? whole
    return characterAt(decimal ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole
  })
}

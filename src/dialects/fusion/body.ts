import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../core/json'
import { defaultLimits, greatestDepth, type Limits } from '../../core/limits'
import {
  escapeAttribute,
  escapeLegalText,
  escapeText,
  legalText,
  parseXml,
  sourceOfChildren,
  textOf,
  type XmlElement,
} from '../../core/xml'

/**
 * A Fusion document as data, its child elements by name and in order. An element that is not in the shape its
 * producer writes, or that nobody knows, is kept as `{ xml }`.
 */
export type FusionBody = {
  root: string
  attributes: { [name: string]: string }
  children: { [name: string]: FusionChild }
  /** Its texts have `]]>` as it is, which XML forbids and the reference producer writes. */
  raw?: true
}

/** What is in a child element. */
export type FusionChild = {
  text?: string
  actions?: string[]
  details?: { [key: string]: string }
  fields?: FusionField[]
  xml?: string
}

/** The element of an error with fields. */
export const validation = 'validation_error'
/** The elements that a document may be. */
export const roots: readonly string[] = ['tool_error', validation]

/** One invalid field. */
export type FusionField = { name: string; text: string }

// What was read once is read again, whatever the limit was then.
const anyDepth: Limits = { ...defaultLimits, maxDepth: greatestDepth + 1 }
const knownAttributes: readonly string[] = ['code', 'severity', 'action']
const knownChildren: readonly string[] = [
  'message',
  'recovery',
  'retry_after',
  'available_actions',
  'details',
  'field',
]
const isTexts = (value: unknown): boolean => isJsonObject(value) && Object.values(value).every(isText)
const isText = (value: unknown): boolean => typeof value === 'string'

/** Whether a value is a Fusion document that can be written as XML. */
export function isFusionBody(value: JsonValue): value is FusionBody {
  if (!isJsonObject(value)) return false
  const { root, attributes, children, raw } = value
  return (
    (raw === undefined || raw === true) &&
    typeof root === 'string' &&
    roots.includes(root) &&
    isJsonObject(attributes) &&
    isTexts(attributes) &&
    isJsonObject(children) &&
    areAttributeNames(Object.keys(attributes)) &&
    Object.entries(children).every(([name, child]) => isJsonObject(child) && isChild(name, child))
  )
}

/** Whether the reader would take them for names again. */
function areAttributeNames(names: readonly string[]): boolean {
  const unknown = names.filter((name) => !knownAttributes.includes(name))
  if (unknown.length === 0) return true
  const read = readQuietly(`<x ${unknown.map((name) => `${name}=""`).join(' ')}/>`)?.attributes
  return read?.size === unknown.length && unknown.every((name) => read.get(name) === '')
}

function isChild(name: string, { text, actions, details, fields, xml, ...others }: JsonObject): boolean {
  if (Object.keys(others).length > 0) return false
  if (typeof xml === 'string') return isFragment(xml)
  if (!knownChildren.includes(name)) return false
  if (text !== undefined) return isText(text)
  if (Array.isArray(actions)) return actions.every(isText)
  if (Array.isArray(fields)) return name === 'field' && fields.every(isTexts)
  return isTexts(details)
}

/** Text and whole elements. */
function isFragment(xml: string): boolean {
  return !xml.includes('<') || readQuietly(`<x>${xml}</x>`) !== undefined
}

function readQuietly(xml: string): XmlElement | undefined {
  try {
    return parseXml(xml, anyDepth, false)
  } catch {
    return undefined
  }
}

/** Reads a Fusion document. */
export function parseFusion(text: string, limits: Limits, strict: boolean): FusionBody {
  const element = parseXml(text, limits, strict)
  const body: FusionBody = { root: element.name, attributes: {}, children: {} }
  for (const [name, value] of element.attributes) body.attributes[name] = value
  const sources = sourceOfChildren(text).values()
  const more: string[] = []
  for (const child of element.children) {
    const source =
      typeof child === 'string' ? escapeText(child).replace(/\n$/, '') : (sources.next().value ?? '')
    if (typeof child !== 'string' || child.trim() !== '')
      addChild(body, child, source.replace(/^\r?\n/, ''), more)
  }
  // The second and later ones of a name stand together, where the first of them is.
  if (more.length > 0) body.children[others] = { xml: more.join('\n') }
  // Where there is a CDATA section, it is the end of that one.
  if (text.includes(']]>') && !text.includes('<![CDATA[')) body.raw = true
  return body
}

const others = '#more'

function addChild(
  { children }: FusionBody,
  child: XmlElement | string,
  source: string,
  more: string[],
): void {
  const name = typeof child === 'string' ? '#text' : child.name
  const known = typeof child === 'string' ? undefined : knownChild(child)
  const earlier = Object.hasOwn(children, name) ? children[name] : undefined
  if (!earlier) {
    children[name] = known ?? { xml: source }
  } else if (known?.fields && earlier.fields) {
    earlier.fields.push(...known.fields)
  } else {
    children[others] ??= { xml: '' }
    more.push(source)
  }
}

/** A child in the shape that the reference producer writes, or undefined. */
function knownChild(element: XmlElement): FusionChild | undefined {
  const { name, attributes, children } = element
  const text = hasTextOnly(element) ? textOf(element) : undefined
  if (name === 'field') {
    const field = attributes.size === 1 ? attributes.get('name') : undefined
    return field !== undefined && text !== undefined ? { fields: [{ name: field, text }] } : undefined
  }
  if (attributes.size > 0) return undefined
  if (['message', 'recovery', 'retry_after'].includes(name)) return text === undefined ? undefined : { text }
  const items = children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  if (name === 'available_actions') return items.length > 0 && text !== undefined ? { text } : listOf(items)
  return name === 'details' ? detailsOf(items) : undefined
}

function hasTextOnly({ children }: XmlElement): boolean {
  return children.every((child) => typeof child === 'string')
}

function listOf(items: readonly (XmlElement | string)[]): FusionChild | undefined {
  const isPlain = items.every((item) => isPlainElement(item, 'action', 0))
  return isPlain ? { actions: items.map(textOf) } : undefined
}

function detailsOf(items: readonly (XmlElement | string)[]): FusionChild | undefined {
  const details: { [key: string]: string } = {}
  for (const item of items) {
    const key = typeof item === 'string' ? undefined : item.attributes.get('key')
    if (key === undefined || !isPlainElement(item, 'detail', 1) || Object.hasOwn(details, key))
      return undefined
    setMember(details, key, textOf(item))
  }
  return { details }
}

function isPlainElement(item: XmlElement | string, name: string, attributes: number): boolean {
  return (
    typeof item !== 'string' && item.name === name && item.attributes.size === attributes && hasTextOnly(item)
  )
}

/** A child with what an odd element says: its text, its `action` elements, the last `detail` of each key. */
export function readChild(child: FusionChild | undefined): FusionChild {
  if (child?.xml === undefined) return child ?? {}
  if (!child.xml.includes('<')) return { text: child.xml }
  const element = parseXml(child.xml.trim(), anyDepth, false)
  const inner = element.children.filter((item): item is XmlElement => typeof item !== 'string')
  const details: { [key: string]: string } = {}
  for (const item of inner) {
    const key = item.name === 'detail' ? item.attributes.get('key') : undefined
    if (key !== undefined) setMember(details, key, textOf(item))
  }
  const actions = inner.filter(({ name }) => name === 'action').map(textOf)
  return {
    text: textOf(element),
    ...(actions.length > 0 && { actions }),
    ...(Object.keys(details).length > 0 && { details }),
  }
}

/** Writes a Fusion document as the reference producer does: one element a line. */
export function printFusion({ root, attributes, children, raw }: FusionBody): string {
  const escaped = raw ? escapeText : escapeLegalText
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const lines = [`<${root}${written.join('')}>`]
  for (const [name, child] of Object.entries(children)) lines.push(...printChild(name, child, escaped))
  return legalText([...lines, `</${root}>`].join('\n'))
}

function printChild(
  name: string,
  { text, actions, details, fields, xml }: FusionChild,
  escaped: (text: string) => string,
): string[] {
  if (xml !== undefined) return [xml]
  if (text !== undefined) return [`<${name}>${escaped(text)}</${name}>`]
  if (fields)
    return fields.map(({ name, text }) => `<field name="${escapeAttribute(name)}">${escaped(text)}</field>`)
  const items = actions
    ? actions.map((action) => `  <action>${escaped(action)}</action>`)
    : Object.entries(details ?? {}).map(
        ([key, value]) => `  <detail key="${escapeAttribute(key)}">${escaped(value)}</detail>`,
      )
  return [`<${name}>`, ...items, `</${name}>`]
}

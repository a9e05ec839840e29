import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../core/json'
import { defaultLimits, type Limits } from '../core/limits'
import { escapeAttribute, escapeText, legalText, parseXml, sourceOfChildren, textOf, type XmlElement } from '../core/xml'

/**
 * A Fusion document as data, its child elements by name and in order. An element that is not in the shape its
 * producer writes, or that nobody knows, is kept as `{ xml }`.
 */
export type FusionBody = {
  root: string
  attributes: { [name: string]: string }
  children: { [name: string]: FusionChild }
}

/** Text; actions; details by key; fields; anything else. */
export type FusionChild = string | string[] | { [key: string]: string } | FusionField[] | { xml: string }

/** One invalid field. */
export type FusionField = { name: string; text: string }

/** Whether a child is kept as XML. */
export function isXml(child: JsonValue | undefined): child is { xml: string } {
  return isJsonObject(child) && typeof child.xml === 'string' && Object.keys(child).length === 1
}

/** Reads a Fusion document. */
export function parseFusion(text: string, limits: Limits, strict: boolean): FusionBody {
  const element = parseXml(text, limits, strict)
  const body: FusionBody = { root: element.name, attributes: {}, children: {} }
  for (const [name, value] of element.attributes) body.attributes[name] = value
  const sources = sourceOfChildren(text)
  for (const child of element.children) {
    if (typeof child !== 'string') addChild(body, child, (sources.shift() ?? '').replace(/^\r?\n/, ''))
    else if (child.trim() !== '') addChild(body, child, escapeText(child))
  }
  return body
}

function addChild({ children }: FusionBody, child: XmlElement | string, source: string): void {
  const name = typeof child === 'string' ? '#text' : child.name
  const known = typeof child === 'string' ? undefined : knownChild(child)
  if (name === 'field' && isField(known)) {
    const fields = children.field
    if (fields === undefined) children.field = [known]
    if (Array.isArray(fields)) (fields as FusionField[]).push(known)
    if (fields === undefined || Array.isArray(fields)) return
  } else if (known !== undefined && !Object.hasOwn(children, name)) {
    children[name] = known as FusionChild
    return
  }
  let key = name
  for (let n = 2; Object.hasOwn(children, key); n++) key = `${name} ${n}`
  children[key] = { xml: source }
}

function isField(child: JsonValue | undefined): child is FusionField {
  return isJsonObject(child) && !isXml(child)
}

/** A child in the shape that the reference producer writes, or undefined. */
function knownChild(element: XmlElement): JsonValue | undefined {
  const { name, attributes, children } = element
  if (name === 'field') {
    const field = attributes.get('name')
    return field !== undefined && attributes.size === 1 && hasTextOnly(element) ? { name: field, text: textOf(element) } : undefined
  }
  if (attributes.size > 0) return undefined
  if (['message', 'recovery', 'retry_after'].includes(name)) return hasTextOnly(element) ? textOf(element) : undefined
  const items = children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  if (name === 'available_actions') return items.length > 0 && hasTextOnly(element) ? textOf(element) : listOf(items)
  return name === 'details' ? detailsOf(items) : undefined
}

function hasTextOnly({ children }: XmlElement): boolean {
  return children.every((child) => typeof child === 'string')
}

function listOf(items: readonly (XmlElement | string)[]): string[] | undefined {
  const isPlain = items.every((item) => isPlainElement(item, 'action', 0))
  return isPlain ? items.map(textOf) : undefined
}

function detailsOf(items: readonly (XmlElement | string)[]): JsonObject | undefined {
  const details: JsonObject = {}
  for (const item of items) {
    const key = typeof item === 'string' ? undefined : item.attributes.get('key')
    if (key === undefined || !isPlainElement(item, 'detail', 1) || Object.hasOwn(details, key)) return undefined
    setMember(details, key, textOf(item))
  }
  return isXml(details) ? undefined : details
}

function isPlainElement(item: XmlElement | string, name: string, attributes: number): boolean {
  return typeof item !== 'string' && item.name === name && item.attributes.size === attributes && hasTextOnly(item)
}

/** What an odd element says: all its text, its `action` elements, its `detail` elements (the last of each key). */
export function readOddChild(child: { xml: string }): { text: string; actions: string[]; details: JsonObject } {
  const element = parseXml(child.xml.trim(), defaultLimits, false)
  const inner = element.children.filter((item): item is XmlElement => typeof item !== 'string')
  const details: JsonObject = {}
  for (const item of inner) {
    const key = item.name === 'detail' ? item.attributes.get('key') : undefined
    if (key !== undefined) setMember(details, key, textOf(item))
  }
  return { text: textOf(element), actions: inner.filter(({ name }) => name === 'action').map(textOf), details }
}

/** Writes a Fusion document as the reference producer does: one element a line. */
export function printFusion({ root, attributes, children }: FusionBody): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const lines = [`<${root}${written.join('')}>`]
  for (const [name, child] of Object.entries(children)) lines.push(...printChild(name, child))
  return legalText([...lines, `</${root}>`].join('\n'))
}

function printChild(name: string, child: FusionChild): string[] {
  if (typeof child === 'string') return [`<${name}>${escapeText(child)}</${name}>`]
  if (isXml(child as JsonValue)) return [(child as { xml: string }).xml]
  if (name === 'field') {
    return (child as FusionField[]).map(({ name, text }) => `<field name="${escapeAttribute(name)}">${escapeText(text)}</field>`)
  }
  const items = Array.isArray(child)
    ? (child as string[]).map((action) => `  <action>${escapeText(action)}</action>`)
    : Object.entries(child).map(([key, value]) => `  <detail key="${escapeAttribute(key)}">${escapeText(value)}</detail>`)
  return [`<${name}>`, ...items, `</${name}>`]
}

import { characterAt, entities, illegalCharacter } from './xml-characters'
import type { XmlElement } from './xml-element'
import { doctypeFound, invalidXml, reservedNameFound, tooDeepXml } from './xml-refusal'

interface OpenElement extends XmlElement {
  children: (XmlElement | string)[]
}

/** What a document is made of. In a function: bundlers leave it out where no XML is read. */
const grammar = /* @__PURE__ */ (() => {
  // The names of XML 1.0 (Fifth Edition), but without what is beyond U+FFFF, and without U+1680 and U+FEFF, which are
  // white space elsewhere: the lenient reader knows no such names, and the two must agree.
  const nameStart =
    ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u167F\\u1681-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFEFE\\uFF00-\\uFFFD'
  const name = `[${nameStart}][-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040${nameStart}]*`
  const space = '[ \\t\\r\\n]'
  const equals = `${space}*=${space}*`
  const quoted = (value: string) => `(?:"${value}"|'${value}')`

  const startOfTag = new RegExp(`<(${name})`, 'y')
  const attribute = new RegExp(`${space}+(${name})${equals}(?:"([^<"]*)"|'([^<']*)')`, 'y')
  const endOfTag = new RegExp(`${space}*(/?)>`, 'y')
  const white = new RegExp(`${space}*`, 'y')
  const instruction = new RegExp(`<\\?(${name})(?=${space}|\\?>)`, 'y')
  const declaration = new RegExp(
    `<\\?xml${space}+version${equals}${quoted('1\\.[0-9]+')}` +
      `(?:${space}+encoding${equals}${quoted('[A-Za-z][A-Za-z0-9._-]*')})?` +
      `(?:${space}+standalone${equals}${quoted('(?:yes|no)')})?${space}*\\?>`,
    'y',
  )
  return { startOfTag, attribute, endOfTag, white, instruction, declaration }
})()
const reference = /&(?:(amp|lt|gt|quot|apos)|#([0-9]+)|#x([0-9a-fA-F]+));|&/g

const reservedNames: ReadonlySet<string> = /* @__PURE__ */ new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads one well-formed XML 1.0 document without a DOCTYPE and without namespaces, in one pass. Carriage returns and
 * white space in attributes stay as they are, for producers mean what they write; only in CDATA a line ends with LF.
 * @throws {DecodeError} `INVALID_XML` with the line when it is not well-formed, `LIMIT_DEPTH`
 */
export function readStrictXml(text: string, maxDepth: number): XmlElement {
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let at = 0
  // Text goes on through comments, instructions and CDATA.
  let pending = ''

  function refuse(why: string, where = at): never {
    throw invalidXml(why, text, where)
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }

  function endOf(closing: string, from: number, why: string): number {
    const end = text.indexOf(closing, from)
    return end === -1 ? refuse(why) : end
  }

  function decoded(source: string, start: number): string {
    if (!source.includes('&')) return source
    return source.replace(reference, (whole, named, decimal, hex, offset) => {
      if (whole === '&') return refuse('it refers to an entity or character that it may not', start + offset)
      if (named) return entities.get(named) ?? ''
      const char = characterAt(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      if (char !== undefined && !illegalCharacter.test(char)) return char
      return refuse('it refers to an entity or character that it may not', start + offset)
    })
  }

  function checkedName(found: string): string {
    return reservedNames.has(found) ? refuse(reservedNameFound) : found
  }

  function endText(children: (XmlElement | string)[]): void {
    if (pending !== '') children.push(pending)
    pending = ''
  }

  function readText(end: number): void {
    const parent = open.at(-1)
    if (!parent) {
      match(grammar.white)
      if (at < end)
        refuse(root ? 'something follows its last element' : 'something stands before its first element')
      return
    }
    const source = text.slice(at, end)
    const bracket = source.indexOf(']]>')
    if (bracket !== -1) refuse('text has the end of a CDATA section', at + bracket)
    pending += decoded(source, at)
    at = end
  }

  function readComment(): void {
    const end = endOf('--', at + 4, 'a comment is not closed')
    if (text[end + 2] !== '>') refuse('a comment has two hyphens in it', end)
    at = end + 3
  }

  function readCdata(): void {
    if (open.length === 0) refuse('a CDATA section stands outside its element')
    const end = endOf(']]>', at + 9, 'a CDATA section is not closed')
    pending += text.slice(at + 9, end).replace(/\r\n?/g, '\n')
    at = end + 3
  }

  function readInstruction(): void {
    const start = at
    const target = match(grammar.instruction)?.[1]
    if (target === undefined) refuse('an instruction has no name')
    if (target.toLowerCase() === 'xml')
      refuse('its XML declaration is not well-formed, or not at its start', start)
    at = endOf('?>', at, 'an instruction is not closed') + 2
  }

  function readAttributes(): Map<string, string> {
    const attributes = new Map<string, string>()
    for (let found = match(grammar.attribute); found; found = match(grammar.attribute)) {
      const [, key = '', double, single = ''] = found
      const value = double ?? single
      if (attributes.has(checkedName(key))) refuse('an element has an attribute twice')
      attributes.set(key, decoded(value, at - 1 - value.length))
    }
    return attributes
  }

  function readStart(): void {
    const found = match(grammar.startOfTag)?.[1]
    if (found === undefined) refuse('a tag has no name')
    if (root && open.length === 0) refuse('it has a second element after the first')
    if (open.length >= maxDepth) throw tooDeepXml()
    const element: OpenElement = { name: checkedName(found), attributes: readAttributes(), children: [] }
    const end = match(grammar.endOfTag)
    if (!end) refuse('a tag is not well-formed')
    const parent = open.at(-1)
    if (parent) {
      endText(parent.children)
      parent.children.push(element)
    }
    root ??= element
    if (end[1] === '') open.push(element)
  }

  function readEnd(): void {
    const element = open.pop()
    if (!element) refuse('an element is closed that is not open')
    if (!text.startsWith(element.name, at + 2)) refuse('an element is closed by the name of another')
    at += 2 + element.name.length
    if (match(grammar.endOfTag)?.[1] !== '') refuse('an element is closed by the name of another')
    endText(element.children)
  }

  const illegal = illegalCharacter.exec(text)
  if (illegal) refuse('it has a character that XML forbids', illegal.index)
  match(grammar.declaration)
  while (at < text.length) {
    const next = text.indexOf('<', at)
    if (next !== at) readText(next === -1 ? text.length : next)
    else if (text.startsWith('</', at)) readEnd()
    else if (text.startsWith('<!--', at)) readComment()
    else if (text.startsWith('<![CDATA[', at)) readCdata()
    else if (text.startsWith('<?', at)) readInstruction()
    else if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) refuse(doctypeFound)
    else readStart()
  }
  if (open.length > 0) refuse('an element is not closed')
  return root ?? refuse('it has no element')
}

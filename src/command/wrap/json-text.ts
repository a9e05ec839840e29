import { createScanner, type Node, parseTree } from 'jsonc-parser'

// Objects and lists as the texts that they stand in a file as. What is not changed stays as it was written: comments,
// escapes, the digits of numbers.

/** A member of an object: its name, and its value as text. */
export type Member = readonly [name: string, value: string]

/** How an object is laid out, so that what is added looks like the rest. */
export interface Layout {
  /** What follows commas and colons on one line. */
  readonly space: string
  /** What stands within the braces of an object on one line. */
  readonly padding: string
  /** Where members have lines of their own. */
  readonly lines?: {
    readonly end: string
    /** What stands before each member. */
    readonly indent: string
    /** How much deeper each level is. */
    readonly unit: string
  }
}

/** The tree of a text that is known to be JSON, comments and trailing commas allowed. */
function treeOf(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  if (!tree) throw new Error('The text holds no value.')
  return tree
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

interface PlacedMember {
  readonly name: string
  readonly property: Node
  readonly value: Node
}

/** The members of an object's node, in their order. */
export function membersOf(object: Node): readonly PlacedMember[] {
  return (object.type === 'object' ? (object.children ?? []) : []).flatMap((property) => {
    const [key, value] = property.children ?? []
    return key && value ? [{ name: String(key.value), property, value }] : []
  })
}

/** The members of an object, in their order. */
export function membersIn(object: string): readonly Member[] {
  return membersOf(treeOf(object)).map(({ name, value }) => [name, object.slice(value.offset, endOf(value))])
}

/** The value of a member, as text. */
export function valueIn(object: string, name: string): string | undefined {
  return membersIn(object).find(([each]) => each === name)?.[1]
}

/** The elements of a list, as texts. */
export function elementsIn(list: string): readonly string[] {
  return (treeOf(list).children ?? []).map((element) => list.slice(element.offset, endOf(element)))
}

/** The string that a text says; undefined where it is anything else. */
export function stringIn(text: string | undefined): string | undefined {
  const node = text === undefined ? undefined : treeOf(text)
  return node?.type === 'string' ? String(node.value) : undefined
}

/** Whether a text is an object, or a list. */
export function isA(type: 'object' | 'array', text: string | undefined): text is string {
  return text !== undefined && treeOf(text).type === type
}

/** How an object is laid out. */
export function layoutOf(object: string): Layout {
  const [first] = membersOf(treeOf(object))
  const before = object.slice(0, first?.property.offset ?? 0)
  const [, end, indent] = /(\r?\n)([ \t]*)$/.exec(before) ?? []
  const space = first && object[first.value.offset - 1] === ':' ? '' : ' '
  const padding = /^\{[ \t]/.test(object) ? ' ' : ''
  if (end === undefined || indent === undefined) return { space, padding }
  const outer = /\n([ \t]*)\}$/.exec(object)?.[1]
  const unit = outer !== undefined && indent.startsWith(outer) ? indent.slice(outer.length) : '  '
  return { space, padding, lines: { end, indent, unit } }
}

/** An object, as the value of a member of one that is so laid out. */
export function objectText(members: readonly Member[], layout: Layout): string {
  return enclosed(
    '{',
    members.map((member) => memberText(member, layout)),
    '}',
    layout,
    layout.padding,
  )
}

/** A list, as the value of a member of an object that is so laid out. */
export function listText(elements: readonly string[], layout: Layout): string {
  return enclosed('[', elements, ']', layout, '')
}

function enclosed(
  open: string,
  items: readonly string[],
  close: string,
  { space, lines }: Layout,
  padding: string,
): string {
  if (items.length === 0) return open + close
  if (!lines) return open + padding + items.join(`,${space}`) + padding + close
  const inner = `${lines.end}${lines.indent}${lines.unit}`
  return `${open}${inner}${items.join(`,${inner}`)}${lines.end}${lines.indent}${close}`
}

function memberText([name, value]: Member, { space }: Layout): string {
  return `${JSON.stringify(name)}:${space}${value}`
}

/** What stands between two members. */
function separator({ space, lines }: Layout): string {
  return lines ? `,${lines.end}${lines.indent}` : `,${space}`
}

function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** An object with another value of a member, if it has that member and there is a value. */
export function withValue(object: string, name: string, value: string | undefined): string {
  const member = membersOf(treeOf(object)).find((each) => each.name === name)
  return member && value !== undefined
    ? replaced(object, member.value.offset, endOf(member.value), value)
    : object
}

/** An object with other members in the place of one. */
export function withMembersFor(object: string, name: string, members: readonly Member[]): string {
  if (members.length === 0) return without(object, name)
  const member = membersOf(treeOf(object)).find((each) => each.name === name)
  if (!member) return object
  const layout = layoutOf(object)
  const text = members.map((each) => memberText(each, layout)).join(separator(layout))
  return replaced(object, member.property.offset, endOf(member.property), text)
}

/** An object that has members, with another one behind the named one, or before all. */
export function withMemberBehind(object: string, name: string | undefined, member: Member): string {
  const layout = layoutOf(object)
  const text = memberText(member, layout)
  const members = membersOf(treeOf(object))
  const before = members.find((each) => each.name === name)
  if (before) {
    const end = endOf(before.property)
    return replaced(object, end, end, separator(layout) + text)
  }
  const start = members[0]?.property.offset ?? 1
  return replaced(object, start, start, text + separator(layout))
}

/** An object without a member, the comma that parts it from its neighbour included. */
export function without(object: string, name: string): string {
  const properties = membersOf(treeOf(object))
  const i = properties.findIndex((each) => each.name === name)
  const property = properties[i]?.property
  if (!property) return object
  const previous = properties[i - 1]?.property
  const next = properties[i + 1]?.property
  if (previous) {
    const kept = withoutComma(object.slice(endOf(previous), property.offset))
    return replaced(object, endOf(previous), endOf(property), kept)
  }
  if (!next) return emptied(object, property, property)
  return replaced(
    object,
    property.offset,
    next.offset,
    withoutComma(object.slice(endOf(property), next.offset)),
  )
}

/** A list or an object without its items; comments around them stay. */
function emptied(container: string, first: Node, last: Node): string {
  const before = container.slice(1, first.offset)
  const behind = container.slice(endOf(last), -1)
  // A comma may stand behind the last one, too.
  const comma = placeOfToken(behind)
  const rest = behind[comma] === ',' ? replaced(behind, comma, comma + 1, '') : behind
  const kept = (before.trim() === '' ? '' : before) + rest
  return `${container[0]}${kept.trim() === '' ? '' : kept}${container.at(-1)}`
}

/** Where the first thing stands that is no comment. */
function placeOfToken(text: string): number {
  const scanner = createScanner(text, true)
  scanner.scan()
  return scanner.getTokenOffset()
}

/** Of what stands between two members only the comments, and the ends of their lines. */
function withoutComma(between: string): string {
  const comma = placeOfToken(between)
  const kept = replaced(between, comma, comma + 1, '')
  return kept.trim() === '' ? '' : kept
}

/** Whether nothing stands in a list or an object but white space. */
function isBlank(container: string): boolean {
  return container.slice(1, -1).trim() === ''
}

/** A list or an object in which only comments stand, with items before them. */
function beforeComments(container: string, items: readonly string[], { space, lines }: Layout): string {
  const line = lines ? `${lines.end}${lines.indent}${lines.unit}` : ''
  return replaced(container, 1, 1, line + items.join(`,${line || space}`))
}

/** An object that has no members, with some. */
export function withOnlyMembers(object: string, members: readonly Member[], layout: Layout): string {
  if (isBlank(object)) return objectText(members, layout)
  return beforeComments(
    object,
    members.map((member) => memberText(member, layout)),
    layout,
  )
}

/** A list with other elements in the place of the first ones; an empty one is laid out anew. */
export function withFirstElements(
  list: string,
  count: number,
  elements: readonly string[],
  layout: Layout,
): string {
  const nodes = treeOf(list).children ?? []
  const [first] = nodes
  if (!first) return isBlank(list) ? listText(elements, layout) : beforeComments(list, elements, layout)
  const next = nodes[count]
  if (elements.length === 0)
    return next ? replaced(list, first.offset, next.offset, '') : emptied(list, first, nodes.at(-1) ?? first)
  const [line] = /\r?\n[ \t]*$/.exec(list.slice(0, first.offset)) ?? []
  const comma = `,${line ?? layout.space}`
  const last = nodes[count - 1]
  return last
    ? replaced(list, first.offset, endOf(last), elements.join(comma))
    : replaced(list, first.offset, first.offset, elements.join(comma) + comma)
}

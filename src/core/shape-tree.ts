import { anyMark, marks, type Notation, type Slot, type SlotKind } from './shape'

interface Node<T> {
  /** What stands next as it is, by its first character. */
  readonly edges: Map<number, Edge<T>>
  /** Where a value may stand next, by its kind. */
  slots?: Partial<Record<SlotKind, Node<T>>>
  /** What was made of the shape that ends here. */
  made?: T
}

interface Edge<T> {
  label: string
  node: Node<T>
}

/** What was made of a shape, and the slots of a text that has it. */
export interface Match<T> {
  readonly made: T
  readonly slots: readonly Slot[]
}

const kinds = /* @__PURE__ */ new Map(
  Object.entries(marks).map(([kind, mark]) => [mark.charCodeAt(0), kind as SlotKind]),
)

/**
 * What was made of shapes, found by a text that has one of them. The text is compared once with what all shapes begin with,
 * and so on: that takes as long with many shapes as with one, and nothing is taken apart or copied for it.
 */
export class ShapeTree<T> {
  readonly #notation: Notation
  readonly #root: Node<T> = { edges: new Map() }

  constructor(notation: Notation) {
    this.#notation = notation
  }

  find(text: string): Match<T> | undefined {
    const slots: Slot[] = []
    let node = this.#root
    for (let at = 0; ; ) {
      const slot = node.slots && this.#notation.slotAt(text, at)
      const behind = slot && node.slots && this.#behind(node.slots, slot, text)
      if (slot && behind) {
        slots.push(slot)
        at = slot.end
        node = behind
        continue
      }
      if (at === text.length) return node.made === undefined ? undefined : { made: node.made, slots }
      const edge = node.edges.get(text.charCodeAt(at))
      if (!edge || !text.startsWith(edge.label, at)) return undefined
      at += edge.label.length
      node = edge.node
    }
  }

  #behind(slots: NonNullable<Node<T>['slots']>, { kind, start }: Slot, text: string): Node<T> | undefined {
    if (kind !== 'text' || !slots.time) return slots[kind]
    return this.#notation.isTime(text, start) ? slots.time : undefined
  }

  /** Notes what was made of the shape with a key. */
  add(key: string, made: T): void {
    let node = this.#root
    let rest = key
    while (rest !== '') {
      const kind = kinds.get(rest.charCodeAt(0))
      if (kind) {
        node.slots ??= {}
        node.slots[kind] ??= { edges: new Map() }
        node = node.slots[kind]
        rest = rest.slice(1)
      } else {
        const edge = edgeFor(node, rest)
        node = edge.node
        rest = rest.slice(edge.label.length)
      }
    }
    node.made = made
  }
}

/** The edge from a node that a key begins with: a new one, or what an old one has in common with it. */
function edgeFor<T>({ edges }: Node<T>, key: string): Edge<T> {
  const first = key.charCodeAt(0)
  const old = edges.get(first)
  const literal = key.slice(0, anyMark.exec(key)?.index)
  if (!old) {
    const edge: Edge<T> = { label: literal, node: { edges: new Map() } }
    edges.set(first, edge)
    return edge
  }
  let common = 1
  while (common < old.label.length && old.label[common] === literal[common]) common++
  if (common < old.label.length) {
    const lower: Edge<T> = { label: old.label.slice(common), node: old.node }
    old.node = { edges: new Map([[lower.label.charCodeAt(0), lower]]) }
    old.label = old.label.slice(0, common)
  }
  return old
}

import type { CanonicalError } from './canonical-error'
import { inOnePiece } from './container-layout'
import type { Dialect } from './dialect'
import { type Found, findBody } from './find-body'
import { type JsonValue, sameJson } from './json'
import { json, jsonShape } from './json-shape'
import { defaultLimits } from './limits'
import { type Looks, looksOf } from './looks'
import type { Stringify } from './quick-errors'
import { type Cookery, Recipes } from './recipes'
import type { Shape } from './shape'
import { textTemplate } from './text-template'
import { valueTemplate } from './value-template'

/** What reads texts, and writes others of what it has read; the latter also by recipes of its own. */
export interface TextEngine {
  decode(text: string, from: string | undefined): CanonicalError
  readonly stringify: Stringify
  readonly stringifyQuickly: Stringify
}

/** What is done with texts. */
export interface QuickTexts {
  decode(text: string, from: string | undefined): CanonicalError
  translate(text: string, from: string | undefined, to: string, preserve: boolean): string
}

/** The same as an engine does, by recipes where the dialects of a text allow it. */
export function quickTexts(
  engine: TextEngine,
  dialects: readonly Dialect[],
  byId: (id: string) => Dialect | undefined,
): QuickTexts {
  const looks = looksOf(dialects)
  const inJson: Taking = { notation: json, shapeOf: (text) => jsonShape(text, looks) }
  const inMarkup = takingOfMarkup(dialects, looks)
  const takingApart = (text: string) => (inMarkup && text.charCodeAt(0) === lessThan ? inMarkup : inJson)
  const isQuick = (text: string, from: string | undefined) =>
    text.length <= defaultLimits.maxLength && (from === undefined || byId(from)?.shape !== undefined)

  const decoding = new Books((taking: Taking, from: string | undefined) => {
    const template = (made: CanonicalError, shape: Shape) =>
      valueTemplate(made as unknown as JsonValue, shape, taking.notation)
    return new Recipes<CanonicalError>({
      ...taking,
      make: (text) => engine.decode(text, from),
      template: template as Cookery<CanonicalError>['template'],
      isSame: (one, other) => sameJson(one as unknown as JsonValue, other as unknown as JsonValue, true),
      passesOn: (marked) => from !== undefined || passesOn(marked, dialects),
    })
  })
  const translating = new Books((taking: Taking, from: string | undefined) => {
    const into = (preserve: boolean) =>
      new Books((target: Dialect) => {
        const { id, layout = {} } = target
        return new Recipes<string>({
          ...taking,
          make: (text) => inOnePiece(engine.stringify(engine.decode(text, from), id, preserve)),
          template: (made, shape) => textTemplate(made, shape, taking.notation, layout),
          isSame: Object.is,
          passesOn: (marked) => from !== undefined || passesOn(marked, dialects),
          // Others may look at more than the text, such as the time.
          isLasting: (text) => from !== undefined || bodyIn(text, dialects)?.dialect.shape !== undefined,
        })
      })
    return { whole: into(true), lean: into(false) }
  })

  const decode: QuickTexts['decode'] = (text, from) =>
    isQuick(text, from) ? decoding.of(takingApart(text), from).make(text) : engine.decode(text, from)

  return {
    decode,
    translate(text, from, to, preserve) {
      const target = byId(to)
      if (!isQuick(text, from) || !target?.shape || target.text)
        return engine.stringifyQuickly(decode(text, from), to, preserve)
      const { whole, lean } = translating.of(takingApart(text), from)
      return (preserve ? whole : lean).of(target, undefined).make(text)
    },
  }
}

/** How texts are taken apart. */
type Taking = Pick<Cookery<never>, 'notation' | 'shapeOf'>

/** How the texts of the first dialect are taken apart that are markup and have a shape. */
function takingOfMarkup(dialects: readonly Dialect[], looks: Looks): Taking | undefined {
  for (const { shape, text } of dialects) {
    const parts = text?.isMarkup && text.parts
    if (shape && parts)
      return { notation: parts.notation, shapeOf: (each) => parts.shapeOf(each, shape, looks) }
  }
  return undefined
}

/** What is made once for each pair of keys. */
class Books<One extends object, T> {
  readonly #make: (one: One, other: string | undefined) => T
  readonly #made = new Map<One, Map<string | undefined, T>>()

  constructor(make: (one: One, other: string | undefined) => T) {
    this.#make = make
  }

  of(one: One, other: string | undefined): T {
    let books = this.#made.get(one)
    if (!books) {
      books = new Map()
      this.#made.set(one, books)
    }
    let book = books.get(other)
    if (book === undefined) {
      book = this.#make(one, other)
      books.set(other, book)
    }
    return book
  }
}

const lessThan = 0x3c

/** Whether the dialect that a text is in, and those that were asked before it, say what they look at. */
function passesOn(text: string, dialects: readonly Dialect[]): boolean {
  const found = bodyIn(text, dialects)
  // Only who is certain cannot be outdone by one who is asked later.
  if (!found?.dialect.shape || found.confidence < 1) return false
  const asked = dialects.slice(0, dialects.indexOf(found.dialect))
  return asked.every(({ shape, text }) => shape !== undefined || text !== undefined)
}

/** What a text is found to be when nobody says what it is. */
function bodyIn(text: string, dialects: readonly Dialect[]): Found | undefined {
  return findBody(text, {
    dialects,
    limits: defaultLimits,
    strict: false,
    unmistakable: false,
    failed: false,
    isNamed: false,
  })
}

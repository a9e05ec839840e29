import type { CanonicalError } from './canonical-error'
import type { Dialect } from './dialect'
import { findBody } from './find-body'
import { type JsonValue, sameJson } from './json'
import { json, jsonShape } from './json-shape'
import { defaultLimits } from './limits'
import { looksOf } from './looks'
import { type Cookery, Recipes, type Template } from './recipes'
import type { Notation, Shape } from './shape'
import { textTemplate } from './text-template'
import { valueTemplate } from './value-template'
import { xml, xmlShape } from './xml-shape'

/** What is done with texts. */
export interface TextEngine {
  decode(text: string, from: string | undefined): CanonicalError
  translate(text: string, from: string | undefined, to: string, preserve: boolean): string
}

/** The same as an engine does, by recipes where the dialects of a text allow it. */
export function quickTexts(
  engine: TextEngine,
  dialects: readonly Dialect[],
  byId: (id: string) => Dialect | undefined,
): TextEngine {
  const looks = looksOf(dialects)
  const ofXml = dialects.find(({ shape, text }) => shape && text)?.shape
  const decoding = new Map<string, Recipes<CanonicalError>>()
  const translating = new Map<string, Recipes<string>>()

  /** How texts are taken apart that begin as this one does. */
  function notationOf(text: string): Pick<Cookery<never>, 'notation' | 'shapeOf'> {
    if (text.charCodeAt(0) !== lessThan || !ofXml)
      return { notation: json, shapeOf: (each) => jsonShape(each, looks) }
    return { notation: xml, shapeOf: (each) => xmlShape(each, ofXml, looks) }
  }

  function recipesIn<Made>(
    kept: Map<string, Recipes<Made>>,
    key: string,
    text: string,
    from: string | undefined,
    cookery: () => Pick<Cookery<Made>, 'make' | 'isSame'> & {
      template(made: Made, shape: Shape, notation: Notation): Template<Made> | undefined
    },
  ): Recipes<Made> {
    const known = kept.get(key)
    if (known) return known
    const { make, isSame, template } = cookery()
    const { notation, shapeOf } = notationOf(text)
    const recipes = new Recipes<Made>({
      make,
      isSame,
      notation,
      shapeOf,
      template: (made, shape) => template(made, shape, notation),
      passesOn: (marked) => from !== undefined || passesOn(marked, dialects),
    })
    kept.set(key, recipes)
    return recipes
  }

  const isQuick = (text: string, from: string | undefined) =>
    text.length <= defaultLimits.maxLength && (from === undefined || byId(from)?.shape !== undefined)

  return {
    decode(text, from) {
      if (!isQuick(text, from)) return engine.decode(text, from)
      const key = text.charAt(0) + (from ?? '')
      const recipes = recipesIn(decoding, key, text, from, () => ({
        make: (text) => engine.decode(text, from),
        template: (made, shape, notation) =>
          valueTemplate(made as unknown as JsonValue, shape, notation) as
            | Template<CanonicalError>
            | undefined,
        isSame: (one, other) => sameJson(one as unknown as JsonValue, other as unknown as JsonValue, true),
      }))
      return recipes.make(text)
    },

    translate(text, from, to, preserve) {
      const target = isQuick(text, from) ? byId(to) : undefined
      if (!target?.shape || target.text) return engine.translate(text, from, to, preserve)
      const key = `${text.charAt(0)}${from ?? ''} ${to} ${preserve}`
      const recipes = recipesIn(translating, key, text, from, () => ({
        make: (text) => engine.translate(text, from, to, preserve),
        template: (made, shape, notation) => textTemplate(made, shape, notation, target.layout ?? {}),
        isSame: Object.is,
      }))
      return recipes.make(text)
    },
  }
}

const lessThan = 0x3c

/** Whether the dialect that a text is in, and those that were asked before it, say what they look at. */
function passesOn(text: string, dialects: readonly Dialect[]): boolean {
  const found = findBody(text, {
    dialects,
    limits: defaultLimits,
    strict: false,
    unmistakable: false,
    failed: false,
    isNamed: false,
  })
  // Only who is certain cannot be outdone by one who is asked later.
  if (!found?.dialect.shape || found.confidence < 1) return false
  const asked = dialects.slice(0, dialects.indexOf(found.dialect))
  return asked.every(({ shape, text }) => shape !== undefined || text !== undefined)
}

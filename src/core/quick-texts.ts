import type { CanonicalError } from './canonical-error'
import type { Dialect } from './dialect'
import { findBody } from './find-body'
import { type JsonValue, sameJson } from './json'
import { isTime, jsonShape, jsonSlotAt } from './json-shape'
import { defaultLimits } from './limits'
import { type Looks, looksOf } from './looks'
import { type Cookery, Recipes } from './recipes'
import { textTemplate } from './text-template'
import { valueTemplate } from './value-template'

/** What is done with texts, for every text. */
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
  const decoding = new Map<string | undefined, Recipes<CanonicalError>>()
  const translating = new Map<string, Map<string | undefined, Recipes<string>>>()
  const translatingLean = new Map<string, Map<string | undefined, Recipes<string>>>()

  const isQuick = (text: string, from: string | undefined) =>
    text.length <= defaultLimits.maxLength && (from === undefined || byId(from)?.shape !== undefined)

  return {
    decode(text, from) {
      if (!isQuick(text, from)) return engine.decode(text, from)
      let recipes = decoding.get(from)
      if (!recipes) {
        recipes = new Recipes({
          ...inJson(looks, (marked) => passesOn(marked, from, dialects)),
          make: (text) => engine.decode(text, from),
          template: (made, shape) => valueTemplate(made as unknown as JsonValue, shape) as never,
          isSame: (one, other) => sameJson(one as never, other as never, true),
        })
        decoding.set(from, recipes)
      }
      return recipes.make(text)
    },

    translate(text, from, to, preserve) {
      const target = isQuick(text, from) ? byId(to) : undefined
      if (!target?.shape || target.text) return engine.translate(text, from, to, preserve)
      const byTarget = preserve ? translating : translatingLean
      let bySource = byTarget.get(to)
      if (!bySource) byTarget.set(to, (bySource = new Map()))
      let recipes = bySource.get(from)
      if (!recipes) {
        recipes = new Recipes({
          ...inJson(looks, (marked) => passesOn(marked, from, dialects)),
          make: (text) => engine.translate(text, from, to, preserve),
          template: (made, shape) => textTemplate(made, shape, target.layout ?? {}),
          isSame: Object.is,
        })
        bySource.set(from, recipes)
      }
      return recipes.make(text)
    },
  }
}

function inJson(
  looks: Looks,
  passesOn: (marked: string) => boolean,
): Pick<Cookery<never>, 'reader' | 'shapeOf' | 'passesOn'> {
  return {
    reader: { slotAt: jsonSlotAt, isTime },
    shapeOf: (text) => jsonShape(text, looks),
    passesOn,
  }
}

/** Whether the dialect that a text is in, and those that were asked before it, say what they look at. */
function passesOn(text: string, from: string | undefined, dialects: readonly Dialect[]): boolean {
  if (from !== undefined) return true
  const found = findBody(text, {
    dialects,
    limits: defaultLimits,
    strict: false,
    unmistakable: false,
    failed: false,
    isNamed: false,
  })
  // Only who is certain cannot be outdone by one who is asked later.
  if (!found || found.confidence < 1) return false
  const asked = dialects.slice(0, dialects.indexOf(found.dialect) + 1)
  return asked.every(({ shape, text }) => shape !== undefined || text !== undefined)
}

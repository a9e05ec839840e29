import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '../../src/core/json-write'
import { decidingInBags, readableTexts } from '../../src/core/readable'
import { waitNames } from '../../src/core/retry-after'
import {
  type CanonicalError,
  createTranslator,
  DecodeError,
  dialects,
  type JsonValue,
  type Translator,
} from '../../src/index'
import { corpus, recordedIds, writableIds } from '../corpus'
import { canonicalError, runs, text, wire } from './arbitraries'

/** The same dialects, none of which says what it looks at: nothing is made by recipes. */
const engine = createTranslator({ dialects: dialects.map(({ shape: _, ...dialect }) => dialect) })
const quick = createTranslator({ dialects })

const recorded = recordedIds.flatMap((id) =>
  corpus(id).map(({ wire, text }) => ({ dialect: id, text: text ?? wire })),
)

/** Names that mean something to some dialect or to all of them. */
const knownName = fc.constantFrom(
  ...[
    ...waitNames,
    ...decidingInBags,
    ...readableTexts,
    'message',
    'statusCode',
    'errorType',
    'cause',
    'details',
  ],
  ...[
    'data',
    'metadata',
    'content',
    'isError',
    'structuredContent',
    '_meta',
    '[]',
    'severity',
    'toJSON',
    '__proto__',
  ],
)

/** A text of a dialect, as it was met or as nobody has met it. */
const met = fc.oneof(
  fc.constantFrom(...recorded),
  fc
    .tuple(wire, fc.constantFrom({}, { indent: 2 }, { spaced: true, ascii: true }))
    .map(([{ dialect, body }, style]) => ({ dialect, text: writeJson(body as JsonValue, style) })),
  fc
    .tuple(canonicalError, fc.constantFrom(...recordedIds))
    .map(([error, dialect]) => ({ dialect, text: engine.stringify(error, dialect, { preserve: false }) })),
)

/** What elements of XML say of themselves, as others may write it. */
const misspelt = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replaceAll(' key="', ' name="'),
  (text) => text.replace(/ (?:key|name)="[^"]*"/g, ''),
)

/** The same, with one of its names changed: of a member, or of an element's attribute. */
const original = fc
  .tuple(
    fc
      .tuple(met, misspelt)
      .map(([each, spell]) => (each.text.startsWith('<') ? { ...each, text: spell(each.text) } : each)),
    fc.option(fc.tuple(knownName, fc.nat()), { freq: 2 }),
  )
  .map(([{ dialect, text }, renaming]) => {
    if (!renaming) return { dialect, text }
    const [name, place] = renaming
    const names = [
      ...text.matchAll(text.startsWith('<') ? /(?<=name=")[^"]*/g : /"(?:[^"\\]|\\.)*"(?=\s*:)/g),
    ]
    const old = names[place % names.length]
    if (!old) return { dialect, text }
    const written = text.startsWith('<') ? name : JSON.stringify(name)
    return { dialect, text: text.slice(0, old.index) + written + text.slice(old.index + old[0].length) }
  })

const valueText = fc.oneof(
  text.map((each) => writeJson(each)),
  fc.constantFrom(
    '"\\u003c"',
    '"\\ud83d\\ude00"',
    '"\\/"',
    '"é"',
    '"\\x"',
    '"\\u12"',
    '"a\u0001"',
    '""',
    '" "',
  ),
  fc.constantFrom('"timeout"', '"not_found"', '"2025-10-23T12:34:56Z"', '"30s"', '"503"', '"true"', '"[1]"'),
)
const valueNumber = fc.constantFrom(
  ...[
    '0',
    '-0',
    '1',
    '30',
    '0.5',
    '1.0',
    '1e3',
    '404',
    '503',
    '30000000000',
    '9007199254740993',
    '1e400',
    '01',
    '-',
  ],
)
const valueWord = fc.constantFrom('true', 'false', 'null')
const nested = (depth: number, between = '') => '['.repeat(depth) + between + ']'.repeat(depth)
const container = fc.oneof(
  fc.constantFrom(
    '{}',
    '[]',
    '{"a": 1}',
    '[1.50, "\\u0041", {"b":null}]',
    '["a","b"]',
    '[1,]',
    '{"a":1,"a":2}',
    '{"z":1,"7":2}',
    '{ "a" :[ 1 ] , "b":{ } }',
    '[-0,0.5,1e5,"é"]',
    '[\n  1\n]',
    '{\n    "a": [\n      1.0\n    ]\n  }',
    // Something within ends as the whole does.
    '[\n    [\n    1\n    ],\n  2\n  ]',
    '{\n"a": {\n"b": 1\n}\n}',
    '[\n    {"a": 1,}\n    ]',
    nested(130),
    nested(126),
    nested(124, '\n'),
    `[\n    ${nested(125)}\n    ]`,
    `[\n    ${nested(130)}\n    ]`,
  ),
  fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom({}, { indent: 2 }, { spaced: true }), fc.nat(4))
    .map(([value, style, level]) => writeJson([value as JsonValue], style, level)),
)
const ofAnyKind = fc.oneof(valueText, valueNumber, valueWord, container)
const xmlText = fc.oneof(
  text,
  fc.constantFrom('&lt;', '&amp;amp;', '&#65;', '&quot;', '&x;', 'a, b', '30 seconds', ' ', '\r'),
)

/** What is put in the place of some of the values of a text. */
interface Change {
  /** Which of the values, counted around. */
  places: readonly number[]
  json: string
  sameKind: { text: string; number: string; word: string } | undefined
  xml: string
}

const change: fc.Arbitrary<Change> = fc.record({
  places: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  json: ofAnyKind,
  sameKind: fc
    .option(fc.record({ text: valueText, number: valueNumber, word: valueWord }), { freq: 4 })
    .map((kinds) => kinds ?? undefined),
  xml: xmlText,
})

const jsonValue = /"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null/g
const xmlValue = /(?<=>)[^<\n][^<]*(?=<)|(?<=")[^"<>]*(?=")/g

/** A text like another, with other values in some places. */
function changed(original: string, { places, json, sameKind, xml }: Change): string {
  const isXml = original.startsWith('<')
  const pattern = isXml ? xmlValue : jsonValue
  const values = [...original.matchAll(pattern)].length
  const chosen = new Set(places.map((place) => place % values))
  let at = 0
  return original.replace(pattern, (value) => {
    if (!chosen.has(at++)) return value
    if (isXml) return xml
    if (!sameKind) return json
    if (value.startsWith('"')) return sameKind.text
    return /^[tfn]/.test(value) ? sameKind.word : sameKind.number
  })
}

/** A text and others like it, often enough that each may be what a recipe is made from, and what it is used for. */
function inTurns(text: string, changes: readonly Change[]): string[] {
  const others = changes.map((change) => changed(text, change))
  return [...others, text, ...others, ...others, text]
}

/** What something gives, or the reason why it gives nothing. */
function outcome(make: () => unknown): unknown {
  try {
    return make()
  } catch (error) {
    if (error instanceof DecodeError) return { code: error.code, path: error.path, message: error.message }
    throw error
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : writeJson(value as JsonValue))

describe('recipes', () => {
  it('decode every text as the engine does', () => {
    fc.assert(
      fc.property(
        original,
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        ({ dialect, text }, changes, isNamed) => {
          const options = isNamed ? { dialect } : {}
          const decode = (by: Translator, each: string) => asText(outcome(() => by.decode(each, options)))
          for (const each of inTurns(text, changes)) {
            expect(decode(quick, each)).toBe(decode(engine, each))
          }
        },
      ),
      runs,
    )
  })

  it('translate every text as the engine does', () => {
    fc.assert(
      fc.property(
        original,
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom(...recordedIds),
        fc.boolean(),
        ({ dialect, text }, changes, isNamed, to, preserve) => {
          const options = { ...(isNamed && { from: dialect }), to, preserve }
          const translate = (by: Translator, each: string) => outcome(() => by.translate(each, options))
          for (const each of inTurns(text, changes)) {
            expect({ each, made: translate(quick, each) }).toEqual({ each, made: translate(engine, each) })
          }
        },
      ),
      runs,
    )
  })

  it('translate what travels as the source of its document, in which texts are escaped once more', () => {
    const document = (text: string) =>
      `<tool_error code="NOT_FOUND" severity="error">\n<message>boom</message>\n<details>\n<detail name="x">${text}</detail>\n</details>\n</tool_error>`
    const texts = ['one', 'two', 'a &lt;b&gt; &amp;amp; c', 'three'].map(document)
    for (const to of writableIds)
      for (const each of [...texts, ...texts]) {
        expect(quick.translate(each, { to })).toBe(engine.translate(each, { to }))
        if (recordedIds.includes(to))
          expect(quick.translate(quick.translate(each, { to }), { to: 'fusion' })).toBe(each)
      }
  })

  it('write every error as the engine does', () => {
    const decoded = fc
      .tuple(original, change)
      .map(([{ text }, change]) => outcome(() => engine.decode(changed(text, change))) as CanonicalError)
      .filter((error) => 'severity' in error)
    const swapped = fc.record({
      message: text,
      detail: fc.oneof(text, fc.integer(), fc.double(), fc.boolean()),
    })
    fc.assert(
      fc.property(
        fc.oneof(canonicalError, decoded),
        fc.array(swapped, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...writableIds),
        fc.boolean(),
        (error, others, to, preserve) => {
          const write = (by: Translator, each: CanonicalError) =>
            outcome(() => by.stringify(each, to, { preserve }))
          const like = others.map(({ message, detail }) => withOther(error, message, detail))
          for (const each of [error, error, error, ...like]) {
            expect({ each, made: write(quick, each) }).toEqual({ each, made: write(engine, each) })
          }
        },
      ),
      runs,
    )
  })
})

/** The error with another text for its texts, and another value for its details. */
function withOther(error: CanonicalError, message: string, detail: JsonValue): CanonicalError {
  const { details, ...rest } = error
  const texts = ['recovery', 'operation', 'resource', 'requestId'].filter((name) => name in rest)
  return {
    ...rest,
    message,
    ...Object.fromEntries(texts.map((name) => [name, message])),
    ...(details && { details: Object.fromEntries(Object.keys(details).map((name) => [name, detail])) }),
  }
}

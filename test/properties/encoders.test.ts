import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { sameJson } from '../../src/core/json'
import { readStrictXml } from '../../src/core/strict-xml'
import type { XmlElement } from '../../src/core/xml-element'
import { type CanonicalError, decode, type JsonValue, measureLoss, stringify } from '../../src/index'
import { hintFor, writableIds } from '../corpus'
import { canonicalError, key, text } from './arbitraries'
import { bytes } from './hostile-inputs'

/** A hundred thousand hostile strings in every field of every dialect, or a few. */
const runs = { numRuns: process.env.DEEP ? 100_000 : 300 }
// What has to travel is looked for by writing it many times over.
const fewer = { numRuns: runs.numRuns / 10 }

const hostile = fc.oneof(text, key, bytes)

/** An error with a hostile string in every field that is text. */
const hostileError: fc.Arbitrary<CanonicalError> = fc
  .tuple(
    canonicalError,
    fc.record({
      message: hostile,
      recovery: hostile,
      operation: hostile,
      resource: hostile,
      requestId: hostile,
      timestamp: hostile,
    }),
    fc.array(hostile, { minLength: 1, maxLength: 2 }),
    fc.array(fc.record({ path: hostile, message: hostile }), { minLength: 1, maxLength: 2 }),
    fc.tuple(hostile, hostile, hostile, hostile),
  )
  .map(([error, texts, actions, issues, [name, value, inner, last]]) => ({
    ...error,
    ...texts,
    actions,
    issues,
    details: Object.fromEntries([
      [name, value],
      ['nested', { [inner]: [last] }],
    ]),
  }))

const textFields = [
  'message',
  'recovery',
  'actions',
  'issues',
  'operation',
  'resource',
  'requestId',
  'timestamp',
] as const

/** What of an error did not arrive, by path. */
function missingIn(error: CanonicalError, arrived: CanonicalError): string[] {
  const details = arrived.details ?? {}
  return [
    ...textFields.filter((field) => !sameJson(error[field] as JsonValue, arrived[field] as JsonValue)),
    ...Object.entries(error.details ?? {})
      .filter(([name, value]) => !Object.hasOwn(details, name) || !sameJson(details[name], value))
      .map(([name]) => `details.${name}`),
  ]
}

it.each(writableIds)(
  'hostile strings in every field of %s come back equal, or are in the loss report',
  (id) => {
    fc.assert(
      fc.property(hostileError, (error) => {
        const arrived = decode(stringify(error, id, { preserve: false }), hintFor(id))
        const missing = missingIn(error, arrived)
        if (missing.length === 0) return
        const reported = new Set(measureLoss(error, id).map(({ path }) => path))
        expect(missing.filter((path) => !reported.has(path))).toEqual([])
      }),
      runs,
    )
  },
)

it.each(writableIds)('hostile strings in every field of %s come back equal with preserve', (id) => {
  fc.assert(
    fc.property(hostileError, (error) => {
      expect(missingIn(error, decode(stringify(error, id), hintFor(id)))).toEqual([])
    }),
    fewer,
  )
})

interface Element extends XmlElement {
  attributes: Map<string, string>
  children: (Element | string)[]
}

/** What a strict parser that is not ours reads. */
function parsedBySaxes(xml: string): Element {
  const root: Element = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (text) => open.at(-1)?.children.push(text))
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: new Map(Object.entries(attributes)), children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return root.children[0] as Element
}

/** The same as XML would have it: lines end with LF, and white space in attributes is a space each. */
function normalized({ name, attributes, children }: XmlElement): Element {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n')
  return {
    name,
    attributes: new Map([...attributes].map(([key, value]) => [key, lines(value).replace(/[\t\n]/g, ' ')])),
    children: children.map((child) => (typeof child === 'string' ? lines(child) : normalized(child))),
  }
}

it('XML with hostile strings is read by another strict parser without error, to the same text', () => {
  fc.assert(
    fc.property(hostileError, fc.boolean(), fc.boolean(), (error, preserve, hasIssues) => {
      const { issues: _, ...others } = error
      const xml = stringify(hasIssues ? error : others, 'fusion', { preserve })
      expect(parsedBySaxes(xml)).toEqual(normalized(readStrictXml(xml, 1000)))
    }),
    runs,
  )
})

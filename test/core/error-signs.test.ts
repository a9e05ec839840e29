import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtIn } from '../../src/built-in'
import { writeJson } from '../../src/core/json-write'
import { asBody } from '../../src/core/list-body'
import { createTranslator, defineDialect, dialects, type JsonObject, type JsonValue } from '../../src/index'
import { corpus, recordedIds } from '../corpus'
import { canonicalError, json, runs, wire } from '../properties/arbitraries'

const { mayBeError } = builtIn

/** How sure the surest dialect is of a value. */
function certainty(value: JsonValue): number {
  const body = asBody(value)
  return body ? Math.max(...dialects.map((dialect) => (dialect.text ? 0 : dialect.detect(body)))) : 0
}

const style = fc.constantFrom({}, { indent: 2 }, { spaced: true, ascii: true })

describe('what may be an error though nobody says so', () => {
  it('is every body of which a dialect is certain, as text, in quotes and as a value', () => {
    const written = canonicalError.chain((error) =>
      fc
        .constantFrom(...dialects.filter((dialect) => 'write' in dialect && !dialect.text))
        .map(({ id }) => builtIn.encode(error, id) as JsonValue),
    )
    const body = fc.oneof(
      wire.map(({ body }) => body as JsonValue),
      written,
      json,
    )
    fc.assert(
      fc.property(
        body,
        style,
        fc.constantFrom('', ' ', '\n\t', '\uFEFF', '\u00a0'),
        (value, style, blank) => {
          fc.pre(certainty(value) >= 0.7)
          const text = blank + writeJson(value, style)
          expect(mayBeError(text)).toBe(true)
          expect(mayBeError(JSON.stringify(text))).toBe(true)
          expect(mayBeError(value)).toBe(true)
        },
      ),
      runs,
    )
  })

  it.each(recordedIds)('is what %s servers sent', (id) => {
    for (const { wire, text = wire } of corpus(id)) expect(mayBeError(text) || text).toBe(true)
  })

  it('is a long error whose first members tell', () => {
    const long = 'x'.repeat(100_000)
    expect(mayBeError(`{"type":"CONFLICT","message":"${long}","recoverable":false}`)).toBe(true)
    expect(mayBeError(`{"message":"${long}","recoverable":false,"type":"CONFLICT"}`)).toBe(true)
    expect(mayBeError(`{"error":"not_found","message":"m","details":{"long":"${long}"}}`)).toBe(true)
    expect(mayBeError(`<tool_error>\n<message>${long}</message>\n</tool_error>`)).toBe(true)
    expect(mayBeError(JSON.stringify(`{"kind":"toolError:v1","details":"${long}"}`))).toBe(true)
  })

  it.each<[string, (message: string) => JsonObject]>([
    ['interbase', (message) => ({ type: 'NOT_FOUND', message, recoverable: false })],
    ['interbase', (message) => ({ message, type: 'NOT_FOUND', recoverable: false })],
    ['interbase', (message) => ({ recoverable: false, type: 'NOT_FOUND', message })],
    ['pydantic', (message) => ({ error: 'not_found', message, details: null })],
    ['pydantic', (message) => ({ message, error: 'not_found', details: null })],
    ['agentapi', (message) => ({ error: { code: 'MCP_SERVER_ERROR', message } })],
  ])('is an error of %s of any length', (_, bodyOf) => {
    for (let length = 3950; length < 4150; length++)
      for (const style of [{}, { indent: 2 }, { indent: 4 }, { spaced: true }]) {
        const text = writeJson(bodyOf('m'.repeat(length)), style)
        expect({ length, mayBe: mayBeError(text) }).toEqual({ length, mayBe: true })
        expect({ length, mayBe: mayBeError(JSON.stringify(text)) }).toEqual({ length, mayBe: true })
      }
  })

  it('is the beginning of one, behind which it goes on, wherever it is cut', () => {
    const text = `${' '.repeat(50)}{"message":"${'m'.repeat(9000)}","type":"NOT_FOUND","recoverable":false}`
    for (let end = 0; end < 6000; end += 7) expect(mayBeError(text.slice(0, end), true)).toBe(true)
  })

  it('is what cannot be read so quickly', () => {
    expect(mayBeError('{"type":"NOT_FOUND","message":"a "b" c","recoverable":false}')).toBe(true)
    expect(mayBeError('{"\\u0065rror":"not_found","message":"m"}')).toBe(true)
    expect(mayBeError('{"isError":true,"content":"{}"}')).toBe(true)
    expect(mayBeError('{"error":')).toBe(true)
  })
})

describe('what cannot be an error', () => {
  const record = { id: 7, name: 'a ticket', state: 'open', tags: ['a', 'b'] }
  it.each([
    'Deployed 3 services.',
    '',
    '   ',
    '{}',
    '[]',
    '[1, 2]',
    '{"ok":true}',
    '{"status":"ok","data":{"error":null}}',
    '{"data":{"errors":[],"error":"x","message":"y"}}',
    '<p>a page</p>',
    '"a text in quotes"',
    JSON.stringify([record, record]),
    JSON.stringify({ items: Array.from({ length: 5000 }, () => record), error: 'x' }),
    JSON.stringify(JSON.stringify({ items: Array.from({ length: 5000 }, () => record) })),
    `${' '.repeat(10_000)}{"ok":true}`,
  ])('is ruled out by how it begins: %.40s', (text) => {
    expect(mayBeError(text)).toBe(false)
  })

  it.each([undefined, null, 3, true])('is %s', (value) => {
    expect(mayBeError(value)).toBe(false)
  })
})

describe('a dialect that does not say how it is told', () => {
  const own = defineDialect({
    id: 'own',
    title: 'own',
    codes: [],
    hasRetryFlag: false,
    bag: 'json',
    detect: ({ oops }) => (oops === undefined ? 0 : 1),
    read: ({ oops }) => ({ message: String(oops) }),
  })

  it('may be every object', () => {
    const translator = createTranslator({ dialects: [...dialects, own] })
    expect(translator.mayBeError('{"items":[1],"oops":"m"}')).toBe(true)
    expect(translator.mayBeError('[{"a":1}]')).toBe(true)
    expect(translator.mayBeError({ oops: 'm' })).toBe(true)
    expect(translator.mayBeError('a text')).toBe(false)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type CanonicalError,
  createTranslator,
  type Dialect,
  defineDialect,
  dialects,
  isJsonObject,
  stringify,
  translate,
} from '../../src/index'

/** A dialect that counts how often it is read. */
function counted(shape: Dialect['shape']) {
  const calls = { read: 0 }
  const dialect = defineDialect({
    id: 'own',
    title: '{err, text, more?}',
    codes: [
      ['E404', 'not_found'],
      ['E503', 'transient'],
    ],
    hasRetryFlag: false,
    bag: 'json',
    ...(shape && { shape }),
    detect: ({ err, text }) => (typeof err === 'string' && typeof text === 'string' ? 1 : 0),
    read({ err, text, more }) {
      calls.read++
      return {
        nativeCode: String(err),
        message: String(text),
        ...(isJsonObject(more) && { details: more }),
      }
    },
    write: ({ message, details }, err) => ({ err, text: message, ...(details && { more: details }) }),
  })
  return { calls, translator: createTranslator({ dialects: [dialect] }) }
}

const shape = { message: 'text', inside: ['more'], byValue: ['err'] }
const error = (text: string, more: object = { a: 1 }, err = 'E404') => JSON.stringify({ err, text, more })

describe('errors of one shape', () => {
  it('are read by the dialect twice, and by a recipe from then on', () => {
    const { calls, translator } = counted(shape)
    for (const text of ['one', 'two']) translator.decode(error(text))
    const soFar = calls.read
    expect(soFar).toBeGreaterThan(0)
    expect(translator.decode(error('three', { a: 'x' }))).toMatchObject({ message: 'three' })
    expect(translator.decode(error('four', { a: 17 }))).toEqual({
      code: 'not_found',
      message: 'four',
      severity: 'error',
      details: { a: 17 },
      origin: { dialect: 'own', code: 'E404' },
    })
    expect(calls.read - soFar).toBeLessThan(soFar)
    const then = calls.read
    expect(translator.decode(error('five', { a: 18 })).message).toBe('five')
    expect(calls.read).toBe(then)
  })

  it('are of another where a value differs that decides something', () => {
    const { translator } = counted(shape)
    for (const text of ['one', 'two', 'three']) translator.decode(error(text))
    expect(translator.decode(error('four', { a: 1 }, 'E503'))).toMatchObject({
      code: 'transient',
      message: 'four',
    })
  })

  it('are read one by one in a dialect that does not say what it looks at', () => {
    const { calls, translator } = counted(undefined)
    for (const text of ['one', 'two', 'three']) translator.decode(error(text))
    const soFar = calls.read
    translator.decode(error('four'))
    expect(calls.read).toBeGreaterThan(soFar)
  })

  it('give errors that share nothing', () => {
    const { translator } = counted(shape)
    const [, , third, fourth] = ['one', 'two', 'three', 'four'].map((text) => translator.decode(error(text)))
    expect(third?.details).not.toBe(fourth?.details)
    expect(third?.origin).not.toBe(fourth?.origin)
    if (third?.details) third.details.a = 'changed'
    expect(translator.decode(error('five')).details).toEqual({ a: 1 })
  })

  it('are read whatever the lines are like on which their values stand', () => {
    const { translator } = counted(shape)
    const lists: readonly string[] = [
      '[\n  1\n]',
      '[\n    1\n    ]',
      // Something within ends on a line as the whole might.
      '[\n  [\n1\n],\n  2\n]',
      '[\n{\n"b": [\n1\n]\n}\n]',
      '[\n{ "b": [\n1\n] }\n ]',
      '[\n"]\\n]"\n ]',
    ]
    for (let times = 0; times < 4; times++) {
      for (const list of lists) {
        for (const text of [
          `{"err":"E404","text":"t","more":{"a":${list}}}`,
          `{\n  "err": "E404",\n  "text": "t",\n  "more": {\n    "a": ${list},\n    "c": 1\n  }\n}`,
          `{\n"err": "E404",\n"text": "t",\n"other": ${list},\n"more": {\n"a": 1\n}\n}`,
          // What stands around it ends as it should.
          `{\n  "err": "E404",\n  "text": "t",\n  "more": {\n    "a": {\n      "b": ${list}\n  }\n    }\n}`,
        ]) {
          const { more } = JSON.parse(text)
          expect(translator.decode(text)).toMatchObject({ code: 'not_found', details: more })
          expect(JSON.parse(translator.translate(text, { to: 'own' }))).toMatchObject({ err: 'E404', more })
        }
      }
    }
  })

  it('are forgotten where there are too many', () => {
    const { translator } = counted(shape)
    for (let i = 0; i < 3000; i++) {
      const text = error(`m${i}`, { [`name${i}`]: i })
      for (let times = 0; times < 3; times++) {
        expect(translator.decode(text)).toMatchObject({ message: `m${i}`, details: { [`name${i}`]: i } })
      }
    }
  })
})

describe('an error that is like no other', () => {
  // Its names are too long for a recipe.
  const odd = error('two', { ['n'.repeat(1100)]: 1 })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('is translated by the dialect twice when it comes as it is, and not again', () => {
    const { calls, translator } = counted(shape)
    const made = Array.from({ length: 2 }, () => translator.translate(odd, { to: 'own' }))
    const soFar = calls.read
    made.push(translator.translate(odd, { to: 'own' }))
    expect(made).toEqual(Array(3).fill(odd))
    expect(calls.read).toBe(soFar)
    const other = odd.replace('two', 'three')
    expect(translator.translate(other, { to: 'own' })).toBe(other)
    expect(calls.read).toBeGreaterThan(soFar)
  })

  it('is translated each time in a dialect that does not say what it looks at', () => {
    const { calls, translator } = counted(undefined)
    for (let times = 0; times < 3; times++) translator.translate(odd, { to: 'own' })
    const soFar = calls.read
    translator.translate(odd, { to: 'own' })
    expect(calls.read).toBeGreaterThan(soFar)
  })

  it('is kept no longer than others come that are not', () => {
    const { translator } = counted(shape)
    for (let i = 0; i < 2500; i++) {
      const text = odd.replace('two', `${i}`)
      for (let times = 0; times < 3; times++) expect(translator.translate(text, { to: 'own' })).toBe(text)
    }
  })

  it('says how long to wait from now on, not from when it came first', () => {
    vi.useFakeTimers()
    const text = 'Error: slow down. Retry-After: Wed, 18 Nov 2026 12:01:00 GMT'
    const waits = Array.from({ length: 4 }, (_, times) => {
      vi.setSystemTime(Date.UTC(2026, 10, 18, 12, 0, 10 * times))
      return JSON.parse(translate(text, { to: 'interbase' })).data.retry_after
    })
    expect(waits).toEqual([60, 50, 40, 30])
  })
})

describe('what stands for values where they are kept', () => {
  it.each(['\u0001', '\u0002', '\u0003', '\u0004', '\u0005'])(
    'is no value itself: %j as a text of XML changes nothing of those that come after it',
    (mark) => {
      const translator = createTranslator({ dialects })
      const xml = (message: string, recovery: string) =>
        `<tool_error code="NOT_FOUND" severity="error">\n<message>${message}</message>\n<recovery>${recovery}</recovery>\n</tool_error>`
      for (const text of [xml(mark, 'r'), xml(mark, 's'), xml('m', mark), xml('n', mark)]) {
        translator.decode(text)
        translator.translate(text, { to: 'interbase' })
      }
      for (const message of ['one', 'two', 'three']) {
        expect(translator.decode(xml(message, 'retry'))).toMatchObject({ message, recovery: 'retry' })
        expect(JSON.parse(translator.translate(xml(message, 'x'), { to: 'interbase' }))).toMatchObject({
          message,
        })
      }
    },
  )
})

describe('errors of one kind', () => {
  const conflict = (more: object) =>
    ({ code: 'conflict', message: 'm', severity: 'error', ...more }) as CanonicalError

  it('are not those with members that JSON leaves out', () => {
    for (let times = 0; times < 3; times++) stringify(conflict({ issues: () => 1 }), 'interbase')
    expect(JSON.parse(stringify(conflict({ recovery: 'do this' }), 'interbase'))).toMatchObject({
      data: { recovery: 'do this' },
    })
    expect(() => stringify(conflict({ timestamp: { a: 1 } }), 'interbase')).toThrow('no canonical error')
  })

  it('are not those with details that say themselves what they are written as', () => {
    const details = (when: object) => stringify(conflict({ details: { when } }), 'fusion')
    for (const when of [{ a: 1 }, { b: 2 }, { c: 3 }]) details(when)
    expect(details(new Date(0))).toContain('<detail key="when">1970-01-01T00:00:00.000Z</detail>')
  })
})

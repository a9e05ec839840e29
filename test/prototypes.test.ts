import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { sameJson } from '../src/core/json'
import { readResponse, writeResponse } from '../src/http/index'
import {
  type CanonicalError,
  decode,
  encode,
  encodeApart,
  type JsonObject,
  readThrown,
  redact,
  stringify,
  translate,
} from '../src/index'
import { normalizeToolResult, readToolResult, writeToolResult } from '../src/mcp/index'
import { hintFor, writableIds } from './corpus'

const keys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'valueOf',
  '__defineGetter__',
]
const members = keys.map((key) => `${JSON.stringify(key)}:{"polluted":"yes","${key}":["x"]}`).join(',')
const text = `{"type":"INTERNAL","message":"m","recoverable":false,"data":{${members},"deep":{"deeper":{${members}}}}}`
const details = JSON.parse(text).data as JsonObject

const before = [Object.prototype, Array.prototype, Function.prototype, Error.prototype, Map.prototype].map(
  (each) => [each, Reflect.ownKeys(each).length] as const,
)

afterAll(() => {
  for (const [prototype, count] of before) expect(Reflect.ownKeys(prototype)).toHaveLength(count)
})

/** The details that must have arrived, as own members, with nothing in any prototype. */
function expectDetails(error: CanonicalError | undefined): void {
  const found = error?.details ?? {}
  for (const key of [...keys, 'deep']) expect(Object.hasOwn(found, key)).toBe(true)
  expect(JSON.stringify(found)).toContain(`"deep":{"deeper":{${members}}}`)
  for (const key of keys) expect(JSON.stringify(found[key])).toBe(JSON.stringify(details[key]))
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
  expect(([] as { polluted?: string }).polluted).toBeUndefined()
}

describe('keys that are names of prototypes are details like any others', () => {
  const error = decode(text)

  it('in a text and in a value', () => {
    expectDetails(error)
    expectDetails(decode(JSON.parse(text)))
    expect(stringify(error, 'interbase')).toBe(text)
  })

  it.each(writableIds)('by way of %s', (id) => {
    const there = stringify(error, id)
    expectDetails(decode(there, hintFor(id)))
    expectDetails(decode(encode(error, id), { dialect: id }))
    expect(sameJson(JSON.parse(translate(there, { from: id, to: 'interbase' })), JSON.parse(text))).toBe(true)
    const { text: body, residue } = encodeApart(error, id)
    expectDetails(decode(body, { dialect: id, residue }))
  })

  it.each(writableIds)('in a tool result of %s', (id) => {
    const result = writeToolResult(error, id)
    expectDetails(readToolResult(JSON.parse(JSON.stringify(result))))
    expectDetails(readToolResult(normalizeToolResult(result, { to: 'pydantic', redact: true })))
  })

  it.each(writableIds)('in a response of %s', async (id) => {
    expectDetails(await readResponse(writeResponse({ ...error, status: 500 }, { dialect: id })))
  })

  it('in structuredContent and in what was thrown', () => {
    const structuredContent = JSON.parse(text)
    expectDetails(readToolResult({ content: [], structuredContent, isError: true }))
    expectDetails(readThrown(Object.assign(new Error('m'), { code: -32603, data: details })))
    expectDetails(readThrown(new Error(text)))
  })

  it('after redaction, of themselves and of others', () => {
    expect(redact(error)).toBe(error)
    const withSecret = decode(text.replace('"x"', `"Bearer ${'a1'.repeat(12)}"`))
    const clean = redact(withSecret)
    expect(JSON.stringify(clean)).not.toContain('a1a1')
    expect(Object.keys(clean.details ?? {})).toEqual(Object.keys(error.details ?? {}))
    expect(Object.getPrototypeOf(clean.details)).toBe(Object.prototype)
  })

  it.each(writableIds)('through the command, into %s and back', (id) => {
    const convert = (input: string, ...args: string[]) =>
      spawnSync(process.execPath, ['dist/command.js', 'convert', ...args], { input, encoding: 'utf8' }).stdout
    const there = convert(text, '--to', id, '--redact')
    expectDetails(decode(convert(there, '--from', id, '--to', 'interbase')))
  })
})

describe('keys that are names of prototypes are not taken for members', () => {
  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])('%s as a code', (code) => {
    for (const body of [
      { type: code, message: 'm', recoverable: false },
      { kind: 'toolError:v1', code, message: 'm' },
      { error: { code, message: 'm', temporary: false, retryable: false } },
      { error: code, message: 'm', details: null },
      `<tool_error code="${code}">\n<message>m</message>\n</tool_error>`,
    ]) {
      const error = decode(body, { failed: true })
      expect(typeof error.message).toBe('string')
      expect(error.code).toBe('unknown')
    }
  })
})

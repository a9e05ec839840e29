import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtIn } from '../../src/built-in'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { dialects } from '../../src/index'
import { Ledger } from '../../src/proxy/ledger'
import { successIn } from '../../src/proxy/plain-success'
import { Relay, type RelayOptions } from '../../src/proxy/relay'
import { errorFreeSuccess } from '../../src/proxy/text-scan'

const signs = errorFreeSuccess(dialects)
const asked = Buffer.from(
  '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read","arguments":{"path":"/data/a.md"}}}\n',
)

/** What a client gets for an answer to its call. */
function answered(line: Buffer, options: Partial<RelayOptions>): string {
  const ledger = new Ledger('interbase', undefined, undefined, () => {})
  const relay = new Relay({ to: 'interbase', redact: true, ...options }, ledger)
  relay.fromClient(asked)
  return relay.fromServer(line).toString('utf8')
}

/** Texts that real producers sent, errors and others. */
const recorded = readdirSync(new URL('../fixtures/corpus/', import.meta.url))
  .filter((file) => file.endsWith('.ndjson'))
  .flatMap((file) =>
    readFileSync(new URL(`../fixtures/corpus/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).wire)
      .filter((wire): wire is string => typeof wire === 'string' && wire.length < 4096),
  )

const success = fc.constantFrom(
  'Done.',
  '',
  '{"rows":[{"id":1}]}',
  '[1,2]',
  'see /data/a.md',
  ' {"count": 2} ',
)
const text = fc.oneof(
  { weight: 3, arbitrary: success },
  { weight: 1, arbitrary: fc.constantFrom(...recorded) },
)
const block = fc.oneof(
  text.map((said): JsonObject => ({ type: 'text', text: said })),
  text.map((said): JsonObject => ({ text: said, annotations: { priority: 1 }, type: 'text' })),
  fc.constantFrom<JsonObject>(
    { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///data/a.md', text: '{"kind":"toolError:v1"}' } },
    { type: 'resource_link', uri: 'file:///data/a.md', name: 'a' },
  ),
)

function lineOf(said: object, space: number | undefined): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 7, result: said }, null, space)}\n`)
}

/** The value of a text, where it is one. */
function parsed(said: string): JsonValue {
  try {
    return JSON.parse(said)
  } catch {
    return said
  }
}

const structured = fc.oneof(
  text.map((said): JsonValue => ({ result: said })),
  text.map((said): JsonValue => ({ result: parsed(said), count: 2 })),
  text.map(parsed),
  fc.dictionary(
    fc.constantFrom('rows', 'error', 'message', 'code', 'result', 'größe'),
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
  ),
)
const meta = fc.constantFrom<JsonValue>({}, { trace: 'a' }, { 'errlingua/error': { at: 0 } }, null)
const result = fc.record(
  {
    _meta: meta,
    content: fc.array(block, { maxLength: 3 }),
    structuredContent: structured,
    isError: fc.constantFrom(true, false, false, false),
    resultType: fc.constantFrom('complete', 'input_required'),
  },
  { requiredKeys: ['content'] },
)
const spacing = fc.constantFrom(undefined, undefined, 1)

describe('an answer that passes by its form', () => {
  it.each<[string, Partial<RelayOptions>]>([
    ['of any server', {}],
    ['of a server whose codes mean what they mean elsewhere', { overrides: {} }],
  ])('is what it would be if it were read, %s', (_, options) => {
    let quick = 0
    fc.assert(
      fc.property(result, spacing, (said, space) => {
        const line = lineOf(said, space)
        if (successIn(line, signs) !== undefined) quick++
        // With a translator that is named, everything is read.
        expect(answered(line, options)).toBe(answered(line, { ...options, translator: builtIn }))
      }),
      { numRuns: 1500 },
    )
    expect(quick).toBeGreaterThan(100)
  })

  it('stays as it is where nothing is promoted, whatever it says', () => {
    fc.assert(
      fc.property(result, spacing, (said, space) => {
        const line = lineOf({ ...said, isError: false }, space)
        expect(answered(line, { promote: false })).toBe(line.toString('utf8'))
      }),
    )
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '../src/core/json-write'
import { type Dialect, decode, dialects, encode, type JsonValue, stringify } from '../src/index'
import { corpus, hintFor, recordedIds, writableIds } from './corpus'
import { canonicalError, json, runs, wire } from './properties/arbitraries'

const ajv = new Ajv2020({ ownProperties: true, strict: false })

function schemaAt(path: string) {
  return ajv.compile(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')))
}

/** As an ordinary reader has it: exact numbers become the nearest double. */
const plain = (value: unknown): unknown => JSON.parse(writeJson(value as JsonValue))

// What is only read takes anything, and a text is not JSON.
const withSchema = (dialects as readonly Dialect[])
  .filter(({ schema, text, write }) => schema && !text && write)
  .map(({ id }) => id)

/** The examples of a format's document; see test/fixtures/README.md. */
function examples(id: string): { name: string; wire: string }[] {
  const text = readFileSync(new URL(`./fixtures/formats/${id}.ndjson`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

// What servers send besides: a member of their own, a number for a text.
const bent: Readonly<Record<string, readonly string[]>> = {
  jsonrpc: ['eth-infura-daily-credit-limit'],
  graphql: [
    'spec-counter-example-top-level-code',
    'github-not-found',
    'github-rate-limited',
    'github-rate-limit-with-code',
    'github-forbidden-integration',
    'graphql-github-not-found',
  ],
  openai: ['stream-error-event', 'together-model-not-available'],
  'json-api': ['klaviyo-throttled-numeric-status'],
}

it('has a schema for every JSON dialect that can be written', () => {
  const directory = new URL('../schemas/', import.meta.url)
  const files = ['canonical-error', ...withSchema].map((id) => `${id}.json`)
  expect(readdirSync(directory).sort()).toEqual(files.sort())
  expect(writableIds.filter((id) => !withSchema.includes(id))).toEqual(['fusion', 'text'])
})

describe.each(withSchema)('the schema of %s', (id) => {
  const accepts = schemaAt(`../schemas/${id}.json`)

  it('accepts everything that its writer writes', () => {
    fc.assert(
      fc.property(canonicalError, fc.boolean(), (error, preserve) => {
        const body = plain(encode(error, id, { preserve }))
        expect(accepts(body) || accepts.errors).toBe(true)
      }),
      runs,
    )
  })

  it('accepts every body of its producers but those that they bent', () => {
    if (!recordedIds.includes(id)) {
      const refused = examples(id).filter(({ wire }) => !accepts(JSON.parse(wire)))
      expect(refused.map(({ name }) => name)).toEqual(bent[id] ?? [])
      return
    }
    const refused = corpus(id).filter(({ wire }) => !accepts(JSON.parse(wire)))
    const bentOnes = corpus(id).filter(({ truth, loose = [] }) => {
      return (
        loose.includes('message') ||
        (id === 'interbase' && /DEPENDENCY|RATE_LIMITED/.test(truth.nativeCode ?? ''))
      )
    })
    expect(refused.map(({ id }) => id)).toEqual(bentOnes.map(({ id }) => id))
  })

  it('judges every value as the strict decoder does', () => {
    const dialect = dialects.find((dialect) => dialect.id === id)
    fc.assert(
      fc.property(
        fc.oneof(
          json,
          wire.map(({ body }) => body),
        ),
        (value) => {
          const data = plain(value)
          expect(accepts(data)).toBe(dialect?.schema?.safeParse(data).success)
        },
      ),
      runs,
    )
  })
})

describe('the schema of interbase', () => {
  it('accepts and refuses exactly what the published one does', () => {
    const published = schemaAt('./fixtures/formats/interbase/schema.json')
    const ours = schemaAt('../schemas/interbase.json')
    const member = fc.oneof(
      json,
      fc.constantFrom('NOT_FOUND', 'TRANSIENT', 'DEPENDENCY', true, false, 'text', null),
    )
    const body = fc.dictionary(fc.constantFrom('type', 'message', 'recoverable', 'data', 'extra'), member)
    fc.assert(
      fc.property(
        fc.oneof(
          body,
          json,
          wire.map(({ body }) => body),
        ),
        (value) => {
          expect(ours(plain(value))).toBe(published(plain(value)))
        },
      ),
      runs,
    )
  })
})

describe('the schema of the canonical error', () => {
  it('accepts every canonical error and what every dialect decodes to', () => {
    const accepts = schemaAt('../schemas/canonical-error.json')
    fc.assert(
      fc.property(canonicalError, fc.constantFrom(...writableIds), (error, id) => {
        expect(accepts(plain(error)) || accepts.errors).toBe(true)
        expect(accepts(plain(decode(stringify(error, id), hintFor(id)))) || accepts.errors).toBe(true)
      }),
      runs,
    )
  })
})

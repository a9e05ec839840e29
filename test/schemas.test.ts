import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '../src/core/json-write'
import { decode, dialects, encode, type JsonValue, stringify } from '../src/index'
import { corpus } from './corpus'
import { canonicalError, json, runs, wire } from './properties/arbitraries'

const ajv = new Ajv2020({ ownProperties: true, strict: false })

function schemaAt(path: string) {
  return ajv.compile(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')))
}

/** As an ordinary reader has it: exact numbers become the nearest double. */
const plain = (value: unknown): unknown => JSON.parse(writeJson(value as JsonValue))

const withSchema = dialects.filter(({ schema, text }) => schema && !text).map(({ id }) => id)

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

  it('accepts every body of the corpus but those that their producers bent', () => {
    const refused = corpus(id).filter(({ wire }) => !accepts(JSON.parse(wire)))
    const bent = corpus(id).filter(({ truth, loose = [] }) => {
      return (
        loose.includes('message') ||
        (id === 'interbase' && /DEPENDENCY|RATE_LIMITED/.test(truth.nativeCode ?? ''))
      )
    })
    expect(refused.map(({ id }) => id)).toEqual(bent.map(({ id }) => id))
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
      fc.property(canonicalError, fc.constantFrom(...dialects.map(({ id }) => id)), (error, id) => {
        expect(accepts(plain(error)) || accepts.errors).toBe(true)
        expect(accepts(plain(decode(stringify(error, id)))) || accepts.errors).toBe(true)
      }),
      runs,
    )
  })
})

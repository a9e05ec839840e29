import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameJson } from '../src/core/json'
import {
  advise,
  createTranslator,
  type Dialect,
  dialects,
  type JsonObject,
  type JsonValue,
} from '../src/index'
import { writableIds } from './corpus'
import { canonicalError, details, runs, text } from './properties/arbitraries'

// Typed as it is for a user who writes JavaScript; it imports the built package, and so this very example runs.
const example = new URL('../examples/own-dialect.js', import.meta.url).href
const { acme } = (await import(/* @vite-ignore */ example)) as { acme: Dialect }
const translator = createTranslator({ dialects: [...dialects, acme] })

describe("a user's own dialect", () => {
  it('is detected beside the built-in ones', () => {
    expect(translator.detect('{"err":"E404","text":"gone"}')).toEqual({ dialect: 'acme', confidence: 1 })
    expect(translator.detect('{"error":"not_found","message":"gone","details":null}')?.dialect).toBe(
      'pydantic',
    )
  })

  it('is decoded, with what its codes mean', () => {
    expect(translator.decode('{"err":"E503","text":"later","again":true,"more":{"shard":7}}')).toEqual({
      code: 'transient',
      message: 'later',
      severity: 'error',
      retryable: true,
      details: { shard: 7 },
      origin: { dialect: 'acme', code: 'E503' },
    })
  })

  it('keeps members and codes of which it knows nothing', () => {
    const wire = '{"trace":"t-1","text":"gone","err":"E418"}'
    expect(translator.translate(wire, { to: 'acme' })).toBe(wire)
  })

  const body = fc
    .tuple(
      fc.constantFrom('E404', 'E409', 'E400', 'E401', 'E503', 'E500', 'E418'),
      text,
      fc.option(details),
      text,
    )
    .map(([err, text, more, trace]): JsonObject => ({ err, text, ...(more && { more }), trace }))
    .filter((body) => !JSON.stringify(body).includes('errlingua'))

  it.each(writableIds)('comes back the same by way of %s', (other) => {
    fc.assert(
      fc.property(body, (body) => {
        const there = translator.translate(body, { from: 'acme', to: other })
        const back = translator.encode(translator.decode(there, { dialect: other }), 'acme')
        expect(sameJson(back as JsonValue, body) || { back, body }).toBe(true)
      }),
      runs,
    )
  })

  it('keeps the decision, and names what it loses', () => {
    fc.assert(
      fc.property(canonicalError, (error) => {
        const arrived = translator.decode(translator.stringify(error, 'acme', { preserve: false }))
        const lost = translator.measureLoss(error, 'acme').map(({ path }) => path)
        if (!lost.includes('code') && !lost.includes('severity')) {
          expect(advise(arrived).action).toBe(advise(error).action)
        }
        for (const field of ['message', 'retryable', 'recovery', 'requestId'] as const) {
          const isBack = error[field] === undefined || error[field] === arrived[field]
          expect({ field, isLost: lost.includes(field) }).toEqual({ field, isLost: !isBack })
        }
      }),
      runs,
    )
  })
})

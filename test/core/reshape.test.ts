import { describe, expect, it } from 'vitest'
import type { CanonicalError, Origin } from '../../src/core/canonical-error'
import type { WritableDialect } from '../../src/core/dialect'
import type { JsonObject } from '../../src/core/json'
import type { Patch } from '../../src/core/patch'
import { writePlain } from '../../src/core/plain-body'
import { reshape } from '../../src/core/reshape'
import { agentapi } from '../../src/dialects/agentapi'
import { fusion } from '../../src/dialects/fusion'
import { interbase } from '../../src/dialects/interbase'
import { text } from '../../src/dialects/text'

const base: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

describe('a form', () => {
  const reshaped = (form: Patch | undefined, more: Partial<CanonicalError> = {}, mayCarry = true) => {
    const error: CanonicalError = {
      ...base,
      recoverable: false,
      ...more,
      origin: { dialect: 'interbase', form },
    }
    return reshape(interbase, error, writePlain(interbase, error), mayCarry)
  }
  const usual = { type: 'NOT_FOUND', message: 'm', recoverable: false }

  it('that is none leaves the body as it is', () => {
    const written = writePlain(interbase, base)
    expect(reshape(interbase, base, written, true)).toBe(written)
    expect(
      reshape(
        interbase,
        { ...base, origin: { dialect: 'pydantic', form: { drop: ['type'] } } },
        written,
        true,
      ),
    ).toBe(written)
  })

  it.each<[string, Patch, JsonObject]>([
    ['adds unknown members', { set: { x: 1 } }, { ...usual, x: 1 }],
    [
      'takes an order',
      { order: ['message', 'type'] },
      { message: 'm', type: 'NOT_FOUND', recoverable: false },
    ],
    ['does not change what is said', { set: { message: 'other' } }, usual],
    ['does not take away what is said', { drop: ['message'] }, usual],
    [
      'is taken as far as it goes',
      { set: { message: 'other', x: 1 }, drop: ['recoverable'] },
      { ...usual, x: 1 },
    ],
  ])('%s', (_, form, body) => {
    const result = reshaped(form)
    expect(JSON.stringify(result.body)).toBe(JSON.stringify(body))
    expect(result.reading.error).toMatchObject({ code: 'not_found', message: 'm', recoverable: false })
  })

  it('is given up where too much of it does not fit', () => {
    const keys = Array.from({ length: 200 }, (_, i) => `k${i}`)
    const details = Object.fromEntries(keys.map((key) => [key, 1]))
    const set = Object.fromEntries(keys.map((key) => [key, 'other']))
    const form = { set: { x: 1 }, inside: { data: { set } } }
    expect(reshaped(form, { details }).body.data).toEqual(details)
    expect(reshaped({ set: { x: 1, ...set } }, { details }).body).toEqual({
      ...usual,
      data: details,
      x: 1,
      ...set,
    })
  })

  it('brings a residue only where it may', () => {
    const data = { errlingua: { said: { timestamp: 'then' } } }
    const form: Patch = { set: { data } }
    expect(reshaped(form, { timestamp: 'then' }, true).body).toEqual({ ...usual, data })
    expect(reshaped(form, { timestamp: 'then' }, false).body).toEqual(usual)
    expect(reshaped(form, {}, true).body).toEqual(usual)
  })

  it.each<[string, Patch]>([
    ['a wait', { set: { data: { retry_after: 5 } } }],
    ['a flag', { set: { data: { retryable: true } } }],
    ['a detail', { set: { data: { a: 1 } } }],
    ['a member', { set: { data: { recovery: 'Call somebody else.' } } }],
  ])('cannot say what the error does not: %s', (_, form) => {
    expect(reshaped(form).body).toEqual(usual)
  })

  it('cannot make another word of what the dialect has to say for the error', () => {
    const form: Patch = { inside: { error: { set: { retryable: true, temporary: true } } } }
    const error: CanonicalError = { ...base, origin: { dialect: 'agentapi', form } }
    const written = writePlain(agentapi, base)
    expect(written.body).toMatchObject({ error: { retryable: false, temporary: false } })
    expect(reshape(agentapi, error, written, false).body).toEqual(written.body)
  })

  it.each<[string, WritableDialect, Patch]>([
    ['words that are no advice', text, { set: { advice: 'Send it to me.' } }],
    ['words before the message', text, { set: { prefix: 'Send it to me: ' } }],
    [
      'a child under the name of another',
      fusion,
      { inside: { children: { set: { '#more': { xml: '<recovery>r</recovery>' } } } } },
    ],
  ])('cannot hold what its text would be read as otherwise: %s', (_, dialect, form) => {
    const error: CanonicalError = { ...base, origin: { dialect: dialect.id, form } }
    const written = writePlain(dialect, base)
    expect(reshape(dialect, error, written, true).body).toEqual(written.body)
  })

  it('that makes a body which says nothing is not taken', () => {
    const error: CanonicalError = { code: 'unknown', message: '', severity: 'error' }
    const origin: Origin = { dialect: 'interbase', form: { drop: ['type', 'message'] } }
    const { body } = reshape(interbase, { ...error, origin }, writePlain(interbase, error), true)
    expect(Object.keys(body).filter((key) => key === 'type' || key === 'message').length).toBeGreaterThan(0)
  })

  it('that makes no document is not taken', () => {
    const origin: Origin = { dialect: 'fusion', form: { set: { root: 'a b' }, drop: ['children'] } }
    const error = { ...base, origin }
    const written = writePlain(fusion, error)
    expect(reshape(fusion, error, written, true).body).toEqual(written.body)
  })
})

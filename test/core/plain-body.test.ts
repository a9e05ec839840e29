import { describe, expect, it } from 'vitest'
import type { CanonicalError, Origin } from '../../src/core/canonical-error'
import type { Dialect } from '../../src/core/dialect'
import type { JsonObject } from '../../src/core/json'
import type { Patch } from '../../src/core/patch'
import { originIn, reshape, wholeOf, writePlain } from '../../src/core/plain-body'
import { fusion } from '../../src/dialects/fusion'
import { interbase } from '../../src/dialects/interbase'
import { pydantic } from '../../src/dialects/pydantic'
import { toolerrorV1 } from '../../src/dialects/toolerror-v1'

const base: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

describe('a plain body', () => {
  it('has the native code that the error came with, where it says no less', () => {
    const origin = { dialect: 'pydantic', code: 'project_not_found' }
    const written = writePlain(pydantic, { ...base, origin })
    expect(written.body).toEqual({ error: 'project_not_found', message: 'm', details: null })
    expect(written.nativeCode).toBe('project_not_found')
    expect(written.variant).toBeUndefined()
  })

  it('has the usual code where the one that it came with would say something else', () => {
    const origin = { dialect: 'pydantic', code: 'rate_limited' }
    expect(writePlain(pydantic, { ...base, origin }).body).toEqual({
      error: 'not_found',
      message: 'm',
      details: null,
    })
  })

  it('has the code and the variant of the latest time that it was in the dialect', () => {
    const origin: Origin = {
      dialect: 'pydantic',
      code: 'x',
      previous: { dialect: 'fusion', code: 'GONE_NOT_FOUND', variant: 'plain' },
    }
    const written = writePlain(fusion, { ...base, origin })
    expect(written.variant).toBe('plain')
    expect(written.body).toMatchObject({ attributes: { code: 'GONE_NOT_FOUND' } })
    expect(written.body.attributes).not.toHaveProperty('severity')
  })

  it('is without what a reader would take for a residue', () => {
    const written = writePlain(pydantic, { ...base, details: { a: 1, errlingua: { said: { status: 404 } } } })
    expect(written.body.details).toEqual({ a: 1 })
    expect(written.error.details).toEqual({ a: 1 })
  })

  it('is without additions that would not be read', () => {
    const written = writePlain(pydantic, { ...base, operation: 'op', recovery: 'r' })
    expect(written.body.details).toEqual({ operation: 'op', recovery: 'r' })
    expect(written.reading.error).toMatchObject({ operation: 'op', recovery: 'r' })
  })

  it('leaves out a detail that would change the decision', () => {
    const misleading = { ...base, details: { severity: 'warning', a: 1 } }
    expect(writePlain(interbase, misleading).body).toEqual({
      type: 'NOT_FOUND',
      message: 'm',
      recoverable: false,
      data: { a: 1 },
    })
    const status: CanonicalError = { ...base, code: 'conflict', details: { statusCode: 400, b: 2 } }
    expect(writePlain(toolerrorV1, status).body.details).toEqual({ statusCode: 409, b: 2 })
  })

  it('keeps a detail that does not change it', () => {
    expect(writePlain(interbase, { ...base, details: { severity: 'critical', a: 1 } }).body.data).toEqual({
      severity: 'critical',
      a: 1,
    })
  })

  it('has no additions where there is no bag', () => {
    const bagless: Dialect = {
      id: 'bagless',
      title: 'Bagless',
      codes: [['E', 'internal']],
      hasRetryFlag: false,
      bag: 'none',
      detect: () => 0,
      read: () => ({ message: 'm', nativeCode: 'E' }),
      write: ({ message, details }, code) => ({ code, message, ...(details && { details }) }),
    }
    expect(writePlain(bagless, { ...base, status: 404 }).body).toEqual({ code: 'E', message: 'm' })
  })
})

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

  it('brings a residue only where it may', () => {
    const form: Patch = { set: { data: { errlingua: { said: { status: 404 } } } } }
    expect(reshaped(form, {}, true).body).toEqual({
      ...usual,
      data: { errlingua: { said: { status: 404 } } },
    })
    expect(reshaped(form, {}, false).body).toEqual(usual)
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

it('is the whole of a reading with what its residue adds', () => {
  expect(wholeOf({ error: base })).toBe(base)
  expect(wholeOf({ error: base, residue: { said: { status: 404 } } })).toEqual({ ...base, status: 404 })
})

it('finds the latest origin in a dialect', () => {
  const older: Origin = { dialect: 'a', code: 'OLD' }
  const origin: Origin = { dialect: 'a', code: 'NEW', previous: { dialect: 'b', previous: older } }
  expect(originIn({ ...base, origin }, 'a')?.code).toBe('NEW')
  expect(originIn({ ...base, origin }, 'b')?.dialect).toBe('b')
  expect(originIn({ ...base, origin }, 'c')).toBeUndefined()
  expect(originIn(base, 'a')).toBeUndefined()
})

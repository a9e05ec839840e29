import { describe, expect, it } from 'vitest'
import type { CanonicalError, Origin } from '../../src/core/canonical-error'
import type { WritableDialect } from '../../src/core/dialect'
import type { JsonObject } from '../../src/core/json'
import { originIn, wholeOf, writePlain } from '../../src/core/plain-body'
import { agentapi } from '../../src/dialects/agentapi'
import { fusion } from '../../src/dialects/fusion'
import { interbase } from '../../src/dialects/interbase'
import { pydantic } from '../../src/dialects/pydantic'
import { toolerrorV1 } from '../../src/dialects/toolerror-v1'
import { bagless } from '../bagless'

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

  it.each<[string, WritableDialect, Partial<CanonicalError>, string, string]>([
    ['the same', pydantic, { code: 'not_found' }, 'project_not_found', 'project_not_found'],
    ['a broader code', pydantic, { code: 'resource_not_found' }, 'project_not_found', 'project_not_found'],
    ['another code', pydantic, { code: 'conflict' }, 'project_not_found', 'internal_error'],
    ['nothing that is known', pydantic, { code: 'timeout' }, 'TEAPOT', 'mcp_unavailable'],
    ['a closer code', pydantic, { code: 'transient' }, 'rate_limited_hard', 'mcp_unavailable'],
    ['what is retried', pydantic, { code: 'timeout' }, 'request_timeout', 'request_timeout'],
    [
      'what is retried, of an error that is not',
      pydantic,
      { code: 'timeout', retryable: false },
      'request_timeout',
      'internal_error',
    ],
  ])('keeps the code that it came with by what that means: %s', (_, dialect, more, code, native) => {
    const error: CanonicalError = { ...base, ...more, origin: { dialect: dialect.id, code } }
    expect(writePlain(dialect, error).nativeCode).toBe(native)
  })

  it('has the code that it came with where a flag of its own says whether to retry', () => {
    const origin = { dialect: 'agentapi', code: 'REQUEST_TIMEOUT' }
    const error: CanonicalError = { ...base, code: 'timeout', retryable: false, origin }
    expect(writePlain(agentapi, error).body).toMatchObject({
      error: { code: 'REQUEST_TIMEOUT', retryable: false },
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
    const written = writePlain(pydantic, {
      ...base,
      details: { a: 1, errlingua: { said: { status: 404 } } },
    })
    expect(written.body.details).toEqual({ a: 1 })
    expect(written.error.details).toEqual({ a: 1 })
  })

  it('is without additions that would not be read', () => {
    const written = writePlain(pydantic, { ...base, operation: 'op', recovery: 'r' })
    expect(written.body.details).toEqual({ operation: 'op', recovery: 'r' })
    expect(written.reading.error).toMatchObject({ operation: 'op', recovery: 'r' })
  })

  it.each<[string, WritableDialect, Partial<CanonicalError>, JsonObject]>([
    [
      'a severity',
      interbase,
      { details: { error_severity: 'warning', a: 1 } },
      { type: 'NOT_FOUND', message: 'm', recoverable: false, data: { a: 1 } },
    ],
    [
      'a flag',
      pydantic,
      { code: 'timeout', details: { retryable: false, a: 1 } },
      { error: 'mcp_unavailable', message: 'm', details: { a: 1, code: 'timeout' } },
    ],
    [
      'the body of another error',
      pydantic,
      {
        code: 'deprecated',
        severity: 'warning',
        details: { message: 'inner', type: 'x', kind: 'y', error: 'z', a: 1 },
      },
      {
        error: 'internal_error',
        message: 'm',
        details: { a: 1, error_severity: 'warning', code: 'deprecated' },
      },
    ],
    [
      'a detail by which the dialect itself decides',
      toolerrorV1,
      { code: 'timeout', details: { errorType: 'tls_error', code: 'E1', b: 2 } },
      {
        kind: 'toolError:v1',
        code: 'NETWORK_ERROR',
        message: 'm',
        details: { b: 2, errorType: 'timeout' },
      },
    ],
  ])('leaves %s out where that would change the decision', (_, dialect, more, body) => {
    expect(writePlain(dialect, { ...base, ...more }).body).toEqual(body)
  })

  it('has the status of its code over one that means something else', () => {
    const status: CanonicalError = { ...base, code: 'conflict', details: { statusCode: 400, b: 2 } }
    expect(writePlain(toolerrorV1, status).body.details).toEqual({ statusCode: 409, b: 2 })
  })

  it.each<[JsonObject]>([
    [{ error_severity: 'critical', a: 1 }],
    [{ severity: 'warning' }],
    [{ code: 'E1', retryable: 'no' }],
  ])('keeps %j, which does not change the decision', (details) => {
    expect(writePlain(interbase, { ...base, details }).body.data).toEqual(details)
  })

  it('has no additions where there is no bag', () => {
    expect(writePlain(bagless, { ...base, status: 404 }).body).toEqual({ code: 'E', message: 'm' })
  })
})

it('is the whole of a reading with what its residue adds', () => {
  expect(wholeOf({ error: base, isCodeSaid: true })).toBe(base)
  expect(wholeOf({ error: base, isCodeSaid: true, residue: { said: { status: 404 } } })).toEqual({
    ...base,
    status: 404,
  })
})

it('finds the latest origin in a dialect', () => {
  const older: Origin = { dialect: 'a', code: 'OLD' }
  const origin: Origin = { dialect: 'a', code: 'NEW', previous: { dialect: 'b', previous: older } }
  expect(originIn({ ...base, origin }, 'a')?.code).toBe('NEW')
  expect(originIn({ ...base, origin }, 'b')?.dialect).toBe('b')
  expect(originIn({ ...base, origin }, 'c')).toBeUndefined()
  expect(originIn(base, 'a')).toBeUndefined()
})

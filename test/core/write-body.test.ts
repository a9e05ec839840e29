import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { Dialect, WritableDialect } from '../../src/core/dialect'
import type { JsonObject } from '../../src/core/json'
import { writeBody } from '../../src/core/write-body'
import { agentapi } from '../../src/dialects/agentapi'
import { dialects } from '../../src/dialects/built-in'
import { fusion } from '../../src/dialects/fusion'
import { interbase } from '../../src/dialects/interbase'
import { pydantic } from '../../src/dialects/pydantic'
import { toolerrorV1 } from '../../src/dialects/toolerror-v1'
import { bagless } from '../bagless'

const byId = (id: string): Dialect | undefined => dialects.find((dialect) => dialect.id === id)
const base: CanonicalError = { code: 'internal', message: 'm', severity: 'error' }
const write = (dialect: WritableDialect, more: Partial<CanonicalError>, preserve: boolean) =>
  writeBody(dialect, { ...base, ...more }, preserve, byId)

describe('a body', () => {
  it.each<[string, WritableDialect, Partial<CanonicalError>, JsonObject]>([
    ['nothing more', interbase, {}, { type: 'INTERNAL', message: 'm', recoverable: false }],
    [
      'every member in plain words',
      interbase,
      {
        code: 'cancelled',
        severity: 'critical',
        temporary: true,
        recoverable: true,
        recovery: 'r',
        actions: ['x'],
        issues: [{ path: 'p', message: 'q' }],
        operation: 'op',
        resource: 'res',
        requestId: 'id',
        timestamp: '2025-10-23T12:34:56Z',
        status: 499,
      },
      {
        type: 'INTERNAL',
        message: 'm',
        recoverable: true,
        data: {
          error_severity: 'critical',
          code: 'cancelled',
          temporary: true,
          recovery: 'r',
          actions: ['x'],
          issues: [{ path: 'p', message: 'q' }],
          operation: 'op',
          resource: 'res',
          request_id: 'id',
          timestamp: '2025-10-23T12:34:56Z',
          status: 499,
        },
      },
    ],
    [
      'the decision where its own code cannot say it',
      interbase,
      { code: 'timeout', retryable: false },
      { type: 'INTERNAL', message: 'm', recoverable: false, data: { retryable: false, code: 'timeout' } },
    ],
    [
      'the reverse of that',
      interbase,
      { code: 'not_found', retryable: true },
      { type: 'TRANSIENT', message: 'm', recoverable: true, data: { code: 'not_found' } },
    ],
    [
      'a warning',
      pydantic,
      { code: 'deprecated', severity: 'warning' },
      { error: 'internal_error', message: 'm', details: { error_severity: 'warning', code: 'deprecated' } },
    ],
    [
      'no more than its own members where they are enough',
      agentapi,
      { code: 'timeout', retryable: false },
      {
        error: { code: 'MCP_TIMEOUT', message: 'm', temporary: true, retryable: false },
        timestamp: '0001-01-01T00:00:00Z',
      },
    ],
    [
      'a status and a code in the details of toolError:v1',
      toolerrorV1,
      { code: 'resource_locked' },
      {
        kind: 'toolError:v1',
        code: 'CLIENT_ERROR',
        message: 'm',
        retryable: true,
        details: { code: 'resource_locked', statusCode: 409 },
      },
    ],
  ])('says %s, with and without preserve', (_, dialect, more, body) => {
    expect(write(dialect, more, false)).toEqual(body)
    expect(write(dialect, more, true)).toEqual(body)
  })

  it.each<[string, WritableDialect, Partial<CanonicalError>, JsonObject, JsonObject]>([
    [
      'a detail that would change the decision',
      interbase,
      { details: { error_severity: 'warning', a: 1 } },
      { type: 'INTERNAL', message: 'm', recoverable: false, data: { a: 1 } },
      {
        type: 'INTERNAL',
        message: 'm',
        recoverable: false,
        data: { a: 1, errlingua: { details: { error_severity: 'warning' } } },
      },
    ],
    [
      'empty details',
      interbase,
      { details: {} },
      { type: 'INTERNAL', message: 'm', recoverable: false },
      { type: 'INTERNAL', message: 'm', recoverable: false, data: { errlingua: { details: {} } } },
    ],
    [
      'a member beside the body of another error',
      interbase,
      { details: { message: 'inner', code: 'X' }, status: 404 },
      { type: 'INTERNAL', message: 'm', recoverable: false, data: { message: 'inner', code: 'X' } },
      {
        type: 'INTERNAL',
        message: 'm',
        recoverable: false,
        data: { message: 'inner', code: 'X', errlingua: { said: { status: 404 } } },
      },
    ],
    [
      'a code beside a detail of that name',
      pydantic,
      { code: 'timeout', details: { code: 'not_found' } },
      { error: 'mcp_unavailable', message: 'm', details: { code: 'not_found' } },
      {
        error: 'mcp_unavailable',
        message: 'm',
        details: { code: 'not_found', errlingua: { said: { code: 'timeout' } } },
      },
    ],
    [
      'a detail under the reserved key',
      pydantic,
      { code: 'not_found', details: { errlingua: { said: { status: 404 } } } },
      { error: 'not_found', message: 'm', details: null },
      {
        error: 'not_found',
        message: 'm',
        details: { errlingua: { details: { errlingua: { said: { status: 404 } } } } },
      },
    ],
    [
      'a wait that cannot be written',
      interbase,
      { code: 'transient', retryAfter: 1e11 },
      { type: 'TRANSIENT', message: 'm', recoverable: true },
      {
        type: 'TRANSIENT',
        message: 'm',
        recoverable: true,
        data: { errlingua: { said: { retryAfter: 1e11 } } },
      },
    ],
    [
      'a timestamp that is none',
      pydantic,
      { code: 'not_found', timestamp: 'yesterday' },
      { error: 'not_found', message: 'm', details: null },
      { error: 'not_found', message: 'm', details: { errlingua: { said: { timestamp: 'yesterday' } } } },
    ],
  ])('carries %s only with preserve', (_, dialect, more, lean, whole) => {
    expect(write(dialect, more, false)).toEqual(lean)
    expect(write(dialect, more, true)).toEqual(whole)
  })

  it('carries text in a bag of text', () => {
    expect(write(fusion, { details: { n: 1, s: 'x' } }, true).children).toEqual({
      message: { text: 'm' },
      details: { details: { n: '1', s: 'x', errlingua: '{"json":["n"]}' } },
    })
  })

  it('carries nothing where there is no bag', () => {
    expect(write(bagless, { code: 'timeout', status: 404, details: { a: 1 } }, true)).toEqual({
      code: 'E',
      message: 'm',
      details: { a: 1 },
    })
  })

  it('has the form that the text had, and the residue in its place', () => {
    const origin = {
      dialect: 'pydantic',
      code: 'not_found',
      form: { order: ['details', 'message', 'error'] },
    }
    const body = write(pydantic, { code: 'not_found', timestamp: 'yesterday', origin }, true)
    expect(JSON.stringify(body)).toBe(
      '{"details":{"errlingua":{"said":{"timestamp":"yesterday"}}},"message":"m","error":"not_found"}',
    )
  })
})

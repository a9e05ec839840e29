import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import { decodeBody } from '../../src/core/decode-body'
import type { Dialect, WritableDialect } from '../../src/core/dialect'
import type { JsonObject } from '../../src/core/json'
import { defaultLimits } from '../../src/core/limits'
import { writeBody } from '../../src/core/write-body'
import { agentapi } from '../../src/dialects/agentapi'
import { dialects } from '../../src/dialects/built-in'
import { fusion } from '../../src/dialects/fusion'
import { interbase } from '../../src/dialects/interbase'
import { pydantic } from '../../src/dialects/pydantic'

const byId = (id: string): Dialect | undefined => dialects.find((dialect) => dialect.id === id)
const notFound = { code: 'not_found', message: 'm', severity: 'error' } as const
const body = { error: 'not_found', message: 'm', details: null }

const cases: [string, WritableDialect, JsonObject, CanonicalError][] = [
  [
    'as its dialect writes it',
    pydantic,
    body,
    { ...notFound, origin: { dialect: 'pydantic', code: 'not_found' } },
  ],
  [
    'with a member that nobody knows',
    pydantic,
    { ...body, x: 1 },
    { ...notFound, origin: { dialect: 'pydantic', code: 'not_found', form: { set: { x: 1 } } } },
  ],
  [
    'in another order',
    pydantic,
    { message: 'm', error: 'not_found', details: null },
    {
      ...notFound,
      origin: { dialect: 'pydantic', code: 'not_found', form: { order: ['message', 'error', 'details'] } },
    },
  ],
  [
    'with a member missing',
    pydantic,
    { error: 'not_found', message: 'm' },
    { ...notFound, origin: { dialect: 'pydantic', code: 'not_found', form: { drop: ['details'] } } },
  ],
  [
    'of another shape',
    agentapi,
    { code: 'MCP_TIMEOUT', message: 'm', temporary: true, retryable: true },
    {
      code: 'timeout',
      message: 'm',
      severity: 'error',
      retryable: true,
      temporary: true,
      origin: { dialect: 'agentapi', code: 'MCP_TIMEOUT', variant: 'bare' },
    },
  ],
  [
    'with a residue',
    pydantic,
    { ...body, details: { errlingua: { said: { timestamp: 'yesterday' } } } },
    {
      ...notFound,
      timestamp: 'yesterday',
      origin: { dialect: 'pydantic', code: 'not_found', carried: ['timestamp'] },
    },
  ],
  [
    'with a residue that says what the body would say itself',
    pydantic,
    { ...body, details: { errlingua: { said: { status: 410 } } } },
    {
      ...notFound,
      details: { errlingua: { said: { status: 410 } } },
      origin: {
        dialect: 'pydantic',
        code: 'not_found',
        form: { set: { details: { errlingua: { said: { status: 410 } } } } },
        ignored: 'It does not belong to this body, which would say otherwise: status.',
      },
    },
  ],
  [
    'with where it was before',
    pydantic,
    {
      ...body,
      details: {
        recoverable: false,
        errlingua: { origin: { dialect: 'interbase', code: 'NOT_FOUND', form: { set: { x: 1 } } } },
      },
    },
    {
      ...notFound,
      recoverable: false,
      origin: {
        dialect: 'pydantic',
        code: 'not_found',
        previous: { dialect: 'interbase', code: 'NOT_FOUND', form: { set: { x: 1 } } },
      },
    },
  ],
]

describe('a body', () => {
  it.each(cases)('%s is decoded', (_, dialect, body, error) => {
    expect(decodeBody(dialect, body, byId, defaultLimits)).toEqual(error)
  })

  it.each(cases)('%s is written again as it was', (_, dialect, body, error) => {
    expect(JSON.stringify(writeBody(dialect, error, true, byId))).toBe(JSON.stringify(body))
  })

  it('does not remember having been in its own dialect before', () => {
    const origin = { dialect: 'pydantic', code: 'x', previous: { dialect: 'fusion', code: 'GONE' } }
    const error = decodeBody(pydantic, { ...body, details: { errlingua: { origin } } }, byId, defaultLimits)
    expect(error.origin).toMatchObject({
      dialect: 'pydantic',
      code: 'not_found',
      previous: { dialect: 'fusion', code: 'GONE' },
    })
  })

  it('that text cannot hold takes its form from what text can hold', () => {
    const illegal = {
      root: 'tool_error',
      attributes: { code: 'NOT_FOUND', severity: 'error' },
      children: { message: { text: 'a\0' }, other: { xml: '<other/>' } },
    }
    const error = decodeBody(fusion, illegal, byId, defaultLimits)
    expect(error.message).toBe('a\0')
    expect(error.origin).toEqual({
      dialect: 'fusion',
      code: 'NOT_FOUND',
      form: { inside: { children: { set: { other: { xml: '<other/>' } } } } },
    })
  })

  it('has its members in their fixed order', () => {
    const error = decodeBody(
      interbase,
      { data: { status: 404 }, recoverable: true, message: 'm', type: 'NOT_FOUND' },
      byId,
      defaultLimits,
    )
    expect(Object.keys(error)).toEqual(['code', 'message', 'severity', 'recoverable', 'status', 'origin'])
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import graphqlDefault, { graphql, schema } from '../../src/dialects/graphql'

const { decode, encode, stringify } = createTranslator({ dialects: [graphql] })
const entry = { message: 'm', extensions: { code: 'NOT_FOUND' } }
const body = { errors: [entry] }
const bare = { errors: [{ message: 'm' }] }
const error: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(graphqlDefault).toBe(graphql)
  expect(Object.isFrozen(graphql)).toBe(true)
  expect(graphql.id).toBe('graphql')
  expect(graphql.title).toBe('GraphQL {errors: [{message, path?, locations?, extensions?}], data?}')
  expect(graphql.hasRetryFlag).toBe(false)
  expect(graphql.bag).toBe('json')
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [{ ...body, data: null, extensions: {} }, 0.95],
    [{ ...body, data: { me: null } }, 0.95],
    [{ errors: [{ message: 'm', path: ['me', 0] }] }, 0.95],
    [{ errors: [{ message: 'm', locations: [] }] }, 0.95],
    [{ errors: [entry, { message: 'n', type: 'X', code: 'Y' }] }, 0.95],
    [{ ...body, data: { me: 1 } }, 0.65],
    [{ errors: [{ ...entry, timestamp: 't' }] }, 0.6],
    [{ ...body, status: 400 }, 0.6],
    [{ ...bare, status: 400 }, 0],
    [{ errors: [{ ...entry, timestamp: 't' }], status: 400 }, 0],
    [{ ...bare, data: null }, 0.75],
    [{ ...bare, data: { me: null } }, 0.75],
    [{ ...bare, data: { me: 1 } }, 0.65],
    [{ errors: [{ message: 'm', type: 'RATE_LIMITED' }] }, 0.65],
    [{ errors: [{ message: 'm', type: 'own' }] }, 0.5],
    [bare, 0.5],
    [{ errors: [{ message: 'm', status: 5 }] }, 0.3],
    [{ errors: [{ message: 'm', type: 'RATE_LIMITED', status: 5 }] }, 0.3],
    [{ ...body, data: 'x' }, 0],
    [{ ...body, extensions: [] }, 0],
    [{ errors: [entry, 'm'] }, 0],
    [{ errors: [{ extensions: {} }] }, 0],
    [{ errors: [] }, 0],
    [{ errors: 'm' }, 0],
    [{ data: { errors: [entry] } }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(graphql.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode][] = [
    ['BAD_USER_INPUT', 'invalid_input'],
    ['GRAPHQL_PARSE_FAILED', 'malformed_data'],
    ['UNAUTHENTICATED', 'unauthenticated'],
    ['FORBIDDEN', 'permission_denied'],
    ['NOT_FOUND', 'not_found'],
    ['CONFLICT', 'conflict'],
    ['RATE_LIMITED', 'rate_limited'],
    ['THROTTLED', 'throttled'],
    ['TIMEOUT', 'timeout'],
    ['SERVICE_UNAVAILABLE', 'unavailable'],
    ['INTERNAL_SERVER_ERROR', 'internal'],
    ['DOWNSTREAM_SERVICE_ERROR', 'upstream_failed'],
    ['access-denied', 'unauthenticated'],
    ['invalid-jwt', 'auth_invalid'],
  ]
  const incoming: [string, CanonicalCode][] = [
    ['GRAPHQL_VALIDATION_FAILED', 'invalid_arguments'],
    ['BAD_REQUEST', 'invalid_input'],
    ['OPERATION_RESOLUTION_FAILURE', 'invalid_arguments'],
    ['PERSISTED_QUERY_NOT_SUPPORTED', 'invalid_input'],
    ['PERSISTED_QUERY_NOT_FOUND', 'not_found'],
    ['access-denied', 'unauthenticated'],
    ['constraint-violation', 'conflict'],
    ['RATE_LIMIT', 'rate_limited'],
    ['RATELIMITED', 'rate_limited'],
  ]
  const written = rows.filter(([native]) => native !== 'access-denied')

  it('are these, with what is broader beside two of them', () => {
    expect(graphql.codes.map((row) => row.join(' ')).sort()).toEqual(
      [
        ...[...written, ...incoming].map((row) => row.join(' ')),
        'BAD_USER_INPUT invalid_arguments',
        'SERVICE_UNAVAILABLE transient',
      ].sort(),
    )
  })

  it.each(written)('%s is %s, both ways', (native, code) => {
    const wire = { errors: [{ message: 'm', extensions: { code: native } }] }
    expect(encode({ ...error, code }, 'graphql')).toEqual(wire)
    expect(decode(wire)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      origin: { dialect: 'graphql', code: native },
    })
  })

  it.each(incoming)('%s comes in as %s', (native, code) => {
    const wire = { errors: [{ message: 'm', extensions: { code: native } }] }
    expect(decode(wire).code).toBe(code)
    expect(encode(decode(wire), 'graphql')).toEqual(wire)
  })

  it.each<[CanonicalCode, string]>([
    ['transient', 'SERVICE_UNAVAILABLE'],
    ['invalid_arguments', 'BAD_USER_INPUT'],
    ['resource_not_found', 'NOT_FOUND'],
    ['unknown', 'INTERNAL_SERVER_ERROR'],
  ])('%s is written as %s and named beside it', (code, native) => {
    const wire = encode({ ...error, code }, 'graphql')
    expect(wire).toEqual({ errors: [{ message: 'm', extensions: { code: native, error_code: code } }] })
    expect(decode(wire).code).toBe(code)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ message: 'm', code: 'NOT_FOUND', path: [] }, 'not_found'],
    [{ message: 'm', type: 'FORBIDDEN', path: [] }, 'permission_denied'],
    [{ message: 'm', extensions: { code: 'issue_not_found' } }, 'resource_not_found'],
    [{ message: 'm', extensions: { code: 'OWN', statusCode: 409 } }, 'conflict'],
    [{ message: 'm', extensions: { http: { status: 429 } } }, 'rate_limited'],
    [{ message: 'Request timed out', extensions: {} }, 'timeout'],
    [{ message: 'm', extensions: {} }, 'unknown'],
  ])('%j is %s', (first, code) => {
    expect(decode({ errors: [first] }).code).toBe(code)
  })
})

describe('reading', () => {
  it('finds everything in the first error, and keeps the others, the data and what is beside them', () => {
    const value: JsonObject = {
      errors: [
        {
          message: 'm',
          locations: [{ line: 1, column: 2 }],
          path: ['hero', 'friends', 1],
          extensions: { code: 'THROTTLED', retryAfter: 5, requestId: 'r', statusCode: 429, a: 1 },
        },
        { message: 'n' },
      ],
      data: { hero: 1 },
      extensions: { cost: 3 },
    }
    expect(graphql.read(value)).toEqual({
      nativeCode: 'THROTTLED',
      impliedCode: 'rate_limited',
      variant: 'partial',
      message: 'm',
      retryAfter: 5,
      operation: 'hero.friends.1',
      requestId: 'r',
      status: 429,
      details: {
        data: { hero: 1 },
        errors: [{ message: 'n' }],
        response: { cost: 3 },
        retryAfter: 5,
        requestId: 'r',
        statusCode: 429,
        a: 1,
      },
    })
    expect(encode(decode(value), 'graphql')).toEqual(value)
  })

  it('takes the first status that is one', () => {
    const extensions = { statusCode: 'x', http: { status: 404 } }
    expect(graphql.read({ errors: [{ message: 'm', extensions }] }).status).toBe(404)
  })

  it('has no details where there is nothing else, and no data where all of it is null', () => {
    expect(graphql.read({ ...body, data: { a: null } })).toMatchObject({
      variant: undefined,
      details: undefined,
    })
  })

  it('passes over members that are not what they should be', () => {
    const odd: JsonObject = { message: 6, path: [], extensions: 7, code: 8, type: 9 }
    expect(graphql.read({ errors: [5, odd], data: 10, extensions: 11 })).toEqual({
      impliedCode: 'unknown',
      message: '6',
    })
    expect(graphql.read({})).toEqual({ impliedCode: 'unknown', message: '' })
  })
})

describe('writing', () => {
  const full: CanonicalError = {
    ...error,
    operation: 'hero.1',
    retryAfter: 5,
    details: { a: 1, errors: [{ message: 'n' }], response: { cost: 3 }, data: { b: 2 } },
  }

  it('has every member in its place', () => {
    expect(stringify(full, 'graphql')).toBe(
      '{"errors":[{"message":"m","path":["hero",1],"extensions":{"code":"NOT_FOUND","a":1,"errors":[{"message":"n"}],"data":{"b":2},"retry_after":5}}],"extensions":{"cost":3}}',
    )
  })

  it.each(['several', 'partial'])('has several errors where it came with several: %s', (variant) => {
    const { errors } = graphql.write(full, 'NOT_FOUND', variant)
    expect(errors).toHaveLength(2)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', a: 1 } }, { message: 'n' }])
    expect(graphql.read({ errors: [entry, { message: 'n' }] }).variant).toBe('several')
  })

  it('has data only where it came with some', () => {
    const details = { data: { a: 1 } }
    expect(graphql.write({ ...error, details }, 'X', 'partial')).toStrictEqual({
      errors: [{ message: 'm', extensions: { code: 'X' } }],
      data: { a: 1 },
    })
    expect(graphql.write({ ...error, details: { data: 5 } }, 'X', 'partial')).toStrictEqual({
      errors: [{ message: 'm', extensions: { code: 'X', data: 5 } }],
    })
  })

  it.each<[JsonObject]>([[{ errors: [] }], [{ errors: 'x' }], [{ errors: [5] }], [{ errors: [{ a: 1 }] }]])(
    'takes details %j for no further errors',
    (details) => {
      expect(graphql.write({ ...error, details }, 'X', 'several')).toStrictEqual({
        errors: [{ message: 'm', extensions: { code: 'X', ...details } }],
      })
    },
  )

  it('leaves out what is empty or would be taken for its own code', () => {
    expect(graphql.write({ ...error, operation: '', details: { code: 'own' } }, 'X')).toStrictEqual({
      errors: [{ message: 'm', extensions: { code: 'X' } }],
    })
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [bare],
    [{ ...body, data: null, extensions: {} }],
    [{ errors: [{ message: 'm', locations: [{ line: 1, column: 2 }], path: ['a', 0] }], data: {} }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ errors: [] }],
    [{ ...body, extra: 1 }],
    [{ errors: [{ ...entry, code: 'X' }] }],
    [{ errors: [{ extensions: {} }] }],
    [{ errors: [{ message: 'm', path: 'a' }] }],
    [{ ...body, data: 'x' }],
    [{ data: {} }],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import googleRpcDefault, { googleRpc, schema } from '../../src/dialects/google-rpc'

const id = 'google-rpc'
const { decode, encode, stringify } = createTranslator({ dialects: [googleRpc] })
const inner = { code: 404, message: 'm', status: 'NOT_FOUND' }
const body = { error: inner }
const error: CanonicalError = { code: 'not_found', message: 'm', severity: 'error' }

/** A detail of a type that Google has. */
const typed = (name: string, message: JsonObject = {}): JsonObject => ({
  '@type': `type.googleapis.com/google.rpc.${name}`,
  ...message,
})
/** A detail as Connect has it. */
const connected = (name: string, value: string, debug?: JsonValue): JsonObject => ({
  type: `google.rpc.${name}`,
  value,
  ...(debug !== undefined && { debug }),
})
const withDetails = (...details: JsonValue[]) => ({ error: { ...inner, details } })

it('is one frozen definition', () => {
  expect(googleRpcDefault).toBe(googleRpc)
  expect(Object.isFrozen(googleRpc)).toBe(true)
  expect(googleRpc.id).toBe(id)
  expect(googleRpc.title).toBe(
    'google.rpc.Status {error: {code, message, status, details: [{@type, …}]}}, Connect',
  )
  expect(googleRpc.hasRetryFlag).toBe(false)
  expect(googleRpc.hasStatus).toBe(true)
  expect(googleRpc.bag).toBe('json')
  expect(googleRpc.decidingDetails).toEqual(['ErrorInfo', 'QuotaFailure', 'reason'])
})

describe('detection', () => {
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [withDetails(typed('Help')), 0.95],
    [{ error: { ...inner, errors: [] } }, 0.95],
    [{ error: { ...inner, extra: 1 } }, 0.6],
    [{ error: { ...inner, status: 'OWN' } }, 0],
    [{ error: { code: 404, message: 'm', details: [typed('Help')] } }, 0.75],
    [{ error: { code: 404, message: 'm', details: [{}] } }, 0],
    [{ error: { code: 403, message: 'm', errors: [{ reason: 'forbidden' }] } }, 0.75],
    [{ error: { code: 403, message: 'm', errors: [{ reason: 5 }] } }, 0],
    [{ error: { code: 403, message: 'm', errors: [] } }, 0],
    [{ error: { ...inner, code: 5 } }, 0],
    [{ error: { ...inner, code: '404' } }, 0],
    [{ error: { ...inner, message: 5 } }, 0],
    [{ error: { code: 404, status: 'NOT_FOUND' } }, 0],
    [{ '[]': [body] }, 0.95],
    [{ '[]': [body, body] }, 0],
    [{ '[]': ['text'] }, 0],
    [{ code: 5, message: 'm', details: [typed('Help')] }, 0.95],
    [{ code: 5, message: 'm', details: [] }, 0.8],
    [{ code: 5, message: 'm', details: [{}], extra: 1 }, 0],
    [{ code: 5, message: 'm' }, 0.65],
    [{ code: 5, message: 'm', error: 'm' }, 0.65],
    [{ code: 5, message: 'm', extra: 1 }, 0],
    [{ code: 5, message: 'm', details: 'x' }, 0],
    [{ code: 0, message: 'ok', details: [] }, 0],
    [{ code: 17, message: 'm', details: [] }, 0],
    [{ code: 'not_found', message: 'm' }, 0.65],
    [{ code: 'not_found' }, 0.65],
    [{ code: 'canceled', message: 'm' }, 0.65],
    [{ code: 'not_found', message: 'm', details: [] }, 0.65],
    [{ code: 'not_found', message: 'm', details: [connected('Help', 'CgI')] }, 0.9],
    [{ code: 'not_found', message: 'm', details: [{ type: 'x' }] }, 0.65],
    [{ code: 'not_found', message: 'm', details: ['x'] }, 0.65],
    [{ code: 'not_found', message: 'm', details: { a: 1 } }, 0],
    [{ code: 'not_found', message: 'm', extra: 1 }, 0.6],
    [{ code: 'not_found', message: 5 }, 0],
    [{ code: 'NOT_FOUND', message: 'm' }, 0],
    [{ code: 'de', message: 'Guten Tag' }, 0],
    [{ error: { code: 'unavailable' } }, 0.65],
    [{ error: { code: 'unavailable' }, metadata: {} }, 0.65],
    [{ error: 'm' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(googleRpc.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  // Name, number, HTTP status, canonical code.
  const rows: [string, number, number, CanonicalCode][] = [
    ['CANCELLED', 1, 499, 'cancelled'],
    ['UNKNOWN', 2, 500, 'unknown'],
    ['INVALID_ARGUMENT', 3, 400, 'invalid_arguments'],
    ['DEADLINE_EXCEEDED', 4, 504, 'deadline_exceeded'],
    ['NOT_FOUND', 5, 404, 'not_found'],
    ['ALREADY_EXISTS', 6, 409, 'already_exists'],
    ['PERMISSION_DENIED', 7, 403, 'permission_denied'],
    ['RESOURCE_EXHAUSTED', 8, 429, 'rate_limited'],
    ['FAILED_PRECONDITION', 9, 400, 'conflict'],
    ['UNIMPLEMENTED', 12, 501, 'tool_not_found'],
    ['INTERNAL', 13, 500, 'internal'],
    ['UNAVAILABLE', 14, 503, 'unavailable'],
    ['UNAUTHENTICATED', 16, 401, 'unauthenticated'],
  ]
  const incoming: [string, number, CanonicalCode][] = [
    ['ABORTED', 10, 'conflict'],
    ['OUT_OF_RANGE', 11, 'invalid_input'],
    ['DATA_LOSS', 15, 'internal'],
  ]

  it('are the sixteen of gRPC, with what is broader beside three of them', () => {
    expect(googleRpc.codes.map((row) => row.join(' ')).sort()).toEqual(
      [
        ...[...rows, ...incoming].map((row) => `${row[0]} ${row.at(-1)}`),
        'INVALID_ARGUMENT invalid_input',
        'DEADLINE_EXCEEDED timeout',
        'UNAVAILABLE transient',
      ].sort(),
    )
  })

  it.each(rows)('%s (%d, HTTP %d) is %s, both ways', (status, number, code, canonical) => {
    const written = { error: { code, message: 'm', status } }
    expect(encode({ ...error, code: canonical }, id)).toEqual(written)
    expect(decode(written)).toEqual({
      code: canonical,
      message: 'm',
      severity: 'error',
      status: code,
      origin: { dialect: id, code: status },
    })
    expect(decode({ code: number, message: 'm', details: [] })).toMatchObject({
      code: canonical,
      origin: { code: status, variant: 'status' },
    })
  })

  it.each(incoming)('%s (%d) comes in as %s', (status, number, canonical) => {
    expect(decode({ error: { code: 400, message: 'm', status } }).code).toBe(canonical)
    expect(decode({ code: number, message: 'm' }).code).toBe(canonical)
    expect(decode({ code: status.toLowerCase(), message: 'm' }).code).toBe(canonical)
  })

  it('has the one of Connect with one l', () => {
    const wire = { code: 'canceled', message: 'm' }
    expect(decode(wire)).toMatchObject({ code: 'cancelled', origin: { code: 'CANCELLED' } })
    expect(encode(decode(wire), id)).toEqual(wire)
    expect(googleRpc.write(error, 'CANCELLED', 'connect')).toEqual(wire)
  })

  it.each<[string, CanonicalCode]>([
    ['API_KEY_INVALID', 'auth_invalid'],
    ['ACCESS_TOKEN_EXPIRED', 'auth_expired'],
    ['RATE_LIMIT_EXCEEDED', 'rate_limited'],
    ['RESOURCE_QUOTA_EXCEEDED', 'quota_exceeded'],
    ['BILLING_DISABLED', 'quota_exceeded'],
    ['OWN', 'not_found'],
  ])('are refined by the reason %s: %s', (reason, canonical) => {
    expect(decode(withDetails(typed('ErrorInfo', { reason }))).code).toBe(canonical)
  })

  it.each<[string, number, CanonicalCode]>([
    ['rateLimitExceeded', 403, 'rate_limited'],
    ['userRateLimitExceeded', 403, 'rate_limited'],
    ['quotaExceeded', 403, 'quota_exceeded'],
    ['dailyLimitExceeded', 403, 'quota_exceeded'],
    ['notFound', 404, 'not_found'],
    ['own', 403, 'permission_denied'],
  ])('of older APIs are their reasons: %s with %d is %s', (reason, code, canonical) => {
    const wire = { error: { code, message: 'm', errors: [{ reason, domain: 'global' }] } }
    expect(decode(wire)).toMatchObject({ code: canonical, status: code, origin: { code: reason } })
    expect(encode(decode(wire), id)).toEqual(wire)
  })

  const used = (message: string, ...details: JsonObject[]) => ({
    error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details },
  })
  const wait = typed('RetryInfo', { retryDelay: '7s' })
  const daily = typed('QuotaFailure', { violations: [{ quotaId: 'RequestsPerDayPerProject' }] })
  it.each<[string, JsonObject, CanonicalCode]>([
    ['nothing else', used('m'), 'rate_limited'],
    ['a wait', used('Quota exceeded', wait), 'rate_limited'],
    ['a quota', used('m', typed('QuotaFailure', { violations: [{}] })), 'quota_exceeded'],
    ['a quota without violations', used('m', typed('QuotaFailure')), 'quota_exceeded'],
    ['a quota and a wait', used('m', typed('QuotaFailure', { violations: [{}, 5] }), wait), 'rate_limited'],
    ['the quota of a day and a wait', used('m', daily, wait), 'quota_exceeded'],
    ['words', used('You exceeded your current quota'), 'quota_exceeded'],
    ['the stock words', used('Resource has been exhausted (e.g. check quota).'), 'rate_limited'],
  ])('tell too fast from used up by %s', (_, wire, canonical) => {
    expect(decode(wire).code).toBe(canonical)
  })

  it('lets nothing but words be overruled by what is named', () => {
    const limited: CanonicalError = {
      ...error,
      code: 'rate_limited',
      message: 'You exceeded your current quota',
    }
    expect(decode(encode(limited, id)).code).toBe('rate_limited')
    expect(decode(encode({ ...limited, code: 'quota_exceeded' }, id)).code).toBe('quota_exceeded')
  })
})

describe('reading', () => {
  it('finds everything in the details', () => {
    const value = withDetails(
      typed('ErrorInfo', { reason: 'STOCKOUT', domain: 'example.com' }),
      typed('RetryInfo', { retryDelay: '1.5s' }),
      typed('BadRequest', { fieldViolations: [{ field: 'a.b', description: 'bad' }] }),
      typed('RequestInfo', { requestId: 'r-1' }),
      typed('ResourceInfo', { resourceName: 'shelves/1' }),
      typed('Help', { links: [{ description: 'Read this', url: 'https://example.com' }, { url: 'u' }] }),
      { '@type': 'type.googleapis.com/google.protobuf.Struct', value: { left: 3 } },
      { '@type': 'type.googleapis.com/acme.Own', a: 1 },
    )
    expect(googleRpc.read(value)).toEqual({
      nativeCode: 'NOT_FOUND',
      variant: undefined,
      code: 'not_found',
      impliedCode: 'not_found',
      message: 'm',
      retryAfter: 1.5,
      recovery: 'Read this: https://example.com\nu',
      issues: [{ path: 'a.b', message: 'bad' }],
      requestId: 'r-1',
      resource: 'shelves/1',
      status: 404,
      details: {
        ErrorInfo: { reason: 'STOCKOUT', domain: 'example.com' },
        Help: { links: [{ description: 'Read this', url: 'https://example.com' }, { url: 'u' }] },
        left: 3,
        'acme.Own': { a: 1 },
      },
    })
  })

  it('keeps what says more than the canonical error has a member for', () => {
    const details = {
      RequestInfo: { requestId: 'r', servingData: 's' },
      ResourceInfo: { resourceName: 'n', owner: 'o' },
      BadRequest: { fieldViolations: [{ field: 'a', description: 'b', reason: 'R' }] },
    }
    const value = withDetails(...Object.entries(details).map(([name, message]) => typed(name, message)))
    const read = googleRpc.read(value)
    expect(read).toMatchObject({ requestId: 'r', resource: 'n', issues: [{ path: 'a', message: 'b' }] })
    expect(read.details).toEqual(details)
    expect(encode(decode(value), id)).toEqual(value)
  })

  it('takes names with underscores, too', () => {
    const read = googleRpc.read(
      withDetails(
        typed('RequestInfo', { request_id: 'r' }),
        typed('ResourceInfo', { resource_name: 'n' }),
        typed('BadRequest', { field_violations: [{ field: 'a' }, { description: 'b' }, 5] }),
      ),
    )
    expect(read).toMatchObject({ requestId: 'r', resource: 'n' })
    expect(read.issues).toEqual([
      { path: 'a', message: '' },
      { path: '', message: 'b' },
    ])
  })

  it.each<[JsonValue, number | undefined]>([
    ['30s', 30],
    ['0.5s', 0.5],
    ['x', undefined],
    [{ seconds: 30 }, 30],
    [{ seconds: '30', nanos: 500000000 }, 30.5],
    [{ nanos: 500000000 }, 0.5],
    [{ seconds: -1 }, undefined],
    [{ seconds: [] }, undefined],
    [5, undefined],
  ])('takes a delay of %j as %s seconds', (retryDelay, seconds) => {
    expect(googleRpc.read(withDetails(typed('RetryInfo', { retryDelay }))).retryAfter).toBe(seconds)
  })

  it.each<[JsonObject, number | undefined]>([
    [connected('RetryInfo', 'CgIIPA', { retryDelay: '30s' }), 60],
    [connected('RetryInfo', 'CgYQgMq17gE'), 0.5],
    [connected('RetryInfo', 'CgcIARCAyrXuAQ'), undefined],
    [connected('RetryInfo', 'CggIARCAyrXuAQ=='), 1.5],
    [connected('RetryInfo', 'CgA'), 0],
    [connected('RetryInfo', 'EgIIPA'), undefined],
    [connected('RetryInfo', 'CgIYPA'), undefined],
    [connected('RetryInfo', 'CgII/w'), undefined],
    [connected('RetryInfo', ''), undefined],
    [connected('RetryInfo', '%%%', { retryDelay: '30s' }), 30],
    [{ type: 'google.rpc.RetryInfo', value: 5 }, undefined],
  ])('takes the bytes of %j as %s seconds', (detail, seconds) => {
    expect(googleRpc.read({ code: 'unavailable', message: 'm', details: [detail] }).retryAfter).toBe(seconds)
  })

  it('reads what Connect shows of its details', () => {
    const debug = { fieldViolations: [{ field: 'name', description: 'empty' }] }
    const details = [
      connected('BadRequest', 'Cg==', debug),
      { type: 'acme.Own', value: 'CgI' },
      { type: 'acme.B' },
    ]
    const wire = { code: 'invalid_argument', message: 'm', details }
    expect(googleRpc.read(wire)).toMatchObject({
      variant: 'connect',
      issues: [{ path: 'name', message: 'empty' }],
      details: { 'acme.Own': { value: 'CgI' }, 'acme.B': { value: null } },
    })
    expect(encode(decode(wire), id)).toEqual(wire)
  })

  it('keeps what stands beside the error of Connect', () => {
    const wire = { error: { code: 'unavailable' }, metadata: { cost: ['237'] } }
    expect(googleRpc.read(wire)).toMatchObject({
      nativeCode: 'UNAVAILABLE',
      variant: 'connect-end',
      message: '',
      details: { metadata: { cost: ['237'] } },
    })
    expect(googleRpc.read({ code: 'unavailable', extra: 1 })).toMatchObject({
      variant: 'connect',
      details: { extra: 1 },
    })
  })

  it('passes over members that are not what they should be', () => {
    const odd: JsonObject = { code: 'x', message: 6, status: 7, details: [5, {}, { '@type': 8 }], errors: 9 }
    expect(googleRpc.read({ error: odd })).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '6',
    })
    expect(googleRpc.read({})).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '',
      variant: 'status',
    })
    expect(
      googleRpc.read(
        withDetails(
          typed('Help', { links: 5 }),
          typed('BadRequest', { fieldViolations: 5 }),
          typed('RequestInfo'),
          typed('ResourceInfo'),
          { '@type': 'google.protobuf.Struct', value: 5 },
        ),
      ).details,
    ).toEqual({
      Help: { links: 5 },
      BadRequest: { fieldViolations: 5 },
      RequestInfo: {},
      ResourceInfo: {},
      'google.protobuf.Struct': { value: 5 },
    })
  })
})

describe('writing', () => {
  it('has every member in its place, and what has no type in a Struct', () => {
    const full: CanonicalError = {
      ...error,
      retryAfter: 90,
      issues: [{ path: 'a', message: 'b' }],
      requestId: 'r',
      resource: 'n',
      status: 410,
      details: { left: 3, 'acme.Own': { a: 1 }, ErrorInfo: { reason: 'R' } },
    }
    expect(encode(full, id)).toEqual({
      error: {
        ...inner,
        code: 410,
        details: [
          typed('ErrorInfo', { reason: 'R' }),
          { '@type': 'type.googleapis.com/acme.Own', a: 1 },
          typed('RetryInfo', { retryDelay: '90s' }),
          typed('BadRequest', { fieldViolations: [{ field: 'a', description: 'b' }] }),
          typed('RequestInfo', { requestId: 'r' }),
          typed('ResourceInfo', { resourceName: 'n' }),
          { '@type': 'type.googleapis.com/google.protobuf.Struct', value: { left: 3 } },
        ],
      },
    })
    expect(stringify(error, id)).toBe('{"error":{"code":404,"message":"m","status":"NOT_FOUND"}}')
  })

  it('has the details in one order, whatever order they came in', () => {
    const details = { 'b.C': {}, Help: {}, 'a.B': {}, ErrorInfo: {} }
    const names = (written: JsonObject) =>
      ((written.error as JsonObject).details as JsonObject[]).map((each) => String(each['@type']).slice(20))
    const order = ['google.rpc.ErrorInfo', 'google.rpc.Help', 'a.B', 'b.C']
    expect(names(googleRpc.write({ ...error, details }, 'NOT_FOUND'))).toEqual(order)
    const reversed = Object.fromEntries(Object.entries(details).reverse())
    expect(names(googleRpc.write({ ...error, details: reversed }, 'NOT_FOUND'))).toEqual(order)
  })

  it('does not say twice what the details say', () => {
    const value = withDetails(
      typed('BadRequest', { fieldViolations: [{ field: 'a', description: 'b', reason: 'R' }] }),
      typed('ResourceInfo', { resourceName: 'n', owner: 'o' }),
      typed('RequestInfo', { requestId: 'r', servingData: 's' }),
      typed('RetryInfo', { retryDelay: '1s', jitter: true }),
    )
    expect(encode(decode(value), id)).toEqual(value)
    const { origin: _, ...plain } = decode(value)
    expect(encode(plain, id)).toEqual(value)
  })

  it.each<[number, JsonObject[]]>([
    [0, [typed('RetryInfo', { retryDelay: '0s' })]],
    [0.25, [typed('RetryInfo', { retryDelay: '0.25s' })]],
    [1e-7, [{ '@type': 'type.googleapis.com/google.protobuf.Struct', value: { retry_after: 1e-7 } }]],
  ])('writes a wait of %d seconds so that it is read again', (retryAfter, details) => {
    const written = encode({ ...error, retryAfter }, id)
    expect(written).toEqual({ error: { ...inner, details } })
    expect(decode(written).retryAfter).toBe(retryAfter)
  })

  it('puts no wait into the Struct that RetryInfo says', () => {
    expect(googleRpc.write({ ...error, retryAfter: 30, details: { retry_after: 30 } }, 'NOT_FOUND')).toEqual({
      error: { ...inner, details: [typed('RetryInfo', { retryDelay: '30s' })] },
    })
  })

  it.each<[string | undefined, JsonObject]>([
    [undefined, body],
    ['list', { '[]': [body] }],
    ['status', { code: 5, message: 'm' }],
    ['connect', { code: 'not_found', message: 'm' }],
    ['connect-end', { error: { code: 'not_found', message: 'm' } }],
  ])('has the shape %s where it came in it', (variant, written) => {
    expect(googleRpc.write(error, 'NOT_FOUND', variant)).toStrictEqual(written)
    expect(googleRpc.read(written).variant).toBe(variant)
  })

  it('has the details of Connect beside its code', () => {
    const details = { a: 1, code: 2, message: 3, details: 4, error: 5 }
    expect(googleRpc.write({ ...error, details }, 'NOT_FOUND', 'connect')).toStrictEqual({
      code: 'not_found',
      message: 'm',
      a: 1,
    })
    expect(
      googleRpc.write({ ...error, details: { a: 1, error: 5 } }, 'NOT_FOUND', 'connect-end'),
    ).toStrictEqual({
      error: { code: 'not_found', message: 'm' },
      a: 1,
    })
  })

  it('has UNKNOWN for a code that gRPC does not have', () => {
    expect(googleRpc.write(error, 'OWN')).toEqual({ error: { code: 500, message: 'm', status: 'UNKNOWN' } })
  })

  it('is a list where it came in one', () => {
    expect(encode(decode([body]), id)).toEqual([body])
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [withDetails(typed('Help'))],
    [{ code: 5, message: 'm' }],
    [{ code: 5, message: 'm', details: [] }],
    [{ code: 'not_found' }],
    [{ code: 'not_found', message: 'm', details: [connected('Help', 'CgI')], extra: 1 }],
    [[body]],
    [{ error: { ...inner, errors: [{ reason: 'notFound', domain: 'global' }] } }],
    [{ code: 5, message: 'm', error: 'm' }],
    [{ error: { code: 'unavailable' }, metadata: {} }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, extra: 1 }],
    [{ error: { ...inner, extra: 1 } }],
    [{ error: { ...inner, code: 4.5 } }],
    [withDetails({ a: 1 })],
    [{ code: 5, message: 'm', extra: 1 }],
    [{ code: 5 }],
    [{ code: 'not_found', details: [{ type: 'x' }] }],
    [{ code: 'own' }],
    [{ code: 'cancelled' }],
    [[body, body]],
    [[]],
    [{ error: { ...inner, errors: ['m'] } }],
    [{ code: 5, message: 'm', error: {} }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

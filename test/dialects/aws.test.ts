import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import awsDefault, { aws, schema } from '../../src/dialects/aws'

const { decode, encode, stringify } = createTranslator({ dialects: [aws] })
const name = 'ThrottlingException'
const body = { __type: name, message: 'm' }
const error: CanonicalError = { code: 'throttled', message: 'm', severity: 'error' }

it('is one frozen definition', () => {
  expect(awsDefault).toBe(aws)
  expect(Object.isFrozen(aws)).toBe(true)
  expect(aws.id).toBe('aws')
  expect(aws.title).toBe('AWS {__type, message}, {Code, Message}, {Error: {Code, Message}}')
  expect(aws.hasRetryFlag).toBe(false)
  expect(aws.bag).toBe('json')
})

describe('detection', () => {
  const flat = { Code: 'AccessDenied', Message: 'm' }
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [{ __type: `com.amazon.coral#${name}` }, 0.95],
    [{ __type: `${name}:http://internal.amazon.com/coral/` }, 0.95],
    [{ __type: 'OwnFault', message: 'm' }, 0.95],
    [{ __type: 'QueueDoesNotExist', Message: 'm', extra: 1 }, 0.95],
    [{ __type: 'com.example.orders#Order', message: 'm' }, 0.3],
    [{ __type: 'Date', iso: '2026' }, 0.3],
    [{ __type: 'Not a name', message: 'm' }, 0],
    [{ __type: 5, message: 'm' }, 0],
    [{ ...body, message: 5 }, 0],
    [{ name, $metadata: {}, message: 'm' }, 0.95],
    [{ name: 'Own', $metadata: {} }, 0.6],
    [{ $metadata: {}, Items: [] }, 0],
    [{ Error: flat, ResponseMetadata: {} }, 0.9],
    [{ Error: flat }, 0.9],
    [{ Error: flat, RequestId: 'r' }, 0.9],
    [{ Error: flat, extra: 1 }, 0.6],
    [{ Error: { Code: 'Own', Message: 'm' } }, 0.2],
    [{ Error: { Code: 'AccessDenied' } }, 0],
    [{ Error: { Message: 'm' } }, 0],
    [{ Error: 'm' }, 0],
    [flat, 0.75],
    [{ ...flat, RequestId: 'r', Type: 'Sender', HostId: 'h', LastUpdated: 'l', Resource: 's' }, 0.75],
    [{ ...flat, extra: 1 }, 0.6],
    [{ Code: 'accessDenied', Message: 'm' }, 0],
    [{ Code: 'AccessDenied', Message: 5 }, 0],
    [{ Code: 'AccessDenied' }, 0],
    [{ Code: 'Success' }, 0.2],
    [{ Code: 'OK', Message: 'success' }, 0.2],
    [{ message: 'm' }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(aws.detect(value)).toBe(confidence)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode][] = [
    ['ThrottlingException', 'throttled'],
    ['TooManyRequestsException', 'too_many_requests'],
    ['ServiceQuotaExceededException', 'quota_exceeded'],
    ['ValidationException', 'invalid_input'],
    ['InvalidParameterException', 'invalid_arguments'],
    ['MissingParameter', 'missing_field'],
    ['SerializationException', 'malformed_data'],
    ['ResourceNotFoundException', 'resource_not_found'],
    ['UnknownOperationException', 'tool_not_found'],
    ['ConflictException', 'conflict'],
    ['ResourceInUseException', 'resource_locked'],
    ['ResourceAlreadyExistsException', 'already_exists'],
    ['AccessDeniedException', 'permission_denied'],
    ['NotAuthorizedException', 'unauthenticated'],
    ['UnrecognizedClientException', 'auth_invalid'],
    ['ExpiredTokenException', 'auth_expired'],
    ['ServiceUnavailableException', 'unavailable'],
    ['RequestTimeoutException', 'timeout'],
    ['InternalServerException', 'internal'],
  ]
  const incoming: [string, CanonicalCode][] = [
    ['Throttling', 'throttled'],
    ['ProvisionedThroughputExceededException', 'throttled'],
    ['RequestLimitExceeded', 'rate_limited'],
    ['LimitExceededException', 'rate_limited'],
    ['SlowDown', 'rate_limited'],
    ['ValidationError', 'invalid_input'],
    ['CodeMismatchException', 'invalid_input'],
    ['NoSuchKey', 'resource_not_found'],
    ['NoSuchBucket', 'resource_not_found'],
    ['ConditionalCheckFailedException', 'conflict'],
    ['TransactionCanceledException', 'conflict'],
    ['AccessDenied', 'permission_denied'],
    ['AssumeRoleUnauthorizedAccess', 'permission_denied'],
    ['UnauthorizedOperation', 'permission_denied'],
    ['InvalidClientTokenId', 'auth_invalid'],
    ['SignatureDoesNotMatch', 'auth_invalid'],
    ['MissingAuthenticationToken', 'unauthenticated'],
    ['ExpiredToken', 'auth_expired'],
    ['RequestExpired', 'auth_expired'],
    ['ServiceUnavailable', 'unavailable'],
    ['RequestTimeout', 'timeout'],
    ['ModelTimeoutException', 'timeout'],
    ['InternalServerError', 'internal'],
    ['InternalFailure', 'internal'],
  ]
  const broader: [string, CanonicalCode][] = [
    ['ThrottlingException', 'rate_limited'],
    ['ValidationException', 'invalid_arguments'],
    ['ResourceNotFoundException', 'not_found'],
    ['ServiceUnavailableException', 'transient'],
  ]

  it('are these, many of which only come in', () => {
    const all = [...rows, ...incoming, ...broader].map((row) => row.join(' ')).sort()
    expect(aws.codes.map((row) => row.join(' ')).sort()).toEqual(all)
  })

  const written = rows.filter(([, code]) => code !== 'invalid_arguments')
  it.each(written)('%s is %s, both ways', (native, code) => {
    const text = `{"__type":"${native}","message":"m"}`
    expect(stringify({ ...error, code }, 'aws')).toBe(text)
    expect(decode(text)).toEqual({
      code,
      message: 'm',
      severity: 'error',
      origin: { dialect: 'aws', code: native },
    })
  })

  it.each([...incoming, ...rows])('%s comes in as %s', (native, code) => {
    const wire = { __type: `com.amazonaws.own#${native}`, message: 'm' }
    expect(decode(wire)).toMatchObject({ code, origin: { code: native } })
    expect(encode(decode(wire), 'aws')).toEqual(wire)
  })

  it.each([
    ...broader,
    ['InternalServerException', 'unknown'],
    ['RequestTimeoutException', 'deadline_exceeded'],
  ] as [string, CanonicalCode][])('%s is how %s is written, which is named beside it', (native, code) => {
    const wire = encode({ ...error, code }, 'aws')
    expect(wire).toEqual({ __type: native, message: 'm', code })
    expect(decode(wire).code).toBe(code)
  })

  it.each<[JsonObject, CanonicalCode]>([
    [{ __type: 'UserNotFoundException' }, 'not_found'],
    [{ __type: 'InternalError' }, 'internal'],
    [{ __type: 'OwnException', message: 'Request timed out' }, 'timeout'],
    [{ __type: 'OwnException', message: 'm' }, 'unknown'],
    [{ name: 'Own', $metadata: { httpStatusCode: 409 }, message: 'm' }, 'conflict'],
    [{ name: 'Own', $metadata: { httpStatusCode: 'x' }, message: 'm' }, 'unknown'],
  ])('%j is %s', (value, code) => {
    expect(decode(value).code).toBe(code)
  })
})

describe('reading', () => {
  it('finds everything in a body of a service', () => {
    const value = {
      ...body,
      retryAfterSeconds: '3',
      resourceId: 'pipe-1',
      fieldList: [{ path: '/name', message: 'empty' }],
    }
    expect(aws.read(value)).toEqual({
      nativeCode: name,
      code: 'throttled',
      impliedCode: 'unknown',
      variant: undefined,
      message: 'm',
      retryable: undefined,
      retryAfter: 3,
      issues: [{ path: '/name', message: 'empty' }],
      resource: 'pipe-1',
      requestId: undefined,
      status: undefined,
      details: {
        retryAfterSeconds: '3',
        resourceId: 'pipe-1',
        fieldList: [{ path: '/name', message: 'empty' }],
      },
    })
  })

  it.each<[JsonObject, string, string | undefined, number | undefined]>([
    [{ Code: 'AccessDenied', Message: 'm', RequestId: 'r' }, 'code', 'r', undefined],
    [
      {
        Error: { Code: 'AccessDenied', Message: 'm' },
        ResponseMetadata: { RequestId: 'r', HTTPStatusCode: 403 },
      },
      'botocore',
      'r',
      403,
    ],
    [
      { name: 'AccessDenied', $metadata: { requestId: 'r', httpStatusCode: 403 }, message: 'm' },
      'sdk',
      'r',
      403,
    ],
    [{ Error: { Code: 'AccessDenied', Message: 'm' } }, 'botocore', undefined, undefined],
  ])('finds everything in %j', (value, variant, requestId, status) => {
    expect(aws.read(value)).toMatchObject({
      nativeCode: 'AccessDenied',
      code: 'permission_denied',
      message: 'm',
      variant,
      requestId,
      status,
    })
    expect(encode(decode(value), 'aws')).toEqual(value)
  })

  it('takes the mark of the SDK where the code does not say that it may be retried', () => {
    const marked = (name: string) => aws.read({ name, $metadata: {}, $retryable: {} }).retryable
    expect(marked('InternalServerException')).toBe(true)
    expect(marked(name)).toBeUndefined()
    expect(
      aws.read({ name: 'InternalServerException', $metadata: {}, $retryable: 5 }).retryable,
    ).toBeUndefined()
  })

  it.each<[string, string]>([
    [name, name],
    [`com.amazonaws.dynamodb.v20120810#${name}`, name],
    [`${name}:http://internal.amazon.com/`, name],
    [`a#b#${name}:x:y`, name],
    ['', ''],
  ])('takes %j for %j', (__type, native) => {
    expect(aws.read({ __type }).nativeCode).toBe(native)
  })

  it('passes over members that are not what they should be', () => {
    expect(aws.read({ __type: 5, Message: 6, resourceId: 7, RequestId: 8 })).toEqual({
      code: 'unknown',
      impliedCode: 'unknown',
      message: '6',
      details: { resourceId: 7, RequestId: 8 },
    })
    expect(aws.read({})).toEqual({ code: 'unknown', impliedCode: 'unknown', message: '', variant: 'code' })
  })
})

describe('writing', () => {
  const full: CanonicalError = {
    ...error,
    retryAfter: 5,
    requestId: 'r',
    status: 429,
    details: { a: 1 },
  }
  it.each<[string | undefined, JsonObject]>([
    [undefined, { __type: name, message: 'm', a: 1, retry_after: 5 }],
    ['code', { Code: name, Message: 'm', a: 1, retry_after: 5 }],
    [
      'botocore',
      {
        Error: { Code: name, Message: 'm', a: 1, retry_after: 5 },
        ResponseMetadata: { RequestId: 'r', HTTPStatusCode: 429 },
      },
    ],
    [
      'sdk',
      {
        name,
        $fault: 'client',
        $metadata: { httpStatusCode: 429, requestId: 'r' },
        message: 'm',
        a: 1,
        retry_after: 5,
      },
    ],
  ])('has the shape %s where it came in it', (variant, written) => {
    expect(JSON.stringify(aws.write(full, name, variant))).toBe(JSON.stringify(written))
  })

  it('has empty metadata where nothing is known, and blames the server for what is its fault', () => {
    expect(aws.write(error, name, 'botocore')).toStrictEqual({
      Error: { Code: name, Message: 'm' },
      ResponseMetadata: {},
    })
    expect(aws.write({ ...error, code: 'internal' }, 'InternalFailure', 'sdk')).toStrictEqual({
      name: 'InternalFailure',
      $fault: 'server',
      $metadata: {},
      message: 'm',
    })
  })

  it('leaves out details that would be taken for its own members or for another dialect', () => {
    const details = { __type: 'x', Message: 'y', name: 'n', kind: 'toolError:v1', error: { code: 'MCP_X' } }
    expect(aws.write({ ...error, details }, name)).toStrictEqual(body)
    expect(aws.write({ ...error, details: { error: 'e' } }, name)).toStrictEqual({ ...body, error: 'e' })
    expect(decode(encode({ ...error, details }, 'aws')).details).toEqual(details)
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [body],
    [{ __type: name }],
    [{ ...body, extra: 1 }],
    [{ Code: 'A', Message: 'm' }],
    [{ Error: { Code: 'A' }, ResponseMetadata: {} }],
    [{ name, $metadata: {} }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [{ ...body, message: 5 }],
    [{ __type: 5 }],
    [{ Code: 'A' }],
    [{ Error: { Message: 'm' } }],
    [{ name }],
    [{ $metadata: {} }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

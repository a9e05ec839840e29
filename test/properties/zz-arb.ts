import fc from 'fast-check'
import { codeNames } from '../../src/core/codes'
import { writeJson } from '../../src/core/json-write'
import type { CanonicalError } from '../../src/index'
import { type Body, dialects, JsonNumber, type JsonObject, type JsonValue } from '../../src/index'

/** How often each property is tried: enough for every run, or deep. */
export const runs = { numRuns: 15_000 }

const hostileTexts = [
  '',
  ' ',
  '<',
  '&amp;',
  ']]>',
  '<!--',
  '</message>',
  '"',
  "'",
  '\\',
  '\r\n',
  '\t',
  '\u0000',
  '\u0001\u001f',
  '\u007f\u0085',
  '\ud800',
  '\udfff x',
  '\ufffe\uffff',
  '\ufeff',
  '\u2028\u2029',
  '{"type":"NOT_FOUND","message":"x","recoverable":false}',
  '<tool_error>\n<message>x</message>\n</tool_error>',
  'true',
  '30',
  '30 seconds',
  '1m0s',
  'null',
  '2025-10-23T12:34:56Z',
  'a, b',
  '__proto__',
]

/** Text of any kind, and the kinds that break parsers. */
export const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...hostileTexts),
  fc.tuple(fc.string(), fc.constantFrom(...hostileTexts)).map(([a, b]) => a + b),
)

const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '',
  ' ',
  '0',
  '42',
  'errlingua',
  'message',
  'code',
  'error',
  'type',
  'kind',
  'details',
  'retryable',
  'recoverable',
  'temporary',
  'retry_after',
  'severity',
  'recovery',
  'actions',
  'issues',
  'operation',
  'resource',
  'request_id',
  'timestamp',
  'status',
  'statusCode',
  'errorType',
  'cause',
  'xml',
]

export const key = fc.oneof(fc.string(), fc.constantFrom(...hostileKeys), text)

const exactNumber = fc
  .constantFrom(
    '9007199254740993',
    '1e400',
    '-1e400',
    '18446744073709551615',
    '0.1000000000000000055511151231257827',
  )
  .map((digits) => new JsonNumber(digits))

/** Any JSON value, its numbers exact and its keys hostile. */
export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    exactNumber,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
    fc.constantFrom<JsonValue>(
      { said: { code: 'timeout' } },
      { absent: ['retryable', 'details.x'] },
      { origin: { dialect: 'fusion', code: 'X', form: { drop: ['a'] } } },
      'not_found',
      'warning',
      true,
    ),
  ),
})).value

export const details: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(key, json), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries))

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Any canonical error without an origin. */
export const canonicalError: fc.Arbitrary<CanonicalError> = fc
  .record({
    code: fc.constantFrom(...codeNames),
    message: text,
    severity: fc.constantFrom('warning' as const, 'error' as const, 'error' as const, 'critical' as const),
    retryable: optional(fc.boolean()),
    recoverable: optional(fc.boolean()),
    temporary: optional(fc.boolean()),
    retryAfter: optional(
      fc.oneof(
        fc.nat(),
        fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(0, 0.5, 30, 1e21, 1e-12),
      ),
    ),
    recovery: optional(text),
    actions: optional(fc.array(text, { maxLength: 3 })),
    issues: optional(fc.array(fc.record({ path: text, message: text }), { maxLength: 3 })),
    operation: optional(text),
    resource: optional(text),
    requestId: optional(text),
    timestamp: optional(fc.oneof(text, fc.constant('2025-10-23T12:34:56.123456789-07:00'))),
    status: optional(fc.integer({ min: 100, max: 599 })),
    details: optional(details),
  })
  .map(
    (error) =>
      Object.fromEntries(
        Object.entries(error).filter(([, value]) => value !== undefined),
      ) as unknown as CanonicalError,
  )

const bodyKey = fc.constantFrom(
  'root',
  'attributes',
  'children',
  'message',
  'details',
  'code',
  'error',
  'data',
  'xml',
  'text',
)

const patch: fc.Arbitrary<JsonObject> = fc.letrec<{ patch: JsonObject }>((tie) => ({
  patch: fc.record(
    {
      set: fc.dictionary(bodyKey, fc.oneof(json, fc.constant({ xml: '<a' }), fc.constant({ text: 1 }))),
      drop: fc.array(bodyKey, { maxLength: 2 }),
      inside: fc.dictionary(bodyKey, tie('patch'), { maxKeys: 1 }),
      order: fc.array(bodyKey, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
})).patch

/** Anything that may stand under the reserved key, well-shaped or not. */
export const residue: fc.Arbitrary<JsonValue> = fc.oneof(
  json,
  fc
    .record(
      {
        said: canonicalError.map(({ details: _, ...error }) => error as unknown as JsonObject),
        details,
        json: fc.array(key, { maxLength: 2 }),
        absent: fc.array(fc.constantFrom('retryable', 'details', 'details.a', 'message', 'code'), {
          maxLength: 2,
        }),
        origin: fc.record({
          dialect: fc.constantFrom(...dialects.map(({ id }) => id), 'unheard-of'),
          code: text,
          variant: fc.constantFrom('bare', 'plain', 'routing', 'x'),
          form: patch,
        }),
      },
      { requiredKeys: [] },
    )
    .map((residue) => residue as unknown as JsonValue),
)

const extra = fc.array(fc.tuple(key, json), { maxLength: 2 })

const path = fc.array(fc.oneof(text, fc.nat(20)), { maxLength: 3 })
const without = (entries: [string, JsonValue][], ...names: string[]) =>
  Object.fromEntries(entries.filter(([name]) => !names.includes(name)))
const present = (members: { [name: string]: JsonValue | undefined }): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject

/** A JSON body of a dialect, with odd members and orders. */
const bodies: Record<string, fc.Arbitrary<Body>> = {
  jsonrpc: fc
    .tuple(
      fc.constantFrom(-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32042, -32050),
      text,
      optional(fc.oneof(details, json)),
      fc.constantFrom('answer', 'bare', 'unnamed'),
      fc.oneof(fc.nat(), text, fc.constant(null)),
    )
    .map(([code, message, data, form, id]) => {
      const error = present({ message, code, data })
      if (form === 'bare') return error
      return form === 'unnamed' ? { error } : { id, jsonrpc: '2.0', error }
    }),
  'problem-details': fc
    .tuple(
      fc.constantFrom('about:blank', 'https://example.com/probs/out-of-credit', 'urn:x:not-found', undefined),
      fc.oneof(text, fc.constantFrom('Not Found', 'Bad Request')),
      fc.integer({ min: 400, max: 599 }),
      optional(text),
      extra,
    )
    .map(([type, title, status, detail, more]) => ({
      ...without(more, 'type', 'title', 'status', 'detail', 'instance', 'kind'),
      ...present({ status, type, title, detail }),
    })),
  'google-rpc': fc
    .tuple(
      fc.constantFrom(
        'NOT_FOUND',
        'UNAVAILABLE',
        'RESOURCE_EXHAUSTED',
        'INVALID_ARGUMENT',
        'ABORTED',
        'UNKNOWN',
      ),
      fc.constantFrom(404, 429, 400, 503, 500, 409),
      text,
      fc.array(
        fc.oneof(
          fc.record({
            '@type': fc.constant('type.googleapis.com/google.rpc.RetryInfo'),
            retryDelay: fc.constantFrom('30s', '0.5s', 'soon'),
          }),
          fc.record({
            '@type': fc.constant('type.googleapis.com/google.rpc.ErrorInfo'),
            reason: text,
            domain: text,
            metadata: details,
          }),
          fc.record({
            '@type': fc.constant('type.googleapis.com/google.rpc.BadRequest'),
            fieldViolations: fc.array(
              fc.record({ field: text, description: text, reason: text }, { requiredKeys: [] }),
              { maxLength: 2 },
            ),
          }),
          fc.record({ '@type': fc.constant('type.googleapis.com/google.protobuf.Struct'), value: details }),
          fc.record({ '@type': fc.constant('example.com/x.Own'), value: json }),
          json,
        ) as fc.Arbitrary<JsonValue>,
        { maxLength: 3 },
      ),
      fc.constantFrom('wrapped', 'alone', 'connect', 'listed'),
    )
    .map(([status, code, message, details, form]): Body => {
      if (form === 'alone') return { code: 5, message, details }
      if (form === 'connect') return { code: status.toLowerCase(), message, details }
      const error = { error: { code, message, status, ...(details.length > 0 && { details }) } }
      return form === 'listed' ? [error] : error
    }),
  fastapi: fc
    .tuple(
      fc.oneof(
        text.filter((each) => each !== ''),
        details.map((each) => ({ ...each, message: 'm' })),
        fc.array(
          fc.record(
            { loc: path, msg: text, type: text, input: json, ctx: details },
            { requiredKeys: ['loc', 'msg', 'type'] },
          ),
          { minLength: 1, maxLength: 3 },
        ),
      ),
      extra,
    )
    .map(([detail, more]) => ({ ...without(more, 'detail'), detail: detail as JsonValue })),
  zod: fc
    .tuple(
      fc.array(
        fc
          .tuple(fc.constantFrom('invalid_type', 'too_small', 'custom'), path, text, extra, optional(details))
          .map(([code, path, message, more, params]) =>
            present({ ...without(more, 'code', 'path', 'message', 'params'), code, path, message, params }),
          ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.constantFrom('list', 'error', 'text', 'result', 'flat'),
    )
    .map(([issues, form]): Body => {
      if (form === 'error') return { issues, name: 'ZodError' }
      if (form === 'text') return { name: 'ZodError', message: writeJson(issues, { indent: 2 }) }
      if (form === 'result') return { success: false, error: { issues, name: 'ZodError' } }
      if (form === 'flat') return { formErrors: ['whole'], fieldErrors: { a: ['b', 'c'] } }
      return issues
    }),
  graphql: fc
    .tuple(
      fc.array(
        fc
          .tuple(text, optional(path), optional(details), fc.constantFrom('NOT_FOUND', 'X', undefined), extra)
          .map(([message, path, extensions, code, more]) =>
            present({
              ...without(more, 'message', 'path', 'extensions'),
              message,
              path,
              extensions: extensions && present({ ...extensions, code: code ?? extensions.code }),
            }),
          ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.oneof(fc.constant(null), fc.constant(undefined), details),
      optional(details),
    )
    .map(([errors, data, extensions]) => present({ data, errors, extensions })),
  openai: fc
    .tuple(
      text,
      fc.constantFrom('invalid_request_error', 'server_error', 'tokens', null),
      fc.oneof(fc.constant(null), text),
      fc.oneof(fc.constantFrom('rate_limit_exceeded', 'x_y', null), fc.nat(600)),
      extra,
      fc.boolean(),
    )
    .map(([message, type, param, code, more, isFlat]): Body => {
      const error = {
        ...without(more, 'message', 'type', 'param', 'code', 'object', 'error'),
        message,
        type,
        param,
        code,
      }
      return isFlat ? { object: 'error', ...error } : { error }
    }),
  anthropic: fc
    .tuple(
      fc.constantFrom('overloaded_error', 'api_error', 'odd_error', 'request_too_large'),
      text,
      optional(text),
      extra,
    )
    .map(([type, message, request_id, more]) =>
      present({ error: { message, ...without(more, 'type', 'message'), type }, type: 'error', request_id }),
    ),
  aws: fc
    .tuple(
      fc.constantFrom(
        'ThrottlingException',
        'com.amazonaws.x#ResourceNotFoundException',
        'OddException',
        'AccessDenied:http://a/b',
      ),
      text,
      extra,
      fc.constantFrom('type', 'code', 'botocore', 'sdk'),
      optional(text),
    )
    .map(([code, message, more, form, id]): Body => {
      const rest = without(
        more,
        '__type',
        'Code',
        'Message',
        'message',
        'name',
        'Error',
        '$metadata',
        '$fault',
        '$retryable',
        'kind',
      )
      if (form === 'code') return { Message: message, Code: 'SlowDown', ...rest }
      if (form === 'botocore')
        return {
          Error: { Message: message, ...rest, Code: 'NoSuchKey' },
          ResponseMetadata: present({ RequestId: id, HTTPStatusCode: 404 }),
        }
      if (form === 'sdk')
        return { name: 'TimeoutError', $metadata: present({ requestId: id, attempts: 3 }), message, ...rest }
      return { ...rest, __type: code, message }
    }),
  'json-api': fc
    .tuple(
      fc.array(
        fc
          .record(
            {
              id: text,
              status: fc.constantFrom('404', '422', '500'),
              code: text,
              title: text,
              detail: text,
              source: fc.oneof(
                fc.record({ pointer: text }),
                fc.record({ parameter: text }),
                fc.record({ header: text }),
                details,
              ),
              meta: details,
              links: details,
            },
            { requiredKeys: ['status', 'detail'] },
          )
          .map((entry) => entry as unknown as JsonObject),
        { minLength: 1, maxLength: 3 },
      ),
      optional(details),
    )
    .map(([errors, meta]) => present({ jsonapi: { version: '1.1' }, errors, meta })),

  interbase: fc
    .tuple(
      fc.constantFrom('NOT_FOUND', 'CONFLICT', 'VALIDATION', 'PERMISSION', 'TRANSIENT', 'INTERNAL'),
      text,
      fc.boolean(),
      optional(details),
      extra,
    )
    .map(([type, message, recoverable, data, more]) => ({
      ...Object.fromEntries(more),
      type,
      message,
      recoverable,
      ...(data && { data }),
    })),
  'toolerror-v1': fc
    .tuple(
      fc.constantFrom(
        'NETWORK_ERROR',
        'SERVER_ERROR',
        'CLIENT_ERROR',
        'NOT_FOUND',
        'AUTHENTICATION_ERROR',
        'UNKNOWN_ERROR',
        'X',
      ),
      fc.oneof(text, json),
      optional(fc.boolean()),
      optional(details),
      extra,
    )
    .map(([code, message, retryable, details, more]) => ({
      kind: 'toolError:v1',
      message,
      code,
      ...(details && { details }),
      ...(retryable !== undefined && { retryable }),
      ...Object.fromEntries(more.filter(([key]) => !['kind', 'code', 'message'].includes(key))),
    })),
  agentapi: fc
    .tuple(
      fc.constantFrom(
        'MCP_TIMEOUT',
        'MCP_SERVER_ERROR',
        'MCP_AUTH_EXPIRED',
        'MCP_RESOURCE_LOCKED',
        'MCP_SOMETHING_NEW',
      ),
      text,
      fc.boolean(),
      fc.boolean(),
      optional(details),
      optional(text),
      fc.boolean(),
      extra,
    )
    .map(([code, message, temporary, retryable, metadata, operation, isBare, more]) => {
      const error = {
        ...Object.fromEntries(more.filter(([key]) => key !== 'error')),
        code,
        message,
        ...(metadata && { metadata }),
        ...(operation !== undefined && { operation }),
        temporary,
        retryable,
      }
      return isBare ? error : { error, timestamp: '2025-10-23T12:34:56Z' }
    }),
  pydantic: fc
    .tuple(
      fc.constantFrom(
        'auth_required',
        'not_found',
        'rate_limited',
        'send_failed',
        'parse_error',
        'mcp_unavailable',
      ),
      text,
      fc.oneof(fc.constant(null), details, fc.constant(undefined)),
      extra,
    )
    .map(([error, message, details, more]) => ({
      ...(details !== undefined && { details }),
      ...Object.fromEntries(more.filter(([key]) => key !== 'details')),
      error,
      message,
    })),
}

/** A text of one of the JSON dialects, and which. */
export const wire: fc.Arbitrary<{ dialect: string; body: Body }> = fc.oneof(
  ...Object.entries(bodies).map(([dialect, body]) => body.map((body) => ({ dialect, body }))),
)

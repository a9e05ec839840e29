import * as z from 'zod'
import { withCodeAside, withCodeBack } from '../core/code-aside'
import { defineDialect } from '../core/dialect'
import { requestIdIn } from '../core/field-issues'
import { isKeys, keysOf, pathFrom } from '../core/issues'
import {
  hasOnly,
  ifObject,
  ifText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  others,
  without,
} from '../core/json'
import { asText } from '../core/json-write'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { codeByStatus } from '../core/status-rows'

/** The wire type, from the GraphQL specification's section on responses. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const errorSchema = z.strictObject({
    message: z.string(),
    locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
    path: z.array(z.union([z.string(), z.number()])).optional(),
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
  return z.strictObject({
    errors: z.array(errorSchema).min(1),
    data: z.record(z.string(), z.unknown()).nullable().optional(),
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
})

/** A GraphQL response with errors. */
export type GraphQlErrors = z.infer<typeof schema>

const errorMembers = ['message', 'locations', 'path', 'extensions']
/** With data beside the errors. */
const partial = 'partial'
/** With several errors, and no data. */
const several = 'several'

/** `{errors: [{message, path, locations, extensions}], data}`: GraphQL. */
export const graphql = /* @__PURE__ */ defineDialect({
  id: 'graphql',
  title: 'GraphQL {errors: [{message, path?, locations?, extensions?}], data?}',
  signature: 'errors is a list of {message} with extensions, path or locations, or beside data',
  codes: [
    ['BAD_USER_INPUT', 'invalid_input'],
    ['BAD_USER_INPUT', 'invalid_arguments'],
    ['GRAPHQL_PARSE_FAILED', 'malformed_data'],
    ['GRAPHQL_VALIDATION_FAILED', 'invalid_arguments'],
    ['BAD_REQUEST', 'invalid_input'],
    ['OPERATION_RESOLUTION_FAILURE', 'invalid_arguments'],
    ['PERSISTED_QUERY_NOT_SUPPORTED', 'invalid_input'],
    ['UNAUTHENTICATED', 'unauthenticated'],
    ['FORBIDDEN', 'permission_denied'],
    ['NOT_FOUND', 'not_found'],
    ['PERSISTED_QUERY_NOT_FOUND', 'not_found'],
    ['CONFLICT', 'conflict'],
    ['RATE_LIMITED', 'rate_limited'],
    ['THROTTLED', 'throttled'],
    ['TIMEOUT', 'timeout'],
    ['SERVICE_UNAVAILABLE', 'unavailable'],
    ['SERVICE_UNAVAILABLE', 'transient'],
    ['INTERNAL_SERVER_ERROR', 'internal'],
    ['DOWNSTREAM_SERVICE_ERROR', 'upstream_failed'],
    // Of Hasura, GitHub and Linear, where the words mislead.
    ['access-denied', 'unauthenticated'],
    ['invalid-jwt', 'auth_invalid'],
    ['constraint-violation', 'conflict'],
    ['RATE_LIMIT', 'rate_limited'],
    ['RATELIMITED', 'rate_limited'],
  ],
  hasRetryFlag: false,
  bag: 'json',
  schema,
  tellingMembers: [['errors']],

  detect(body) {
    const { errors, data, extensions } = body
    if (!Array.isArray(errors) || errors.length === 0) return 0
    const entries = errors.filter(isJsonObject)
    if (entries.length < errors.length || !entries.every(({ message }) => typeof message === 'string'))
      return 0
    if (!isOpen(data) || !isOpen(extensions)) return 0
    const isMarked = entries.some(
      (each) => isJsonObject(each.extensions) || isKeys(each.path) || Array.isArray(each.locations),
    )
    const isPure = hasOnly(body, ['errors', 'data', 'extensions'])
    const isKnown = entries.every((each) => hasOnly(each, [...errorMembers, 'type', 'code']))
    if (!isPure) return isMarked && isKnown ? 0.6 : 0
    // Data beside the errors, or nothing but messages, is what other servers have, too.
    const isPartial = isJsonObject(data) && Object.values(data).some((each) => each !== null)
    if (isMarked) return isPartial ? 0.65 : isKnown ? 0.95 : 0.6
    const isNamed = entries.every(({ type }) => typeof type === 'string' && /^[A-Z_]+$/.test(type))
    return data !== undefined ? (isPartial ? 0.65 : 0.75) : isNamed && isKnown ? 0.65 : isKnown ? 0.5 : 0.3
  },

  read({ errors, data, ...rest }) {
    const [first = {}, ...further] = (Array.isArray(errors) ? errors : []).filter(isJsonObject)
    const { message, path, extensions, code, type } = first
    const inner = ifObject(extensions) ?? {}
    const native = ifText(inner.code) ?? ifText(code) ?? ifText(type)
    const status = [member(inner, 'statusCode'), ifObject(inner.http)?.status].find((each) => isStatus(each))
    const hasData = isJsonObject(data) && Object.values(data).some((each) => each !== null)
    const outside = ifObject(rest.extensions)
    const bag = {
      ...(hasData && { data }),
      ...(further.length > 0 && { errors: further }),
      ...(outside && { response: outside }),
      ...withCodeBack(without(inner, ['code'])),
    }
    return {
      nativeCode: native,
      impliedCode: codeByStatus(isStatus(status) ? status : undefined, [], [message]),
      variant: hasData ? partial : further.length > 0 ? several : undefined,
      message: asText(message),
      retryAfter: retryAfterIn(bag),
      operation: isKeys(path) && path.length > 0 ? pathFrom(path) : undefined,
      requestId: requestIdIn(inner),
      status: isStatus(status) ? status : undefined,
      details: Object.keys(bag).length > 0 ? bag : undefined,
    }
  },

  write(error, code, variant): JsonObject {
    const { message, operation, retryAfter, details } = error
    const bag = withRetryAfter(details, retryAfter, retryAfterIn, [inSeconds]) ?? {}
    const { data, errors, response } = bag
    const further = variant !== undefined && isFurther(errors) ? errors : []
    const isPartial = variant === partial && isJsonObject(data)
    const taken = [
      'code',
      ...(isPartial ? ['data'] : []),
      ...(further.length > 0 ? ['errors'] : []),
      ...(isJsonObject(response) ? ['response'] : []),
    ]
    const first: JsonObject = {
      message,
      ...(operation && { path: keysOf(operation) }),
      extensions: { code, ...others(withCodeAside(bag), taken) },
    }
    return {
      errors: [first, ...further],
      ...(isPartial && { data }),
      ...(isJsonObject(response) && { extensions: response }),
    }
  },
})

function isOpen(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || isJsonObject(value)
}

function isFurther(value: JsonValue | undefined): value is JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isJsonObject(each) && typeof each.message === 'string')
  )
}

export default graphql

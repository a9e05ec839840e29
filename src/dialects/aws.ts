import * as z from 'zod'
import { classify } from '../core/classify'
import { type CanonicalCode, codes } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { issuesFrom } from '../core/field-issues'
import { hasOnly, ifObject, ifText, type JsonObject, others, without } from '../core/json'
import { asText } from '../core/json-write'
import { withoutOtherSignatures } from '../core/other-signatures'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { codeByStatus } from '../core/status-rows'

/** The wire type: what services send, and what the SDKs for Python and JavaScript make of it. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.union([
    z.looseObject({ __type: z.string(), message: z.string().optional() }),
    z.looseObject({ Code: z.string(), Message: z.string() }),
    z.looseObject({ Error: z.looseObject({ Code: z.string(), Message: z.string().optional() }) }),
    z.looseObject({ name: z.string(), $metadata: z.looseObject({}) }),
  ]),
)

/** An error of an AWS service. */
export type AwsError = z.infer<typeof schema>

/** `{Code, Message}`, as query services send it. */
const flat = 'code'
/** `{Error: {Code, Message}, ResponseMetadata}`, as botocore has it. */
const botocore = 'botocore'
/** `{name, $fault, $metadata, message}`, as version 3 of the JavaScript SDK has it. */
const sdk = 'sdk'

const table = [
  ['ThrottlingException', 'throttled'],
  ['ThrottlingException', 'rate_limited'],
  ['Throttling', 'throttled'],
  ['TooManyRequestsException', 'too_many_requests'],
  ['ProvisionedThroughputExceededException', 'throttled'],
  ['RequestLimitExceeded', 'rate_limited'],
  ['LimitExceededException', 'rate_limited'],
  ['SlowDown', 'rate_limited'],
  ['ServiceQuotaExceededException', 'quota_exceeded'],
  ['ValidationException', 'invalid_input'],
  ['ValidationException', 'invalid_arguments'],
  ['ValidationError', 'invalid_input'],
  ['InvalidParameterException', 'invalid_arguments'],
  ['MissingParameter', 'missing_field'],
  ['SerializationException', 'malformed_data'],
  ['CodeMismatchException', 'invalid_input'],
  ['ResourceNotFoundException', 'resource_not_found'],
  ['ResourceNotFoundException', 'not_found'],
  ['UnknownOperationException', 'tool_not_found'],
  ['NoSuchKey', 'resource_not_found'],
  ['NoSuchBucket', 'resource_not_found'],
  ['ConflictException', 'conflict'],
  ['ConditionalCheckFailedException', 'conflict'],
  ['TransactionCanceledException', 'conflict'],
  ['ResourceInUseException', 'resource_locked'],
  ['ResourceAlreadyExistsException', 'already_exists'],
  ['AccessDeniedException', 'permission_denied'],
  ['AccessDenied', 'permission_denied'],
  ['AssumeRoleUnauthorizedAccess', 'permission_denied'],
  ['UnauthorizedOperation', 'permission_denied'],
  ['NotAuthorizedException', 'unauthenticated'],
  ['UnrecognizedClientException', 'auth_invalid'],
  ['InvalidClientTokenId', 'auth_invalid'],
  ['SignatureDoesNotMatch', 'auth_invalid'],
  ['MissingAuthenticationToken', 'unauthenticated'],
  ['ExpiredTokenException', 'auth_expired'],
  ['ExpiredToken', 'auth_expired'],
  ['RequestExpired', 'auth_expired'],
  ['ServiceUnavailableException', 'unavailable'],
  ['ServiceUnavailableException', 'transient'],
  ['ServiceUnavailable', 'unavailable'],
  ['RequestTimeoutException', 'timeout'],
  ['RequestTimeout', 'timeout'],
  ['ModelTimeoutException', 'timeout'],
  ['InternalServerException', 'internal'],
  ['InternalServerError', 'internal'],
  ['InternalFailure', 'internal'],
] as const

interface Parts {
  error: JsonObject
  code: string | undefined
  metadata: JsonObject | undefined
  variant: string | undefined
}

function partsOf(body: JsonObject): Parts {
  const inner = ifObject(body.Error)
  if (inner)
    return {
      error: inner,
      code: ifText(inner.Code),
      metadata: ifObject(body.ResponseMetadata),
      variant: botocore,
    }
  const metadata = ifObject(body.$metadata)
  if (metadata) return { error: body, code: ifText(body.name), metadata, variant: sdk }
  if (body.__type !== undefined)
    return { error: body, code: ifText(body.__type), metadata: undefined, variant: undefined }
  return { error: body, code: ifText(body.Code), metadata: undefined, variant: flat }
}

/** A shape may have its namespace before it, and an address behind it. */
function nameIn(code: string): string {
  const [name = ''] = code.slice(code.lastIndexOf('#') + 1).split(':', 1)
  return name
}

/** The code of a name: by the table or by its words, of which the last says nothing. */
function codeOf(name: string): CanonicalCode {
  const row = table.find(([known]) => known === name)
  return row?.[1] ?? classify(name.replace(/(?:Exception|Error|Fault)$/, '')).code
}

function isErrorName(name: string): boolean {
  return (
    /(?:Exception|Error|Fault|Failure)$/.test(name) ||
    table.some(([known]) => known === name) ||
    classify(name).code !== 'unknown'
  )
}

const own = ['__type', 'Code', 'message', 'Message', 'name', '$fault', '$metadata', '$retryable']

/** `{__type, message}` and `{Code, Message}`: AWS services, botocore and the JavaScript SDK. */
export const aws = /* @__PURE__ */ defineDialect({
  id: 'aws',
  title: 'AWS {__type, message}, {Code, Message}, {Error: {Code, Message}}',
  signature: '__type is a text, or Code and Message are, or name beside $metadata',
  codes: table,
  hasRetryFlag: false,
  bag: 'json',
  schema,
  tellingMembers: [['Error'], ['$metadata', 'name'], ['__type'], ['Code']],

  detect(body) {
    const { error, code, metadata, variant } = partsOf(body)
    const message = error.message ?? error.Message
    if (code === undefined || !(message === undefined || typeof message === 'string')) return 0
    if (!/^[\w.]+(?:#\w*)?(?::\S+)?$/.test(code)) return 0
    const isKnown = isErrorName(nameIn(code))
    if (variant === undefined) return isKnown ? 0.95 : 0.3
    if (variant === sdk) return isKnown ? 0.95 : 0.6
    if (!isKnown) return 0.2
    if (!/^[A-Z][\w.]+$/.test(code) || typeof message !== 'string') return 0
    if (variant === botocore) return metadata || hasOnly(body, ['Error', 'RequestId']) ? 0.9 : 0.6
    return hasOnly(body, ['Code', 'Message', 'RequestId', 'Type', 'HostId', 'LastUpdated', 'Resource'])
      ? 0.75
      : 0.6
  },

  read(body) {
    const { error, code, metadata, variant } = partsOf(body)
    const native = code === undefined ? undefined : nameIn(code)
    const message = asText(error.message ?? error.Message)
    const status = metadata && (metadata.httpStatusCode ?? metadata.HTTPStatusCode)
    const requestId = metadata?.requestId ?? metadata?.RequestId ?? body.RequestId
    const bag = others(error, own)
    const hint = ifObject(body.$retryable)
    const known = native === undefined ? 'unknown' : codeOf(native)
    return {
      nativeCode: native,
      code: known,
      impliedCode: isStatus(status) ? codeByStatus(status, [], [message]) : classify(message).code,
      variant,
      message,
      // What the SDK marks it does for codes that are retried anyway; on any other it says so.
      retryable: hint && !codes[known].retryable ? true : undefined,
      retryAfter: retryAfterIn(bag),
      issues: issuesFrom(bag?.fieldList),
      resource: ifText(bag?.resourceId),
      requestId: ifText(requestId),
      status: isStatus(status) ? status : undefined,
      details: bag,
    }
  },

  write(error, code, variant): JsonObject {
    const { message, retryAfter, requestId, status, details } = error
    const all = withRetryAfter(details, retryAfter, retryAfterIn, [inSeconds]) ?? {}
    const bag = without(withoutOtherSignatures(all), own)
    if (variant === botocore) {
      const metadata = {
        ...(requestId !== undefined && { RequestId: requestId }),
        ...(status && { HTTPStatusCode: status }),
      }
      return { Error: { Code: code, Message: message, ...bag }, ResponseMetadata: metadata }
    }
    if (variant === flat) return { Code: code, Message: message, ...bag }
    if (variant === sdk) {
      const $fault = codes[error.code].status < 500 ? 'client' : 'server'
      const $metadata = {
        ...(status && { httpStatusCode: status }),
        ...(requestId !== undefined && { requestId }),
      }
      return { name: code, $fault, $metadata, message, ...bag }
    }
    return { __type: code, message, ...bag }
  },
})

export default aws

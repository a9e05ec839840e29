import * as z from 'zod'
import type { CanonicalError } from '../core/canonical-error'
import { codeByWords } from '../core/code-words'
import { broadening, type CanonicalCode, codes, rootOf } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { flagOf } from '../core/flag'
import { codeOfStatus } from '../core/http-status'
import { isJsonObject, type JsonObject, type JsonValue, joined, member } from '../core/json'
import { asText } from '../core/json-write'
import { canonicalCode } from '../core/native-code'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'

const kind = 'toolError:v1'

/** The wire type. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    kind: z.literal(kind),
    code: z.string(),
    message: z.string(),
    retryable: z.boolean().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
)

/** An error as a `toolError:v1` server sends it. */
export type ToolErrorV1 = z.infer<typeof schema>

const table = [
  ['NETWORK_ERROR', 'network'],
  ['NETWORK_ERROR', 'timeout'],
  ['NETWORK_ERROR', 'tls_failure'],
  ['SERVER_ERROR', 'upstream_failed'],
  ['SERVER_ERROR', 'unavailable'],
  ['SERVER_ERROR', 'transient'],
  ['CLIENT_ERROR', 'invalid_input'],
  ['CLIENT_ERROR', 'conflict'],
  ['CLIENT_ERROR', 'rate_limited'],
  ['NOT_FOUND', 'not_found'],
  ['AUTHENTICATION_ERROR', 'unauthenticated'],
  ['AUTHENTICATION_ERROR', 'permission_denied'],
  ['UNKNOWN_ERROR', 'unknown'],
  ['UNKNOWN_ERROR', 'internal'],
] as const

// What `details.errorType` says of a NETWORK_ERROR.
const errorTypes = [
  ['timeout', 'timeout'],
  ['connection_refused', 'connection_refused'],
  ['dns_error', 'dns_failure'],
  ['tls_error', 'tls_failure'],
] as const

const retriedByDefault = ['NETWORK_ERROR', 'SERVER_ERROR']

/** The details that tell codes apart. */
interface Hints {
  readonly statusCode?: JsonValue | undefined
  readonly errorType?: JsonValue | undefined
  readonly cause?: JsonValue | undefined
}

function hintsIn(details: JsonObject): Hints {
  return {
    statusCode: member(details, 'statusCode'),
    errorType: member(details, 'errorType'),
    cause: member(details, 'cause'),
  }
}

/** One code of this dialect covers several canonical ones; its details tell which. */
function codeOf(native: string, hints: Hints): CanonicalCode {
  const { statusCode } = hints
  const ofStatus = isStatus(statusCode) ? codeOfStatus(statusCode) : undefined
  if (native === 'AUTHENTICATION_ERROR') return statusCode === 403 ? 'permission_denied' : 'unauthenticated'
  if (native === 'CLIENT_ERROR') return ofStatus ?? 'invalid_input'
  if (native === 'SERVER_ERROR')
    return ofStatus && rootOf(ofStatus) === 'transient' ? ofStatus : 'upstream_internal'
  if (native === 'NETWORK_ERROR') return networkCode(hints)
  return canonicalCode(table, native)
}

function networkCode(hints: Hints): CanonicalCode {
  const known = errorTypes.find(([name]) => name === hints.errorType)
  if (known) return known[1]
  const cause = codeByWords(withoutThings(asText(hints.cause)))
  const isOfNetwork = [...broadening(cause)].some((code) =>
    ['network', 'timeout', 'tls_failure'].includes(code),
  )
  return isOfNetwork ? cause : 'network'
}

/** A text without the hosts and files that it speaks of: that one is called tls.example.com tells nothing. */
function withoutThings(text: string): string {
  return text.replace(/[^\s"]+/g, (word) => (/[./]/.test(word) ? '' : word))
}

/** `{kind: "toolError:v1", code, message, retryable?, details?}`. */
export const toolerrorV1 = /* @__PURE__ */ defineDialect({
  id: 'toolerror-v1',
  title: 'toolError:v1 {kind, code, message, retryable?, details?}',
  codes: table,
  signature: 'kind is "toolError:v1"',
  hasRetryFlag: true,
  bag: 'json',
  decidingDetails: ['statusCode', 'errorType', 'cause'],
  layout: { indent: 2 },
  schema,
  shape: {
    message: 'message',
    inside: ['details'],
    byValue: ['kind', 'code', 'retryable', 'statusCode', 'errorType', 'cause'],
  },
  tellingMembers: [['kind']],

  detect: (body) => (body.kind === kind ? 1 : 0),

  read({ code, message, retryable, details }) {
    const bag = isJsonObject(details) ? details : undefined
    const status = bag && member(bag, 'statusCode')
    return {
      nativeCode: typeof code === 'string' ? code : undefined,
      code: typeof code === 'string' ? codeOf(code, hintsIn(bag ?? {})) : 'unknown',
      message: asText(message),
      retryable: flagOf(retryable),
      retryAfter: retryAfterIn(bag),
      status: isStatus(status) ? status : undefined,
      details: bag,
    }
  },

  write(error, code): JsonObject {
    const { message, retryable, retryAfter } = error
    const expected = codes[error.code].retryable
    const said = retryable ?? (expected === retriedByDefault.includes(code) ? undefined : expected)
    return {
      kind,
      code,
      message,
      ...(said !== undefined && { retryable: said }),
      details: withRetryAfter(detailsFor(error, code), retryAfter, retryAfterIn, [inSeconds]) ?? {},
    }
  },

  // The document's own default is `markdown`, which leaves the code to `structuredContent`: many clients drop that.
  result: {
    formats: ['json', 'both', 'markdown'],
    put({ error, body, text }, format) {
      const human = { type: 'text', text: `**Error:** ${error.message}`, mimeType: 'text/markdown' }
      const json = { type: 'text', text, mimeType: 'application/json' }
      return {
        content: [...(format === 'json' ? [] : [human]), ...(format === 'markdown' ? [] : [json])],
        structuredContent: body,
        isError: error.severity !== 'warning',
      }
    },
  },
})

/** The details, with the status, and with a status or an error type where it takes one to tell the code. */
function detailsFor(error: CanonicalError, code: string): JsonObject {
  const { details = {} } = error
  const said = hintsIn(details)
  const found = (hint: JsonObject) => codeOf(code, Object.assign({}, said, hint))
  const errorType = errorTypes.find(([, meaning]) => meaning === error.code)?.[0]
  const hints: JsonObject[] = [{}, { statusCode: codes[error.code].status }]
  if (error.status !== undefined) hints.unshift({ statusCode: error.status })
  if (errorType) hints.unshift({ ...hints[0], errorType })
  const fitting = hints.filter(
    (hint) => !Object.hasOwn(details, 'errorType') || !Object.hasOwn(hint, 'errorType'),
  )
  const exact = fitting.find((hint) => found(hint) === error.code)
  const near = fitting.find((hint) => rootOf(found(hint)) === rootOf(error.code))
  const hint = exact ?? near ?? fitting[0] ?? {}
  return Object.entries(hint).every(([name, value]) => details[name] === value)
    ? details
    : joined(details, hint)
}

export default toolerrorV1

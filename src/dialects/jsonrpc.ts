import * as z from 'zod'
import type { CanonicalError } from '../core/canonical-error'
import { classify } from '../core/classify'
import type { CanonicalCode } from '../core/codes'
import { type CodeRow, type DialectNamed, defineDialect, type WritableDialect } from '../core/dialect'
import { issuesInWords } from '../core/issues-in-words'
import { hasOnly, ifObject, ifText, type JsonObject, type JsonValue, member } from '../core/json'
import { acceptedRpcRows, codeOfRpc, isReservedRpcCode, rpcRows } from '../core/json-rpc'
import { asText } from '../core/json-write'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { isTyped, readDetails } from './google-rpc/details'
import { type Vocabulary, vocabularyRows, wordsFirst } from './jsonrpc/vocabularies'

/** The wire type: an answer with an error, which tRPC does not call one over HTTP, or the error object alone. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const errorSchema = z.strictObject({
    code: z.int(),
    message: z.string(),
    data: z.unknown().optional(),
  })
  return z.union([
    z.strictObject({
      jsonrpc: z.literal('2.0').optional(),
      id: z.union([z.string(), z.number(), z.null()]).optional(),
      error: errorSchema,
    }),
    errorSchema,
  ])
})

/** A JSON-RPC error. */
export type JsonRpcError = z.infer<typeof schema>

/** The error object alone. */
const bare = 'bare'
/** In `error`, without saying that it is JSON-RPC, as tRPC does over HTTP. */
const unnamed = 'unnamed'

// What is written where no code of JSON-RPC says it: an HTTP status, which is outside of every reserved range.
const statusCodes: readonly CodeRow[] = [
  ['401', 'unauthenticated'],
  ['402', 'quota_exceeded'],
  ['403', 'permission_denied'],
  ['404', 'not_found'],
  ['409', 'conflict'],
  ['429', 'rate_limited'],
  ['499', 'cancelled'],
  ['502', 'upstream_failed'],
  ['503', 'unavailable'],
  ['503', 'transient'],
  ['504', 'timeout'],
]

// Everybody uses these for everything, and -32002 for something else: the words say more.
const vagueCodes: readonly string[] = ['-32600', '-32602', '-32603', '-32002']

/** What JSON-RPC has a code for is written with that code. */
function isStandard([native]: CodeRow): boolean {
  return rpcRows.some(([known]) => known === native)
}

/** Of the others, signals of MCP and what it has retired are only understood. */
function isOwn(row: CodeRow): boolean {
  return !isStandard(row) && !acceptedRpcRows.some((each) => each.join() === row.join())
}

function errorIn(body: JsonObject): { error: JsonObject; variant?: string } {
  const error = ifObject(body.error)
  if (!error) return { error: body, variant: bare }
  return body.jsonrpc === undefined ? { error, variant: unnamed } : { error }
}

/** The dialect, with what its codes mean to one kind of server. */
function speaking<const Id extends string>(
  id: Id,
  title: string,
  own: readonly CodeRow[],
  vague: readonly string[],
  vocabularies?: readonly WritableDialect[],
): DialectNamed<Id> & WritableDialect {
  return defineDialect({
    id,
    title,
    signature:
      'jsonrpc is "2.0" beside an error with a number for its code, or such a code from -32768 to -32000',
    codes: [...own.filter(isStandard), ...rpcRows, ...own.filter(isOwn), ...statusCodes],
    hasRetryFlag: false,
    bag: 'json',
    schema,
    ...(vocabularies && { vocabularies }),
    tellingMembers: [['error'], ['code', 'message']],

    detect(body) {
      const { error, variant } = errorIn(body)
      const { code, message } = error
      if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string') return 0
      const isPure = hasOnly(error, ['code', 'message', 'data'])
      if (variant === undefined)
        return body.jsonrpc === '2.0' ? (isPure && hasOnly(body, ['jsonrpc', 'id', 'error']) ? 1 : 0.85) : 0
      if (!isReservedRpcCode(code)) return 0
      return isPure && (variant === bare || hasOnly(body, ['error', 'id'])) ? 0.9 : 0.6
    },

    read(body) {
      const { error, variant } = errorIn(body)
      const { code, message, data } = error
      const native = typeof code === 'number' || typeof code === 'string' ? String(code) : undefined
      const bag = data === undefined || data === null ? undefined : (ifObject(data) ?? { data })
      const status = bag && member(bag, 'httpStatus')
      const meant = own.find(([known]) => known === native)?.[1]
      const known = codeOfRpc(Number(native))
      const isVague = native === undefined || (meant ? vague : vagueCodes).includes(native)
      // Agent2Agent has a list of typed details there.
      const typed = Array.isArray(data) && data.every(isTyped) ? readDetails(data) : undefined
      return {
        nativeCode: native,
        code: isVague ? 'unknown' : (meant ?? known ?? codeOfApplication(native)),
        impliedCode: codeByWords(bag, asText(message)) ?? meant ?? known ?? 'unknown',
        variant,
        message: asText(message),
        retryAfter: retryAfterIn(bag) ?? typed?.retryAfter,
        issues: typed?.issues ?? issuesInWords(asText(message)),
        status: isStatus(status) ? status : undefined,
        details: bag,
      }
    },

    write(error, native, variant): JsonObject {
      const code = Number(native)
      const inner = errorObject(error, code)
      // Alone, only a code that JSON-RPC has reserved tells what it is.
      const isPlain = !isReservedRpcCode(code) || variant === undefined
      if (isPlain) return { jsonrpc: '2.0', id: null, error: inner }
      return variant === bare ? inner : { error: inner }
    },
  })
}

function errorObject({ message, retryAfter, details }: CanonicalError, code: number): JsonObject {
  const data = withRetryAfter(details, retryAfter, retryAfterIn, [inSeconds])
  return {
    code: Number.isInteger(code) ? code : -32603,
    message,
    ...(data && Object.keys(data).length > 0 && { data }),
  }
}

/** An HTTP status in place of a code. */
function codeOfApplication(native: string): CanonicalCode {
  return statusCodes.find(([known]) => known === native)?.[1] ?? 'unknown'
}

/** What the data calls it, as tRPC does, or else the words of the message. */
function codeByWords(data: JsonObject | undefined, message: string): CanonicalCode | undefined {
  const named: (JsonValue | undefined)[] = data ? [data.code, data.reason, data.type] : []
  const words = [...named.map(ifText), message]
  return words
    .map((each) => (each === undefined ? 'unknown' : classify(each).code))
    .find((code) => code !== 'unknown')
}

/** The vocabularies, each a dialect with the id `jsonrpc-<name>`. */
export const vocabularies = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ (Object.entries(vocabularyRows) as [Vocabulary, readonly CodeRow[]][]).map(([name, rows]) =>
    speaking(`jsonrpc-${name}`, `JSON-RPC with the codes of ${name}`, rows, wordsFirst[name] ?? []),
  ),
)

/** `{code, message, data}`: JSON-RPC, in an answer or alone. What a code means that nobody agrees on, the words say. */
export const jsonrpc = /* @__PURE__ */ speaking(
  'jsonrpc',
  'JSON-RPC {jsonrpc: "2.0", error: {code: -32602, message, data?}}',
  [],
  [],
  vocabularies,
)

export default jsonrpc

import * as z from 'zod'
import type { CanonicalError, Issue } from '../core/canonical-error'
import { codes } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { requestIdIn } from '../core/field-issues'
import { summaryOf } from '../core/issues'
import {
  hasOnly,
  ifObject,
  ifText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  others,
} from '../core/json'
import { asText } from '../core/json-write'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { codeByStatus, statusFrom, statusRows } from '../core/status-rows'
import { waitInWords } from '../core/wait-in-words'

/** The wire type, from JSON:API 1.1. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const anything = z.record(z.string(), z.unknown())
  const errorSchema = z.strictObject({
    id: z.string().optional(),
    links: anything.optional(),
    status: z.string().optional(),
    code: z.string().optional(),
    title: z.string().optional(),
    detail: z.string().optional(),
    source: z
      .strictObject({ pointer: z.string(), parameter: z.string(), header: z.string() })
      .partial()
      .optional(),
    meta: anything.optional(),
  })
  return z.strictObject({
    errors: z.array(errorSchema).min(1),
    meta: anything.optional(),
    jsonapi: anything.optional(),
    links: anything.optional(),
  })
})

/** An error document of JSON:API. */
export type JsonApiErrors = z.infer<typeof schema>

const errorMembers = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta']

/** `{errors: [{status, code, title, detail, source, meta}]}`: JSON:API. */
export const jsonApi = /* @__PURE__ */ defineDialect({
  id: 'json-api',
  title: 'JSON:API {errors: [{status?, code?, title?, detail?, source?, meta?}]}',
  signature: 'errors is a list of {title or detail} with status, code or source',
  codes: statusRows,
  hasRetryFlag: false,
  hasStatus: true,
  bag: 'json',
  mediaType: 'application/vnd.api+json',
  schema,
  tellingMembers: [['errors']],

  detect({ errors, data, ...rest }) {
    if (data !== undefined || !Array.isArray(errors) || errors.length === 0) return 0
    const entries = errors.filter(isJsonObject)
    if (entries.length < errors.length || !entries.every(isSaying)) return 0
    const isPure =
      entries.every((each) => hasOnly(each, errorMembers)) && hasOnly(rest, ['meta', 'jsonapi', 'links'])
    const isSure = entries.every(
      ({ status, source }) => /^\d{3}$/.test(asText(status)) || isJsonObject(source),
    )
    return isPure ? (isSure ? 0.95 : 0.6) : isSure ? 0.6 : 0.4
  },

  read({ errors, meta: outer }) {
    const entries = (Array.isArray(errors) ? errors : []).filter(isJsonObject)
    const [first = {}] = entries
    const isMain = pathOf(first) === undefined
    const issues = (isMain ? entries.slice(1) : entries).map(issueOf)
    const { id, status, code, title, detail, meta } = first
    const said = Number(asText(status))
    const bag = ifObject(meta)
    const message = isMain ? (ifText(detail) ?? ifText(title) ?? '') : summaryOf(issues)
    return {
      nativeCode: ifText(code),
      code: 'unknown',
      impliedCode: codeByStatus(isStatus(said) ? said : undefined, [code], [title, detail]),
      message,
      ...(issues.length > 0 && { issues }),
      retryAfter: waitIn(message)(bag ?? {}),
      requestId: requestIdIn(bag) ?? requestIdIn(ifObject(outer)),
      status: isStatus(said) ? said : undefined,
      details: withKnown(bag, { id, ...(isMain && detail !== undefined && { title }) }),
    }
  },

  write(error, native): JsonObject {
    const { message, issues = [], details } = error
    const bag = withRetryAfter(details, error.retryAfter, waitIn(message), [inSeconds])
    const isAll = issues.length > 0 && message === summaryOf(issues) && issues[0]?.path !== ''
    const main = mainError(error, native, bag)
    const { status = '' } = main
    const fields = issues.map(({ path, message }) => ({ status, detail: message, ...sourceOf(path) }))
    const [firstField, ...otherFields] = fields
    const { detail: _, ...head } = main
    // Where the fields say all of it, what the error says besides stands with the first.
    return { errors: isAll && firstField ? [{ ...head, ...firstField }, ...otherFields] : [main, ...fields] }
  },
})

const waitIn = (message: string) => (bag: JsonObject) => retryAfterIn(bag) ?? waitInWords(message)

function mainError(error: CanonicalError, native: string, bag: JsonObject | undefined): JsonObject {
  const { status = statusFrom(native) ?? codes[error.code].status } = error
  const [id, title] = [bag?.id, bag?.title].map(ifText)
  const taken = [...(id === undefined ? [] : ['id']), ...(title === undefined ? [] : ['title'])]
  const meta = bag && others(bag, taken)
  return {
    ...(id !== undefined && { id }),
    status: String(status),
    ...(statusFrom(native) === undefined && { code: native }),
    ...(title !== undefined && { title }),
    detail: error.message,
    ...(meta && { meta }),
  }
}

/** A bag with members of the entry that the canonical error has no place for. */
function withKnown(
  bag: JsonObject | undefined,
  known: { [name: string]: JsonValue | undefined },
): JsonObject | undefined {
  const texts = Object.entries(known).filter(([, value]) => typeof value === 'string') as [string, string][]
  return texts.length > 0 ? { ...Object.fromEntries(texts), ...bag } : bag
}

function isSaying({ title, detail, status, code, source }: JsonObject): boolean {
  const isNamed = typeof title === 'string' || typeof detail === 'string'
  return isNamed && [status, code, source].some((each) => each !== undefined)
}

/** The place in the document that an entry is about. */
function pathOf({ source }: JsonObject): string | undefined {
  const { pointer, parameter, header } = ifObject(source) ?? {}
  return ifText(pointer) ?? ifText(parameter) ?? ifText(header)
}

function sourceOf(path: string): { source?: JsonObject } {
  if (path === '') return {}
  return { source: path.startsWith('/') ? { pointer: path } : { parameter: path } }
}

function issueOf(entry: JsonObject): Issue {
  return { path: pathOf(entry) ?? '', message: ifText(entry.detail) ?? asText(entry.title) }
}

export default jsonApi

import * as z from 'zod'
import type { Issue } from '../core/canonical-error'
import { classify } from '../core/classify'
import { defineDialect } from '../core/dialect'
import { issuesFrom, issuesIn, requestIdIn } from '../core/field-issues'
import { summaryOf } from '../core/issues'
import {
  ifObject,
  ifText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  without,
} from '../core/json'
import { listIn, listKey } from '../core/list-body'
import { isStatus } from '../core/readable'
import { retryAfterIn } from '../core/retry-after'
import { codeByStatus } from '../core/status-rows'
import { waitInWords } from '../core/wait-in-words'

type Path = readonly string[]

// Where servers say what happened, what they call it, and which HTTP status it has; the first that fits counts.
const messagePaths: readonly Path[] = [
  ['message'],
  ['error', 'message'],
  ['error_description'],
  ['errorMessage'],
  ['error', 'reason'],
  ['error', 'info'],
  ['error', 'description'],
  ['error', 'msg'],
  ['error', 'detail'],
  ['error', 'title'],
  ['description'],
  ['detail'],
  ['msg'],
  ['Message'],
  ['err'],
  ['error_message'],
  ['errorSummary'],
  ['errmsg'],
  ['error', '0'],
  ['errors', 'detail'],
  ['errors', '0', 'message'],
  ['errors', '0', 'detail'],
  ['errors', '0'],
  ['errors'],
  ['errorMessages', '0'],
  ['message', '0'],
  ['error_summary'],
  ['reason'],
  ['error'],
  ['error', 'type'],
  ['error', 'code'],
  ['title'],
]
const codePaths: readonly Path[] = [
  ['error', 'code'],
  ['error_code'],
  ['errorCode'],
  ['code'],
  ['errorType'],
  ['error', 'type'],
  ['error', 'status'],
  ['error'],
  ['error_type'],
  ['reason'],
  ['category'],
  ['errors', '0', 'code'],
  ['errors', '0', 'error'],
  ['error_summary'],
  ['ECODE'],
  ['error'],
]
const statusPaths: readonly Path[] = [
  ['status'],
  ['statusCode'],
  ['status_code'],
  ['error', 'status'],
  ['error', 'statusCode'],
  ['error', 'code'],
  ['error_code'],
  ['code'],
  ['errors', '0', 'status'],
]

function at(body: JsonObject, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)]
    return isJsonObject(inner) ? member(inner, key) : undefined
  }, body)
}

interface Facts {
  body: JsonObject
  message: string | undefined
  messageAt: Path | undefined
  code: string | undefined
  codeAt: Path | undefined
  status: number | undefined
}

/** What a body says, wherever it says it. Of a list, the first entry speaks. */
function factsOf(given: JsonObject): Facts {
  const list = listIn(given)
  const body = Array.isArray(list) ? (ifObject(list[0]) ?? {}) : given
  const messageAt = messagePaths.find((path) => isSaying(at(body, path)))
  // What an entry is called is not what the error is called, unless the entry speaks for it.
  const mayName = ([first]: Path) =>
    first !== 'errors' || messageAt === undefined || messageAt[0] === 'errors'
  // A name says more than a number.
  const isNamed = (path: Path) => typeof at(body, path) === 'string' && !/^\d+$/.test(String(at(body, path)))
  const codesAt = codePaths.filter((path) => mayName(path) && isCode(at(body, path)))
  const codeAt = codesAt.find(isNamed) ?? codesAt[0]
  const statuses = statusPaths.map((path) => numberIn(at(body, path)))
  const code = codeAt && at(body, codeAt)
  return {
    body,
    message: messageAt && ifText(at(body, messageAt)),
    messageAt,
    code: code === undefined ? undefined : String(code).replace(/\/\.+$/, ''),
    codeAt,
    status: statuses.find((each) => isStatus(each) && each >= 400),
  }
}

/** A number, also as text. */
function numberIn(value: JsonValue | undefined): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

function isSaying(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '' && !noErrors.includes(value.toLowerCase())
}

/** Whether a value is a name or a number, and no sentence. */
function isCode(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  return (
    typeof value === 'string' && /^[\w.:/-]{2,80}$/.test(value) && !noErrors.includes(value.toLowerCase())
  )
}

// What a success says where an error would say what happened.
const noErrors: readonly string[] = [
  'none',
  'no error',
  'no_error',
  'ok',
  'success',
  'null',
  'false',
  'n/a',
  'nil',
]
// Where what belongs to an error stands.
const bags = ['details', 'data', 'metadata', 'parameters']
const failures: readonly unknown[] = ['error', 'fail', 'failed', 'failure', 'Failure', 'ERROR', 'FAILED']
const flags = ['ok', 'success', 'succeeded', 'isSuccess', 'successful'] as const

// Less than a dialect that has a name says of what looks like it.
const likely = 0.55

/** The wire type: anything, as long as something in it says that it failed. */
export const schema = /* @__PURE__ */ z.lazy(() => z.union([z.looseObject({}), z.array(z.looseObject({}))]))

/** An error in a shape that its server made up. */
export type AdhocError = z.infer<typeof schema>

/** How surely a body says that something failed, by what it says it with. */
function confidenceIn({ body, message, messageAt, code, status }: Facts): number {
  const { error, errors, object, kind, documentation_url, errorMessages, err } = body
  const isFlagged = flags.some((flag) => body[flag] === false)
  if (flags.some((flag) => body[flag] === true) || at(body, ['error']) === false) return 0
  const issues = issuesOf(body)
  if (message === undefined && !issues)
    return isFlagged && Object.values(without(body, flags)).every((each) => each === null) ? 0.55 : 0
  if (object === 'error' && (code ?? status) !== undefined) return 0.8
  if (kind === 'Status' && body.status === 'Failure') return 0.8
  if (isFlagged) return 0.65
  const hasData = ['data', 'result', 'results', 'items'].some((name) => isFilled(body[name]))
  const isNamed =
    isSaying(error) || isJsonObject(error) || isSaying(err) || isSaying(errors) || isFilled(errorMessages)
  // As hapi and Nest send it.
  if (isSaying(error) && messageAt?.[0] === 'message' && isStatus(numberIn(body.statusCode))) return 0.65
  if (isNamed && messageAt !== undefined) return hasData ? 0.4 : likely
  if (failures.includes(body.status) || failures.includes(body.type)) return likely
  if (isJsonObject(body.message) && issues) return likely
  if (isFilled(errors) && (issues || messageAt?.[0] === 'errors' || messageAt?.[0] === 'message'))
    return hasData ? 0.4 : likely
  if (body.errorMessage !== undefined && body.errorType !== undefined) return likely
  if (!['message', 'msg', 'Message'].includes(messageAt?.[0] ?? '')) return status === undefined ? 0.2 : 0.5
  const isMarked =
    documentation_url !== undefined || body.retry_after !== undefined || body.errorCode !== undefined
  if (status !== undefined || isMarked) return likely
  if (code !== undefined && Object.hasOwn(body, 'hint') && Object.hasOwn(body, 'details')) return likely
  const isTelling = [code ?? '', message ?? ''].some((each) => classify(each).code !== 'unknown')
  // What names its kind is a record of something.
  return code !== undefined && kind === undefined && isTelling ? 0.5 : 0.3
}

function isFilled(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isJsonObject(value) ? Object.keys(value).length > 0 : false
}

/** The shapes that servers make up: `{error}`, `{ok: false}`, `{success: false}`, `{errors}`, `{message, code}`. Only read. */
export const adhoc = /* @__PURE__ */ defineDialect({
  id: 'adhoc',
  title: 'Ad-hoc shapes {error}, {ok: false, …}, {success: false, …}, {message, code} (only read)',
  signature: 'a flag that says it failed, an error, errors, or a message with a code or a status',
  codes: [],
  hasRetryFlag: false,
  bag: 'json',
  schema,
  tellingMembers: [['object'], ['kind', 'status']],

  detect(body) {
    if (isFieldErrors(body) || isErrorList(listIn(body))) return likely
    return Array.isArray(listIn(body)) ? 0 : confidenceIn(factsOf(body))
  },

  read(given) {
    const facts = factsOf(given)
    const { body, messageAt, code, codeAt, status } = facts
    const issues =
      (isFieldErrors(given) ? issuesFrom(given) : undefined) ?? issuesFrom(listIn(given)) ?? issuesOf(body)
    const message = facts.message ?? (issues ? summaryOf(issues) : '')
    const isName = (value: string) => /^[\w.:/-]+$/.test(value) && !/^\d+$/.test(value)
    const names = [code, message].filter((each) => each !== undefined && isName(each))
    const inner = ifObject(body.error)
    const bag = detailsOf(given, body, [messageAt, codeAt])
    const implied = codeByStatus(status, names, [facts.message, ifText(body.error)])
    const inside = bags.flatMap((name) => [ifObject(inner?.[name]), ifObject(body[name])])
    const waits = [bag, inner, ...inside].map(retryAfterIn)
    const retryAfter = waits.find((each) => each !== undefined) ?? waitInWords(message)
    // Who says when to try again says that it will pass.
    const hinted = issues ? 'invalid_input' : retryAfter === undefined ? 'unknown' : 'transient'
    return {
      nativeCode: code,
      code: 'unknown',
      impliedCode: implied === 'unknown' ? hinted : implied,
      message,
      retryAfter,
      issues,
      requestId: requestIdIn(body) ?? requestIdIn(inner) ?? requestIdIn(ifObject(inner?.innerError)),
      status,
      details: Object.keys(bag).length > 0 ? bag : undefined,
    }
  },
})

/** The invalid fields that a body names, wherever it names them. */
function issuesOf(body: JsonObject): Issue[] | undefined {
  // One text under this name is what happened.
  const { detail, ...fields } = ifObject(body.errors) ?? {}
  if (typeof detail === 'string' && Object.keys(fields).length === 0) return undefined
  const { error, details, message, data, status } = body
  return (
    issuesIn(body) ??
    issuesIn(ifObject(error)) ??
    (Array.isArray(ifObject(error)?.details) ? issuesFrom(ifObject(error)?.details) : undefined) ??
    issuesIn(ifObject(details)) ??
    issuesFrom(ifObject(details)?.causes) ??
    (isJsonObject(message) ? (issuesFrom(message) ?? issuesFrom(message.detail)) : undefined) ??
    nestedIssues(body.errors, []) ??
    (status === 'fail' ? issuesFrom(data) : undefined)
  )
}

/** What Discord has: the fields as objects in one another, each with `_errors` where it is invalid. */
function nestedIssues(value: JsonValue | undefined, path: Path): Issue[] | undefined {
  if (!isJsonObject(value)) return undefined
  const issues = Object.entries(value).flatMap(([key, inner]): Issue[] => {
    if (key !== '_errors') return nestedIssues(inner, [...path, key]) ?? []
    return messagesIn(inner).map((message) => ({ path: path.join('.'), message }))
  })
  return issues.length > 0 ? issues : undefined
}

function messagesIn(errors: JsonValue): string[] {
  const entries = Array.isArray(errors) ? errors : []
  return entries.map((each) => ifText(ifObject(each)?.message)).filter((each) => each !== undefined)
}

/** Everything but what the error says itself, with what stands in `error` beside the rest. */
function detailsOf(given: JsonObject, body: JsonObject, taken: readonly (Path | undefined)[]): JsonObject {
  if (given !== body) return { errors: listIn(given) ?? [] }
  const top = taken.flatMap((path) => (path?.length === 1 ? path : []))
  const inside = taken.flatMap((path) => (path?.length === 2 && path[0] === 'error' ? [path[1] ?? ''] : []))
  const inner = ifObject(body.error)
  const rest = without(body, [...top, ...flags, ...(inner ? ['error'] : [])])
  return inner ? { ...without(inner, inside), ...rest } : rest
}

/** A list of errors, each with a message and a name or a place of its own. */
function isErrorList(list: JsonValue | undefined): boolean {
  const isError = (entry: JsonValue) =>
    isJsonObject(entry) &&
    typeof entry.message === 'string' &&
    ['errorCode', 'schemaPath'].some((name) => Object.hasOwn(entry, name))
  return Array.isArray(list) && list.every(isError)
}

function isSentence(text: string): boolean {
  return /^[A-Z]/.test(text) && text.includes(' ') && text.endsWith('.')
}

/** Nothing but lists of sentences by field, as Django REST framework sends it. */
function isFieldErrors(body: JsonObject): boolean {
  const values = Object.values(body)
  const isSentences = (value: JsonValue) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' && isSentence(each))
  return values.length > 0 && !Object.hasOwn(body, listKey) && values.every(isSentences)
}

export default adhoc

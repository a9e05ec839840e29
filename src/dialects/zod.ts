import * as z from 'zod'
import type { CanonicalError, Issue } from '../core/canonical-error'
import { defineDialect } from '../core/dialect'
import { isKeys, keysOf, pathFrom, summaryOf } from '../core/issues'
import { hasOnly, ifObject, isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { asText, writeJson } from '../core/json-write'
import { listIn, listKey } from '../core/list-body'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { flatIssues, formattedIssues, isFlat, isFormatted, isTree, treeIssues } from './zod/trees'

const issueSchema = () =>
  z.looseObject({
    code: z.string(),
    path: z.array(z.union([z.string(), z.number()])),
    message: z.string(),
  })

/** The wire type: the list of issues, and the other forms that zod makes of it. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const issue = issueSchema()
  const texts = z.array(z.string())
  const inText = z.strictObject({
    name: z.literal(['ZodError', '$ZodError']),
    message: z.string(),
  })
  const asObject = z.strictObject({ issues: z.array(issue), name: z.string().optional() })
  return z.union([
    z.array(issue).min(1),
    asObject,
    inText,
    z.strictObject({ success: z.literal(false), error: z.union([asObject, inText]) }),
    z.strictObject({ formErrors: texts, fieldErrors: z.record(z.string(), texts) }),
    z.looseObject({ _errors: texts }),
    z.looseObject({ errors: texts }),
  ])
})

/** The issues of zod, as JSON. */
export type ZodIssues = z.infer<ReturnType<typeof issueSchema>>[]

/** A form: how to find the issues in a body, and how to write a body of them where it has room for everything. */
interface Form {
  readonly name: string | undefined
  listIn(body: JsonObject): JsonValue | undefined
  bodyOf(list: JsonValue[]): JsonObject
}

// Those that hold the list itself. The first is what is written unless the error came in another.
const forms: readonly Form[] = [
  { name: undefined, listIn: (body) => listIn(body), bodyOf: (list) => ({ [listKey]: list }) },
  {
    name: 'error',
    listIn: (body) => (hasOnly(body, ['issues', 'name']) ? body.issues : undefined),
    bodyOf: (issues) => ({ issues, name: 'ZodError' }),
  },
  {
    name: 'text',
    listIn: ({ name, message }) =>
      /^\$?ZodError$/.test(asText(name)) ? readJsonQuietly(asText(message)) : undefined,
    bodyOf: (list) => ({ name: 'ZodError', message: writeJson(list, { indent: 2 }) }),
  },
  {
    name: 'result',
    listIn: (body) => {
      const error =
        body.success === false && hasOnly(body, ['success', 'error', 'data'])
          ? ifObject(body.error)
          : undefined
      return (
        error &&
        forms
          .slice(1, 3)
          .map((form) => form.listIn(error))
          .find(isIssues)
      )
    },
    bodyOf: (issues) => ({ success: false, error: { issues, name: 'ZodError' } }),
  },
]

// Those that are only read: they have no room for anything but messages.
const readings: readonly (readonly [
  is: (body: JsonObject) => boolean,
  read: (body: JsonObject) => Issue[],
])[] = [
  [isFlat, flatIssues],
  [isFormatted, formattedIssues],
  [isTree, treeIssues],
]

function formIn(body: JsonObject): { form: Form; list: JsonObject[] } | undefined {
  for (const form of forms) {
    const list = form.listIn(body)
    if (isIssues(list)) return { form, list }
  }
  return undefined
}

/** zod: the list of issues, and what `flattenError`, `formatError` and `treeifyError` make of it. */
export const zod = /* @__PURE__ */ defineDialect({
  id: 'zod',
  title: 'zod [{code, path, message, …}], flattened and tree forms',
  signature: 'a list of issues with code, path and message, or what zod makes of one',
  codes: [],
  hasRetryFlag: false,
  bag: 'json',
  layout: { indent: 2 },
  schema,
  tellingMembers: [
    ['[].code', '[].path', '[].message'],
    ['issues'],
    ['name', 'message'],
    ['success', 'error'],
    ['formErrors', 'fieldErrors'],
    ['_errors'],
  ],

  detect(body) {
    const found = formIn(body)
    if (found && !found.list.every(({ code }) => zodCodes.includes(asText(code)))) return 0.3
    if (found)
      return found.form.name === undefined || body.name !== undefined || body.success === false ? 0.95 : 0.8
    if (isFlat(body) || isFormatted(body)) return isFlat(body) ? 0.8 : 0.75
    // A list of sentences alone is what others have, too.
    return isTree(body) ? (Object.keys(body).length > 1 ? 0.6 : 0.5) : 0
  },

  read(body) {
    const { form, list = [] } = formIn(body) ?? {}
    const [root] = list
    const isRooted =
      root !== undefined && root.code === custom && Array.isArray(root.path) && root.path.length === 0
    const all = form ? list.map(issueOf) : (readings.find(([is]) => is(body))?.[1](body) ?? [])
    const issues = isRooted ? all.slice(1) : all
    const bag = isRooted ? ifObject(root.params) : undefined
    return {
      message: isRooted ? asText(root.message) : all.length > 0 ? summaryOf(all) : '',
      impliedCode: 'invalid_arguments',
      variant: form?.name,
      ...(issues.length > 0 && { issues }),
      retryAfter: retryAfterIn(bag),
      details: bag,
    }
  },

  write(error, _, variant): JsonObject {
    const form = forms.find(({ name }) => name === variant) ?? forms[0]
    const list = listOf(error)
    return form ? form.bodyOf(list) : { [listKey]: list }
  },
})

const custom = 'custom'
// Of version 4, and those that only version 3 has.
const zodCodes: readonly string[] = [
  custom,
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'too_big',
  'too_small',
  'not_multiple_of',
  'unrecognized_keys',
  'invalid_literal',
  'invalid_union_discriminator',
  'invalid_enum_value',
  'invalid_arguments',
  'invalid_return_type',
  'invalid_date',
  'invalid_string',
  'invalid_intersection_types',
  'not_finite',
]

/** One issue for the error as a whole, where that says more than the others do, and one for each field. */
function listOf({ message, issues = [], retryAfter, details }: CanonicalError): JsonObject[] {
  const bag = withRetryAfter(details, retryAfter, retryAfterIn, [inSeconds])
  const isBare = bag === undefined || Object.keys(bag).length === 0
  const list = issues.map(({ path, message }) => ({ code: custom, path: keysOf(path), message }))
  const first = list[0]
  const isEnough = isBare && first !== undefined && first.path.length > 0 && message === summaryOf(issues)
  if (isEnough) return list
  return [{ code: custom, path: [], message, ...(!isBare && { params: bag }) }, ...list]
}

function isIssues(value: JsonValue | undefined): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isIssue)
}

function isIssue(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    typeof value.code === 'string' &&
    typeof value.message === 'string' &&
    isKeys(value.path)
  )
}

function issueOf({ path, message }: JsonObject): Issue {
  return { path: isKeys(path) ? pathFrom(path) : '', message: asText(message) }
}

export default zod

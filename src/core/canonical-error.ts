import * as z from 'zod'
import { type CanonicalCode, codeNames } from './codes'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import { isPatch, type Patch } from './patch'

/** How bad it is. A `warning` is an advisory: the call worked. */
export type Severity = 'warning' | 'error' | 'critical'

/** One invalid field. */
export interface Issue {
  path: string
  message: string
}

/** Where an error was read from, and what only that dialect can say. */
export interface Origin {
  /** The dialect's id. */
  dialect: string
  /** Its native code, verbatim. */
  code?: string
  /** Which of the dialect's shapes it had, where it has several. */
  variant?: string
  /** How its text departs from what the dialect's writer would write for this error. */
  form?: Patch
  /** Which server of a fleet it came from. */
  server?: string
  /** How its MCP tool result departs from what the dialect's writer would write for this error. */
  result?: ResultForm
  /** What the body itself does not say, but what travels with it under the reserved key: `message`, `details.x`. */
  carried?: string[]
  /** Why what travels with the body, or claims to, was not taken. */
  ignored?: string
  /** Where it was before that, when it has been translated. */
  previous?: Origin
}

/** How an MCP tool result put an error. */
export interface ResultForm {
  /** Which of the dialect's formats it had, where the dialect has several. */
  format?: string
  /** How the parts that say the error depart from that format. */
  patch?: Patch
  /** The text of the error as it stood, where the dialect's writer lays the same data out otherwise. */
  text?: string
  /** What else the result carried: other content blocks, how many of them come before the error, other members. */
  kept?: { content?: JsonValue[]; before?: number; members?: JsonObject }
}

/** An error in the one form that every dialect is read into. An absent member was not said by the source. */
export interface CanonicalError {
  /** What kind of error it is; see {@link codes}. */
  code: CanonicalCode
  /** What happened, in words. */
  message: string
  /** How bad it is; `error` where the source does not say. */
  severity: Severity
  /** The same call, unchanged, may succeed later. */
  retryable?: boolean
  /** It may succeed once the caller changes something. */
  recoverable?: boolean
  /** The condition is expected to clear by itself. */
  temporary?: boolean
  /** Seconds to wait before the next try, fractions allowed. */
  retryAfter?: number
  /** What the caller should do next, in words. */
  recovery?: string
  /** Tools or actions to call instead. */
  actions?: string[]
  /** One entry per invalid field. */
  issues?: Issue[]
  /** What was being done. */
  operation?: string
  /** What it was being done to. */
  resource?: string
  /** The request's id. */
  requestId?: string
  /** RFC 3339, as the source wrote it. */
  timestamp?: string
  /** HTTP status. */
  status?: number
  /** Everything else the server said, as it said it. */
  details?: JsonObject
  /** Where it was read from. */
  origin?: Origin
}

// The schemas are made when they are first used: to make them takes a third of the import of all dialects, and bundlers
// leave out what is within a function that nobody calls.
const jsonObject = () => z.custom<JsonObject>(isJsonObject, 'expected a JSON object').meta({ type: 'object' })

const patchSchema = () =>
  z.custom<Patch>((value) => isPatch(value), 'expected a patch').meta({ type: 'object' })

/** The zod schema of {@link ResultForm}. */
export const ResultFormSchema: z.ZodType<ResultForm> = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    format: z.string().optional(),
    patch: patchSchema().optional(),
    text: z.string().optional(),
    kept: z
      .strictObject({
        content: z.array(z.custom<JsonValue>()).optional(),
        before: z.int().nonnegative().optional(),
        members: jsonObject().optional(),
      })
      .optional(),
  }),
)

const originSchema: z.ZodType<Origin> = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    dialect: z.string(),
    code: z.string().optional(),
    variant: z.string().optional(),
    form: patchSchema().optional(),
    server: z.string().optional(),
    result: ResultFormSchema.optional(),
    carried: z.array(z.string()).optional(),
    ignored: z.string().optional(),
    previous: originSchema.optional(),
  }),
)

const membersSchema = () =>
  z.strictObject({
    code: z.enum(codeNames),
    message: z.string(),
    severity: z.enum(['warning', 'error', 'critical']),
    retryable: z.boolean().optional(),
    recoverable: z.boolean().optional(),
    temporary: z.boolean().optional(),
    retryAfter: z.number().nonnegative().optional(),
    recovery: z.string().optional(),
    actions: z.array(z.string()).optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    operation: z.string().optional(),
    resource: z.string().optional(),
    requestId: z.string().optional(),
    timestamp: z.string().optional(),
    status: z.int().min(100).max(599).optional(),
    details: jsonObject().optional(),
    origin: originSchema.optional(),
  })

/** The zod schema of {@link CanonicalError}. */
export const CanonicalError: z.ZodType<CanonicalError> = /* @__PURE__ */ z.lazy(membersSchema)

/** Any of its members, each optional. */
export const PartialErrorSchema: z.ZodType<Partial<CanonicalError>> = /* @__PURE__ */ z.lazy(() =>
  membersSchema().partial(),
)

/** The members of a canonical error but for its origin, in their fixed order. */
export const fields = [
  'code',
  'message',
  'severity',
  'retryable',
  'recoverable',
  'temporary',
  'retryAfter',
  'recovery',
  'actions',
  'issues',
  'operation',
  'resource',
  'requestId',
  'timestamp',
  'status',
  'details',
] as const satisfies readonly (keyof CanonicalError)[]

/** A member of a canonical error other than its origin. */
export type Field = (typeof fields)[number]

/**
 * An error with other members. Not by a spread: in V8, what is added behind one gives every single object a hidden class of
 * its own, and whoever looks into it then takes ten times as long.
 */
export function changed(error: CanonicalError, members: Changes): CanonicalError {
  return Object.assign({}, error, members)
}

type Changes = { readonly [field in keyof CanonicalError]?: CanonicalError[field] | undefined }

/** A member's value as JSON data. */
export function fieldValue(error: Partial<CanonicalError>, field: Field): JsonValue | undefined {
  return error[field] as JsonValue | undefined
}

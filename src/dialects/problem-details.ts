import * as z from 'zod'
import { codes } from '../core/codes'
import { defineDialect } from '../core/dialect'
import { issuesIn, requestIdIn } from '../core/field-issues'
import { phraseOf } from '../core/http-phrase'
import { ifText, type JsonObject, member, others, without } from '../core/json'
import { withoutOtherSignatures } from '../core/other-signatures'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { codeByStatus, statusFrom, statusRows } from '../core/status-rows'

/** The wire type, from RFC 9457; extension members may be anything. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    title: z.string().optional(),
    status: z.int().min(100).max(599).optional(),
    detail: z.string().optional(),
    instance: z.string().optional(),
  }),
)

/** An error as a server sends it that speaks problem details. */
export type ProblemDetails = z.infer<typeof schema>

// The type of a problem that says no more than its status does.
const blank = 'about:blank'
const members = ['type', 'title', 'status', 'detail']
const isAddress = /^(?:about:blank|(?:https?:\/\/|urn:|tag:|\/)\S+)$/

/** RFC 9457: `{type, title, status, detail, instance}` and extension members. */
export const problemDetails = /* @__PURE__ */ defineDialect({
  id: 'problem-details',
  title: 'Problem details (RFC 9457) {type?, title?, status?, detail?, instance?, …}',
  signature: 'title or detail beside a type that is an address or a status from 400 on',
  codes: statusRows,
  hasRetryFlag: false,
  hasStatus: true,
  bag: 'json',
  mediaType: 'application/problem+json',
  schema,
  tellingMembers: [['title', 'status']],

  detect({ type, title, status, detail, instance, message }) {
    const isText = [type, title, detail, instance].every(
      (each) => each === undefined || typeof each === 'string',
    )
    const isFailure = isStatus(status) && status >= 400
    const isBare = type === blank && isFailure
    if (!isText || ((title ?? detail) === undefined && !isBare) || (status !== undefined && !isFailure))
      return 0
    // Others have a detail beside their message.
    if (type === undefined && title === undefined && message !== undefined) return 0
    const isNamed = typeof type === 'string' && isAddress.test(type)
    if (type !== undefined && !isNamed) return 0
    if (isFailure && title !== undefined) return isNamed ? 0.95 : 0.8
    return isFailure || isNamed ? 0.6 : 0
  },

  read(body) {
    const [type, title, detail] = [body.type, body.title, body.detail].map(ifText)
    const status = isStatus(body.status) ? body.status : undefined
    // A title that the status has not given says something, too.
    const ownTitle = title === titleOf(status) ? undefined : title
    const isKept = detail !== undefined && ownTitle !== undefined
    const own = ['type', 'status', 'detail', ...(isKept ? [] : ['title'])]
    const bag = others(body, own)
    const issues = issuesIn(bag)
    const implied = codeByStatus(status, [lastPart(type ?? '')], [ownTitle, detail])
    return {
      nativeCode: type === blank ? undefined : type,
      code: 'unknown',
      impliedCode: implied === 'unknown' && issues ? 'invalid_input' : implied,
      message: detail ?? title ?? (status === undefined ? '' : titleOf(status)),
      retryAfter: retryAfterIn(bag),
      issues,
      requestId: requestIdIn(bag),
      status,
      details: bag,
    }
  },

  write(error, native): JsonObject {
    // Below 400 it would be no problem.
    const said = error.status !== undefined && error.status >= 400 ? error.status : undefined
    const status = said ?? statusFrom(native) ?? codes[error.code].status
    const bag = withRetryAfter(error.details, error.retryAfter, retryAfterIn, [inSeconds]) ?? {}
    return {
      type: statusFrom(native) === undefined ? native : blank,
      title: ifText(member(bag, 'title')) ?? titleOf(status),
      status,
      detail: error.message,
      ...without(withoutOtherSignatures(bag), members),
    }
  },
})

function titleOf(status: number | undefined): string {
  return (status === undefined ? undefined : phraseOf(status)) ?? 'Error'
}

/** What an address calls the problem: the words behind its last slash, colon or hash sign. */
function lastPart(address: string): string {
  return address.replace(/\/$/, '').split(/[/:#]/).at(-1) ?? ''
}

export default problemDetails

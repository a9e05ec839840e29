import * as z from 'zod'
import type { Issue } from '../core/canonical-error'
import { classify } from '../core/classify'
import { defineDialect } from '../core/dialect'
import { isKeys, keysOf, pathFrom, summaryOf } from '../core/issues'
import { hasOnly, ifObject, isJsonObject, type JsonObject, type JsonValue, others } from '../core/json'
import { asText } from '../core/json-write'
import { isStatus } from '../core/readable'
import { inSeconds, retryAfterIn, withRetryAfter } from '../core/retry-after'
import { codeByStatus } from '../core/status-rows'
import { waitInWords } from '../core/wait-in-words'

/** The wire type: what FastAPI and Starlette send, and Django REST framework with a text. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const item = z.looseObject({
    loc: z.array(z.union([z.string(), z.number()])),
    msg: z.string(),
    type: z.string(),
  })
  return z.looseObject({
    detail: z.union([z.string(), z.array(item), z.record(z.string(), z.unknown())]),
  })
})

/** An error as a FastAPI server sends it. */
export type FastApiError = z.infer<typeof schema>

/** `{detail}`: a text, an object of the server's own, or a list of what is wrong with the input. */
export const fastapi = /* @__PURE__ */ defineDialect({
  id: 'fastapi',
  title: 'FastAPI {detail: text | [{loc, msg, type}] | {…}}',
  signature: 'detail is a text alone, or a list of {loc, msg, type}',
  codes: [],
  hasRetryFlag: false,
  bag: 'json',
  schema,
  tellingMembers: [['detail']],

  detect({ detail, ...rest }) {
    const isAlone = Object.keys(rest).length === 0
    if (Array.isArray(detail) && detail.length > 0 && detail.every(isItem)) return isAlone ? 0.95 : 0.75
    // A text says that something went wrong, or it is a detail of something else.
    if (typeof detail === 'string') {
      if (classify(detail).code === 'unknown') return 0.4
      return hasOnly(rest, usual) ? 0.6 : 0.2
    }
    const { code, error, message } = ifObject(detail) ?? {}
    const isError = typeof message === 'string' || (typeof error === 'string' && typeof code === 'string')
    return isError && isAlone ? 0.6 : 0
  },

  read(body) {
    const { detail } = body
    const beside = others(body, ['detail'])
    if (Array.isArray(detail)) {
      const items = detail.filter(isItem)
      const [root] = items
      const rest = (root && isRoot(root) ? items.slice(1) : items).map(issueOf)
      const bag = root && isRoot(root) ? ifObject(root.ctx) : undefined
      return {
        message: root && isRoot(root) ? asText(root.msg) : summaryOf(rest),
        impliedCode: 'invalid_arguments',
        ...(rest.length > 0 && { issues: rest }),
        retryAfter: retryAfterIn(bag) ?? retryAfterIn(beside),
        details: bag || beside ? { ...beside, ...bag } : undefined,
      }
    }
    // An object is of the server's own making; what stands beside a text says the same kind of things.
    const inner = ifObject(detail)
    const name = ['message', 'error', 'detail'].find((each) => typeof inner?.[each] === 'string') ?? 'message'
    const message = inner ? asText(inner[name]) : asText(detail)
    const bag = inner ? others({ ...beside, ...inner }, [name]) : beside
    const status = isStatus(bag?.status_code) ? bag.status_code : undefined
    return {
      message,
      impliedCode: codeByStatus(status, [bag?.code], [message]),
      status,
      retryAfter: waitIn(message)(bag ?? {}),
      details: bag,
    }
  },

  write({ message, issues, retryAfter, details }): JsonObject {
    const wait = issues ? retryAfterIn : waitIn(message)
    const bag = withRetryAfter(details, retryAfter, wait, [inSeconds])
    const isBare = bag === undefined || Object.keys(bag).length === 0
    // A text that speaks of nothing wrong would not be taken for an error.
    const isEnough = isBare && classify(message).code !== 'unknown'
    if (!issues || issues.length === 0) return { detail: isEnough ? message : { ...bag, message } }
    const root = { type: errorType, loc: [], msg: message, ...(!isBare && { ctx: bag }) }
    const items = issues.map(({ path, message }) => ({ type: errorType, loc: keysOf(path), msg: message }))
    return { detail: isBare && message === summaryOf(issues) ? items : [root, ...items] }
  },
})

// What pydantic calls an error that a validator has raised.
const errorType = 'value_error'
// What servers put beside a text.
const usual = ['code', 'messages', 'body', 'status_code', 'status', 'retry_after', 'request_id', 'errors']

const waitIn = (message: string) => (bag: JsonObject) => retryAfterIn(bag) ?? waitInWords(message)

function isItem(value: JsonValue): value is JsonObject {
  return (
    isJsonObject(value) &&
    isKeys(value.loc) &&
    typeof value.msg === 'string' &&
    typeof value.type === 'string'
  )
}

/** What is wrong as a whole, and not with a field. */
function isRoot({ loc }: JsonObject): boolean {
  return Array.isArray(loc) && loc.length === 0
}

function issueOf({ loc, msg }: JsonObject): Issue {
  return { path: isKeys(loc) ? pathFrom(loc) : '', message: asText(msg) }
}

export default fastapi

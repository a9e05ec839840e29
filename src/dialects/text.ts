import * as z from 'zod'
import { defineDialect, plainText } from '../core/dialect'
import type { JsonObject } from '../core/json'
import {
  confidenceInText,
  parseText,
  printText,
  readText,
  type TextBody,
  writeText,
} from '../core/plain-text'

export type { TextBody }

/** A text as data: what frameworks say around the message, and what stands on lines of their own below it. */
export const schema = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    prefix: z.string().optional(),
    trace: z.string().optional(),
    message: z.string(),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    recovery: z.string().optional(),
    actions: z.array(z.string()).optional(),
    advice: z.string().optional(),
    retryAfter: z.number().nonnegative().optional(),
    rest: z.string().optional(),
    untilDate: z.number().nonnegative().optional(),
    errlingua: z.looseObject({}).optional(),
  }),
)

/** Unstructured messages, as most servers return them. */
export const text = /* @__PURE__ */ defineDialect({
  id: plainText,
  title: 'Plain text: what happened, what to do, when to try again',
  signature: 'the words of a framework, a stack trace, or the name of an error at the beginning',
  codes: [],
  hasRetryFlag: false,
  bag: 'residue',
  mediaType: 'text/plain; charset=utf-8',
  schema,

  text: {
    detect: confidenceInText,
    parse: (text) => parseText(text) as unknown as JsonObject,
    print: (body) => printText(body as unknown as TextBody),
    lasting: withoutDate,
  },

  detect: () => 0,
  // A form from elsewhere may have made another body of it.
  read: (body) => readText(schema.parse(body) as TextBody),
  // What a text says is what its lines are read as.
  write: (error) => withoutDate(parseText(printText(writeText(error))) as unknown as JsonObject),
})

/** How far away a date is depends on when it is read. */
function withoutDate({ untilDate: _, ...body }: JsonObject): JsonObject {
  return body
}

export default text

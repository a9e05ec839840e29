// Errors as real servers send them, each in as many variants as there are words here: another message, other ids and numbers.

const things = ['invoice', 'ticket', 'calendar', 'deployment', 'workspace', 'index', 'mailbox', 'report']
const reasons = [
  'was removed yesterday',
  'is held by agent-7',
  'needs a time zone',
  'is not yours',
  'took too long',
]
const variants = things.flatMap((thing, i) =>
  reasons.map((reason, j) => ({
    thing,
    reason,
    id: `${thing}-${1000 + 37 * i + j}`,
    number: 17 * i + j,
    time: `2026-07-${10 + i}T0${j}:15:2${j}Z`,
  })),
)

const compact = (value) => JSON.stringify(value)
const indented = (value) => JSON.stringify(value, null, 2)
// As Python writes it.
const spaced = (value) =>
  indented(value)
    .replace(/\n\s*([}\]])/g, '$1')
    .replace(/([{[])\n\s*/g, '$1')
    .replace(/,\n\s*/g, ', ')

/** How the error of a dialect is made of what varies: a short one, one as usual, and one with much to say. */
const makers = {
  interbase: {
    short: ({ id, reason }) => compact({ type: 'CONFLICT', message: `${id} ${reason}`, recoverable: false }),
    usual: ({ id, reason, number }) =>
      compact({
        type: 'NOT_FOUND',
        message: `${id} ${reason}`,
        recoverable: false,
        data: { resource: id, attempts: number, owner: { agent: `agent-${number}`, since: number * 60 } },
      }),
    long: ({ thing, id, reason, number }) =>
      compact({
        type: 'VALIDATION',
        message: `The ${thing} ${id} could not be saved: it ${reason}. `.repeat(4),
        recoverable: true,
        data: {
          conflicts: Array.from({ length: 12 }, (_, i) => ({ path: `/${thing}/${i}`, version: number + i })),
          hint: `Read ${id} again before you change it.`,
          trace: `${id}:${number}`,
        },
      }),
  },
  'toolerror-v1': {
    short: ({ id, reason }) =>
      indented({
        kind: 'toolError:v1',
        code: 'NOT_FOUND',
        message: `${id} ${reason}`,
        retryable: false,
        details: {},
      }),
    usual: ({ id, reason, number }) =>
      indented({
        kind: 'toolError:v1',
        code: 'SERVER_ERROR',
        message: `${id} ${reason}`,
        retryable: true,
        details: { statusCode: 503, url: `https://api.example.com/${id}`, attempt: number },
      }),
    long: ({ thing, id, reason, number }) =>
      indented({
        kind: 'toolError:v1',
        code: 'VALIDATION_ERROR',
        message: `The ${thing} ${id} could not be saved: it ${reason}. `.repeat(4),
        retryable: false,
        details: {
          statusCode: 422,
          fields: Array.from({ length: 12 }, (_, i) => ({ name: `${thing}_${i}`, limit: number + i })),
          trace: `${id}:${number}`,
        },
      }),
  },
  agentapi: {
    short: ({ id, reason, time }) =>
      `${compact({ error: { code: 'MCP_TOOL_NOT_FOUND', message: `${id} ${reason}`, temporary: false, retryable: false }, timestamp: time })}\n`,
    usual: ({ id, reason, time, number }) =>
      `${compact({
        error: {
          code: 'MCP_CONNECTION_TIMEOUT',
          message: `${id} ${reason}`,
          operation: 'tools/call',
          resource: id,
          metadata: { endpoint: `https://${id}:8443/mcp`, attempt: number },
          temporary: true,
          retryable: true,
        },
        request_id: `req-${number}`,
        timestamp: time,
      })}\n`,
    long: ({ thing, id, reason, time, number }) =>
      `${compact({
        error: {
          code: 'MCP_INVALID_ARGUMENTS',
          message: `The ${thing} ${id} could not be saved: it ${reason}. `.repeat(4),
          operation: 'tools/call',
          resource: id,
          metadata: {
            fields: Array.from({ length: 12 }, (_, i) => ({ name: `${thing}_${i}`, limit: number + i })),
            trace: `${id}:${number}`,
          },
          temporary: false,
          retryable: false,
        },
        request_id: `req-${number}`,
        timestamp: time,
      })}\n`,
  },
  pydantic: {
    short: ({ id, reason }) => spaced({ error: 'not_found', message: `${id} ${reason}`, details: null }),
    usual: ({ id, reason, number }) =>
      spaced({
        error: 'rate_limited',
        message: `${id} ${reason}`,
        details: { resource: id, attempts: number, account: `account-${number}` },
      }),
    long: ({ thing, id, reason, number }) =>
      spaced({
        error: 'parse_error',
        message: `The ${thing} ${id} could not be read: it ${reason}. `.repeat(4),
        details: {
          lines: Array.from({ length: 12 }, (_, i) => ({ text: `${thing}_${i}`, line: number + i })),
          trace: `${id}:${number}`,
        },
      }),
  },
  fusion: {
    short: ({ id, reason }) =>
      `<tool_error code="NOT_FOUND">\n<message>${id} ${reason}</message>\n</tool_error>`,
    usual: ({ thing, id, reason }) =>
      `<tool_error code="NOT_FOUND">\n<message>${id} ${reason}</message>\n<recovery>Look for the ${thing} in the list first.</recovery>\n<available_actions>\n  <action>${thing}.list</action>\n  <action>${thing}.create</action>\n</available_actions>\n</tool_error>`,
  },
}

export const jsonDialects = ['interbase', 'toolerror-v1', 'agentapi', 'pydantic']
export const kinds = ['short', 'usual', 'long']

/** Many errors of one kind in a dialect, no two alike. */
export const varied = (dialect, kind) => variants.map(makers[dialect][kind])

/** Does something with one of many inputs, another each time. */
export function inTurn(inputs, work) {
  let turn = 0
  return () => work(inputs[turn++ % inputs.length])
}

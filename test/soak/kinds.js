// What is asked of the server of a soak, and what has to come back, whatever the way between.

const text = ({ result }) => result?.content?.[0]?.text
const isOk = (answer, id) => text(answer) === `ok ${id}` && !answer.result.isError

/** An error of a tool in the dialect that the proxy translates into. */
const isError = (type, message) => (answer, id) => {
  if (answer.result?.isError !== true) return false
  const body = JSON.parse(text(answer))
  return body.type === type && body.message.includes(message(id))
}
const isNotFound = isError('NOT_FOUND', (id) => `no ${id}`)

/** How a call is answered when the server ends before it has. */
export const isUnanswered = isError('TRANSIENT', () => 'before it answered')

/**
 * The faults: `isRight` tells the right answer to one. `tool` is what the server is asked for, the name itself unless it
 * says so; `isCancelled`: the client cancels it at once; `isUnanswerable`: nobody answers; `arguments`: what it carries;
 * `strays`: how many lines come along that answer nothing, where the client sees all that the server says.
 */
export const faults = {
  interbase: { isRight: isNotFound },
  agentapi: { isRight: isNotFound },
  fusion: { isRight: isNotFound },
  pydantic: { isRight: isNotFound },
  plain: { isRight: isNotFound },
  rpc: { isRight: ({ error }, id) => error?.code === -32050 && error.message === `no ${id}` },
  long: { isRight: ({ error }) => error?.code === -32603 && error.message.includes('longer than') },
  longRequest: {
    tool: 'ok',
    arguments: { much: 'x'.repeat(200_000) },
    isRight: ({ error }) => [-32600, -32000].includes(error?.code) && error.message.includes('longer than'),
  },
  garbage: { isRight: isOk, strays: 3 },
  notUtf8: { isRight: (answer) => text(answer)?.includes('\uFFFD') },
  twice: { isRight: isOk },
  unasked: { isRight: isOk, strays: 1 },
  notifying: { isRight: isOk, strays: 3 },
  split: { isRight: isOk },
  slow: { isRight: isOk },
  late: { isRight: isNotFound, isCancelled: true },
  cancelled: { isRight: () => false, isCancelled: true, isUnanswerable: true },
}

const kinds = Object.keys(faults)

/**
 * The call of a number: the first ones are one fault of each kind, so that what a proxy loads at the first sight of one is
 * there before its memory is looked at; then every hundredth is, one kind after the other. Some ids are texts.
 */
export function callOf(number) {
  const kind = kinds[number] ?? (number % 100 === 99 ? kinds[Math.floor(number / 100) % kinds.length] : 'ok')
  const fault = faults[kind] ?? { isRight: isOk }
  const id = number % 3 === 0 ? `call ${number}` : number
  const params = { name: fault.tool ?? kind, ...(fault.arguments && { arguments: fault.arguments }) }
  return { id, kind, ...fault, message: { jsonrpc: '2.0', id, method: 'tools/call', params } }
}

/** The call that ends the server. */
export const crash = (number) => ({
  id: number,
  kind: 'crash',
  isRight: isUnanswered,
  message: { jsonrpc: '2.0', id: number, method: 'tools/call', params: { name: 'crash' } },
})

export const cancellation = (requestId) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})

import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { callOf, cancellation, crash, isUnanswered } from './kinds.js'
import { startProxy } from './proxy.js'
import { Record } from './record.js'

const window = 32

/** Starts a proxy that listens, and says where. */
export async function listeningProxy() {
  const proxy = startProxy(['--listen', '127.0.0.1:0'], ['ignore', 'ignore', 'pipe'])
  const [told] = await once(proxy.stderr, 'data')
  proxy.stderr.resume()
  return { proxy, url: new URL(/listening on (\S+)/.exec(told)[1]) }
}

/** Makes calls over Streamable HTTP in a session of its own, which ends with a crash of its server. */
export async function httpSession(url, { first, count, onAnswer }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * window })
  const record = new Record()
  const session = await begun(url, agent)
  let made = 0
  const headers = { 'mcp-session-id': session }

  const makeCalls = async () => {
    while (made < count - 1) await make(callOf(first + made++))
  }
  const make = async (call) => {
    // The POST of a call that is cancelled ends, unless its answer is faster.
    record.ask({ ...call, isOptional: call.isCancelled })
    const answered = post(url, agent, call.message, headers)
    if (call.isCancelled) await post(url, agent, cancellation(call.id), headers)
    const { messages } = await answered
    for (const message of messages) if (record.answer(message, isUnanswered)) onAnswer()
  }
  await Promise.all(Array.from({ length: window - 1 }, makeCalls))
  // Some wait while the server ends.
  const waiting = [1, 2, 3].map((i) =>
    make({ ...crash(`${first} waits ${i}`), message: silent(`${first} waits ${i}`) }),
  )
  await Promise.all([...waiting, make(crash(first + made))])
  record.close()
  agent.destroy()
  return { record }
}

const silent = (id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'cancelled' } })

async function begun(url, agent) {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'soak', version: '1' },
  }
  const { headers } = await post(url, agent, { jsonrpc: '2.0', id: 'begin', method: 'initialize', params })
  return headers['mcp-session-id']
}

/** Sends a message, and gives all that answers it, be it JSON or events. */
async function post(url, agent, message, headers = {}) {
  const accept = 'application/json, text/event-stream'
  const sent = request(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', accept, ...headers },
  })
  sent.end(JSON.stringify(message))
  const [response] = await once(sent, 'response')
  const pieces = []
  for await (const piece of response) pieces.push(piece)
  const body = Buffer.concat(pieces).toString('utf8')
  const texts =
    response.headers['content-type'] === 'text/event-stream'
      ? body.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
      : body === ''
        ? []
        : [body]
  const messages = texts.map((text) => JSON.parse(text)).filter(({ method }) => method === undefined)
  return { headers: response.headers, messages }
}

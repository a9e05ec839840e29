// A server over HTTP that goes wrong in the way that the called tool is named for.
import { flood, sayLong } from './much.js'
import { serveHttp } from './serve.js'

const size = Number(process.argv[2] ?? '0')
const answer = (id, text) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })
const event = (line) => `data: ${line}\n\n`
const json = (response) => response.writeHead(200, { 'content-type': 'application/json' })
const events = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' })

const ways = {
  /** Answers with a body of the size. */
  async json(id, response) {
    await sayLong(json(response), id, size)
    response.end()
  },
  /** Answers with an event of the size. */
  async event(id, response) {
    events(response).write('data: ')
    await sayLong(response, id, size)
    response.end('\n\n')
  },
  /** Says so much in events of 1 kB, and then answers. */
  async flood(id, response) {
    const hash = await flood(events(response), size, event)
    response.end(event(answer(id, `that was all: ${hash}`)))
  },
  /** Begins to answer. */
  half: (_, response) => json(response).write('{"jsonrpc":"2.0",'),
  /** Says something, but never answers. */
  begun: (_, response) => events(response).write(event('{"jsonrpc":"2.0","method":"begun"}')),
  /** Never answers. */
  silent: () => {},
}

serveHttp(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  if (request.method !== 'POST') return response.writeHead(405).end()
  const { id, method, params } = JSON.parse(body)
  if (id === undefined) return response.writeHead(202).end()
  const way = method === 'tools/call' ? ways[params.name] : undefined
  return way ? way(id, response) : json(response).end(answer(id, 'here'))
})

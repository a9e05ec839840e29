import { randomUUID } from 'node:crypto'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { EventStore } from './everything/event-store.js'
import { createServer } from './everything/server.js'
import { serveHttp } from './serve.js'

const sessions = new Map()

async function newSession() {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: new EventStore(),
    retryInterval: 100,
    onsessioninitialized: (id) => sessions.set(id, transport),
    onsessionclosed: (id) => sessions.delete(id),
  })
  await createServer().connect(transport)
  return transport
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** A page of another site has its own name in one of the headers, even where that name leads to this machine. */
function isLocal({ host, origin }) {
  const urls = origin === undefined ? [`http://${host}`] : [`http://${host}`, origin]
  return urls.every((url) => URL.canParse(url) && loopback.includes(new URL(url).hostname))
}

serveHttp(async (request, response) => {
  const id = request.headers['mcp-session-id']
  if (!isLocal(request.headers)) return response.writeHead(403).end()
  if (id !== undefined && !sessions.has(id)) return response.writeHead(404).end()
  const transport = sessions.get(id) ?? (await newSession())
  await transport.handleRequest(request, response)
})

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { commandLine, serveHttp } from './serve.js'
import { handlersOf, highLevelKinds, register, toolsOf } from './tools.js'

const info = { name: 'errlingua-test-v2', version: '1.0.0' }
const sdk = { protocolError: (code, message, data) => new ProtocolError(code, message, data) }

/** `Server` takes the mimeType off text blocks; servers in other languages do not. */
class ExactServer extends Server {
  _wrapHandler(_method, handler) {
    return handler
  }
}

function lowLevel(tools) {
  const server = new ExactServer(info, { capabilities: { tools: {} } })
  const unknown = (name) => new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
  const { list, call } = handlersOf(tools, sdk, unknown)
  server.setRequestHandler('tools/list', list)
  server.setRequestHandler('tools/call', call)
  return server
}

export function createServer(kind) {
  const tools = toolsOf(kind)
  return highLevelKinds.includes(kind) ? register(new McpServer(info), tools, sdk) : lowLevel(tools)
}

function toRequest(incoming, signal) {
  const { method, headers, url } = incoming
  const body = method === 'POST' ? Readable.toWeb(incoming) : undefined
  return new Request(`http://${headers.host}${url}`, { method, headers, body, duplex: 'half', signal })
}

const command = commandLine(import.meta.url)
if (command?.http) {
  toolsOf(command.kind)
  const handler = createMcpHandler(() => createServer(command.kind))
  serveHttp(async (incoming, outgoing) => {
    const left = new AbortController()
    outgoing.on('close', () => left.abort())
    const response = await handler.fetch(toRequest(incoming, left.signal))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (!response.body) return outgoing.end()
    await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => {}) // the client has left
  })
} else if (command) {
  toolsOf(command.kind)
  serveStdio(() => createServer(command.kind))
}

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { commandLine, serveHttp } from './serve.js'
import { handlersOf, highLevelKinds, register, toolsOf } from './tools.js'

const info = { name: 'errlingua-test-v1', version: '1.0.0' }
const sdk = { protocolError: (code, message, data) => new McpError(code, message, data) }

/** `Server` takes the mimeType off text blocks; servers in other languages do not. */
class ExactServer extends Server {
  setRequestHandler(schema, handler) {
    Protocol.prototype.setRequestHandler.call(this, schema, handler)
  }
}

function lowLevel(tools) {
  const server = new ExactServer(info, { capabilities: { tools: {} } })
  const unknown = (name) => new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`)
  const { list, call } = handlersOf(tools, sdk, unknown)
  server.setRequestHandler(ListToolsRequestSchema, list)
  server.setRequestHandler(CallToolRequestSchema, call)
  return server
}

export function createServer(kind) {
  const tools = toolsOf(kind)
  return highLevelKinds.includes(kind) ? register(new McpServer(info), tools, sdk) : lowLevel(tools)
}

const command = commandLine(import.meta.url)
if (command?.http) {
  toolsOf(command.kind)
  serveHttp(async (request, response) => {
    const server = createServer(command.kind)
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    response.on('close', () => server.close())
    await server.connect(transport)
    await transport.handleRequest(request, response)
  })
} else if (command) {
  await createServer(command.kind).connect(new StdioServerTransport())
}

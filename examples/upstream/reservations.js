// A reservation server whose errors are Interbase JSON.
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

const server = new McpServer({ name: 'reservations', version: '1.0.0' })
server.registerTool('reserve', {}, () => ({
  content: [
    {
      type: 'text',
      text: '{"type":"CONFLICT","message":"src/main.go is reserved by agent-2","recoverable":true,"data":{"held_by":"agent-2"}}',
    },
  ],
  isError: true,
}))
await server.connect(new StdioServerTransport())

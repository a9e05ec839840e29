// An MCP server on stdio whose one tool gives a table of about so many bytes, and has little else to do than to answer.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { ordersOf } from './orders.js'

const server = new McpServer({ name: 'orders', version: '1.0.0' })
server.registerTool('orders', { inputSchema: { size: z.number() } }, ({ size }) => ({
  content: [{ type: 'text', text: ordersOf(size) }],
}))
await server.connect(new StdioServerTransport())

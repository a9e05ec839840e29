// An MCP server on stdio whose one tool asks an API over HTTP for what it gives, as most servers do.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const [port] = await once(fork(fileURLToPath(new URL('./api.js', import.meta.url))), 'message')
const server = new McpServer({ name: 'orders of an API', version: '1.0.0' })
server.registerTool('orders', { inputSchema: { size: z.number() } }, async ({ size }) => {
  const answer = await fetch(`http://127.0.0.1:${port}/${size}`)
  return { content: [{ type: 'text', text: await answer.text() }] }
})
process.stdin.on('end', () => process.exit())
await server.connect(new StdioServerTransport())

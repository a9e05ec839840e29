// An MCP server on stdio whose one tool gives a table of about so many bytes, as JSON in a text: what most tools give.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const made = new Map()

/** Made once for each size, so that the server has little else to do than to answer. */
function textOf(size) {
  const text = made.get(size) ?? JSON.stringify({ table: 'orders', rows: rowsFor(size) })
  made.set(size, text)
  return text
}

function rowsFor(size) {
  const rows = []
  for (let length = 0; length < size; length += JSON.stringify(rows.at(-1)).length + 1) {
    const id = rows.length + 1
    rows.push({
      id,
      customer: `Customer ${id} “Zoë”`,
      total: id * 1.25,
      paid: id % 2 === 0,
      note: `see C:\\${id}`,
    })
  }
  return rows
}

const server = new McpServer({ name: 'orders', version: '1.0.0' })
server.registerTool('orders', { inputSchema: { size: z.number() } }, ({ size }) => ({
  content: [{ type: 'text', text: textOf(size) }],
}))
await server.connect(new StdioServerTransport())

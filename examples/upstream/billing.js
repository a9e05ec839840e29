// A billing server whose errors are Fusion XML, and which throws what it did not expect.
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

const server = new McpServer({ name: 'billing', version: '1.0.0' })
server.registerTool('pay', {}, () => ({
  content: [
    {
      type: 'text',
      text: `<tool_error code="InvoiceAlreadyPaid" severity="error">
<message>Invoice inv_7 was paid on 3 March.</message>
<recovery>Look for the next open invoice.</recovery>
<available_actions>
  <action>billing.list</action>
</available_actions>
</tool_error>`,
    },
  ],
  isError: true,
}))
server.registerTool('refund', {}, () => {
  throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
})
await server.connect(new StdioServerTransport())

// A mail server whose errors are Pydantic-style JSON in a text, with no flag.
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

const server = new McpServer({ name: 'mail', version: '1.0.0' })
server.registerTool('send', {}, () => ({
  content: [
    {
      type: 'text',
      text: '{"error": "rate_limited", "message": "Gmail API rate limit exceeded", "details": {"retry_after": 30}}',
    },
  ],
}))
server.registerTool('unread', {}, () => ({
  content: [{ type: 'text', text: '{"unread": 3, "error": null}' }],
}))
await server.connect(new StdioServerTransport())

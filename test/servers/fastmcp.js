import { FastMCP, UserError } from 'fastmcp'
import { z } from 'zod'

const server = new FastMCP({ name: 'errlingua-test-fastmcp', version: '1.0.0' })
const parameters = z.object({ id: z.string() })

server.addTool({ name: 'ok', parameters, execute: async ({ id }) => `note ${id}: no error today` })

server.addTool({
  name: 'user_error',
  parameters,
  async execute({ id }) {
    throw new UserError(`note ${id} not found`, { code: 'NOT_FOUND', id })
  },
})

server.addTool({
  name: 'bare_user_error',
  parameters,
  async execute({ id }) {
    throw new UserError(`note ${id} not found`)
  },
})

server.addTool({
  name: 'plain',
  parameters,
  async execute() {
    throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
  },
})

server.addTool({
  name: 'interbase',
  parameters,
  async execute() {
    throw new Error(
      '{"type":"TRANSIENT","message":"rate limited","recoverable":true,"data":{"retry_after":30}}',
    )
  },
})

server.addTool({
  name: 'slow',
  timeoutMs: 50,
  async execute() {
    await new Promise((resolve) => setTimeout(resolve, 5000))
    return 'late'
  },
})

await server.start({ transportType: 'stdio' })

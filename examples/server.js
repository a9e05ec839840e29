// A server that writes its errors in the dialect that each client asks for.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { readThrown } from 'errlingua'
import { writeToolResult } from 'errlingua/mcp'
import { z } from 'zod'

// How a client says which dialect it reads; those that do not get `toolerror-v1`.
const wanted = 'com.example/error-dialect'

/** A tool handler whose errors, thrown or canonical, become results in the client's dialect. */
function inDialectOfClient(handler) {
  return async (args, context) => {
    const dialect = context.mcpReq._meta?.[wanted] ?? 'toolerror-v1'
    try {
      return await handler(args)
    } catch (thrown) {
      // What this code throws on purpose is canonical already; everything else is read as well as can be.
      return writeToolResult(thrown.canonical ?? readThrown(thrown), dialect)
    }
  }
}

/** Says an error in the one form that every dialect is written from. */
function fail(canonical) {
  throw Object.assign(new Error(canonical.message), { canonical: { severity: 'error', ...canonical } })
}

const notes = new Map([['1', 'Buy milk.']])
const server = new McpServer({ name: 'notes', version: '1.0.0' })
server.registerTool(
  'read_note',
  { inputSchema: z.object({ id: z.string() }) },
  inDialectOfClient(({ id }) => {
    if (id === 'locked')
      fail({ code: 'resource_locked', message: 'The note is being edited.', retryAfter: 5 })
    if (id === 'broken') throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
    const text =
      notes.get(id) ??
      fail({ code: 'not_found', message: `There is no note ${id}.`, actions: ['list_notes'] })
    return { content: [{ type: 'text', text }] }
  }),
)

const [near, far] = InMemoryTransport.createLinkedPair()
await server.connect(far)
const client = new Client({ name: 'agent', version: '1.0.0' })
await client.connect(near)

for (const [id, dialect] of [
  ['1', 'fusion'],
  ['7', 'fusion'],
  ['locked', 'interbase'],
  ['broken', 'agentapi'],
  ['7', undefined],
]) {
  const _meta = dialect && { [wanted]: dialect }
  const { content, isError } = await client.callTool({ name: 'read_note', arguments: { id }, _meta })
  console.log(`\nnote ${id}, ${dialect ?? 'no dialect asked for'}${isError ? ', isError' : ''}`)
  console.log(content[0].text.trimEnd().replace(/^/gm, '  '))
}
await client.close()

// An agent's loop over tool calls: what may help is tried again, and the rest is decided by what the error advises.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { advise } from 'errlingua'
import { callWithRetry, readToolResult, writeToolResult } from 'errlingua/mcp'

// A server that is not always well: busy twice, then fine; and three ways to fail that no repetition helps against.
let calls = 0
const errors = {
  search: { code: 'rate_limited', message: 'Too many searches.', retryAfter: 0.2 },
  create: { code: 'invalid_arguments', message: 'title: must not be empty' },
  publish: { code: 'permission_denied', message: 'Only editors publish.' },
  open: { code: 'not_found', message: 'There is no page 7.', actions: ['search'] },
}
const server = new McpServer({ name: 'pages', version: '1.0.0' })
for (const [name, error] of Object.entries(errors)) {
  server.registerTool(name, {}, () => {
    if (name === 'search' && ++calls > 2) return { content: [{ type: 'text', text: 'page 1, page 2' }] }
    return writeToolResult({ severity: 'error', ...error }, 'fusion')
  })
}
const [near, far] = InMemoryTransport.createLinkedPair()
await server.connect(far)
const client = new Client({ name: 'agent', version: '1.0.0' })
await client.connect(near)

/** What the loop does next, by the action that an error advises. */
const next = {
  retry: () => 'it is still down: tell the user and go on with something else',
  wait: () => 'somebody else holds it: come back later',
  fix_input: ({ message }) => `call once more without the fault: ${message}`,
  work_around: ({ actions }) => `use ${actions?.join(' or ') ?? 'something else'} instead`,
  ask: ({ message }) => `ask a person: ${message}`,
  give_up: () => 'log it and stop',
  go_on: () => 'nothing to do',
}

for (const name of Object.keys(errors)) {
  console.log(`\n${name}`)
  const result = await callWithRetry(({ signal }) => client.callTool({ name }, { signal }), {
    deadline: Date.now() + 10_000,
    onAttempt({ attempt, error, waitSeconds, stopped }) {
      const what = error ? error.code : 'fine'
      console.log(`  attempt ${attempt}: ${what}, ${stopped ?? `again in ${waitSeconds} s`}`)
    },
  })
  const error = readToolResult(result)
  console.log(`  → ${error ? next[advise(error).action](error) : result.content[0].text}`)
}
await client.close()

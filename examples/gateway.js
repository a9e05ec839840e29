// A gateway: three servers of three dialects behind one, whose clients see one dialect and always the same flag.
import { fileURLToPath } from 'node:url'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Server } from '@modelcontextprotocol/server'
import { advise } from 'errlingua'
import { createFleet, readToolResult } from 'errlingua/mcp'

const fleet = createFleet({
  to: 'interbase',
  // What is known of a server may be said, and need not be.
  servers: {
    mail: { dialect: 'pydantic' },
    reservations: {},
    billing: { overrides: { '-32001': 'not_found' } },
  },
  protocolErrors: 'tool-result',
})

/** A client of each server, with its errors normalized as they arrive. */
const upstream = new Map()
for (const name of ['mail', 'reservations', 'billing']) {
  const program = fileURLToPath(new URL(`./upstream/${name}.js`, import.meta.url))
  const transport = new StdioClientTransport({ command: process.execPath, args: [program] })
  const client = new Client({ name: 'gateway', version: '1.0.0' })
  await client.connect(fleet.normalizeTransport(name, transport))
  upstream.set(name, client)
}

/** The gateway itself: every tool of every server, under `server.tool`. */
const gateway = new Server({ name: 'gateway', version: '1.0.0' }, { capabilities: { tools: {} } })
gateway.setRequestHandler('tools/list', async () => {
  const lists = [...upstream].map(async ([name, client]) => {
    const { tools } = await client.listTools()
    return tools.map((tool) => ({ ...tool, name: `${name}.${tool.name}` }))
  })
  return { tools: (await Promise.all(lists)).flat() }
})
gateway.setRequestHandler('tools/call', async ({ params }) => {
  const [server, tool] = params.name.split('.')
  return upstream.get(server).callTool({ ...params, name: tool })
})

// In production the gateway would be connected to a real transport; here a client in the same process uses it.
const [near, far] = InMemoryTransport.createLinkedPair()
await gateway.connect(far)
const agent = new Client({ name: 'agent', version: '1.0.0' })
await agent.connect(near)

for (const { name } of (await agent.listTools()).tools) {
  const result = await agent.callTool({ name })
  const error = readToolResult(result)
  console.log(`\n${name}`)
  console.log(`  ${result.content[0].text}`)
  if (error) console.log(`  → ${error.code} from ${error.origin.server}: ${advise(error).action}`)
  else console.log('  → a success, as it was')
}

console.log('\nserver        dialect    code                errors')
for (const { server, dialect, code, count } of fleet.stats()) {
  console.log(`${server.padEnd(13)} ${dialect.padEnd(10)} ${code.padEnd(19)} ${count}`)
}

await agent.close()
for (const client of upstream.values()) await client.close()

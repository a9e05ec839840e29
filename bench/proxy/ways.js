// The ways from a client to the server: directly, and through what can stand between.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { peer } from './peers.js'

const { execPath: node } = process
const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url))
const errlingua = [node, pathOf('../../dist/command.js'), 'proxy', '--to', 'interbase']

/** Each way to a server as the program that a stdio client starts. */
export const overStdio = {
  direct: (server) => server,
  errlingua: (server) => [...errlingua, '--', ...server],
  'copying in Node': (server) => [node, pathOf('./relay.js'), ...server],
  cat: (server) => ['sh', '-c', 'cat | "$@" | cat', 'sh', ...server],
}

/**
 * Each way as the program that listens on a port. The peers keep a session with one server for each client, as errlingua
 * does, and leave out what they need not do.
 */
export const overHttp = {
  'errlingua --listen': (server, port) => [...errlingua, '--listen', `127.0.0.1:${port}`, '--', ...server],
  'mcp-proxy': (server, port) => [
    ...peer('mcp-proxy/dist/bin/mcp-proxy.mjs'),
    ...['--host', '127.0.0.1', '--port', String(port), '--server', 'stream', '--no-eventStore', '--'],
    ...server,
  ],
  supergateway: (server, port) => [
    ...peer('supergateway/dist/index.js'),
    ...['--stdio', server.map((part) => `'${part}'`).join(' '), '--logLevel', 'none'],
    ...['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port)],
  ],
}

/** A client on each way to a server, and what ends them all. */
export async function connectAll(server, isOverHttp) {
  const clients = {}
  const gateways = []
  const close = async () => {
    await Promise.allSettled(Object.values(clients).map((client) => client.close()))
    await Promise.all(gateways.map(ended))
  }
  try {
    for (const [name, commandLine] of Object.entries(overStdio)) {
      const [command, ...args] = commandLine(server)
      clients[name] = await connected(new StdioClientTransport({ command, args, stderr: 'ignore' }))
    }
    for (const [name, commandLine] of Object.entries(isOverHttp ? overHttp : {})) {
      const port = await freePort()
      const [command, ...args] = commandLine(server, port)
      // In a process group of its own, so that it ends with all that it began.
      gateways.push(spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true }))
      const url = new URL(`http://127.0.0.1:${port}/mcp`)
      await listening(url)
      clients[name] = await connected(new StreamableHTTPClientTransport(url))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { clients, close }
}

async function connected(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  return client
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** Waits until somebody answers at an address, whatever it is. */
async function listening(url) {
  const since = Date.now()
  for (;;) {
    try {
      await (await fetch(url, { method: 'DELETE' })).text()
      return
    } catch (error) {
      if (Date.now() - since > 60_000) throw error
      await pause(50)
    }
  }
}

/** Ends a gateway, which has a while to do so by itself. */
async function ended(gateway) {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return
  const exit = once(gateway, 'exit')
  process.kill(-gateway.pid, 'SIGTERM')
  await Promise.race([exit, pause(3000)])
  try {
    process.kill(-gateway.pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
  await exit
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  type ClientOptions,
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  InMemoryTransport as InMemoryV2,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import type { TransportLike } from '../../src/mcp/index'

/** The generations of the MCP SDK. */
export const generations = ['v1', 'v2'] as const
export type Generation = (typeof generations)[number]

/** How a client and a server are joined. */
export const wirings = ['linked', 'stdio', 'http'] as const
export type Wiring = (typeof wirings)[number]

/** A tool result as a client gets it. */
export type Result = Record<string, unknown>

/** What both generations' clients have in common. */
export interface TestClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Result>
  close(): Promise<void>
}

/** Wraps a transport, or gives it back as it is. */
export type Wrap = <T extends TransportLike>(transport: T) => T
const asItIs: Wrap = (transport) => transport

interface Tool {
  name: string
  call(args: Record<string, unknown>): Result
}

interface Connectable {
  connect(transport: unknown): Promise<void>
}

const servers = new URL('../servers/', import.meta.url)
const load = (file: string) => import(/* @vite-ignore */ new URL(file, servers).href)
const pathOf = (file: string) => fileURLToPath(new URL(file, servers))

/** The tools of a kind of server. */
export async function toolsOf(kind: string): Promise<Tool[]> {
  return (await load('tools.js')).toolsOf(kind)
}

const open: (() => unknown)[] = []

/** Closes every client and ends every server that a test file has begun. */
export async function closeAll(): Promise<void> {
  await Promise.allSettled(open.splice(0).map((close) => close()))
}

const info = { name: 'errlingua-test', version: '1.0.0' }

/** A connected client of one generation, over the transport that it is given. */
export async function clientOver(
  generation: Generation,
  transport: unknown,
  era: 2025 | 2026 = 2025,
): Promise<TestClient> {
  const options: ClientOptions = era === 2026 ? { versionNegotiation: { mode: 'auto' } } : {}
  const client = generation === 'v1' ? new ClientV1(info) : new ClientV2(info, options)
  await client.connect(transport as never)
  open.push(() => client.close())
  return client as unknown as TestClient
}

/** A client connected to a server of a kind. */
export async function connect(
  generation: Generation,
  wiring: Wiring,
  kind: string,
  { server = asItIs, client = asItIs }: { server?: Wrap; client?: Wrap } = {},
): Promise<TestClient> {
  if (wiring === 'linked') {
    const pair = generation === 'v1' ? InMemoryV1.createLinkedPair() : InMemoryV2.createLinkedPair()
    const { createServer } = (await load(`${generation}.js`)) as { createServer(kind: string): Connectable }
    await createServer(kind).connect(server(pair[1]))
    return clientOver(generation, client(pair[0]))
  }
  if (wiring === 'stdio')
    return clientOver(generation, client(stdioTransport(generation, [pathOf(`${generation}.js`), kind])))
  const url = await httpServer(generation, kind)
  return clientOver(generation, client(generation === 'v1' ? new HttpV1(url) : new HttpV2(url)))
}

/** A client of one generation, connected to a server of another. */
export async function connectAcross(
  client: Generation,
  server: Generation,
  wiring: 'stdio' | 'http',
  kind: string,
  wrap: Wrap = asItIs,
): Promise<TestClient> {
  const program = pathOf(`${server}.js`)
  if (wiring === 'stdio') return clientOver(client, wrap(stdioTransport(client, [program, kind])))
  const url = await httpServer(server, kind)
  return clientOver(client, wrap(client === 'v1' ? new HttpV1(url) : new HttpV2(url)))
}

/** A client of SDK v2, connected to a server of the same in the protocol of 2026-07-28. */
export async function connectModern(
  wiring: 'stdio' | 'http',
  kind: string,
  wrap: Wrap = asItIs,
): Promise<TestClient> {
  const transport =
    wiring === 'stdio'
      ? stdioTransport('v2', [pathOf('v2.js'), kind])
      : new HttpV2(await httpServer('v2', kind))
  return clientOver('v2', wrap(transport), 2026)
}

/** A transport to a program that Node runs as a child process. */
export function stdioTransport(generation: Generation, args: string[]): StdioV1 | StdioV2 {
  const parameters = { command: process.execPath, args, stderr: 'ignore' as const }
  return generation === 'v1' ? new StdioV1(parameters) : new StdioV2(parameters)
}

const running = new Map<string, Promise<URL>>()

/** Where a server of a kind listens, begun as a child process the first time. */
export function httpServer(generation: Generation, kind: string): Promise<URL> {
  const key = `${generation} ${kind}`
  const found = running.get(key) ?? startHttpServer(generation, kind)
  running.set(key, found)
  return found
}

async function startHttpServer(generation: Generation, kind: string): Promise<URL> {
  const child: ChildProcess = spawn(process.execPath, [pathOf(`${generation}.js`), kind, '--http'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  open.push(() => child.kill())
  if (!child.stdout) throw new Error('The server has no output.')
  const [line] = await once(createInterface(child.stdout), 'line')
  return new URL(String(line))
}

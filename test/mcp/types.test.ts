import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  InMemoryTransport as InMemoryV2,
  type Transport as TransportV2,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport as StdioServerV1 } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult as CallToolResultV1 } from '@modelcontextprotocol/sdk/types.js'
import {
  type CallToolResult as CallToolResultV2,
  McpServer as McpServerV2,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport as StdioServerV2 } from '@modelcontextprotocol/server/stdio'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { CanonicalError } from '../../src/index'
import {
  callWithRetry,
  createFleet,
  normalizeClient,
  normalizeToolResult,
  normalizeTransport,
  readToolResult,
  writeToolResult,
} from '../../src/mcp/index'

// `tsc` is the test: no cast stands in this file. At run time the calls only show that the wrapper is the same class.
const to = { to: 'interbase' }
const url = new URL('http://127.0.0.1:9/mcp')
const info = { name: 'types', version: '1.0.0' }
const error: CanonicalError = { code: 'not_found', message: 'no such note', severity: 'error' }

describe('the types of the wrappers', () => {
  it('take the transports of SDK v1', () => {
    expectTypeOf(normalizeTransport(new StdioV1({ command: 'node' }), to)).toEqualTypeOf<StdioV1>()
    expectTypeOf(normalizeTransport(new HttpV1(url), to)).toEqualTypeOf<HttpV1>()
    expectTypeOf(normalizeTransport(new SSEClientTransport(url), to)).toEqualTypeOf<SSEClientTransport>()
    expectTypeOf(normalizeTransport(new StdioServerV1(), to)).toEqualTypeOf<StdioServerV1>()
    const http = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    expectTypeOf(normalizeTransport(http, to)).toEqualTypeOf<StreamableHTTPServerTransport>()
    const any: TransportV1 = InMemoryV1.createLinkedPair()[0]
    expectTypeOf(normalizeTransport(any, to)).toEqualTypeOf<TransportV1>()
  })

  it('take the transports of SDK v2', () => {
    expectTypeOf(normalizeTransport(new StdioV2({ command: 'node' }), to)).toEqualTypeOf<StdioV2>()
    expectTypeOf(normalizeTransport(new HttpV2(url), to)).toEqualTypeOf<HttpV2>()
    expectTypeOf(normalizeTransport(new StdioServerV2(), to)).toEqualTypeOf<StdioServerV2>()
    const http = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    expectTypeOf(normalizeTransport(http, to)).toEqualTypeOf<WebStandardStreamableHTTPServerTransport>()
    const any: TransportV2 = InMemoryV2.createLinkedPair()[0]
    expectTypeOf(normalizeTransport(any, to)).toEqualTypeOf<TransportV2>()
  })

  it('take the clients of both, and keep what callTool gives', () => {
    const v1 = normalizeClient(new ClientV1(info), to)
    const v2 = normalizeClient(new ClientV2(info), to)
    expectTypeOf(v1).toEqualTypeOf<ClientV1>()
    expectTypeOf(v2).toEqualTypeOf<ClientV2>()
    const fleet = createFleet({ to: 'fusion', servers: { mail: { dialect: 'pydantic' }, files: {} } })
    expectTypeOf(fleet.normalizeClient('mail', v1)).toEqualTypeOf<ClientV1>()
    expectTypeOf(fleet.normalizeTransport<HttpV2>)
      .parameter(0)
      .toEqualTypeOf<'mail' | 'files'>()
    const call = () => callWithRetry(({ signal }) => v2.callTool({ name: 'x' }, { signal }))
    expectTypeOf(call).returns.resolves.toExtend<CallToolResultV2>()
    const callV1 = () => callWithRetry(({ signal }) => v1.callTool({ name: 'x' }, undefined, { signal }))
    expectTypeOf(callV1).returns.toEqualTypeOf<ReturnType<ClientV1['callTool']>>()
  })

  it('give results that handlers of both may return', () => {
    const written = writeToolResult(error, 'fusion')
    expectTypeOf(written).toExtend<CallToolResultV1>()
    expectTypeOf(written).toExtend<CallToolResultV2>()
    new McpServerV1(info).registerTool('x', { inputSchema: { id: z.string() } }, () =>
      writeToolResult(error, 'fusion'),
    )
    new McpServerV2(info).registerTool('x', { inputSchema: z.object({ id: z.string() }) }, () =>
      writeToolResult(error, 'fusion'),
    )
  })

  it('take the results of both', () => {
    const v1: CallToolResultV1 = { content: [{ type: 'text', text: 'fine' }] }
    const v2: CallToolResultV2 = { content: [{ type: 'text', text: 'fine' }] }
    expectTypeOf(normalizeToolResult(v1, to)).toEqualTypeOf<CallToolResultV1>()
    expectTypeOf(normalizeToolResult(v2, to)).toEqualTypeOf<CallToolResultV2>()
    expectTypeOf(readToolResult(v1)).toEqualTypeOf<CanonicalError | undefined>()
  })
})

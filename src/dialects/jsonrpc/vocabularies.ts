import type { CodeRow } from '../../core/dialect'

/** Whose codes: -32001 alone means six things. */
export type Vocabulary = keyof typeof vocabularyRows

/** What the codes mean to each kind of server; what the words of a message tell better is left to them. */
export const vocabularyRows = {
  // The MCP specification of 2026-07-28; the last two are retired, and still to be accepted.
  mcp: [
    ['-32602', 'invalid_arguments'],
    ['-32602', 'tool_not_found'],
    ['-32602', 'resource_not_found'],
    ['-32603', 'internal'],
    ['-32020', 'invalid_input'],
    ['-32021', 'invalid_input'],
    ['-32022', 'invalid_input'],
    ['-32002', 'resource_not_found'],
    ['-32042', 'permission_denied'],
  ],
  // Version 1 of the TypeScript SDK.
  'sdk-v1': [
    ['-32000', 'connection_failed'],
    ['-32001', 'timeout'],
    ['-32042', 'permission_denied'],
  ],
  // FastMCP, for Python: -32000 is a permission, a timeout or a rate limit, and only its words tell which.
  fastmcp: [
    ['-32001', 'not_found'],
    ['-32002', 'resource_not_found'],
  ],
  trpc: [
    ['-32600', 'invalid_input'],
    ['-32001', 'unauthenticated'],
    ['-32002', 'quota_exceeded'],
    ['-32003', 'permission_denied'],
    ['-32004', 'not_found'],
    ['-32005', 'invalid_input'],
    ['-32008', 'timeout'],
    ['-32009', 'conflict'],
    ['-32012', 'conflict'],
    ['-32013', 'invalid_input'],
    ['-32015', 'invalid_input'],
    ['-32022', 'invalid_input'],
    ['-32028', 'conflict'],
    ['-32029', 'rate_limited'],
    ['-32099', 'cancelled'],
  ],
  // Agent2Agent 1.0.
  a2a: [
    ['-32001', 'not_found'],
    ['-32002', 'conflict'],
    ['-32003', 'invalid_input'],
    ['-32004', 'invalid_input'],
    ['-32005', 'invalid_input'],
    ['-32006', 'internal'],
    ['-32007', 'invalid_config'],
    ['-32008', 'invalid_input'],
    ['-32009', 'invalid_input'],
  ],
  agentgateway: [
    ['-32001', 'permission_denied'],
    ['-32003', 'rate_limited'],
    ['-32003', 'resource_exhausted'],
  ],
  // The Language Server Protocol 3.18.
  lsp: [
    ['-32800', 'cancelled'],
    ['-32801', 'conflict'],
    ['-32802', 'cancelled'],
    ['-32803', 'execution_failed'],
    ['-32002', 'unavailable'],
    ['-32001', 'unknown'],
  ],
  // EIP-1474 and EIP-1193.
  ethereum: [
    ['-32000', 'invalid_input'],
    ['-32001', 'resource_not_found'],
    ['-32002', 'unavailable'],
    ['-32003', 'execution_failed'],
    ['-32004', 'invalid_input'],
    ['-32005', 'rate_limited'],
    ['-32006', 'invalid_input'],
    ['4001', 'permission_denied'],
    ['4100', 'unauthenticated'],
    ['4200', 'invalid_input'],
    ['4900', 'connection_failed'],
    ['4901', 'connection_failed'],
  ],
} as const satisfies Readonly<Record<string, readonly CodeRow[]>>

/** Codes with several meanings to one kind of server: the words count first, and the row where they tell nothing. */
export const wordsFirst: Readonly<Partial<Record<Vocabulary, readonly string[]>>> = {
  // A tool, a prompt, a resource or a task that is not there has it, too.
  mcp: ['-32602'],
  // Its HTTP transport has them for whatever it refuses.
  'sdk-v1': ['-32000', '-32001'],
}

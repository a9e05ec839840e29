import { describe, expect, it } from 'vitest'
import { toolIn, unwrap } from '../../src/core/wrapper'

describe('what frameworks put around a message', () => {
  it.each([
    // FastMCP, the Python SDK
    ["Error calling tool 'a b': x", { text: 'x', tool: 'a b' }],
    ['Error calling tool "a": x', { text: 'x', tool: 'a' }],
    ['Error executing tool notes.read: x', { text: 'x', tool: 'notes.read' }],
    ["Error calling tool 'a': Error calling tool 'b': x", { text: 'x', tool: 'a' }],
    // fastmcp from npm
    ["Tool 'a' execution failed: x", { text: 'x', tool: 'a' }],
    // mcp-go
    ['panic recovered in notes.read tool handler: x', { text: 'x', tool: 'notes.read' }],
    // The TypeScript SDKs, rmcp
    ['MCP error -32602: x', { text: 'x', rpcCode: '-32602' }],
    ['MCP error 1001: x', { text: 'x', rpcCode: '1001' }],
    ['MCP error -32602: MCP error -32603: x', { text: 'x', rpcCode: '-32602' }],
    ["MCP error -32603: Error calling tool 'a': x", { text: 'x', tool: 'a', rpcCode: '-32603' }],
    ['MCP error -32603: ', { text: '', rpcCode: '-32603' }],
    ['Mcp error: -32602: x', { text: 'x', rpcCode: '-32602' }],
    ['-32602: x', { text: 'x', rpcCode: '-32602' }],
    ['Error POSTing to endpoint: x', { text: 'x' }],
    ['Streamable HTTP error: Error POSTing to endpoint (HTTP 503): x', { text: 'x' }],
    // Playwright
    ['### Error\nTimeoutError: x', { text: 'TimeoutError: x' }],
    ['### Error\n\nError: x', { text: 'x' }],
    ['### Result\nx', { text: 'x' }],
    // toolError:v1, and an Error as text
    ['**Error:** x', { text: 'x' }],
    ['Error: x', { text: 'x' }],
    ['ToolError: x', { text: 'x' }],
    // LangChain
    ["Error: ToolException('x')", { text: 'x' }],
    ["Error: ToolException('x')\n Please fix your mistakes.", { text: 'x' }],
    ['Error: ToolException("it\'s x")\nplease fix your mistakes.', { text: "it's x" }],
    ['Error: x\n Please fix your mistakes.', { text: 'x' }],
    ['Error: ToolException(\'x")', { text: 'ToolException(\'x")' }],
  ])('is taken off %j', (text, expected) => {
    const { start, ...found } = unwrap(text) ?? { start: -1 }
    expect(found).toEqual(expected)
    expect(text.slice(start).startsWith(expected.text)).toBe(true)
  })

  it.each([
    '',
    'x',
    ' Error: x',
    'TypeError: x',
    'Error calling tool',
    "Error calling tool '': x",
    "Error calling tool 'a'",
    `Error calling tool '${'a'.repeat(257)}': x`,
    'MCP error x: y',
    'MCP error -12345678901: x',
    '-31000: x',
    '-32602 x',
    'an Error: x',
    '### Error\n',
    '### Page state\nx',
    "ToolException('x')",
    'x\n Please fix your mistakes.',
  ])('is not there in %j', (text) => expect(unwrap(text)).toBeUndefined())

  it('ends where the message begins, though it may hold the same words', () => {
    expect(unwrap("Error calling tool 'boom': boom")).toEqual({ text: 'boom', start: 27, tool: 'boom' })
    expect(unwrap("Error: ToolException('x')\n Please fix your mistakes.")).toEqual({ text: 'x', start: 22 })
    expect(unwrap('MCP error -32603: ')).toEqual({ text: '', start: 18, rpcCode: '-32603' })
  })

  it('is taken off at most four times', () => {
    expect(unwrap('Error: '.repeat(6))?.text).toBe('Error: Error: ')
  })

  it('may hold a name of 256 characters', () => {
    expect(unwrap(`Error calling tool '${'a'.repeat(256)}': x`)?.tool).toHaveLength(256)
  })
})

describe('the tool that a framework speaks of', () => {
  it.each([
    ['Input validation error: Invalid arguments for tool pay: x', 'pay'],
    ['Output validation error: Invalid structured content for tool pay: x', 'pay'],
    ['Output validation error: Tool pay has an output schema but no structured content was provided', 'pay'],
    ["Tool 'pay all' parameter validation failed: x", 'pay all'],
    ["Tool 'pay' timed out after 100ms. x", 'pay'],
    ['Unknown tool: pay', 'pay'],
    ['Unknown tool "pay"', 'pay'],
    ['Tool pay not found', 'pay'],
    ["Tool 'notes/read' disabled", 'notes/read'],
    ["tool 'pay all' not found: tool not found", 'pay all'],
  ])('is found in %j', (message, tool) => {
    expect(toolIn(message)).toBe(tool)
  })

  it.each([
    '',
    'Unknown tool pay, sorry',
    'Tool pay was not found',
    'The tool pay not found',
    'tool not found',
  ])('is not in %j', (message) => expect(toolIn(message)).toBeUndefined())
})

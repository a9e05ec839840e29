import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/core/wrapper'

describe('what frameworks put before a message', () => {
  it.each([
    ["Error calling tool 'a b': x", { text: 'x', tool: 'a b' }],
    ['Error calling tool "a": x', { text: 'x', tool: 'a' }],
    ['Error executing tool notes.read: x', { text: 'x', tool: 'notes.read' }],
    ["Tool 'a' execution failed: x", { text: 'x', tool: 'a' }],
    ['MCP error -32602: x', { text: 'x', rpcCode: '-32602' }],
    ['MCP error -32602: MCP error -32603: x', { text: 'x', rpcCode: '-32602' }],
    ["MCP error -32603: Error calling tool 'a': x", { text: 'x', tool: 'a', rpcCode: '-32603' }],
    ["Error calling tool 'a': Error calling tool 'b': x", { text: 'x', tool: 'a' }],
    ['Error POSTing to endpoint: x', { text: 'x' }],
    ['Streamable HTTP error: Error POSTing to endpoint (HTTP 503): x', { text: 'x' }],
    ['**Error:** x', { text: 'x' }],
    ['Error: x', { text: 'x' }],
    ['ToolError: x', { text: 'x' }],
  ])('is taken off %j', (text, expected) => {
    expect(unwrap(text)).toEqual(expected)
  })

  it.each([
    '',
    'x',
    ' Error: x',
    'TypeError: x',
    'Error calling tool',
    "Error calling tool '': x",
    'MCP error x: y',
    'an Error: x',
  ])('is not there in %j', (text) => expect(unwrap(text)).toBeUndefined())

  it('is taken off at most four times', () => {
    expect(unwrap('Error: '.repeat(6))?.text).toBe('Error: Error: ')
  })
})

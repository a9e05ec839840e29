import { describe, expect, it } from 'vitest'
import { plainError } from '../../src/core/plain-error'

describe('the error of a message in no dialect', () => {
  it('has the whole text as its message, and a code by its words', () => {
    expect(plainError('connect ECONNREFUSED 127.0.0.1:1')).toEqual({
      code: 'connection_refused',
      message: 'connect ECONNREFUSED 127.0.0.1:1',
      severity: 'error',
      origin: { dialect: 'text' },
    })
  })

  it('has the tool and the code that a framework names before it', () => {
    expect(plainError("MCP error -32603: Error calling tool 'x': hm")).toEqual({
      code: 'internal',
      message: "MCP error -32603: Error calling tool 'x': hm",
      severity: 'error',
      operation: 'x',
      origin: { dialect: 'text', code: '-32603' },
    })
  })

  it('goes by the words before it goes by the code', () => {
    expect(plainError('MCP error -32602: Tool x not found').code).toBe('tool_not_found')
    expect(plainError('MCP error -32602: hm').code).toBe('invalid_arguments')
    expect(plainError('MCP error -32001: hm').code).toBe('unknown')
  })
})

import { describe, expect, it } from 'vitest'
import { plainError } from '../../src/core/plain-error'
import { text as ofTexts } from '../../src/dialects/text'

describe('the error of a message in no dialect', () => {
  it('has the text as its message, and a code by its words', () => {
    expect(plainError('connect ECONNREFUSED 127.0.0.1:1', ofTexts)).toEqual({
      code: 'connection_refused',
      message: 'connect ECONNREFUSED 127.0.0.1:1',
      severity: 'error',
      origin: { dialect: 'text' },
    })
  })

  it('has the tool and the code that a framework names before it', () => {
    expect(plainError("MCP error -32603: Error calling tool 'x': hm", ofTexts)).toEqual({
      code: 'internal',
      message: 'hm',
      severity: 'error',
      operation: 'x',
      origin: { dialect: 'text', code: '-32603' },
    })
  })

  it('goes by the words before it goes by the code', () => {
    expect(plainError('MCP error -32602: Tool x not found', ofTexts).code).toBe('tool_not_found')
    expect(plainError('MCP error -32602: hm', ofTexts).code).toBe('invalid_arguments')
    expect(plainError('MCP error -32001: hm', ofTexts).code).toBe('unknown')
  })

  it('has everything that the text says', () => {
    expect(
      plainError('Rate limit exceeded (HTTP 429), retry in 2 minutes\n    at f (/a.js:1:2)', ofTexts),
    ).toEqual({
      code: 'rate_limited',
      message: 'Rate limit exceeded (HTTP 429), retry in 2 minutes',
      severity: 'error',
      retryAfter: 120,
      status: 429,
      details: { stack: 'at f (/a.js:1:2)' },
      origin: { dialect: 'text' },
    })
  })

  it('is only a remark where the text says so', () => {
    expect(plainError('hm\nIt is a remark, not a failure.', ofTexts).severity).toBe('warning')
  })
  it('is its message alone where no dialect reads texts, but for what frameworks and systems name', () => {
    expect(
      plainError("Error calling tool 'pay': Rate limit exceeded, retry in 2 minutes", undefined),
    ).toEqual({
      code: 'unknown',
      message: 'Rate limit exceeded, retry in 2 minutes',
      severity: 'error',
      operation: 'pay',
      origin: { dialect: 'text' },
    })
    expect(plainError('connect ECONNREFUSED 127.0.0.1:1', undefined)).toEqual({
      code: 'connection_refused',
      message: 'connect ECONNREFUSED 127.0.0.1:1',
      severity: 'error',
      origin: { dialect: 'text' },
    })
  })
})

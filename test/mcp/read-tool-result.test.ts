import { describe, expect, it } from 'vitest'
import { readToolResult } from '../../src/mcp/index'

const block = (text: string, rest = {}) => ({ type: 'text', text, ...rest })
const interbase = JSON.stringify({ type: 'NOT_FOUND', message: 'no agent', recoverable: false })
const pydantic = JSON.stringify({ error: 'auth_required', message: 'log in', details: null })
const fusion = '<tool_error code="CONFLICT" severity="error">\n<message>held</message>\n</tool_error>'
const toolError = {
  kind: 'toolError:v1',
  code: 'SERVER_ERROR',
  message: 'down',
  retryable: true,
  details: {},
}
const from = (result: unknown) => readToolResult(result)?.origin?.dialect

describe('where an error stands in a result', () => {
  it('is trusted in a fixed order', () => {
    const everywhere = {
      content: [block('**Error:** down'), block(fusion), block(interbase)],
      structuredContent: toolError,
      _meta: { 'com.example/error': JSON.parse(pydantic) },
      isError: true,
    }
    expect(from(everywhere)).toBe('interbase')
    const noJson = { ...everywhere, content: everywhere.content.slice(0, 2) }
    expect(from(noJson)).toBe('fusion')
    const noBody = { ...everywhere, content: [block('**Error:** down')] }
    expect(from(noBody)).toBe('toolerror-v1')
    expect(from({ ...noBody, structuredContent: undefined })).toBe('pydantic')
    expect(from({ content: noBody.content, isError: true })).toBe('text')
    expect(from({ content: noBody.content })).toBeUndefined()
  })

  it('may be behind what a server says for people', () => {
    const result = { content: [block('**Error:** no agent'), block(interbase)], isError: true }
    expect(readToolResult(result)?.message).toBe('no agent')
  })

  it('is the outer one, where a message is an error itself', () => {
    const outer = { ...toolError, message: interbase }
    for (const human of [interbase, `**Error:** ${interbase}`]) {
      const both = {
        content: [block(human), block(JSON.stringify(outer))],
        structuredContent: outer,
        isError: true,
      }
      expect(from(both)).toBe('toolerror-v1')
      expect(from({ ...both, content: [block(human)] })).toBe('toolerror-v1')
    }
  })

  it('is not in `_meta` when the result does not say that it is an error', () => {
    expect(from({ content: [], _meta: { last: JSON.parse(interbase) } })).toBeUndefined()
    expect(from({ content: [], _meta: { last: JSON.parse(interbase) }, isError: true })).toBe('interbase')
  })
})

describe('a body behind the words of a framework', () => {
  it.each([
    ["Error calling tool 'reserve': ", 'reserve'],
    ['Error executing tool reserve: ', 'reserve'],
    ["Tool 'reserve files' execution failed: ", 'reserve files'],
    ['MCP error -32603: ', undefined],
    ['MCP error -32603: MCP error -32603: ', undefined],
    ["MCP error -32603: Error calling tool 'reserve': ", 'reserve'],
    ['Error: ', undefined],
    ['**Error:** ', undefined],
    ['Streamable HTTP error: Error POSTing to endpoint: ', undefined],
  ])('is unwrapped from %j, and the name of the tool is kept', (prefix, tool) => {
    for (const [text, dialect] of [
      [interbase, 'interbase'],
      [pydantic, 'pydantic'],
      [fusion, 'fusion'],
      [JSON.stringify(toolError, null, 2), 'toolerror-v1'],
    ] as const) {
      for (const isError of [true, undefined]) {
        const error = readToolResult({ content: [block(prefix + text)], isError })
        expect(error?.origin?.dialect).toBe(dialect)
        expect(error?.operation).toBe(tool)
      }
    }
  })

  it('keeps what the body itself says of the operation', () => {
    const body =
      '{"error":{"code":"MCP_TIMEOUT","message":"late","operation":"list","temporary":true,"retryable":true}}'
    expect(readToolResult({ content: [block(`Error calling tool 'x': ${body}`)] })?.operation).toBe('list')
  })

  it('is a message with all its words when it is in no dialect', () => {
    const text = "Error calling tool 'weigh': [Errno 111] Connection refused"
    expect(readToolResult({ content: [block(text)], isError: true })).toMatchObject({
      code: 'connection_refused',
      message: text,
      operation: 'weigh',
    })
    expect(readToolResult({ content: [block(text)] })).toBeUndefined()
  })

  it('of the protocol gives the code that the protocol has, where the words say none', () => {
    const read = (text: string) => readToolResult({ content: [block(text)], isError: true })
    expect(read('MCP error -32602: Whatever')).toMatchObject({
      code: 'invalid_arguments',
      origin: { dialect: 'text', code: '-32602' },
    })
    expect(read('MCP error -32602: Tool x not found')?.code).toBe('tool_not_found')
    expect(read('MCP error -32001: Whatever')?.code).toBe('unknown')
  })
})

describe('a result that says it is an error', () => {
  it('is one whatever else it holds', () => {
    for (const content of [
      undefined,
      null,
      [],
      'x',
      {},
      [null, 7, 'x', { type: 'text' }, { type: 'image', data: '' }],
    ]) {
      expect(readToolResult({ content, isError: true })).toMatchObject({ severity: 'error' })
    }
  })

  it('is one with the joined text of its blocks as the message', () => {
    const content = [block('**Error:** first'), { type: 'image', data: '' }, block('second')]
    expect(readToolResult({ content, isError: true })?.message).toBe('first\nsecond')
  })

  it('has structured data beside a plain message among its details', () => {
    const result = { content: [block('no such note')], structuredContent: { id: 7 }, isError: true }
    expect(readToolResult(result)).toMatchObject({ code: 'not_found', details: { id: 7 } })
    expect(
      readToolResult({ ...result, structuredContent: { result: 'no such note' } })?.details,
    ).toBeUndefined()
  })

  it('with content that is only text, as some servers send it, is read', () => {
    expect(readToolResult({ content: interbase, isError: true })?.origin?.dialect).toBe('interbase')
  })
})

describe('what is no result', () => {
  it.each([undefined, null, 7, 'x', [], {}, { content: [] }, { toolResult: 'x' }, { task: { taskId: '1' } }])(
    'is no error: %j',
    (value) => expect(readToolResult(value)).toBeUndefined(),
  )
})

import { describe, expect, it } from 'vitest'
import { isAnswer, toolResultIn } from '../../src/command/tool-result-in'
import { normalizeToolResult } from '../../src/mcp/index'

const text = { type: 'text', text: 'x' }
const data = { a: 1 }

describe('a document is a tool result', () => {
  it.each([
    { content: [text] },
    { content: [text], whatever: 1 },
    { content: [] },
    { content: [], _meta: {} },
    { resultType: 'complete', content: [] },
    { content: [], structuredContent: data },
    { content: [], isError: false, whatever: 1 },
    { isError: true, structuredContent: data, whatever: 1 },
    { isError: true },
    { isError: true, _meta: {} },
    { content: null, isError: true },
    { content: ['nope'], isError: true },
  ])('by itself and in an answer: %j', (result) => {
    const alone = toolResultIn(JSON.stringify(result))
    expect(alone?.result).toEqual(result)
    expect(alone?.replaced({ other: 1 })).toEqual({ other: 1 })
    const answer = toolResultIn(JSON.stringify({ jsonrpc: '2.0', id: 7, result }))
    expect(answer).toMatchObject({ result, id: 7 })
    expect(answer?.replaced({ other: 1 })).toEqual({ jsonrpc: '2.0', id: 7, result: { other: 1 } })
  })

  it.each([{ structuredContent: data }, { content: 'nope', isError: true }])(
    'in an answer alone: %j',
    (result) => {
      expect(isAnswer(result)).toBe(true)
      expect(toolResultIn(JSON.stringify({ jsonrpc: '2.0', id: 7, result }))?.result).toEqual(result)
      expect(toolResultIn(JSON.stringify(result))).toBeUndefined()
    },
  )

  it.each([
    { type: 'INTERNAL', message: 'm', recoverable: false, content: [] },
    { error: 'internal_error', message: 'm', content: [] },
    { isError: true, message: 'm' },
    { isError: true, content: 'm', code: 'X' },
    { structuredContent: data, message: 'm' },
    { isError: false },
    { content: 'nope' },
    { content: [1] },
    { resultType: 'complete' },
    {},
  ])('and not where it has other members, or says too little: %j', (body) => {
    expect(toolResultIn(JSON.stringify(body))).toBeUndefined()
    expect(toolResultIn(JSON.stringify({ jsonrpc: '2.0', id: 7, result: body }))).toBeUndefined()
  })
})

it.each([{ isError: true }, { content: null, isError: true }])(
  'a result without a text is normalized to a whole one, which carries how to get back: %j',
  (result) => {
    const found = toolResultIn(JSON.stringify({ jsonrpc: '2.0', id: 7, result }))?.result
    expect(normalizeToolResult(found, { to: 'fusion' })).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('<tool_error code="INTERNAL_ERROR"') }],
      isError: true,
      _meta: {
        'errlingua/error': {
          residue: { origin: { dialect: 'text', form: { drop: ['advice'] } } },
          results: { text: expect.objectContaining({ patch: { inside: { content: { drop: ['0'] } } } }) },
        },
      },
    })
  },
)

it.each([
  { content: 'nope', isError: true },
  { content: '{"type":"INTERNAL","message":"m","recoverable":false}', isError: true },
])('a result by its flag alone is normalized to a whole one: %j', (result) => {
  const found = toolResultIn(JSON.stringify({ jsonrpc: '2.0', id: 7, result }))?.result
  expect(normalizeToolResult(found, { to: 'fusion' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('<tool_error code="INTERNAL_ERROR"') }],
    isError: true,
  })
})

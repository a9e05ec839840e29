import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import type { JsonValue } from '../../src/core/json'
import { defaultLimits } from '../../src/core/limits'
import { type ToolResultParts, toolResultParts } from '../../src/core/tool-result'

const text = (text: JsonValue) => ({ type: 'text', text })

describe('a tool result', () => {
  it.each<[JsonValue, ToolResultParts]>([
    [{ content: [] }, { candidates: [] }],
    [
      { content: [], isError: true },
      { candidates: [], errorText: '' },
    ],
    [{ content: [text('a')] }, { candidates: ['a'] }],
    [{ content: [text('a')], isError: false }, { candidates: ['a'] }],
    [{ content: [text('a')], isError: 'true' }, { candidates: ['a'] }],
    [
      { content: [text('a'), text('b')], isError: true },
      { candidates: ['a', 'b'], errorText: 'a\nb' },
    ],
    [{ content: [{ type: 'image', text: 'x' }, text('a')] }, { candidates: ['a'] }],
    [{ content: [text(5), { type: 'text' }] }, { candidates: [] }],
    [{ content: ['loose', text('a')] }, { candidates: ['a'] }],
    [
      { content: [text('a')], structuredContent: { x: 1 }, isError: true },
      { candidates: ['a', { x: 1 }], errorText: 'a' },
    ],
    [
      { content: [text('a')], structuredContent: { result: 'b' } },
      { candidates: ['a', { result: 'b' }, 'b'] },
    ],
    [{ content: [], structuredContent: { result: 5 } }, { candidates: [{ result: 5 }] }],
    [{ content: [], structuredContent: 'b' }, { candidates: [] }],
    [{ content: [], structuredContent: [] }, { candidates: [] }],
    [
      { content: '{}', isError: true },
      { candidates: ['{}'], errorText: '{}' },
    ],
    [
      { content: 'a', isError: true, structuredContent: { result: 'b' } },
      { candidates: ['a', { result: 'b' }, 'b'], errorText: 'a' },
    ],
  ])('%j has the parts %j', (value, parts) => {
    expect(toolResultParts(value, defaultLimits)).toStrictEqual(parts)
  })

  it.each<[JsonValue]>([
    [null],
    ['content'],
    [[]],
    [{}],
    [{ isError: true }],
    [{ content: null, isError: true }],
    [{ content: 'a' }],
    [{ content: 'a', isError: false }],
    [{ content: { type: 'text', text: 'a' }, isError: true }],
    [{ content: [{ text: 'a' }] }],
    [{ content: [text('a'), { type: 5 }] }],
  ])('is not %j', (value) => {
    expect(toolResultParts(value, defaultLimits)).toBeUndefined()
  })

  it('has no more blocks than the limits allow', () => {
    const limits = { ...defaultLimits, maxBlocks: 2 }
    expect(toolResultParts({ content: [text('a'), text('b')] }, limits)?.candidates).toEqual(['a', 'b'])
    expect(() => toolResultParts({ content: [text('a'), text('b'), text('c')] }, limits)).toThrow(
      new DecodeError('LIMIT_COUNT', 'content', 'The error has more than 2 content blocks.'),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { ListedTools } from '../../src/mcp/listed-tools'

describe('what is known of tools', () => {
  it('is nothing at first, and then the worst where that is to be feared', () => {
    const tools = new ListedTools()
    expect(tools.outputSchemaOf('x', true)).toBe(true)
    expect(tools.outputSchemaOf('x', false)).toBeUndefined()
    expect(tools.outputSchemaOf(undefined, true)).toBe(true)
  })

  it('is what the caller says', () => {
    const tools = new ListedTools([{ name: 'x', outputSchema: { type: 'object' } }, { name: 'y' }])
    expect(tools.outputSchemaOf('x', true)).toEqual({ type: 'object' })
    expect(tools.outputSchemaOf('y', true)).toBeUndefined()
    expect(tools.outputSchemaOf('z', true)).toBeUndefined()
  })

  it('is learned, and passes over what is no list', () => {
    const tools = new ListedTools()
    for (const answer of [undefined, null, [], {}, { tools: {} }]) tools.learn(answer, true)
    expect(tools.outputSchemaOf('x', true)).toBe(true)
    tools.learn({ tools: [null, 7, { name: 7 }, { name: 'x', outputSchema: {} }] }, true)
    expect(tools.outputSchemaOf('x', true)).toEqual({})
    expect(tools.outputSchemaOf('y', true)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { bodyWithin } from '../../src/mcp/body-within'

describe('what may be a body among words', () => {
  it.each([
    ['a {"b":{"c":1}} d', '{"b":{"c":1}}'],
    ['```json\n{"a":1}\n```', '{"a":1}'],
    ['x <tool_error>{1}</tool_error> y', '<tool_error>{1}</tool_error>'],
    ['x <validation_error></validation_error>', '<validation_error></validation_error>'],
  ])('is found in %j', (text, body) => {
    expect(bodyWithin(text)).toBe(body)
  })

  it.each(['', 'x', '{"a":1}', ' {"a":1} ', '} {', 'x {', 'x }', '</tool_error> <tool_error'])(
    'is not there in %j',
    (text) => {
      expect(bodyWithin(text)).toBeUndefined()
    },
  )
})

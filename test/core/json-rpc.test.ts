import { describe, expect, it } from 'vitest'
import { codeOfRpc, isProtocolSignal } from '../../src/core/json-rpc'

describe('a JSON-RPC code', () => {
  it.each([
    [-32700, 'malformed_data'],
    [-32600, 'invalid_input'],
    [-32601, 'tool_not_found'],
    [-32602, 'invalid_arguments'],
    [-32603, 'internal'],
    [-32002, 'resource_not_found'],
  ])('%d means %s', (code, expected) => {
    expect(codeOfRpc(code)).toBe(expected)
  })

  it.each([-32000, -32001, -32019, -32050, 0, 404, Number.NaN])('%d means what each server wants', (code) => {
    expect(codeOfRpc(code)).toBeUndefined()
  })

  it('is one of the protocol itself only where the specification has given it out', () => {
    expect([-32020, -32021, -32022, -32042].every(isProtocolSignal)).toBe(true)
    expect([-32019, -32023, -32050, -32001, -32602].some(isProtocolSignal)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import {
  acceptedRpcRows,
  codeOfRpc,
  isProtocolSignal,
  isReservedRpcCode,
  rpcRows,
} from '../../src/core/json-rpc'

describe('a JSON-RPC code', () => {
  it.each([
    [-32700, 'malformed_data'],
    [-32600, 'invalid_input'],
    [-32601, 'tool_not_found'],
    [-32602, 'invalid_arguments'],
    [-32603, 'internal'],
    [-32002, 'resource_not_found'],
    [-32020, 'invalid_input'],
    [-32021, 'invalid_input'],
    [-32022, 'invalid_input'],
    [-32042, 'permission_denied'],
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

  it('that is written is one of JSON-RPC itself, not one of MCP or one that it has retired', () => {
    expect([...new Set(rpcRows.map(([code]) => Number(code)))]).toEqual([
      -32700, -32602, -32600, -32601, -32603,
    ])
    expect(acceptedRpcRows.map(([code]) => Number(code))).toEqual([-32002, -32020, -32021, -32022, -32042])
  })

  it.each<[unknown, boolean]>([
    [-32768, true],
    [-32000, true],
    [-32042, true],
    [-32769, false],
    [-31999, false],
    [0, false],
    ['-32000', false],
    [undefined, false],
  ])('%j is in the reserved range: %s', (code, expected) => {
    expect(isReservedRpcCode(code)).toBe(expected)
  })
})

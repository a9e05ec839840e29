import { describe, expect, it } from 'vitest'
import { isJsonRpc } from '../../src/proxy/json-rpc-body'

describe('a body', () => {
  it.each([
    '{"id":1,"result":{}}',
    ' {"method":"x"}\n',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}',
    '[{"id":1,"result":{}},{"method":"x"}]',
    '{"id":1,"result":{"n":NaN}}',
    `{"id":1,"result":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  ])('is JSON-RPC: %.60s', (text) => {
    expect(isJsonRpc(Buffer.from(text))).toBe(true)
  })

  it('is JSON-RPC though it is not UTF-8', () => {
    expect(isJsonRpc(Buffer.from('{"id":1,"result":"\xff"}', 'latin1'))).toBe(true)
  })

  it.each([
    '',
    ' ',
    'Log in',
    '<html>{"id":1}</html>',
    '{"error":"login first"}',
    '{"id":1,"resu',
    '{"id":1,"result":{}',
    '{"id":1,"result":{}} and more',
    '{"id":1,"result":{}}{"id":2,"result":{}}',
    '[]',
    '[1]',
    '[{"id":1,"result":{}}',
    '"text"',
    'null',
  ])('is something else: %s', (text) => {
    expect(isJsonRpc(Buffer.from(text))).toBe(false)
  })
})

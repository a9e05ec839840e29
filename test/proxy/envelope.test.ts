import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvelopeScanner, envelopeOf, envelopesOf } from '../../src/proxy/envelope'

const ids = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const message = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    id: ids,
    method: fc.oneof(fc.string(), fc.constant('tools/call')),
    params: fc.jsonValue(),
    result: fc.jsonValue(),
    'i\u0064x': fc.string(),
  },
  { requiredKeys: ['jsonrpc'] },
)
const spacing = fc.constantFrom(undefined, 1, '\t')

describe('the envelope of a message', () => {
  it('is what JSON.parse says, however the bytes are laid out and cut', () => {
    fc.assert(
      fc.property(message, spacing, fc.integer({ min: 1, max: 40 }), (value, space, size) => {
        const bytes = Buffer.from(JSON.stringify(value, null, space))
        const scanner = new EnvelopeScanner()
        for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size))
        const { id, method } = scanner.envelope()
        const read = JSON.parse(bytes.toString('utf8'))
        expect(id === undefined ? undefined : JSON.parse(id)).toEqual(read.id)
        expect(method).toBe(read.method)
      }),
    )
  })

  it.each([
    ['{"result":{"id":1,"method":"x"},"id":2}', '2', undefined],
    ['{"id":1,"id":2,"method":"a"}', '2', 'a'],
    ['{"\\u0069d":"escaped"}', '"escaped"', undefined],
    ['{"id":null,"error":{}}', undefined, undefined],
    ['{"params":"\\"id\\":7}","id":8}', '8', undefined],
    ['{"params":"\\\\","id":8}', '8', undefined],
    [' \t{ "id" : 9007199254740993 , "method" : "a\\"b" } ', '9007199254740993', 'a"b'],
    ['{"id":{"a":1}}', undefined, undefined],
    ['{"method":5,"id":1}', '1', undefined],
    ['not JSON', undefined, undefined],
    ['', undefined, undefined],
    [`{"id":"${'x'.repeat(5000)}"}`, undefined, undefined],
  ])('of %s is found', (text, id, method) => {
    expect(envelopeOf(Buffer.from(text))).toEqual({ id, method })
  })

  it('is found in bytes that are not UTF-8 and in any depth', () => {
    const odd = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff, 0xc0]), Buffer.from('","id":1}')])
    expect(envelopeOf(odd).id).toBe('1')
    expect(envelopeOf(Buffer.from(`{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)},"id":1}`)).id).toBe(
      '1',
    )
  })

  it('of each message of a batch is found', () => {
    const batch = Buffer.from(' [{"id":1,"method":"a"},{"id":"2","result":{}},5]')
    expect(envelopesOf(batch)).toEqual([
      { id: '1', method: 'a' },
      { id: '"2"', method: undefined },
    ])
    expect(envelopesOf(Buffer.from('[{"id":1'))).toEqual([])
  })
})

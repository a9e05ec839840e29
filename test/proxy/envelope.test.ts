import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvelopeScanner, envelopesOf } from '../../src/proxy/envelope'
import { idKey } from '../../src/proxy/message-id'

const envelopeOf = (bytes: Buffer) => envelopesOf(bytes)[0]

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
        const [{ id, method } = { id: 'none', method: 'none' }] = scanner.envelopes()
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
    // What is no JSON is not said again in an answer.
    ['{"id":01x,"method":"a"}', undefined, 'a'],
    ['{"id":"\\u00","method":"a"}', undefined, 'a'],
    ['{"id":1 2,"method":"a"}', undefined, 'a'],
    ['', undefined, undefined],
    [`{"id":"${'x'.repeat(5000)}"}`, undefined, undefined],
  ])('of %s is found', (text, id, method) => {
    const { id: foundId, method: foundMethod } = envelopeOf(Buffer.from(text)) ?? {}
    expect([foundId, foundMethod]).toEqual([id, method])
  })

  it.each([
    ['{"id":1,"result":null}', [true]],
    ['{"id":1,"\\u0065rror" :{}}', [true]],
    ['{"id":1,"method":"tools/call","result":{}}', [true]],
    ['\ufeff{"id":1,"result":{}}', [true]],
    ['[5,{"id":1,"result":{}},{"id":2,"method":"a"}]', [true, false]],
    ['{"level":30,"id":1,"msg":"got call"}', [false]],
    ['{"id":1,"x":{"result":{}}}', [false]],
    ['{"id":1,"results":{},"error s":1}', [false]],
    ['answer: {"id":1,"result":{}}', []],
    ['[DEBUG] {"id":1,"result":{}}', []],
    ['"said" {"id":1,"result":{}}', []],
  ])('says whether it answers, which takes a result or an error: %s', (text, answers) => {
    expect(envelopesOf(Buffer.from(text)).map(({ isAnswer }) => isAnswer)).toEqual(answers)
  })

  it.each([
    ['{"id":1,"result":{"a":[{}}', true],
    ['{"id":1,"error":{"message":"a"b"}}', true],
    ['{"id":1,"x":"a"b","error":{}}', true],
    ['[info] {"id":1,"error":{}}', true],
    ['{"id":1,"error":{}}', false],
    ['{"id":1,"method":"a"', false],
    ['[info] {"id":1}', false],
    ['it"s', false],
  ])('may be that of an answer which nobody can read: %s', (text, isBroken) => {
    const scanner = new EnvelopeScanner()
    scanner.push(Buffer.from(text))
    expect(scanner.hasBrokenAnswer).toBe(isBroken)
  })

  it('is found in bytes that are not UTF-8 and in any depth', () => {
    const odd = Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xff, 0xc0]), Buffer.from('","id":1}')])
    expect(envelopeOf(odd)?.id).toBe('1')
    expect(envelopeOf(Buffer.from(`{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)},"id":1}`))?.id).toBe(
      '1',
    )
  })

  it('of each message of a batch is found, and where it stands', () => {
    const text = ' [{"id":1,"method":"a"} , {"id":"2","result":[{}]},5,[{"id":3}]]'
    const found = envelopesOf(Buffer.from(text))
    expect(found.map(({ id, method }) => [id, method])).toEqual([
      ['1', 'a'],
      ['"2"', undefined],
      [undefined, undefined],
    ])
    expect(found.slice(0, 2).map(({ start, end }) => text.slice(start, end))).toEqual([
      '{"id":1,"method":"a"}',
      '{"id":"2","result":[{}]}',
    ])
    expect(envelopesOf(Buffer.from('[{"id":1'))).toEqual([])
  })
})

describe('a line that is made of very many short parts', () => {
  const length = 6_000_000

  function timeFor(part: string, [head, tail]: readonly [string, string]): number {
    const piece = Buffer.from(part.repeat(65_536 / part.length))
    const scanner = new EnvelopeScanner()
    const { user } = process.cpuUsage()
    scanner.push(Buffer.from(head))
    for (let pushed = 0; pushed < length; pushed += piece.length) scanner.push(piece)
    scanner.push(Buffer.from(tail))
    expect(scanner.envelopes()[0]?.id).toBe('5')
    return process.cpuUsage().user - user
  }

  it.each([
    ['"a":1,', '{"id":5,', '"b":1}'],
    ['"id":5,', '{"id":5,', '"b":1}'],
    ['"\\u0069d":5,', '{"id":5,', '"b":1}'],
    ['{"id":5},', '[', '{"id":5}]'],
    [',', '{"id":5', '}'],
    // A machine that has other things to do may need another try.
  ])('takes not much longer than one of digits: %s', { retry: 2 }, (part, head, tail) => {
    timeFor(part, [head, tail])
    expect(timeFor(part, [head, tail])).toBeLessThan(5 * timeFor('1', ['{"id":5,"x":', '}']))
  })
})

describe('the spelling of an id', () => {
  it.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['"é"', '"\\u00e9"'],
    ['"a/b"', '"a\\/b"'],
    ['-0', '0'],
  ])('%s is the same as %s', (one, other) => {
    expect(idKey(one)).toBe(idKey(other))
  })

  it('tells others apart', () => {
    const ids = [
      '1',
      '"1"',
      '2',
      '"a"',
      '"A"',
      '"1.0"',
      '""',
      '1e400',
      '"\\u00"',
      '9007199254740992',
      '9007199254740993',
    ]
    expect(new Set(ids.map(idKey)).size).toBe(ids.length)
  })
})

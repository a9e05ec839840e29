import { afterAll, describe, expect, it } from 'vitest'
import { Ledger } from '../../src/proxy/ledger'
import { Relay } from '../../src/proxy/relay'
import { call, cancelled } from './messages'
import { endProxies, StdioProxy } from './proxies'

afterAll(endProxies)

/** A relay that has been asked, and what the client gets for a line of the server. */
function relayFor(...asked: (object | string)[]) {
  const ledger = new Ledger('interbase', undefined, undefined, () => {})
  const relay = new Relay({ to: 'interbase', redact: true }, ledger)
  const textOf = (said: object | string) => (typeof said === 'string' ? said : JSON.stringify(said))
  for (const each of asked) relay.fromClient(Buffer.from(`${textOf(each)}\n`))
  return {
    ledger,
    relay,
    passed: (said: object | string) => relay.fromServer(Buffer.from(textOf(said))).toString(),
  }
}

const secret = `password=${'hunter'.repeat(2)}`
const failure = { content: [{ type: 'text', text: `not found: ${secret}` }], isError: true }

describe('what is no answer', () => {
  const lines = [
    '{"level":30,"id":1,"msg":"got call"}',
    '[DEBUG] handling {"id":1,"tool":"t"}',
    '[DEBUG] {"id":1,"result":"soon"}',
    'sending {"id":1,"result":"soon"}',
  ]

  it.each(lines)('passes as it is, and leaves the request open: %s', (line) => {
    const { relay, passed } = relayFor(call(1))
    expect(passed(line)).toBe(line)
    expect(relay.openMethod('1')).toBe('tools/call')
    expect(passed({ id: 1, result: failure })).toContain('NOT_FOUND')
  })

  it('keeps no client from its answer', async () => {
    const script = `process.stdin.once('data', () => {
      for (const line of ${JSON.stringify(lines)}) console.log(line)
      console.log('{"id":1,"result":{"content":[]}}')
    })`
    const proxy = new StdioProxy(['--to', 'interbase', '--', process.execPath, '-e', script])
    proxy.send(call(1))
    for (const line of lines) expect(await proxy.line()).toBe(line)
    expect(await proxy.line()).toBe('{"id":1,"result":{"content":[]}}')
    await proxy.finish()
  })

  it('gets no refusal where it is too long', () => {
    const { relay } = relayFor(call(1))
    expect(relay.refused([{ id: '1', method: undefined, isAnswer: false }], 'server', 10)).toEqual([])
    expect(relay.openMethod('1')).toBe('tools/call')
  })
})

describe('of several answers to one request', () => {
  const [first, second, other] = ['{"id":1,"result":1}', '{"id":1,"result":2}', '{"id":2,"result":3}']

  it.each([
    [`[${first} , ${second}]`, `[${first}]`],
    [`[${first}, ${second},\t${other}]`, `[${first},\t${other}]`],
    [`[${first},${other},${second},${second}]`, `[${first},${other}]`],
  ])('the first one of a batch passes: %s', (batch, passes) => {
    const { ledger, passed } = relayFor({ id: 1, method: 'ping' }, { id: 2, method: 'ping' })
    expect(passed(batch)).toBe(passes)
    expect(ledger.repeated).toBe(batch.split(second).length - 1)
  })

  it('none passes in a batch where one has passed before', () => {
    const { passed } = relayFor({ id: 1, method: 'ping' })
    expect(passed(first)).toBe(first)
    expect(passed(`[${second},{"method":"a"}]`)).toBe('[{"method":"a"}]')
    expect(passed(`[${second}]`)).toBe('')
  })

  it.each(['ping', 'tools/call'])('the first one passes after it was cancelled: %s', (method) => {
    const { passed } = relayFor({ id: 1, method }, cancelled(1))
    expect(passed(first)).toBe(first)
    expect(passed(second)).toBe('')
  })

  it('each one passes where the ids are not the same but for their last digits', () => {
    const [one, next] = ['9007199254740992', '9007199254740993']
    const { relay, passed } = relayFor(`{"id":${one},"method":"ping"}`, `{"id":${next},"method":"ping"}`)
    passed(`{"id":${next},"result":{}}`)
    expect([relay.openMethod(one), relay.openMethod(next)]).toEqual(['ping', undefined])
  })
})

describe('an error hides nothing', () => {
  it.each([
    `{"code":"E_DB","message":"${secret}"}`,
    `{"code":null,"message":"${secret}"}`,
    `{"message":"${secret}"}`,
    `{"code":1e400,"message":"${secret}"}`,
    `{"code":12345678901234567890,"message":"${secret}"}`,
    `{"code":1,"message":{"text":"${secret}"}}`,
    `"${secret}"`,
    `["${secret}"]`,
  ])('where it is not as JSON-RPC wants it, and is counted: %s', (error) => {
    const { ledger, passed } = relayFor(call(1))
    expect(passed(`{"id":1,"error":${error}}`)).toBe(
      `{"id":1,"error":${error.replace(/hunter\w+/, '[redacted]')}}`,
    )
    expect(ledger.errors).toBe(1)
  })

  it.each([
    ['to a request that nobody knows', '{"id":9,"result":', '}'],
    ['to an id that has become a number', '{"id":7,"result":', '}'],
    ['to an id that is too long', `{"id":"${'x'.repeat(5000)}","result":`, '}'],
    ['to nothing', '{"id":null,"error":', '}'],
    ['with a method', '{"id":1,"method":"tools/call","result":', '}'],
    ['that is cut short', '{"id":1,"result":', ''],
    ['that is cut short in a batch', '[{"id":1,"result":', ''],
    ['whose quotes do not match', '{"id":1,"x":"a"b","result":', '}'],
    ['behind other text', 'answer: {"id":1,"result":', '}'],
  ])('in an answer %s', (_, head, tail) => {
    const { passed } = relayFor(call(1), call('7'))
    const line = passed(`${head}${JSON.stringify(failure)}${tail}`)
    expect(line).not.toContain('hunter')
    expect(line).toContain('[redacted]')
  })

  it('but for signals, and what is no error, in an answer to a request that nobody knows', () => {
    const { passed } = relayFor()
    for (const line of [
      `{"id":9,"error":{"code":-32042,"message":"${secret}"}}`,
      `{"id":9, "result":{"content":[{"type":"text","text":"${secret}"}]}}`,
    ])
      expect(passed(line)).toBe(line)
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { envelopesOf } from '../../src/proxy/envelope'
import { Ledger } from '../../src/proxy/ledger'
import { Relay } from '../../src/proxy/relay'
import { repeatsMember, withoutRepeats } from '../../src/proxy/repeated-members'
import { post } from './messages'
import { endProxies, listeningProxy, StdioProxy, serverPath } from './proxies'
import { closeUpstreams, json, upstream } from './upstreams'

afterAll(() => {
  endProxies()
  closeUpstreams()
})

describe('of two members of one name', () => {
  it.each([
    ['{"id":1,"id":2}', '2', undefined],
    ['{"id":1,"\\u0069d":2,"method":"a","method":"b"}', '2', 'b'],
    ['{"id":1,"id":null}', undefined, undefined],
    ['{"id":1,"id":{}}', undefined, undefined],
    ['{"id":1,"method":"a","method":null}', '1', undefined],
  ])('the last one says what a message is: %s', (line, id, method) => {
    expect(envelopesOf(Buffer.from(line))).toMatchObject([{ id, method }])
  })

  it.each([
    ['{"id":1,"result":{},"result":{}}', true],
    ['{"id":1,"result":{},"r\\u0065sult":{}}', true],
    ['{"result":{"content":[{"type":"text","text":"a","text":"b"}]}}', true],
    ['{"result":{"content":[{"text":"a"},{"text":"b"}],"text":"c"}}', false],
    ['{"result":{"a":1,"a":2,"text":"\\"text\\":1,\\"text\\":2"}}', false],
    ['{"result":"text","x":"text"}', false],
    ['{"result', false],
    ['', false],
  ])('a message is seen to have them: %s', (message, repeats) => {
    expect(repeatsMember(Buffer.from(message))).toBe(repeats)
  })

  it.each([
    ['{"jsonrpc":"2.0","id":4,"id":999,"result":{}}', '{"jsonrpc":"2.0","id":999,"result":{}}'],
    [
      '{"id":1,"\\u0069d" : 2 ,"a":1.0,"a":[{"id":1,"id":2}]}',
      '{"\\u0069d" : 2 ,"a":1.0,"a":[{"id":1,"id":2}]}',
    ],
    ['{ "result":{"x":"}],{"},"id":1,\t"result":[] }', '{"id":1,\t"result":[] }'],
    [
      '{"id":1,"method":"a","params":{"a":"\\""},"method":"b","params":[]}',
      '{"id":1,"method":"b","params":[]}',
    ],
    ['{"error":1,"error":2,"error":3,"id":null,"id":5}', '{"error":3,"id":5}'],
    [
      '[{"id":1,"id":2},{"id":3,"x":1},{"method":"a","method":"b"}]\r\n',
      '[{"id":2},{"id":3,"x":1},{"method":"b"}]\r\n',
    ],
    ['{"id":1,"id":2', '{"id":1,"id":2'],
    // Not JSON, but some read it.
    ['{"id":1,"id":2,"result":NaN}', '{"id":2,"result":NaN}'],
  ])('only the last one of a message itself is kept, and all else to the byte: %s', (line, kept) => {
    const bytes = Buffer.from(line)
    expect(withoutRepeats(bytes, envelopesOf(bytes)).toString()).toBe(kept)
  })

  it('a line without them stays the same reference', () => {
    const line = Buffer.from('[{"id":1,"result":{"id":1,"id":2}},{"id":1}]')
    expect(withoutRepeats(line, envelopesOf(line))).toBe(line)
  })

  it('only the last one passes on stdio, whatever the message is and wherever it goes', async () => {
    const proxy = new StdioProxy(['--to', 'interbase', '--', process.execPath, serverPath('echo.js')])
    for (const [said, passed] of [
      // What the server says by itself: it answers nothing for the one, and a call for the other.
      ['{"id":4,"id":999,"result":{"isError":true}}', '{"id":999,"result":{"isError":true}}'],
      ['{"id":7,"method":"a","params":{},"method":"b"}', '{"id":7,"params":{},"method":"b"}'],
      ['[{"method":"a","method":"b"},{"method":"c"}]', '[{"method":"b"},{"method":"c"}]'],
    ] as const) {
      proxy.send(`${said}\n`)
      expect(await proxy.line()).toBe(passed)
    }
    await proxy.finish()
  })

  it('only the last one passes from the client to the server over HTTP, and back', async () => {
    const { url: server, got } = await upstream((_, response) =>
      json(response, '{"id":1,"id":3,"result":{},"result":{"a":1}}', 200, { etag: 'x' }),
    )
    const { url } = await listeningProxy(['--to', 'interbase', '--url', server])
    const answer = await post(url, '{"id":1,"id":3,"method":"a","method":"ping"}', { 'content-digest': 'x' })
    expect(await answer.text()).toBe('{"id":3,"result":{"a":1}}')
    expect(answer.headers.get('etag')).toBe(null)
    expect(got.map(({ body, headers }) => [body, headers['content-digest']])).toEqual([
      ['{"id":3,"method":"ping"}', undefined],
    ])
  })

  it('only the last one passes to a command over HTTP, and back', async () => {
    const script = `process.stdin.on('data', (line) => {
      console.log('{"id":9,"id":3,"result":' + JSON.stringify({ got: String(line) }) + ',"id":3}')
    })`
    const { url } = await listeningProxy(['--to', 'interbase', '--', process.execPath, '-e', script])
    const answer = await post(url, '{"id":1,"method":"ping","id":3}')
    expect(await answer.text()).toBe('{"result":{"got":"{\\"method\\":\\"ping\\",\\"id\\":3}\\n"},"id":3}')
  })

  const secret = `password=${'hunter'.repeat(2)}`
  const failure = `{"content":[{"type":"text","text":"not found: ${secret}"}],"isError":true}`
  const success = '{"content":[{"type":"text","text":"fine"}]}'

  it.each([
    [`{"id":1,"result":${failure},"result":${success}}`, 'fine'],
    [`{"id":9,"result":${success},"id":1,"result":${failure}}`, 'NOT_FOUND'],
    [`{"id":1,"error":{"code":1,"message":"${secret}"},"error":{"code":2,"message":"b"}}`, '"b"'],
    [`{"id":1,"result":{"content":[{"type":"text","text":"${secret}","text":"fine"}]}}`, 'fine'],
  ])(
    'only the last one passes in an answer of a tool, and no credential in another: %s',
    async (answer, has) => {
      const proxy = new StdioProxy(['--to', 'interbase', '--', process.execPath, serverPath('echo.js')])
      proxy.send('{"id":1,"method":"tools/call","params":{"name":"t"}}\n')
      await proxy.line()
      proxy.send(`${answer}\n`)
      const line = await proxy.line()
      expect(line).toContain(has)
      expect(line).not.toContain('hunter')
      expect(line.match(/"id":/g)).toHaveLength(1)
      await proxy.finish()
    },
  )
})

describe('of two answers to one request', () => {
  it('on standard output the first one counts, and the other is counted', async () => {
    const proxy = new StdioProxy([
      '--to',
      'interbase',
      '--stats',
      '--',
      process.execPath,
      serverPath('echo.js'),
    ])
    const ask = '{"id":1,"method":"ping"}'
    const answers = ['{"id":1,"result":1}\n{"id":1,"result":2}\n', '{"id":1,"result":3}\n']
    const lines: string[] = []
    for (const answer of answers) {
      proxy.send(`${ask}\n`)
      lines.push(await proxy.line())
      proxy.send(answer)
      lines.push(await proxy.line())
    }
    const { stderr } = await proxy.finish()
    expect(lines).toEqual([ask, '{"id":1,"result":1}', ask, '{"id":1,"result":3}'])
    expect(proxy.unread).toEqual([])
    expect(stderr).toContain('0 errors, 1 repeated')
  })

  it.each([
    ['which is too long', true],
    ['which comes after one that was too long', false],
  ])('the client gets one, and not the other, %s', (_, isLast) => {
    const ledger = new Ledger('interbase', undefined, undefined, () => {})
    const relay = new Relay({ to: 'interbase' }, ledger)
    relay.fromClient(Buffer.from('{"id":1,"method":"tools/call"}\n'))
    const tooLong = () => relay.refused([{ id: '1', method: undefined, isAnswer: true }], 'server', 10).length
    const short = () => relay.fromServer(Buffer.from('{"id":1,"result":{}}\n')).length
    const [first, second] = isLast ? [short(), tooLong()] : [tooLong(), short()]
    expect(first).toBeGreaterThan(0)
    expect(second).toBe(0)
  })

  it('the client does not get one that comes after the proxy has answered itself', () => {
    const ledger = new Ledger('interbase', undefined, undefined, () => {})
    const relay = new Relay({ to: 'interbase' }, ledger)
    const ids = Array.from({ length: 500 }, (_, i) => i)
    for (const id of ids) relay.fromClient(Buffer.from(`{"id":${id},"method":"tools/call"}\n`))
    const error = { code: 'connection_failed', message: 'gone', severity: 'error' } as const
    for (const id of ids) expect(relay.failed(String(id), error)).toBeDefined()
    for (const id of ids) {
      expect(relay.failed(String(id), error)).toBe(undefined)
      expect(relay.fromServer(Buffer.from(`{"id":${id},"result":{}}\n`))).toHaveLength(0)
    }
    expect(ledger.repeated).toBe(500)
  })
})

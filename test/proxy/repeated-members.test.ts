import { afterAll, describe, expect, it } from 'vitest'
import { envelopesOf } from '../../src/proxy/envelope'
import { repeatsMember } from '../../src/proxy/repeated-members'
import { endProxies, StdioProxy, serverPath } from './proxies'

afterAll(endProxies)

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
})

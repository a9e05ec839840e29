import { afterAll, describe, expect, it } from 'vitest'
import { type Answer, call, initialize, post } from './messages'
import { endProxies, listeningProxy } from './proxies'

afterAll(endProxies)

const secret = ['s3', 'cr3t', 'pw'].join('')

/** Answers to nobody, to two at once, or late. */
const server = `
  const say = (message) => console.log(JSON.stringify(message))
  const answer = (id) => ({ id, result: { content: [{ type: 'text', text: 'for ' + id }] } })
  const open = []
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (method === 'initialize') say({ id, result: { protocolVersion: '2025-03-26' } })
    else if (params?.name === 'nobody') say({ id: null, error: { code: -32600, message: 'no postgres://u:${secret}@db/x' } })
    else if (params?.name === 'late') open.push(id)
    else if (params?.name === 'long') say({ id, result: { content: [{ type: 'text', text: 'é\\n'.repeat(300000) + id }] } })
    else if (method === 'go') setTimeout(() => say(answer(open.shift())), 500)
    else if (open.push(id) === 2) say(open.splice(0).map(answer))
  })
`

async function session(): Promise<{ url: URL; headers: Record<string, string> }> {
  const { url } = await listeningProxy(['--to', 'fusion', '--', process.execPath, '-e', server])
  const begun = await post(url, initialize)
  await begun.text()
  return { url, headers: { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' } }
}

describe('a child process behind HTTP', () => {
  it('that answers nobody has answered the one who waits', async () => {
    const { url, headers } = await session()
    const text = await (await post(url, call('a', 'nobody'), headers)).text()
    expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ id: 'a', error: { code: -32600 } })
  })

  it('that gives long results has each of them arrive whole', async () => {
    const { url, headers } = await session()
    const ids = [1, 2, 3, 4, 5]
    const answers = await Promise.all(ids.map((id) => post(url, call(id, 'long'), headers)))
    for (const [i, answer] of answers.entries()) {
      const { id, result } = (await answer.json()) as Answer
      expect(id).toBe(ids[i])
      expect(result?.content[0]?.text === 'é\n'.repeat(300_000) + id).toBe(true)
    }
  })

  it('that answers two at once has answered each of them', async () => {
    const { url, headers } = await session()
    const answers = await Promise.all([1, 2].map((id) => post(url, call(id), headers)))
    for (const [i, answer] of answers.entries())
      expect(await answer.json()).toMatchObject({
        id: i + 1,
        result: { content: [{ text: `for ${i + 1}` }] },
      })
  })

  it('that answers who has lost the connection tells who listens', async () => {
    const { url, headers } = await session()
    const stream = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } })
    const leaving = new AbortController()
    const asked = fetch(url, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json' },
      body: JSON.stringify(call(7, 'late')),
      signal: leaving.signal,
    })
    setTimeout(() => leaving.abort(), 300)
    await expect(asked).rejects.toThrow('aborted')
    await post(url, { method: 'go' }, headers)
    const { value } = (await stream.body?.getReader().read()) ?? {}
    const { id } = JSON.parse(new TextDecoder().decode(value).replace(/^data: /, '')) as Answer
    expect(id).toBe(7)
  })
})

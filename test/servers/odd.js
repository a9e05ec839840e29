// A server that goes wrong in the way that its argument names.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { flood, sayLong } from './much.js'

const [way, size = '0'] = process.argv.slice(2)
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const answer = (id, text) => say({ id, result: { content: [{ type: 'text', text }] } })

const ways = {
  /** Answers with a line of the size. */
  async long(id) {
    await sayLong(process.stdout, id, Number(size))
    process.stdout.write('\n')
  },
  /** Says so much in messages of 1 kB, and then answers. */
  async flood(id) {
    answer(id, `that was all: ${await flood(process.stdout, Number(size))}`)
  },
  /** Breaks off in the middle of its answer. */
  cut: () => process.stdout.write('{"jsonrpc":"2.0","id":', () => process.kill(process.pid, 'SIGKILL')),
  /** Ends with a status. */
  exit: () => process.exit(Number(size)),
  /** Never answers. */
  silent: () => {},
  /** Begins a process that outlives it, and ends with a status. */
  parent(id) {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    answer(id, String(child.pid))
    if (size !== '0') process.exit(Number(size))
  },
  /** Leaves a process behind that nobody can end with it, which holds its output, and ends. */
  daemon() {
    const stdio = ['ignore', 'inherit', 'ignore']
    spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio, detached: true }).unref()
    process.exit(Number(size))
  },
  /** Says nothing more, but lives. */
  quiet() {
    process.stdout.end()
    setInterval(() => {}, 1000)
  },
  /** Writes the id in another spelling. */
  respell(id) {
    const spelt =
      typeof id === 'string'
        ? `"${id.replace(/[^a-z]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)}"`
        : `${id}.0`
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${spelt},"result":{"content":[{"type":"text","text":"respelt"}]}}\n`,
    )
  },
  /** Says something about a call after it has answered it. */
  late(id) {
    answer(id, `answer to ${id}`)
    setTimeout(() => say({ method: 'notifications/message', params: { data: `late of ${id}` } }), 100)
  },
  /** Tells its progress three times, and then answers. */
  async progress(id, { _meta: { progressToken } }) {
    for (let progress = 1; progress <= 3; progress++) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      say({ method: 'notifications/progress', params: { progressToken, progress } })
    }
    answer(id, 'done')
  },
  /** Wants to live. */
  stubborn(id) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
    setInterval(() => {}, 1000)
    answer(id, String(process.pid))
  },
  /** Answers in several ways at once: a batch, ids made texts, the same id twice. */
  batch(id) {
    const failure = {
      content: [{ type: 'text', text: '{"type":"NOT_FOUND","message":"gone","recoverable":false}' }],
    }
    process.stdout.write(
      `${JSON.stringify([
        { jsonrpc: '2.0', id, result: { ...failure, isError: true } },
        { jsonrpc: '2.0', method: 'x' },
      ])}\n`,
    )
  },
}

createInterface(process.stdin).on('line', (line) => {
  const message = JSON.parse(line)
  // This one is never answered, whatever the way.
  if (message.params?.name === 'silent') return
  if (message.method === 'tools/call') ways[way](message.id, message.params)
  else if (message.method === 'initialize') {
    say({ id: message.id, result: { protocolVersion: message.params.protocolVersion } })
  } else if (message.method === 'pid') answer(message.id, String(process.pid))
  else if (message.id !== undefined && message.method) answer(message.id, 'here')
  else if (message.id !== undefined) say({ method: 'heard', params: message })
})

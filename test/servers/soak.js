// Answers each call in the way that the name of its tool says; most of them are faults.
import { createInterface } from 'node:readline'

const write = (line) => process.stdout.write(line)
const lineOf = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const say = (message) => write(lineOf(message))
const ok = (id) => ({ id, result: { content: [{ type: 'text', text: `ok ${id}` }] } })
const failed = (id, text) => ({ id, result: { content: [{ type: 'text', text }], isError: true } })
const soon = () => new Promise((resolve) => setImmediate(resolve))

const ways = {
  ok: (id) => say(ok(id)),
  interbase: (id) => say(failed(id, `{"type":"NOT_FOUND","message":"no ${id}","recoverable":false}`)),
  agentapi: (id) =>
    say(
      failed(
        id,
        `{"error":{"code":"MCP_TOOL_NOT_FOUND","message":"no ${id}","temporary":false,"retryable":false},"timestamp":"2025-10-23T12:34:56Z"}\n`,
      ),
    ),
  fusion: (id) =>
    say(
      failed(
        id,
        `<tool_error code="NOT_FOUND" severity="error">\n<message>no ${id}</message>\n</tool_error>`,
      ),
    ),
  pydantic: (id) =>
    say({
      id,
      result: {
        content: [{ type: 'text', text: `{"error": "not_found", "message": "no ${id}", "details": null}` }],
      },
    }),
  plain: (id) => say(failed(id, `not found: no ${id}`)),
  rpc: (id) => say({ id, error: { code: -32050, message: `no ${id}` } }),
  long: (id) => say({ result: { content: [{ type: 'text', text: 'x'.repeat(200_000) }] }, id }),
  garbage(id) {
    write('not JSON at all\n\n}{"":\n')
    say(ok(id))
  },
  notUtf8: (id) =>
    write(
      Buffer.concat([
        Buffer.from(
          `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"isError":true,"content":[{"text":"`,
        ),
        Buffer.from([0xff, 0xc3]),
        Buffer.from('"}]}}\n'),
      ]),
    ),
  twice: (id) => write(lineOf(ok(id)).repeat(2)),
  unasked(id) {
    say(ok(`nobody's ${id}`))
    say(ok(id))
  },
  notifying(id) {
    for (let i = 0; i < 3; i++) say({ method: 'notifications/message', params: { level: 'info', data: i } })
    say(ok(id))
  },
  async split(id) {
    const line = lineOf(ok(id))
    for (let at = 0; at < line.length; at += 7) {
      write(line.slice(at, at + 7))
      await soon()
    }
  },
  slow: (id) => setTimeout(() => say(ok(id)), 50),
  late: (id) => setTimeout(() => ways.interbase(id), 50),
  cancelled: () => {},
  crash: (id) =>
    process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"res`, () =>
      process.kill(process.pid, 'SIGKILL'),
    ),
}

// What is said in several pieces must not be cut by another answer.
let turn = Promise.resolve()
createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: {} } })
  else if (method === 'tools/call') turn = turn.then(() => ways[params.name](id))
})

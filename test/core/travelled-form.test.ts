import { describe, expect, it } from 'vitest'
import { advise, decode, type JsonObject, translate } from '../../src/index'
import { normalizeToolResult, readToolResult } from '../../src/mcp/index'

const declined = '{"error":"internal_error","message":"Card was declined","details":null}'

const interbase = { type: 'TRANSIENT', message: 'call again', recoverable: true }

// Members that are the signature of another dialect, or of a tool result.
const signatures: readonly (readonly [to: string, set: JsonObject])[] = [
  ['interbase', { jsonrpc: '2.0', id: 1, error: { code: 503, message: 'call again' } }],
  ['interbase', { __type: 'ThrottlingException' }],
  ['interbase', { kind: 'toolError:v1', code: 'NETWORK_ERROR', retryable: true }],
  ['interbase', { content: [{ type: 'text', text: JSON.stringify(interbase) }], isError: true }],
  ['interbase', { ok: false, success: false }],
  ['agentapi', interbase],
  ['graphql', interbase],
  ['json-api', interbase],
  ['fastapi', interbase],
]

describe('a form that travelled with an error', () => {
  it.each(signatures)('cannot make %s be read as something else: %j', (to, set) => {
    const residue = { origin: { dialect: to, form: { set } } }
    const _meta = { 'errlingua/error': { residue } } as JsonObject
    const result = { content: [{ type: 'text', text: declined }], isError: true, _meta }
    for (const preserve of [true, false]) {
      const there = normalizeToolResult(result, { to, preserve })
      const read = readToolResult(there)
      expect(read?.message).toBe('Card was declined')
      expect(read && advise(read).action).toBe('give_up')
    }
    const inBag = JSON.stringify({ ...JSON.parse(declined), details: { errlingua: residue } })
    const there = translate(inBag, { to: 'fusion' })
    // Whoever keeps what travels keeps the text that it came from, to be read in its own dialect.
    for (const again of [
      decode(translate(there, { to, preserve: false }), { failed: true }),
      decode(translate(there, { to }), { dialect: to }),
    ]) {
      expect(again.message).toBe('Card was declined')
      expect(advise(again).action).toBe('give_up')
    }
  })

  it('is that of its text where it misleads nobody', () => {
    const text = '{"trace":"t-1","type":"INTERNAL","message":"m","recoverable":false,"more":[1]}'
    const back = translate(translate(text, { to: 'pydantic' }), { to: 'interbase' })
    expect(JSON.parse(back)).toEqual(JSON.parse(text))
  })

  it('is that of its text where that was in another dialect than it looks', () => {
    const text = '{"__type":"Nothing","type":"INTERNAL","message":"m","recoverable":false}'
    const there = translate(text, { from: 'interbase', to: 'fusion' })
    expect(JSON.parse(translate(there, { to: 'interbase' }))).toEqual(JSON.parse(text))
  })
})

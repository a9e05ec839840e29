import { describe, expect, it } from 'vitest'
import { advise, type CanonicalError, decode, type JsonObject, measureLoss, stringify } from '../src/index'
import { hintFor, writableIds } from './corpus'

// Details that mean something to a reader of one dialect or another.
const misleading: readonly JsonObject[] = [
  ...['transient', 'timeout', 'rate_limited', 'unavailable', 'internal'].map((code) => ({
    error_code: code,
  })),
  {
    content: [{ type: 'text', text: '{"type":"TRANSIENT","message":"call again","recoverable":true}' }],
    isError: true,
  },
  { content: 'call again', isError: true },
  { content: [], isError: true, structuredContent: { result: 'x' } },
  { jsonrpc: '2.0', id: 1, error: { code: 503, message: 'call again' } },
  { __type: 'ThrottlingException' },
  { kind: 'toolError:v1', code: 'NETWORK_ERROR', retryable: true },
  { ok: false, success: false },
  { type: 'TRANSIENT', message: 'call again', recoverable: true },
]

const errors: readonly CanonicalError[] = (
  ['internal', 'not_found', 'rate_limited', 'invalid_input'] as const
).map((code) => ({ code, message: 'Card was declined', severity: 'error' }))

describe.each(writableIds)('details that would mislead, in %s', (id) => {
  it.each(misleading)('%j', (details) => {
    for (const error of errors) {
      const whole = { ...error, details }
      for (const preserve of [true, false]) {
        const text = stringify(whole, id, { preserve })
        for (const hint of [hintFor(id), { dialect: id }]) {
          const read = decode(text, hint)
          expect({ action: advise(read).action, message: read.message }).toEqual({
            action: advise(error).action,
            message: error.message,
          })
          const lost = preserve ? [] : measureLoss(whole, id).map(({ path }) => path)
          for (const key of Object.keys(details))
            if (!lost.includes(`details.${key}`) && !lost.includes('details'))
              expect(read.details?.[key]).toEqual(details[key as keyof typeof details])
        }
      }
    }
  })
})

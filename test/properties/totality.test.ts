import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCanonicalCode } from '../../src/core/codes'
import {
  advise,
  CanonicalError,
  classify,
  DecodeError,
  decode,
  detect,
  encode,
  readThrown,
  redact,
  safeDecode,
  stringify,
} from '../../src/index'
import { normalizeToolResult, readToolResult } from '../../src/mcp/index'
import { dialectIds, writableIds } from '../corpus'
import { anyInput, bytes, damagedLine } from './hostile-inputs'

/** A million for the whole of it, or a few for every run. */
const inputs = (share: number) => ({ numRuns: share * (process.env.DEEP ? 100_000 : 300) })

const options = fc.record(
  {
    dialect: fc.constantFrom(...dialectIds, 'text'),
    strict: fc.boolean(),
    failed: fc.boolean(),
    unmistakable: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** A whole canonical error, of which something can be made. */
function expectWhole(error: unknown): void {
  const verdict = CanonicalError.safeParse(error)
  expect(verdict.error?.issues ?? 'whole').toBe('whole')
  expect(advise(error as CanonicalError).reason).not.toBe('')
}

it('every input is decoded into a whole error, or refused with a DecodeError that says why', () => {
  fc.assert(
    fc.property(anyInput, options, (make, options) => {
      const input = make()
      const result = safeDecode(input, options)
      if (result.success) expectWhole(result.data)
      else {
        expect(result.error).toBeInstanceOf(DecodeError)
        expect(result.error).toMatchObject({
          code: expect.stringMatching(/^[A-Z_]+$/),
          path: expect.any(String),
        })
        expect(result.error.message).toMatch(/^The [^\n]{5,}\.$/)
      }
    }),
    inputs(6),
  )
})

it('what was decoded of every input is encoded in every dialect', () => {
  fc.assert(
    fc.property(anyInput, fc.constantFrom(...writableIds), fc.boolean(), (make, to, preserve) => {
      const input = make()
      const { data } = safeDecode(input, { failed: true })
      if (!data) return
      expect(typeof stringify(data, to, { preserve })).toBe('string')
      const body = encode(data, to, { preserve })
      // A tool result may fail without a word, or with blanks only; its text is that again, and no text to decode.
      const isWordless = typeof body === 'string' && body.trim() === '' && data.message.trim() === ''
      if (!isWordless) expectWhole(decode(body, { dialect: to }))
      expectWhole(redact(data))
    }),
    inputs(2),
  )
})

it('every input is detected, read as a tool result, or taken as thrown', () => {
  fc.assert(
    fc.property(anyInput, (make) => {
      const input = make()
      const detected = detect(input)
      expect(detected === undefined || dialectIds.includes(detected.dialect)).toBe(true)
      const read = readToolResult(input)
      if (read) expectWhole(read)
      const normal = normalizeToolResult(input as object, { to: 'interbase', redact: true })
      if (read === undefined) expect(normal).toBe(input)
      expectWhole(readThrown(input))
    }),
    inputs(1),
  )
})

it('every text is classified', () => {
  fc.assert(
    fc.property(fc.oneof(bytes, damagedLine), (text) => {
      const { code, confidence } = classify(text)
      expect(isCanonicalCode(code)).toBe(true)
      expect(confidence >= 0 && confidence <= 1).toBe(true)
    }),
    inputs(1),
  )
})

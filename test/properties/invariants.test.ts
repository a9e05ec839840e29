import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fields } from '../../src/core/canonical-error'
import { codeNames } from '../../src/core/codes'
import { sameJson } from '../../src/core/json'
import { writeJson } from '../../src/core/json-write'
import { defaultLimits } from '../../src/core/limits'
import { escapeText, legalText } from '../../src/core/xml'
import { parseFusion } from '../../src/dialects/fusion/body'
import {
  advise,
  type CanonicalCode,
  type CanonicalError,
  codes,
  DecodeError,
  decode,
  detect,
  encode,
  type JsonValue,
  measureLoss,
  safeDecode,
  stringify,
  translate,
} from '../../src/index'
import { exact, fromHint, hintFor, recordedIds, writableIds } from '../corpus'
import { canonicalError, json, key, residue, runs, text, wire } from './arbitraries'

const dialect = fc.constantFrom(...writableIds)

describe('identity', () => {
  it('gives every JSON body back, in the same order', () => {
    fc.assert(
      fc.property(wire, ({ dialect, body }) => {
        const again = encode(decode(body, { dialect }), dialect)
        expect(sameJson(again as JsonValue, body, true) || { again, body }).toBe(true)
      }),
      runs,
    )
  })

  it('gives back every text that it has written itself', () => {
    fc.assert(
      fc.property(canonicalError, dialect, (error, dialect) => {
        const text = stringify(error, dialect)
        expect(stringify(decode(text, hintFor(dialect)), dialect)).toBe(text)
      }),
      runs,
    )
  })
})

const asData = (text: string, dialect: string): JsonValue => {
  if (dialect === 'text') return text
  return dialect === 'fusion' ? parseFusion(text, defaultLimits, false) : exact(text)
}

describe('there and back', () => {
  it('restores every JSON body by way of every other dialect', () => {
    fc.assert(
      fc.property(wire, dialect, ({ dialect, body }, other) => {
        // What stands under the reserved key is errlingua's own; other texts do not have it.
        fc.pre(!writeJson(body).includes('errlingua'))
        const there = stringify(decode(body, { dialect }), other)
        const back = encode(decode(there, { dialect: other }), dialect)
        expect(sameJson(back as JsonValue, body) || { back, body, there }).toBe(true)
      }),
      runs,
    )
  })

  it('restores every text by way of every other dialect', () => {
    fc.assert(
      fc.property(canonicalError, dialect, dialect, (error, from, by) => {
        const text = stringify(error, from, { preserve: false })
        const there = translate(text, { ...fromHint(from), to: by })
        const back = translate(there, { ...fromHint(by), to: from })
        expect(sameJson(asData(back, from), asData(text, from)) || { back, text, there }).toBe(true)
      }),
      runs,
    )
  })

  it('restores every text of the five by way of two others of them', () => {
    const five = fc.constantFrom(...recordedIds)
    fc.assert(
      fc.property(canonicalError, five, five, five, (error, from, by, then) => {
        // Without what stands under the reserved key, it is a text like any other server's.
        const text = stringify(error, from, { preserve: false })
        const there = translate(text, { ...fromHint(from), to: by })
        const further = translate(there, { ...fromHint(by), to: then })
        const back = translate(further, { ...fromHint(then), to: from })
        expect(sameJson(asData(back, from), asData(text, from)) || { back, text, there, further }).toBe(true)
      }),
      runs,
    )
  })

  it('keeps every member of a canonical error in every dialect', () => {
    fc.assert(
      fc.property(canonicalError, dialect, (error, dialect) => {
        const back = decode(stringify(error, dialect), hintFor(dialect))
        for (const field of fields) {
          if (error[field] === undefined || field === 'details') continue
          expect(
            sameJson(error[field] as JsonValue, back[field] as JsonValue) || { field, error, back },
          ).toBe(true)
        }
        for (const [name, value] of Object.entries(error.details ?? {})) {
          const found = back.details && Object.hasOwn(back.details, name) ? back.details[name] : undefined
          expect(sameJson(value, found) || { name, error, back }).toBe(true)
        }
      }),
      runs,
    )
  })
})

describe('details that bear the names of members', () => {
  const flags = [undefined, true, false] as const
  const named = [undefined, 'transient', 'not_found', 'conflict', 'auth_expired', 'unknown', 'advisory']
  const errors = (code: CanonicalCode) =>
    flags.flatMap((retryable) =>
      named.flatMap((name) =>
        flags.map((flag): CanonicalError => {
          const details = { ...(name && { code: name }), ...(flag !== undefined && { retryable: flag }) }
          return {
            code,
            message: '',
            severity: 'error',
            ...(retryable !== undefined && { retryable }),
            details,
          }
        }),
      ),
    )

  it.each(codeNames)('leave %s what it is, in every dialect', (code) => {
    for (const error of errors(code)) {
      for (const dialect of writableIds) {
        expect({ dialect, ...decode(stringify(error, dialect), hintFor(dialect)) }).toMatchObject({
          dialect,
          ...error,
        })
      }
    }
  })
})

describe('the decision', () => {
  it('survives every translation without preserve', () => {
    fc.assert(
      fc.property(canonicalError, dialect, (error, dialect) => {
        const arrived = decode(stringify(error, dialect, { preserve: false }), hintFor(dialect))
        expect({ action: advise(arrived).action, arrived }).toMatchObject({ action: advise(error).action })
      }),
      runs,
    )
  })

  it('never makes a reader who knows the native code alone retry what must not be, or the reverse', () => {
    const retried: Record<string, readonly string[]> = {
      interbase: ['TRANSIENT'],
      fusion: ['RATE_LIMITED', 'TIMEOUT', 'SERVER_BUSY'],
      pydantic: ['rate_limited', 'mcp_unavailable'],
    }
    const waited: readonly string[] = ['CONFLICT']
    fc.assert(
      fc.property(canonicalError, fc.constantFrom(...Object.keys(retried)), (error, dialect) => {
        fc.pre(
          error.retryable !== undefined && error.issues === undefined && codes[error.code].action !== 'go_on',
        )
        const code = decode(stringify(error, dialect, { preserve: false })).origin?.code ?? ''
        const isRetried = retried[dialect]?.includes(code)
        if (waited.includes(code)) return
        expect({ isRetried, code, error }).toMatchObject({ isRetried: error.retryable })
      }),
      runs,
    )
  })
})

describe('loss', () => {
  it('is named exactly', () => {
    fc.assert(
      fc.property(canonicalError, dialect, (error, dialect) => {
        const arrived = decode(stringify(error, dialect, { preserve: false }), hintFor(dialect))
        const lost = new Set<string>(measureLoss(error, dialect).map(({ field }) => field))
        expect([...lost].sort()).toEqual(changedFields(error, arrived).sort())
      }),
      runs,
    )
  })
})

function changedFields(error: CanonicalError, arrived: CanonicalError): string[] {
  return fields.filter((field) => {
    if (error[field] === undefined) return false
    if (field !== 'details' || !arrived.details)
      return !sameJson(error[field] as JsonValue, arrived[field] as JsonValue)
    const kept = arrived.details
    return Object.entries(error.details ?? {}).some(
      ([key, value]) => !Object.hasOwn(kept, key) || !sameJson(value, kept[key]),
    )
  })
}

const anything = fc.oneof(
  text,
  json,
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  }),
  fc.tuple(canonicalError, dialect, fc.nat(), text).map(([error, dialect, at, junk]) => {
    const whole = stringify(error, dialect)
    const place = at % (whole.length + 1)
    return whole.slice(0, place) + junk + whole.slice(place + (at % 3))
  }),
  fc.tuple(key, json).map(([name, value]) => ({
    content: [{ type: 'text', text: writeJson({ [name]: value }) }],
    isError: true,
  })),
)

describe('totality', () => {
  it('gives an error or a DecodeError for every input', () => {
    fc.assert(
      fc.property(
        anything,
        fc.option(dialect, { nil: undefined }),
        fc.boolean(),
        (input, dialect, strict) => {
          const result = safeDecode(input, { dialect, strict })
          if (result.success) expect(typeof result.data.message).toBe('string')
          else expect(result.error).toBeInstanceOf(DecodeError)
        },
      ),
      runs,
    )
  })

  it('takes two documents in one text for none', () => {
    // Two plain texts are one.
    const structured = fc.constantFrom(...writableIds.filter((id) => id !== 'text'))
    const document = fc.tuple(canonicalError, structured).map(([error, id]) => stringify(error, id))
    fc.assert(
      fc.property(document, document, fc.constantFrom('', ' ', '\n'), (one, other, between) => {
        const result = safeDecode(one + between + other)
        expect(result).toMatchObject({
          success: false,
          error: { code: one.startsWith('<') ? 'INVALID_XML' : 'INVALID_JSON' },
        })
      }),
      runs,
    )
  })

  it('encodes every canonical error in every dialect, as text that is detected as that dialect', () => {
    fc.assert(
      fc.property(canonicalError, dialect, fc.boolean(), (error, dialect, preserve) => {
        expect(decode(stringify(error, dialect, { preserve }), hintFor(dialect)).origin?.dialect).toBe(
          dialect,
        )
      }),
      runs,
    )
  })

  it('takes whatever stands under the reserved key', () => {
    fc.assert(
      fc.property(canonicalError, residue, dialect, dialect, (error, errlingua, from, to) => {
        const carried = { ...error, details: { ...error.details, carried: '' } }
        const body = encode(carried, from, { preserve: false })
        const hostile = typeof body === 'string' ? escapeText(writeJson(errlingua)) : writeJson(errlingua)
        const place = typeof body === 'string' ? '<detail key="carried"></detail>' : '"carried":""'
        const put =
          typeof body === 'string' ? `<detail key="errlingua">${hostile}</detail>` : `"errlingua":${hostile}`
        const text = (typeof body === 'string' ? body : writeJson(body)).replace(place, () => legalText(put))
        const decoded = decode(text, { dialect: from })
        expect(decode(stringify(decoded, to), { dialect: to }).origin?.dialect).toBe(to)
      }),
      runs,
    )
  })

  it('leaves prototypes alone', () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    fc.assert(
      fc.property(canonicalError, dialect, (error, dialect) => {
        const hostile = { ...error, details: JSON.parse('{"__proto__":{"polluted":true}}') }
        decode(stringify(hostile, dialect), hintFor(dialect))
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
      }),
      runs,
    )
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })
})

describe('a success', () => {
  // Prose that quotes an error, and data that holds one: neither is one.
  const quotation = fc.tuple(canonicalError, dialect).map(([error, dialect]) => stringify(error, dialect))
  const data = fc.oneof(
    json,
    wire.map(({ body }) => body),
  )
  const success = fc
    .record({
      text: fc.oneof(
        fc.oneof(text, quotation).map((said) => `The log says: ${said}`),
        data.map((item) => writeJson({ items: [item] })),
        // A list of one is how some services send an error.
        data.map((item) => writeJson([item, 'and more'])),
      ),
      structuredContent: fc.option(
        data.map((item) => ({ items: [item] })),
        { nil: undefined },
      ),
      isError: fc.constantFrom(undefined, false),
    })
    .map(({ text, structuredContent, isError }) => ({
      content: [{ type: 'text', text }],
      ...(structuredContent && { structuredContent }),
      ...(isError !== undefined && { isError }),
    }))

  it('is in no dialect, and left as it is', () => {
    fc.assert(
      fc.property(success, (result) => {
        const before = writeJson(result)
        expect(detect(deeplyFrozen(result))).toBeUndefined()
        expect(safeDecode(result)).toMatchObject({ success: false, error: { code: 'NO_DIALECT' } })
        expect(writeJson(result)).toBe(before)
      }),
      runs,
    )
  })
})

function deeplyFrozen<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deeplyFrozen)
  return Object.freeze(value)
}

describe('numbers', () => {
  it('are exact in details after every translation', () => {
    const digits = fc.oneof(
      fc.bigInt().map(String),
      fc.constantFrom('9007199254740993', '1e400', '-1E-400', '0.1000000000000000055511151231257827', '-0.0'),
      fc.tuple(fc.bigInt(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}1`),
    )
    fc.assert(
      fc.property(digits, dialect, (digits, other) => {
        const wire = `{"type":"INTERNAL","message":"m","recoverable":false,"data":{"n":${digits}}}`
        const back = translate(translate(wire, { to: other }), { ...fromHint(other), to: 'interbase' })
        expect(sameJson(exact(back), exact(wire)) || { back, wire }).toBe(true)
      }),
      runs,
    )
  })
})

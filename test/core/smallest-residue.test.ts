import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import { dialects } from '../../src/dialects/built-in'

const { decode, encode, translate } = createTranslator({ dialects })

/** What travels under the reserved key when a text is written in another dialect. */
const residueIn = (wire: string, to: 'interbase' | 'pydantic' | 'toolerror-v1'): JsonValue | undefined => {
  const body = encode(decode(wire), to)
  if (!isJsonObject(body)) return undefined
  const bag = body[to === 'interbase' ? 'data' : 'details']
  return isJsonObject(bag) ? bag.errlingua : undefined
}

const notFound = { code: 'not_found', message: 'm', severity: 'error' } as const
const timestamp = '2025-10-23T12:34:56Z'
const agentapi = (metadata: string) =>
  `{"error":{"code":"MCP_TIMEOUT","message":"m",${metadata}"temporary":true,"retryable":true},"timestamp":"${timestamp}"}\n`
const plainFusion = '<tool_error>\n<message>m</message>\n</tool_error>'
const routing =
  '<tool_error code="UNKNOWN_ACTION">\n<message>m</message>\n<available_actions>a, b</available_actions>\n<recovery>r</recovery>\n</tool_error>'

const wires: [string, string, 'interbase' | 'pydantic' | 'toolerror-v1', JsonValue | undefined][] = [
  [
    'nothing where plain words are enough',
    '{"type":"NOT_FOUND","message":"gone","recoverable":false}',
    'pydantic',
    undefined,
  ],
  [
    'nothing where there were no details',
    '{"error": "not_found", "message": "gone", "details": null}',
    'toolerror-v1',
    undefined,
  ],
  [
    'unknown members',
    '{"type":"NOT_FOUND","message":"m","recoverable":false,"x":1}',
    'pydantic',
    { origin: { dialect: 'interbase', code: 'NOT_FOUND', form: { set: { x: 1 } } } },
  ],
  [
    'a code of its own',
    '{"type":"PROJECT_NOT_FOUND","message":"m","recoverable":false}',
    'pydantic',
    { origin: { dialect: 'interbase', code: 'PROJECT_NOT_FOUND' } },
  ],
  [
    'empty details',
    '{"type":"VALIDATION","message":"m","recoverable":true,"data":{}}',
    'toolerror-v1',
    { origin: { dialect: 'interbase', code: 'VALIDATION', form: { set: { data: {} } } } },
  ],
  [
    'what the target had to say though the source did not',
    agentapi('"metadata":{"retry_after":"1m0s"},'),
    'interbase',
    { absent: ['recoverable'], origin: { dialect: 'agentapi' } },
  ],
  [
    'a notation of its own',
    agentapi('"metadata":{"retry_after":"60s"},'),
    'interbase',
    { details: { retry_after: '60s' }, absent: ['recoverable'], origin: { dialect: 'agentapi' } },
  ],
  [
    'the shape',
    plainFusion,
    'pydantic',
    {
      origin: {
        dialect: 'fusion',
        variant: 'plain',
        form: { inside: { attributes: { drop: ['code'] }, children: { drop: ['details'] } } },
      },
    },
  ],
  [
    'the shape of a routing error',
    routing,
    'interbase',
    { absent: ['recoverable'], origin: { dialect: 'fusion', code: 'UNKNOWN_ACTION', variant: 'routing' } },
  ],
  [
    'that a member was absent',
    '{"error": "not_found", "message": "gone"}',
    'interbase',
    {
      absent: ['recoverable'],
      origin: { dialect: 'pydantic', code: 'not_found', form: { drop: ['details'] } },
    },
  ],
]

describe('the smallest residue', () => {
  it.each(wires)('is %s', (_, wire, to, residue) => {
    expect(residueIn(wire, to)).toEqual(residue)
  })

  it.each(wires)('restores the text where it is %s', (_, wire, to) => {
    const from = decode(wire).origin?.dialect ?? ''
    const back = translate(translate(wire, { to }), { to: from })
    if (from === 'fusion') expect(back).toBe(wire)
    else expect(JSON.parse(back)).toEqual(JSON.parse(wire))
  })

  it.each([
    [
      'nothing where the target has an element for the wait',
      '{"error": "rate_limited", "message": "m", "details": {"retry_after": 30}}',
      '<tool_error code="RATE_LIMITED" severity="error">\n<message>m</message>\n<retry_after>30 seconds</retry_after>\n</tool_error>',
    ],
    [
      'only which details are not text beside such a wait',
      '{"error": "rate_limited", "message": "m", "details": {"n": 5, "retry_after": 30}}',
      '<tool_error code="RATE_LIMITED" severity="error">\n<message>m</message>\n<details>\n  <detail key="n">5</detail>\n  <detail key="errlingua">{"json":["n"]}</detail>\n</details>\n<retry_after>30 seconds</retry_after>\n</tool_error>',
    ],
    [
      'the notation of a wait',
      '{"error": "rate_limited", "message": "m", "details": {"retry_after": "30s"}}',
      '<tool_error code="RATE_LIMITED" severity="error">\n<message>m</message>\n<details>\n  <detail key="errlingua">{"origin":{"dialect":"pydantic","code":"rate_limited","form":{"inside":{"details":{"set":{"retry_after":"30s"}}}}}}</detail>\n</details>\n<retry_after>30 seconds</retry_after>\n</tool_error>',
    ],
    [
      'that there were empty details',
      '{"error": "rate_limited", "message": "m", "details": {}}',
      '<tool_error code="RATE_LIMITED" severity="error">\n<message>m</message>\n<details>\n  <detail key="errlingua">{"origin":{"dialect":"pydantic","code":"rate_limited","form":{"set":{"details":{}}}}}</detail>\n</details>\n</tool_error>',
    ],
  ])('in a bag of text is %s', (_, wire, text) => {
    expect(translate(wire, { to: 'fusion' })).toBe(text)
    expect(translate(text, { to: 'pydantic' })).toBe(wire)
  })

  it('is what was lost where the error has no origin', () => {
    const error = { code: 'not_found', message: 'm', severity: 'error', timestamp: 'yesterday' } as const
    expect(encode(error, 'pydantic')).toEqual({
      error: 'not_found',
      message: 'm',
      details: { errlingua: { said: { timestamp: 'yesterday' } } },
    })
    expect(encode({ ...error, timestamp: undefined }, 'pydantic')).toEqual({
      error: 'not_found',
      message: 'm',
      details: null,
    })
  })

  it('is nothing for an origin that only names a dialect that is not known', () => {
    expect(encode({ ...notFound, origin: { dialect: 'own' } }, 'pydantic')).toEqual({
      error: 'not_found',
      message: 'm',
      details: null,
    })
  })

  it('takes away what the target reads and the source does not say', () => {
    const origin = { dialect: 'pydantic', code: 'not_found' }
    const body = encode({ ...notFound, details: {}, origin }, 'interbase')
    expect(body).toEqual({
      type: 'NOT_FOUND',
      message: 'm',
      recoverable: false,
      data: { errlingua: { absent: ['recoverable'], origin: { dialect: 'pydantic' } } },
    })
    expect(decode(body)).toMatchObject({ origin: { dialect: 'interbase' } })
    expect(decode(body).recoverable).toBeUndefined()
  })

  it('does not carry the order of members', () => {
    const wire = '{"message":"m","x":1,"recoverable":false,"type":"NOT_FOUND"}'
    expect(residueIn(wire, 'pydantic')).toEqual({
      origin: { dialect: 'interbase', code: 'NOT_FOUND', form: { set: { x: 1 } } },
    })
    expect(residueIn('{"message":"m","recoverable":false,"type":"NOT_FOUND"}', 'pydantic')).toBeUndefined()
  })

  it('carries every dialect on the way that would not find its own again', () => {
    const first = '{"type":"NOT_FOUND","message":"m","recoverable":false,"x":1}'
    const second = JSON.parse(translate(first, { to: 'pydantic' })) as { [key: string]: JsonValue }
    const third = encode(decode({ ...second, y: 2 }), 'toolerror-v1')
    expect(third).toMatchObject({
      details: {
        errlingua: {
          origin: {
            dialect: 'pydantic',
            form: { set: { y: 2 } },
            previous: { dialect: 'interbase', form: { set: { x: 1 } } },
          },
        },
      },
    })
    expect(encode(decode(third), 'interbase')).toEqual({
      ...JSON.parse(first),
      data: { errlingua: { origin: { dialect: 'pydantic', code: 'not_found', form: { set: { y: 2 } } } } },
    })
    expect(encode(decode(third), 'pydantic')).toMatchObject({ error: 'not_found', message: 'm', y: 2 })
  })

  it('carries the origin in a dialect that is not known', () => {
    const body = encode({ ...notFound, origin: { dialect: 'own', code: 'E1' } }, 'pydantic')
    expect(body).toEqual({
      error: 'not_found',
      message: 'm',
      details: { errlingua: { origin: { dialect: 'own', code: 'E1' } } },
    })
    expect(decode(body).origin).toEqual({
      dialect: 'pydantic',
      code: 'not_found',
      previous: { dialect: 'own', code: 'E1' },
    })
  })
})

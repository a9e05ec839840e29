import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import { DecodeError } from '../../src/core/decode-error'
import type { JsonObject } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import fusionDefault, { fusion, schema } from '../../src/dialects/fusion'

const { decode, stringify, encode } = createTranslator({ dialects: [fusion] })
const error: CanonicalError = { code: 'internal', message: 'm', severity: 'error' }
const tool = (...lines: string[]) =>
  ['<tool_error code="INTERNAL_ERROR" severity="error">', ...lines, '</tool_error>'].join('\n')

it('is one frozen definition', () => {
  expect(fusionDefault).toBe(fusion)
  expect(Object.isFrozen(fusion)).toBe(true)
  expect(fusion.id).toBe('fusion')
  expect(fusion.title).toBe('MCP Fusion <tool_error> and <validation_error> XML')
  expect(fusion.hasRetryFlag).toBe(false)
  expect(fusion.bag).toBe('text')
  expect(fusion.schema).toBe(schema)
  expect(fusion.detect({ root: 'tool_error' })).toBe(0)
})

describe('detection', () => {
  it.each([
    '<tool_error>',
    '<tool_error code="X">',
    '<tool_error\n>',
    '<tool_error/>',
    '<validation_error>',
    '<validation_error action="x">',
    '<?xml version="1.0"?><tool_error>',
    '<?xml version="1.0"?>\n<tool_error>',
    '<!DOCTYPE x><tool_error>',
    '<!-- c --><validation_error/>',
    '<!-- <other/> --><?x <other/> ?> <tool_error/>',
  ])('knows %j', (text) => {
    expect(fusion.text?.detect(text)).toBe(1)
  })

  it.each([
    '',
    '<tool_errors>',
    '<tool_error',
    '<tool_error_x>',
    ' <tool_error>',
    'x<tool_error>',
    '<html>',
    '<TOOL_ERROR>',
    '{}',
    '<!-- <tool_error> --><other/>',
    '<!-- <tool_error>',
    '<? <tool_error>',
    '<!-- --> x <tool_error>',
  ])('does not know %j', (text) => {
    expect(fusion.text?.detect(text)).toBe(0)
  })
})

describe('codes', () => {
  const rows: [string, CanonicalCode][] = [
    ['NOT_FOUND', 'not_found'],
    ['VALIDATION_ERROR', 'invalid_input'],
    ['UNAUTHORIZED', 'unauthenticated'],
    ['FORBIDDEN', 'permission_denied'],
    ['CONFLICT', 'conflict'],
    ['RATE_LIMITED', 'rate_limited'],
    ['TIMEOUT', 'timeout'],
    ['INTERNAL_ERROR', 'internal'],
    ['DEPRECATED', 'deprecated'],
    ['SERVER_BUSY', 'busy'],
    ['MISSING_REQUIRED_FIELD', 'missing_field'],
    ['MISSING_DISCRIMINATOR', 'missing_discriminator'],
    ['UNKNOWN_ACTION', 'unknown_action'],
    ['UNKNOWN_TOOL', 'tool_not_found'],
    ['INVALID_PARAMS', 'invalid_arguments'],
    ['JWT_INVALID', 'auth_invalid'],
  ]
  const inOnly: [string, CanonicalCode][] = [
    ['INVALID_DISCRIMINATOR', 'invalid_arguments'],
    ['INPUT_REJECTED', 'invalid_input'],
    ['AUTH_REQUIRED', 'unauthenticated'],
    ['APIKEY_INVALID', 'auth_invalid'],
  ]
  const broader: [string, CanonicalCode][] = [
    ['DEPRECATED', 'advisory'],
    ['SERVER_BUSY', 'unavailable'],
    ['SERVER_BUSY', 'transient'],
  ]

  it('are these', () => {
    const all = [...rows, ...inOnly, ...broader].map((row) => row.join(' ')).sort()
    expect(fusion.codes.map((row) => row.join(' ')).sort()).toEqual(all)
  })

  it.each(rows)('%s is %s, both ways', (native, code) => {
    const text = `<tool_error code="${native}" severity="error">\n<message>m</message>\n</tool_error>`
    expect(stringify({ ...error, code }, 'fusion')).toBe(text)
    expect(decode(text)).toEqual({ ...error, code, origin: { dialect: 'fusion', code: native } })
  })

  it.each([...inOnly, ['PROJECT_NOT_FOUND', 'not_found'], ['TEAPOT', 'unknown']])(
    '%s is read as %s and kept',
    (native, code) => {
      const text = `<tool_error code="${native}" severity="error">\n<message>m</message>\n</tool_error>`
      expect(decode(text)).toEqual({ ...error, code, origin: { dialect: 'fusion', code: native } })
      expect(stringify(decode(text), 'fusion')).toBe(text)
    },
  )

  it.each(broader)('%s is how %s is written, which its details say', (native, code) => {
    expect(stringify({ ...error, code }, 'fusion')).toBe(
      `<tool_error code="${native}" severity="error">\n<message>m</message>\n<details>\n  <detail key="code">${code}</detail>\n</details>\n</tool_error>`,
    )
  })

  it('are judged by the message where there is none', () => {
    expect(decode('<tool_error>\n<message>Request timed out</message>\n</tool_error>').code).toBe('timeout')
    expect(decode('<tool_error>\n</tool_error>').code).toBe('unknown')
  })
})

describe("a producer's text", () => {
  const texts: [string, string, Partial<CanonicalError>][] = [
    ['error()', '<tool_error>\n<message>m</message>\n</tool_error>', { code: 'unknown', message: 'm' }],
    [
      'error() with a code',
      '<tool_error code="NOT_FOUND">\n<message>m</message>\n</tool_error>',
      { code: 'not_found', message: 'm' },
    ],
    [
      'required()',
      '<tool_error code="MISSING_REQUIRED_FIELD">\n<message>Required field "a" is missing.</message>\n<recovery>Provide "a".</recovery>\n</tool_error>',
      { code: 'missing_field', message: 'Required field "a" is missing.', recovery: 'Provide "a".' },
    ],
    [
      'toolError() with everything',
      '<tool_error code="CONFLICT" severity="critical">\n<message>m &amp; &lt;n></message>\n<recovery>r</recovery>\n<available_actions>\n  <action>a</action>\n  <action>b</action>\n</available_actions>\n<details>\n  <detail key="x">1</detail>\n  <detail key="y &gt; &quot;z&quot;">é</detail>\n</details>\n<retry_after>0.5 seconds</retry_after>\n</tool_error>',
      {
        code: 'conflict',
        severity: 'critical',
        message: 'm & <n>',
        recovery: 'r',
        actions: ['a', 'b'],
        details: { x: '1', 'y > "z"': 'é' },
        retryAfter: 0.5,
      },
    ],
    [
      'a warning',
      '<tool_error code="DEPRECATED" severity="warning">\n<message>m</message>\n</tool_error>',
      { code: 'deprecated', severity: 'warning' },
    ],
    [
      'a routing error',
      '<tool_error code="UNKNOWN_ACTION">\n<message>m</message>\n<available_actions>a, b, c</available_actions>\n<recovery>r</recovery>\n</tool_error>',
      { code: 'unknown_action', actions: ['a', 'b', 'c'], recovery: 'r' },
    ],
    [
      'a validation error',
      '<validation_error action="users.create">\n<field name="email">Invalid email</field>\n<field name="age">Too small</field>\n<recovery>Fix it.</recovery>\n</validation_error>',
      {
        code: 'invalid_arguments',
        message: 'email: Invalid email\nage: Too small',
        issues: [
          { path: 'email', message: 'Invalid email' },
          { path: 'age', message: 'Too small' },
        ],
        operation: 'users.create',
        recovery: 'Fix it.',
      },
    ],
    [
      'a validation error without an action',
      '<validation_error>\n<field name="a">b</field>\n</validation_error>',
      { code: 'invalid_arguments', message: 'a: b', issues: [{ path: 'a', message: 'b' }] },
    ],
    [
      'a validation error without a field',
      '<validation_error>\n<recovery>r</recovery>\n</validation_error>',
      { code: 'invalid_arguments', message: 'Validation failed.', issues: [], recovery: 'r' },
    ],
    [
      'a validation error with a contract',
      '<validation_error>\n<field name="a">b</field>\n<recovery>r</recovery>\n<contract_awareness>\n  <x/>\n</contract_awareness>\n</validation_error>',
      { code: 'invalid_arguments', message: 'a: b' },
    ],
    [
      'carriage returns',
      '<tool_error>\n<message>a\r\nb\rc</message>\n</tool_error>',
      { message: 'a\r\nb\rc' },
    ],
    [
      'a large wait',
      '<tool_error code="TIMEOUT" severity="error">\n<message>m</message>\n<retry_after>1e+21 seconds</retry_after>\n</tool_error>',
      { retryAfter: 1e21 },
    ],
    ['white space', '<tool_error>\n<message> a \n b </message>\n</tool_error>', { message: ' a \n b ' }],
    [
      'details that look like something else',
      '<tool_error code="TIMEOUT" severity="error">\n<message>m</message>\n<details>\n  <detail key="statusCode">504</detail>\n  <detail key="message">x</detail>\n</details>\n</tool_error>',
      { details: { statusCode: '504', message: 'x' } },
    ],
  ]

  it.each(texts)('of %s is read', (_, text, expected) => {
    expect(decode(text)).toMatchObject(expected)
  })

  it.each(texts)('of %s comes back byte for byte', (_, text) => {
    expect(stringify(decode(text), 'fusion')).toBe(text)
    expect(encode(decode(text), 'fusion')).toBe(text)
  })

  it.each([
    [
      '<?xml version="1.0"?>\n<tool_error>\n<message>m</message>\n</tool_error>',
      '<tool_error>\n<message>m</message>\n</tool_error>',
    ],
    [
      '<tool_error>\n  <message>m</message>\n</tool_error>',
      '<tool_error>\n<message>m</message>\n</tool_error>',
    ],
  ])('that is laid out otherwise is written as the producer does: %j', (text, written) => {
    expect(stringify(decode(text), 'fusion')).toBe(written)
  })

  it('with characters that XML cannot hold is read as it is, and keeps them beside what it can', () => {
    const found = decode(
      '<tool_error code="TIMEOUT" severity="error">\n<message>a\u0001b</message>\n</tool_error>',
    )
    expect(found.message).toBe('a\u0001b')
    const written = stringify(found, 'fusion')
    expect(written).toBe(
      '<tool_error code="TIMEOUT" severity="error">\n<message>a\ufffdb</message>\n<details>\n  <detail key="errlingua">{"said":{"message":"a\\u0001b"}}</detail>\n</details>\n</tool_error>',
    )
    expect(decode(written).message).toBe('a\u0001b')
  })
})

describe('reading', () => {
  it.each<[string, number | undefined]>([
    ['5 seconds', 5],
    ['1 second', 1],
    ['0.5 seconds', 0.5],
    ['1e+21 seconds', 1e21],
    ['1e-7 seconds', 1e-7],
    ['0 seconds', 0],
    ['5', undefined],
    ['-5 seconds', undefined],
    ['5 minutes', 300],
    ['5  seconds', undefined],
    [' 5 seconds', 5],
    ['5 seconds.', undefined],
    ['.5 seconds', undefined],
    ['1e999 seconds', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('takes a wait of %j as %s seconds, and gives it back', (text, seconds) => {
    const wire = tool('<message>m</message>', `<retry_after>${text}</retry_after>`)
    expect(decode(wire).retryAfter).toBe(seconds)
    expect(stringify(decode(wire), 'fusion')).toBe(wire)
  })

  it.each([
    ['warning', 'warning'],
    ['error', 'error'],
    ['critical', 'critical'],
    ['fatal', 'error'],
    ['', 'error'],
  ])('takes the severity %j as %s, and gives it back', (said, severity) => {
    const wire = `<tool_error code="TIMEOUT" severity="${said}">\n<message>m</message>\n</tool_error>`
    expect(decode(wire).severity).toBe(severity)
    expect(stringify(decode(wire), 'fusion')).toBe(wire)
  })

  it('takes what odd elements say', () => {
    const wire = tool(
      '<message lang="en">m</message>',
      '<details><detail key="a">1</detail><detail key="a">2</detail></details>',
      '<available_actions><action x="1">go</action></available_actions>',
    )
    expect(decode(wire)).toMatchObject({ message: 'm', details: { a: '2' }, actions: ['go'] })
    expect(stringify(decode(wire), 'fusion')).toBe(wire)
  })

  it.each([
    [{ root: 'tool_error', attributes: {}, children: {} }, 'plain'],
    [{ root: 'tool_error', attributes: { severity: 'error' }, children: {} }, undefined],
    [{ root: 'tool_error', attributes: {}, children: { available_actions: { text: 'a' } } }, 'routing'],
    [{ root: 'tool_error', attributes: {}, children: { available_actions: { actions: ['a'] } } }, 'plain'],
    [{ root: 'validation_error', attributes: {}, children: {} }, undefined],
  ])('tells the shape of %j: %s', (body, variant) => {
    expect(fusion.read(body as JsonObject).variant).toBe(variant)
  })

  it('refuses a body that is no Fusion document', () => {
    const refusal = new DecodeError('INVALID_XML', '', 'The XML is not a Fusion document.')
    expect(() => fusion.read({ root: 'tool_error' })).toThrow(refusal)
  })

  it('keeps attributes with names in any script', () => {
    const wire = '<tool_error größe="1" 名="2" a·b="3" code="TIMEOUT">\n<message>m</message>\n</tool_error>'
    expect(stringify(decode(wire), 'fusion')).toBe(wire)
  })

  it('does not become another document by the form that it travelled with', () => {
    const origin = { dialect: 'fusion', form: { set: { root: 'other' } } }
    expect(stringify({ ...error, origin }, 'fusion')).toBe(tool('<message>m</message>'))
  })

  it('takes fields and an action of a validation error only', () => {
    const children = { field: { fields: [{ name: 'a', text: 'b' }] } }
    const other = fusion.read({ root: 'tool_error', attributes: { action: 'x' }, children })
    expect(other.issues).toBeUndefined()
    expect(other.operation).toBeUndefined()
    const own = fusion.read({
      root: 'validation_error',
      attributes: { action: 'x', code: 'TIMEOUT' },
      children,
    })
    expect(own).toMatchObject({
      issues: [{ path: 'a', message: 'b' }],
      operation: 'x',
      nativeCode: 'TIMEOUT',
      message: 'a: b',
    })
    expect(own.code).toBeUndefined()
  })
})

describe('writing', () => {
  it.each<[string, Partial<CanonicalError>, string]>([
    ['only a message', {}, tool('<message>m</message>')],
    ['no empty message but its element', { message: '' }, tool('<message></message>')],
    [
      'details of any kind as text',
      { details: { s: 'x', n: 1, t: true, z: null, l: [1], o: { a: 'é' } } },
      tool(
        '<message>m</message>',
        '<details>',
        '  <detail key="s">x</detail>',
        '  <detail key="n">1</detail>',
        '  <detail key="t">true</detail>',
        '  <detail key="z">null</detail>',
        '  <detail key="l">[1]</detail>',
        '  <detail key="o">{"a":"é"}</detail>',
        '</details>',
      ),
    ],
    ['a wait', { retryAfter: 30 }, tool('<message>m</message>', '<retry_after>30 seconds</retry_after>')],
    [
      'a wait as JavaScript writes it',
      { retryAfter: 1e21 },
      tool('<message>m</message>', '<retry_after>1e+21 seconds</retry_after>'),
    ],
    [
      'no wait at all as a detail',
      { retryAfter: 0 },
      tool('<message>m</message>', '<details>', '  <detail key="retry_after">0</detail>', '</details>'),
    ],
    [
      'a wait once',
      { retryAfter: 30, details: { retry_after: '30s', a: 'b' } },
      tool(
        '<message>m</message>',
        '<details>',
        '  <detail key="a">b</detail>',
        '</details>',
        '<retry_after>30 seconds</retry_after>',
      ),
    ],
    [
      'a detail that says another wait',
      { retryAfter: 30, details: { retry_after: '31s' } },
      tool(
        '<message>m</message>',
        '<details>',
        '  <detail key="retry_after">31s</detail>',
        '</details>',
        '<retry_after>30 seconds</retry_after>',
      ),
    ],
    [
      'issues',
      { code: 'invalid_arguments', message: 'a: b', issues: [{ path: 'a', message: 'b' }], operation: 'op' },
      '<validation_error action="op">\n<field name="a">b</field>\n</validation_error>',
    ],
    [
      'issues with a message, a code, a severity and more of their own',
      {
        code: 'missing_field',
        severity: 'critical',
        issues: [{ path: '<a>', message: '<b>' }],
        recovery: 'r',
        retryAfter: 5,
      },
      '<validation_error code="MISSING_REQUIRED_FIELD" severity="critical">\n<message>m</message>\n<field name="&lt;a&gt;">&lt;b></field>\n<recovery>r</recovery>\n<retry_after>5 seconds</retry_after>\n</validation_error>',
    ],
    [
      'issues that are none',
      { code: 'invalid_arguments', message: 'Validation failed.', issues: [] },
      '<validation_error>\n</validation_error>',
    ],
    ['characters that XML cannot hold', { message: 'a\0' }, tool('<message>a\ufffd</message>')],
  ])('has %s', (_, more, text) => {
    expect(stringify({ ...error, ...more }, 'fusion', { preserve: false })).toBe(text)
  })

  it('has no element for an empty recovery, for no actions and for no details', () => {
    const body = fusion.write({ ...error, recovery: '', actions: [], details: {} }, 'X')
    expect(body).toEqual({
      root: 'tool_error',
      attributes: { code: 'X', severity: 'error' },
      children: { message: { text: 'm' } },
    })
  })

  it.each<[JsonObject, JsonObject]>([
    [{ 'k\0': 'a', 'k\ufffd': 'b' }, { 'k\ufffd': 'b' }],
    [{ 'k\u0001': 'a', 'k\0': 'b' }, { 'k\ufffd': 'b' }],
    [{ 'k\0': 'a', 'k\u0001': 'b' }, { 'k\ufffd': 'a' }],
    [
      { 'k\0': 'a', l: 'b' },
      { 'k\ufffd': 'a', l: 'b' },
    ],
  ])('has one detail of those that XML can only hold under the same name: %j', (details, expected) => {
    expect(fusion.write({ ...error, details }, 'X').children).toEqual({
      message: { text: 'm' },
      details: { details: expected },
    })
  })

  it.each<[string | undefined, Partial<CanonicalError>, string]>([
    ['plain', {}, '<tool_error code="X">\n<message>m</message>\n</tool_error>'],
    [
      'plain',
      { severity: 'warning' },
      '<tool_error code="X" severity="warning">\n<message>m</message>\n</tool_error>',
    ],
    [undefined, {}, '<tool_error code="X" severity="error">\n<message>m</message>\n</tool_error>'],
    [
      'plain',
      { actions: ['a', 'b'] },
      '<tool_error code="X">\n<message>m</message>\n<available_actions>\n  <action>a</action>\n  <action>b</action>\n</available_actions>\n</tool_error>',
    ],
    [
      'routing',
      { actions: ['a', 'b'], recovery: 'r' },
      '<tool_error code="X">\n<message>m</message>\n<available_actions>a, b</available_actions>\n<recovery>r</recovery>\n</tool_error>',
    ],
    [
      'routing',
      { actions: [], recovery: 'r' },
      '<tool_error code="X">\n<message>m</message>\n<recovery>r</recovery>\n</tool_error>',
    ],
    [
      'routing',
      { recovery: 'r' },
      '<tool_error code="X">\n<message>m</message>\n<recovery>r</recovery>\n</tool_error>',
    ],
  ])('has the shape %s with %j', (variant, more, text) => {
    expect(fusion.text?.print(fusion.write({ ...error, ...more }, 'X', variant))).toBe(text)
  })

  it('gives the same body where text can hold it, and one it can hold where not', () => {
    const legal = {
      root: 'tool_error',
      attributes: { code: 'X' },
      children: { available_actions: { actions: ['a'] } },
    }
    expect(fusion.text?.printable?.(legal)).toBe(legal)
    const illegal = {
      root: 'tool_error',
      attributes: { code: '\0' },
      children: { available_actions: { actions: ['a', '\u0001'] }, details: { details: { 'k\0': 'v' } } },
    }
    expect(fusion.text?.printable?.(illegal)).toEqual({
      root: 'tool_error',
      attributes: { code: '\ufffd' },
      children: { available_actions: { actions: ['a', '\ufffd'] }, details: { details: { 'k\ufffd': 'v' } } },
    })
  })
})

describe('the schema', () => {
  const document = (children: object, attributes: object = {}, root = 'tool_error') => ({
    root,
    attributes,
    children,
  })

  it.each<[unknown]>([
    [document({})],
    [document({}, { code: 'X', severity: 'critical', action: 'a' }, 'validation_error')],
    [document({ message: { text: 'm' }, recovery: { text: 'r' }, retry_after: { text: '5 seconds' } })],
    [document({ available_actions: { actions: ['a'] }, details: { details: { k: 'v' } } })],
    [document({ available_actions: { text: 'a, b' } })],
    [document({ field: { fields: [{ name: 'a', text: 'b' }] } }, {}, 'validation_error')],
    [document({ contract_awareness: { xml: '<contract_awareness/>' } })],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [null],
    [{ root: 'tool_error', attributes: {} }],
    [{ root: 'tool_error', children: {} }],
    [{ ...document({}), more: 1 }],
    [document({}, {}, 'error')],
    [document({}, { severity: 'fatal' })],
    [document({}, { lang: 'en' })],
    [document({ message: { xml: '<message lang="en">m</message>' } })],
    [document({ message: { text: 'm', more: 1 } })],
    [document({ other: { xml: '<other/>' } })],
    [document({ '#text': { xml: 'loose' } })],
    [document({ '#more': { xml: '<message/>' } })],
    [document({ available_actions: { text: 'a', actions: ['a'] } })],
    [document({ details: { details: { k: 1 } } })],
    [document({ field: { fields: [{ name: 'a' }] } })],
    [document({ contract_awareness: { text: 'x' } })],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })

  it.each([
    tool('<message>m</message>', '<details>', '  <detail key="a">1</detail>', '</details>'),
    '<validation_error action="a">\n<field name="x">y</field>\n</validation_error>',
    '<tool_error code="UNKNOWN_ACTION">\n<message>m</message>\n<available_actions>a, b</available_actions>\n</tool_error>',
    tool('<message>m</message>', '<contract_awareness>x</contract_awareness>'),
  ])('is what strict holds a text to: %j is taken', (text) => {
    expect(decode(text, { strict: true })).toEqual(decode(text))
  })

  it.each([
    tool('<message>m</message>', '<other/>'),
    tool('<message>m</message>', 'loose'),
    tool('<message>m</message>', '<message>n</message>'),
    tool('<message lang="en">m</message>'),
  ])('is what strict holds a text to: %j is refused', (text) => {
    expect(() => decode(text, { strict: true })).toThrow(expect.objectContaining({ code: 'SCHEMA' }))
    expect(decode(text).code).toBe('internal')
  })
})

import { expect, it } from 'vitest'
import { decode, safeDecode, stringify } from '../src/index'

const body = '{"type":"NOT_FOUND","message":"m","recoverable":false}'
const xml = '<tool_error>\n<message>m</message>\n</tool_error>'
const deep = 100_000
const long = 'x'.repeat(50_000_000)

it.each<[what: string, input: string, code: string]>([
  ['neither JSON nor XML', 'It did not work.', 'NO_DIALECT'],
  ['wrong types', '{"type":5,"message":[],"recoverable":"no"}', 'NO_DIALECT'],
  ['truncated JSON', body.slice(0, -9), 'INVALID_JSON'],
  ['truncated XML', xml.slice(0, -9), 'INVALID_XML'],
  ['two JSON documents', body + body, 'INVALID_JSON'],
  ['two XML documents', xml + xml, 'INVALID_XML'],
  ['a DOCTYPE', `<!DOCTYPE tool_error>${xml}`, 'INVALID_XML'],
  ['deep arrays', '['.repeat(deep) + ']'.repeat(deep), 'LIMIT_DEPTH'],
  ['deep objects', `{"type":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`, 'LIMIT_DEPTH'],
  ['deep elements', `<tool_error>${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}</tool_error>`, 'LIMIT_DEPTH'],
  ['50 MB of JSON', body.replace('m"', () => `${long}"`), 'LIMIT_SIZE'],
  ['50 MB of XML', xml.replace('>m<', () => `>${long}<`), 'LIMIT_SIZE'],
])('%s is a DecodeError with a code, a path and a sentence', (_, input, code) => {
  const result = safeDecode(input)
  expect(result).toMatchObject({ success: false, error: { name: 'DecodeError', code, path: '' } })
  expect(result.success || result.error.message).toMatch(/^The [^\n]{10,300}\.$/)
})

it('a __proto__ key is a detail like any other', () => {
  const text = '{"type":"INTERNAL","message":"m","recoverable":false,"data":{"__proto__":{"isAdmin":true}}}'
  const error = decode(text)
  expect(Object.keys(error.details ?? {})).toEqual(['__proto__'])
  expect((error.details as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect(stringify(error, 'interbase')).toBe(text)
})

it('a lone surrogate survives where JSON can hold it', () => {
  const text = '{"type":"INTERNAL","message":"\\ud800","recoverable":false}'
  expect(decode(text).message).toBe('\ud800')
  expect(stringify(decode(stringify(decode(text), 'fusion')), 'interbase')).toBe(text)
})

it.each<[member: string, value: unknown]>([
  ['issues', 5],
  ['issues', [1]],
  ['actions', 'x'],
  ['retryAfter', -1],
  ['retryAfter', 'soon'],
  ['message', null],
  ['prefix', {}],
  ['rest', 5],
  ['untilDate', 'x'],
  ['errlingua', 5],
  ['more', 1],
])('a form that no text has is not taken on: %s of %j', (member, value) => {
  const origin = { dialect: 'text', form: { set: { [member]: value } } }
  const data = { errlingua: { origin } }
  const error = decode({ type: 'NOT_FOUND', message: 'gone', recoverable: false, data })
  const text = stringify(error, 'text')
  expect(text).toMatch(/^gone\n/)
  expect(decode(text, { dialect: 'text' })).toMatchObject({ code: 'not_found', message: 'gone' })
})

it.each([
  ['a no-break space behind XML', `${xml}\u00a0`, 'INVALID_XML'],
  ['a form feed behind XML', `${xml}\f`, 'INVALID_XML'],
  ['a byte order mark behind XML', `${xml}\ufeff`, 'INVALID_XML'],
  ['a form feed behind JSON', `${body}\f`, 'INVALID_JSON'],
])('with strict, white space is what JSON and XML take for it: %s', (_, input, code) => {
  expect(safeDecode(input, { strict: true })).toMatchObject({ success: false, error: { code } })
  expect(safeDecode(input).success).toBe(true)
  expect(safeDecode(` \r\n\t${input.slice(0, -1)}\n`, { strict: true }).success).toBe(true)
})

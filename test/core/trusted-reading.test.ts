import { describe, expect, it } from 'vitest'
import { advise } from '../../src/core/advise'
import type { JsonObject, JsonValue } from '../../src/core/json'
import type { Residue } from '../../src/core/residue'
import { decode, encode, stringify } from '../../src/index'

const interbase = (data: JsonObject) => ({ type: 'INTERNAL', message: 'seen', recoverable: false, data })
const fusion = (details: { [key: string]: string }) =>
  [
    '<tool_error code="INTERNAL_ERROR" severity="error">',
    '<message>seen</message>',
    '<details>',
    ...Object.entries(details).map(([key, value]) => `  <detail key="${key}">${value}</detail>`),
    '</details>',
    '</tool_error>',
  ].join('\n')

describe('what travels under the reserved key', () => {
  // Each would make the error say something else than its body does, or say what the body would say itself.
  it.each<[what: string, residue: Residue, reason: RegExp]>([
    ['another message', { said: { message: 'unseen' } }, /otherwise: message\.$/],
    ['another severity', { said: { severity: 'critical' } }, /otherwise: severity\.$/],
    ['a warning', { said: { severity: 'warning' } }, /^It asks for go_on, the body for give_up\.$/],
    ['another code', { said: { code: 'timeout' } }, /^It asks for retry, the body for give_up\.$/],
    ['a flag', { said: { retryable: true } }, /^It asks for retry, the body for give_up\.$/],
    ['a wait', { said: { retryAfter: 5 } }, /otherwise: retryAfter(, details)?\.$/],
    ['what to do', { said: { recovery: 'Send it to me.' } }, /otherwise: recovery\.$/],
    ['whom to call', { said: { actions: ['other.tool'] } }, /otherwise: actions\.$/],
    ['a status', { said: { status: 404 } }, /otherwise: status\.$/],
    ['a detail that is not seen', { details: { b: 1 } }, /otherwise: details\.$/],
    ['a detail that is another', { details: { a: 'unseen' } }, /otherwise: details\.$/],
    ['that a detail is absent', { absent: ['details.a'] }, /otherwise: details\.$/],
    ['that there are no details', { absent: ['details'] }, /otherwise: details\.$/],
    ['an origin with a server', { origin: { dialect: 'pydantic', server: 'x' } }, /^It is not in the form/],
  ])('may not be %s', (_, residue, reason) => {
    const errlingua = residue as JsonObject
    for (const input of [
      interbase({ a: 'x', errlingua }),
      fusion({ a: 'x', errlingua: JSON.stringify(residue).replaceAll('&', '&amp;').replaceAll('<', '&lt;') }),
    ]) {
      const error = decode(input)
      expect(error.origin?.ignored).toMatch(reason)
      expect(error).toMatchObject({ code: 'internal', message: 'seen', severity: 'error' })
      expect(error.details).toMatchObject({ a: 'x' })
      // It is still there, as what it is: a detail.
      expect(Object.keys(error.details ?? {})).toEqual(['a', 'errlingua'])
      expect(error.origin?.carried).toBeUndefined()
      expect(encode(error, typeof input === 'string' ? 'fusion' : 'interbase')).toEqual(input)
    }
  })

  it.each<[what: string, residue: Residue]>([
    ['a name for the code that means the same', { said: { timestamp: 'then' } }],
    ['where it was before', { origin: { dialect: 'pydantic', code: 'internal_error' } }],
  ])('may be %s', (_, residue) => {
    const error = decode(interbase({ errlingua: residue as JsonObject }))
    expect(error.origin?.ignored).toBeUndefined()
    expect(error.details).toBeUndefined()
  })

  it('is named in the error where it says more than the body does', () => {
    const there = stringify(
      { code: 'timeout', message: 'a\0', severity: 'error', details: { n: [1], 'k\0': 'v' } },
      'fusion',
    )
    const { message, details, origin } = decode(there)
    expect({ message, details }).toEqual({ message: 'a\0', details: { n: [1], 'k\0': 'v' } })
    expect(origin?.carried?.sort()).toEqual(['details.k\0', 'details.k\ufffd', 'details.n', 'message'])
  })

  it('goes with what it was written for, and with no other body', () => {
    const there = stringify({ code: 'timeout', message: 'a\0', severity: 'error' }, 'fusion')
    expect(decode(there).message).toBe('a\0')
    const changed = there.replace('a\ufffd', 'b')
    expect(decode(changed)).toMatchObject({ message: 'b', code: 'timeout' })
    expect(decode(changed).origin?.ignored).toMatch(/otherwise: message\.$/)
  })

  it.each<[string, JsonValue]>([
    ['hello', 'hello'],
    ['a number', 5],
    ['too long a history', chainOf(33)],
  ])('is a detail like any other where it is %s', (_, errlingua) => {
    const error = decode(interbase({ errlingua }))
    expect(error.details).toEqual({ errlingua })
    expect(error.origin?.ignored).toBe('It is not in the form in which errlingua writes it.')
    expect(encode(error, 'interbase')).toEqual(interbase({ errlingua }))
  })

  it('may have a history of as many dialects as there are', () => {
    expect(decode(interbase({ errlingua: chainOf(32) })).origin?.ignored).toBeUndefined()
  })

  it('does not make another action of a code that the body only hints at', () => {
    const errlingua = { said: { code: 'rate_limited' } }
    const detail = { message: 'It broke.', errlingua }
    const error = decode({ detail }, { dialect: 'fastapi' })
    expect(advise(error).action).toBe(
      advise(decode({ detail: { message: 'It broke.' } }, { dialect: 'fastapi' })).action,
    )
    expect(error.origin?.ignored).toBe('It asks for retry, the body for give_up.')
  })
})

describe('what travels apart from the body', () => {
  const body = { type: 'INTERNAL', message: 'seen', recoverable: false }

  it.each<[JsonValue]>([[{ absent: ['message'] }], [{ form: {} }], ['hello'], [5]])(
    'is ignored with a reason where it is %j',
    (residue) => {
      const { origin } = decode(body, { residue })
      expect(origin?.ignored).toBe('It is not in the form in which errlingua writes it.')
    },
  )

  it.each<[string, JsonObject, string | undefined]>([
    ['taken where it adds what the body cannot say', { said: { timestamp: 'then' } }, undefined],
    ['ignored where it gainsays the body', { said: { message: 'unseen' } }, 'message'],
    ['ignored where the body would have said it', { said: { status: 404 } }, 'status'],
  ])('is %s', (_, residue, otherwise) => {
    const { message, origin } = decode(body, { residue })
    expect(message).toBe('seen')
    expect(origin?.ignored).toBe(
      otherwise && `It does not belong to this body, which would say otherwise: ${otherwise}.`,
    )
    expect(origin?.carried).toEqual(otherwise ? undefined : Object.keys(residue.said as JsonObject))
  })
})

function chainOf(length: number): JsonObject {
  let origin: JsonObject | undefined
  for (let i = 0; i < length; i++) origin = { dialect: `d${i}`, ...(origin && { previous: origin }) }
  return { origin: origin as JsonObject }
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { differencesBetween } from '../../src/core/loss'
import { legalText } from '../../src/core/xml'
import { advise, type CanonicalError, decode, encode, encodeApart, type JsonObject } from '../../src/index'
import { writableIds } from '../corpus'
import { canonicalError, residue, runs } from './arbitraries'

const bagged = writableIds.filter((id) => id !== 'text')

/** What an error says in one reading and not in the other, but for what stands under the reserved key itself. */
function differencesIn(seen: CanonicalError, read: CanonicalError): string[] {
  return [...differencesBetween(seen, read)].filter((path) => path !== 'details.errlingua')
}

/** Nothing but what is named has changed, and nothing that anybody would do about it. */
function expectNothingHidden(id: string, seen: CanonicalError, read: CanonicalError): void {
  const { carried = [], ignored } = read.origin ?? {}
  const differences = differencesIn(seen, read)
  expect(differences.filter((path) => !carried.includes(path))).toEqual([])
  if (ignored !== undefined) expect({ ignored, differences }).toEqual({ ignored, differences: [] })
  expect(advise(read).action).toBe(advise(seen).action)
  // A message that is not the one that is seen is one that the dialect can only show like that.
  if (read.message !== seen.message) {
    const { text } = encodeApart(read, id)
    expect(decode(text, { dialect: id }).message).toBe(seen.message)
  }
}

it('whatever travels under the reserved key changes nothing in silence', () => {
  fc.assert(
    fc.property(canonicalError, residue, fc.constantFrom(...bagged), (error, errlingua, id) => {
      const { errlingua: _, ...details } = error.details ?? {}
      const body = encode({ ...error, details: { ...details, carried: 'here' } }, id, { preserve: false })
      const put = withCarried(body, errlingua)
      fc.pre(put !== undefined)
      const seen = decode(withCarried(body, undefined), { dialect: id })
      expectNothingHidden(id, seen, decode(put, { dialect: id }))
    }),
    runs,
  )
})

it('whatever travels apart from a body changes nothing in silence', () => {
  fc.assert(
    fc.property(canonicalError, residue, fc.constantFrom(...writableIds), (error, residue, id) => {
      const { text } = encodeApart(error, id)
      expectNothingHidden(id, decode(text, { dialect: id }), decode(text, { dialect: id, residue }))
    }),
    runs,
  )
})

it('what travelled with a body is not taken with another', () => {
  fc.assert(
    fc.property(canonicalError, canonicalError, fc.constantFrom(...writableIds), (error, other, id) => {
      const { residue } = encodeApart(error, id)
      const { text } = encodeApart(other, id)
      expectNothingHidden(id, decode(text, { dialect: id }), decode(text, { dialect: id, residue }))
    }),
    runs,
  )
})

/** A body with something else in place of the detail `carried`, or without it; undefined where it has none. */
function withCarried(body: unknown, errlingua: unknown): unknown {
  if (typeof body === 'string') {
    const mark = /\n {2}<detail key="carried">here<\/detail>/
    if (!mark.test(body)) return undefined
    const text = legalText(JSON.stringify(errlingua) ?? '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
    return body.replace(mark, () =>
      errlingua === undefined ? '' : `\n  <detail key="errlingua">${text}</detail>`,
    )
  }
  let isFound = false
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null || value.constructor !== Object) return value
    const entries = Object.entries(value as JsonObject).flatMap(([key, inner]) => {
      if (key !== 'carried' || inner !== 'here') return [[key, copy(inner)]]
      isFound = true
      return errlingua === undefined ? [] : [['errlingua', errlingua]]
    })
    return Object.fromEntries(entries)
  }
  const result = copy(body)
  return isFound ? result : undefined
}

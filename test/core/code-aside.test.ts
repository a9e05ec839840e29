import { describe, expect, it } from 'vitest'
import { withCodeAside, withCodeBack } from '../../src/core/code-aside'
import type { JsonObject } from '../../src/core/json'

describe('a bag beside a native code', () => {
  it('has its canonical code under another name, and back', () => {
    const bag = { a: 1, code: 'timeout', b: 2 }
    const aside = withCodeAside(bag)
    expect(aside).toEqual({ a: 1, b: 2, error_code: 'timeout' })
    expect(withCodeBack(aside)).toEqual(bag)
    expect(bag).toEqual({ a: 1, code: 'timeout', b: 2 })
  })

  it.each<JsonObject>([
    {},
    { code: 'E_OWN' },
    { code: 5 },
    { code: null },
    { code: 'timeout', error_code: 'mine' },
    { error_code: 'mine' },
  ])('stays as it is where there is no code of ours, or no place for it: %j', (bag) => {
    expect(withCodeAside(bag)).toBe(bag)
  })

  it.each<JsonObject>([
    {},
    { error_code: 'E_OWN' },
    { error_code: 'timeout', code: 'mine' },
    { code: 'timeout' },
  ])('is read as it is where no code of ours was put aside: %j', (bag) => {
    expect(withCodeBack(bag)).toBe(bag)
  })

  it('takes no inherited member for a code', () => {
    const bag = JSON.parse('{"__proto__":{"code":"timeout"}}')
    expect(withCodeAside(bag)).toBe(bag)
  })
})

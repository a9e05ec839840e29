import { describe, expect, it } from 'vitest'
import type { CanonicalCode } from '../../src/core/codes'
import { type Dialect, defineDialect, isWritable } from '../../src/core/dialect'

const definition = (more: Partial<Dialect> = {}): Dialect => ({
  id: 'mine',
  title: 'Mine',
  codes: [['E', 'internal']],
  hasRetryFlag: false,
  bag: 'none',
  detect: () => 0,
  read: () => ({ message: '' }),
  write: () => ({}),
  ...more,
})

describe('a definition', () => {
  it('is given back frozen', () => {
    const mine = definition()
    expect(defineDialect(mine)).toBe(mine)
    expect(Object.isFrozen(mine)).toBe(true)
  })

  it.each(['a', 'a1', 'tool-error-2', 'a-'])('may have the id %s', (id) => {
    expect(defineDialect(definition({ id })).id).toBe(id)
  })

  it.each(['', 'A', '1a', '-a', 'a b', 'a_b', 'aB', 'é', 'a\n', ' a'])('may not have the id %j', (id) => {
    expect(() => defineDialect(definition({ id }))).toThrow(
      new TypeError(`A dialect's id is lower-case letters, digits and dashes; ${JSON.stringify(id)} is not.`),
    )
  })

  it('may have no codes of its own', () => {
    expect(defineDialect(definition({ codes: [] })).codes).toEqual([])
  })

  it('says that it can be written, and not only read', () => {
    const { write: _, ...readOnly } = definition()
    expect(isWritable(defineDialect(definition()))).toBe(true)
    expect(isWritable(defineDialect(readOnly))).toBe(false)
  })

  it.each(['nope', 'toString', 'INTERNAL'])('may not map a code to %s', (code) => {
    const codes: Dialect['codes'] = [
      ['OK', 'internal'],
      ['BAD', code as CanonicalCode],
    ]
    expect(() => defineDialect(definition({ codes }))).toThrow(
      new TypeError(`The dialect mine maps BAD to ${code}, which is no canonical code.`),
    )
  })
})

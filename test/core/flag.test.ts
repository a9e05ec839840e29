import { describe, expect, it } from 'vitest'
import { flagOf } from '../../src/core/flag'

describe('a flag', () => {
  it('is what it is, and a plain no is a no', () => {
    expect([true, false].map(flagOf)).toEqual([true, false])
    expect(['false', 'False', 'FALSE', 0].map(flagOf)).toEqual([false, false, false, false])
  })

  it('is not known otherwise', () => {
    for (const value of ['true', 1, 'yes', 'no', '', null, {}, [], undefined])
      expect(flagOf(value)).toBeUndefined()
  })
})

import { expect, it } from 'vitest'
import { defaultLimits } from '../../src/core/limits'

it('reads sixteen million characters, 128 levels and a million values, and no more', () => {
  expect(defaultLimits).toEqual({ maxLength: 16_777_216, maxDepth: 128, maxValues: 1_000_000 })
  expect(Object.isFrozen(defaultLimits)).toBe(true)
})

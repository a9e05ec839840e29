import { describe, expect, it } from 'vitest'
import { JsonNumber, type JsonObject } from '../../src/core/json'
import { applyPatch, diff, isPatch, joinSteps, type Patch, patchSteps } from '../../src/core/patch'

const cases: [string, JsonObject, JsonObject, Patch | undefined][] = [
  ['nothing', { a: 1 }, { a: 1 }, undefined],
  ['nothing at all', {}, {}, undefined],
  ['a new member', { a: 1 }, { a: 1, b: 2 }, { set: { b: 2 } }],
  ['a changed member', { a: 1, b: 2 }, { a: 2, b: 2 }, { set: { a: 2 } }],
  ['a member gone', { a: 1, b: 2 }, { b: 2 }, { drop: ['a'] }],
  ['all members gone', { a: 1, b: 2 }, {}, { drop: ['a', 'b'] }],
  ['an order', { a: 1, b: 2 }, { b: 2, a: 1 }, { order: ['b', 'a'] }],
  ['a member before another', { a: 1 }, { b: 2, a: 1 }, { set: { b: 2 }, order: ['b', 'a'] }],
  ['an inner member', { a: { x: 1, y: 2 } }, { a: { x: 1, y: 3 } }, { inside: { a: { set: { y: 3 } } } }],
  ['an inner order', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, { inside: { a: { order: ['y', 'x'] } } }],
  ['an object for a scalar', { a: 1 }, { a: { x: 1 } }, { set: { a: { x: 1 } } }],
  ['a scalar for an object', { a: { x: 1 } }, { a: 1 }, { set: { a: 1 } }],
  ['an array', { a: [1] }, { a: [1, 2] }, { set: { a: [1, 2] } }],
  [
    'an array with another order inside',
    { a: [{ x: 1, y: 2 }] },
    { a: [{ y: 2, x: 1 }] },
    { inside: { a: { inside: { 0: { order: ['y', 'x'] } } } } },
  ],
  [
    'an item of a list',
    { a: [1, { x: 1 }, [1, 2], 'z'] },
    { a: [1, { x: 2 }, [1, 3], 'y'] },
    { inside: { a: { inside: { 1: { set: { x: 2 } }, 2: { set: { 1: 3 } } }, set: { 3: 'y' } } } },
  ],
  ['a list of another length', { a: [1, 2] }, { a: [1] }, { set: { a: [1] } }],
  ['a list for an object', { a: { 0: 1 } }, { a: [1] }, { set: { a: [1] } }],
  ['an object for a list', { a: [1] }, { a: { 0: 1 } }, { set: { a: { 0: 1 } } }],
  ['an exact number', { a: 1 }, { a: new JsonNumber('1e400') }, { set: { a: new JsonNumber('1e400') } }],
  [
    'everything at once',
    { a: 1, b: { c: 1, d: 2 }, e: 3 },
    { f: 4, b: { d: 2 }, a: 2 },
    { set: { f: 4, a: 2 }, drop: ['e'], inside: { b: { drop: ['c'] } }, order: ['f', 'b', 'a'] },
  ],
  ['a member with an inherited name', {}, { toString: 1 }, { set: { toString: 1 } }],
]

describe('a patch', () => {
  it('replaces a member that is not to be looked into as a whole', () => {
    const [from, to]: JsonObject[] = [{ a: { b: { x: 1, y: 2 } } }, { a: { b: { x: 1, y: 3 } } }]
    expect(diff(from as JsonObject, to as JsonObject, 'b')).toEqual({
      inside: { a: { set: { b: { x: 1, y: 3 } } } },
    })
  })

  it.each(cases)('says %s, no more and no less', (_, from, to, patch) => {
    expect(diff(from, to)).toEqual(patch)
  })

  it.each(cases)('that says %s gives the second from the first, in order', (_, from, to, patch) => {
    const result = applyPatch(from, patch ?? {})
    expect(result).toEqual(to)
    expect(JSON.stringify(result)).toBe(JSON.stringify(to))
  })

  it.each(cases)('that says %s is a patch by its shape', (_, __, ___, patch) => {
    expect(isPatch(patch ?? {})).toBe(true)
  })

  it('holds __proto__ as a member like any other', () => {
    const from = JSON.parse('{"a":1,"__proto__":{"x":1}}') as JsonObject
    const to = JSON.parse('{"a":1,"__proto__":{"x":2}}') as JsonObject
    const patch = diff(from, to)
    expect(Object.entries(patch?.inside ?? {})).toEqual([['__proto__', { set: { x: 2 } }]])
    expect(JSON.stringify(applyPatch(from, patch ?? {}))).toBe('{"a":1,"__proto__":{"x":2}}')
    const added = diff({ a: 1 }, to)
    expect(JSON.stringify(applyPatch({ a: 1 }, added ?? {}))).toBe('{"a":1,"__proto__":{"x":2}}')
    expect(patchSteps(added ?? {}).map((step) => Object.keys(step.set ?? {}))).toEqual([['__proto__']])
    expect(patchSteps(patch ?? {}).map((step) => Object.keys(step.inside ?? {}))).toEqual([['__proto__']])
  })
})

describe('applying a patch', () => {
  it('leaves the base as it is', () => {
    const base = { a: { x: 1 }, b: 2 }
    applyPatch(base, { set: { b: 3 }, drop: ['b'], inside: { a: { drop: ['x'] } } })
    expect(base).toEqual({ a: { x: 1 }, b: 2 })
  })

  it('passes over what the base does not have', () => {
    expect(
      applyPatch({ a: 1 }, { drop: ['x'], inside: { y: { set: { z: 1 } }, a: { set: { z: 1 } } } }),
    ).toEqual({ a: 1 })
    expect(applyPatch({}, { inside: {} })).toEqual({})
  })

  it('does not take an inherited name for a patch of a member', () => {
    expect(applyPatch({ toString: { a: 1 } }, { inside: {} })).toEqual({ toString: { a: 1 } })
  })

  it('puts unnamed members after those that the order names', () => {
    expect(Object.keys(applyPatch({ a: 1, b: 2, c: 3 }, { order: ['c', 'x', 'a'] }))).toEqual(['c', 'a', 'b'])
  })

  it('changes only the items of a list that are there', () => {
    const patch: Patch = {
      inside: { a: { set: { 0: 'x', 5: 'y' }, inside: { 1: { set: { b: 2 } }, 7: {} } } },
    }
    expect(applyPatch({ a: [1, { b: 1 }, 3] }, patch)).toEqual({ a: ['x', { b: 2 }, 3] })
    expect(applyPatch({ a: [] }, patch)).toEqual({ a: [] })
    expect(applyPatch({ a: 'text' }, patch)).toEqual({ a: 'text' })
    expect(applyPatch({ a: [1, 2] }, { inside: { a: { drop: ['0'], order: ['1', '0'] } } })).toEqual({
      a: [1, 2],
    })
  })

  it('drops before it sets', () => {
    expect(Object.entries(applyPatch({ a: 1, b: 2 }, { drop: ['a'], set: { a: 3 } }))).toEqual([
      ['b', 2],
      ['a', 3],
    ])
  })
})

describe('the steps of a patch', () => {
  it('are the smallest patches, in the order in which they are applied', () => {
    const patch: Patch = {
      order: ['b', 'a'],
      set: { a: 1, b: 2 },
      drop: ['c', 'd'],
      inside: { e: { set: { x: 1 }, drop: ['y'], order: ['x'] }, f: { inside: { g: { drop: ['h'] } } } },
    }
    expect(patchSteps(patch)).toEqual([
      { drop: ['c'] },
      { drop: ['d'] },
      { set: { a: 1 } },
      { set: { b: 2 } },
      { inside: { e: { drop: ['y'] } } },
      { inside: { e: { set: { x: 1 } } } },
      { inside: { e: { order: ['x'] } } },
      { inside: { f: { inside: { g: { drop: ['h'] } } } } },
      { order: ['b', 'a'] },
    ])
  })

  it.each(cases)('of one that says %s make it again', (_, __, ___, patch = {}) => {
    expect(joinSteps(patchSteps(patch))).toEqual(patch)
  })

  it('are none of an empty patch', () => {
    expect(patchSteps({})).toEqual([])
    expect(patchSteps({ inside: { a: {} } })).toEqual([])
  })
})

describe('the shape of a patch', () => {
  it.each<[unknown, boolean]>([
    [{}, true],
    [{ set: {} }, true],
    [{ drop: [] }, true],
    [{ drop: ['a'] }, true],
    [{ order: ['a'] }, true],
    [{ inside: {} }, true],
    [{ inside: { a: { drop: ['b'] } } }, true],
    [undefined, false],
    [null, false],
    ['patch', false],
    [[], false],
    [{ set: [] }, false],
    [{ set: null }, false],
    [{ drop: 'a' }, false],
    [{ drop: [1] }, false],
    [{ drop: ['a', 1] }, false],
    [{ order: 'a' }, false],
    [{ order: [1] }, false],
    [{ order: {} }, false],
    [{ inside: [] }, false],
    [{ inside: null }, false],
    [{ inside: { a: 1 } }, false],
    [{ inside: { a: {}, b: { drop: 1 } } }, false],
    [{ more: 1 }, false],
  ])('%j has it: %s', (value, expected) => {
    expect(isPatch(value)).toBe(expected)
  })

  it('goes only so deep', () => {
    const nested = (depth: number): Patch => (depth === 0 ? {} : { inside: { a: nested(depth - 1) } })
    expect(isPatch(nested(127))).toBe(true)
    expect(isPatch(nested(128))).toBe(false)
    expect(isPatch({}, 1)).toBe(true)
    expect(isPatch({}, 0)).toBe(false)
  })
})

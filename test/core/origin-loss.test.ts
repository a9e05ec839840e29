import { describe, expect, it } from 'vitest'
import type { CanonicalError, Origin } from '../../src/core/canonical-error'
import type { Dialect } from '../../src/core/dialect'
import type { Loss } from '../../src/core/loss'
import { measureOriginLoss } from '../../src/core/origin-loss'

const source: Dialect = {
  id: 'source',
  title: 'Source',
  codes: [
    ['SLOW', 'timeout'],
    ['BROKEN', 'internal'],
  ],
  hasRetryFlag: true,
  bag: 'none',
  detect: () => 0,
  read: () => ({ message: '' }),
  write: () => ({}),
}
const byId = (id: string) => (id === source.id ? source : undefined)
const error: CanonicalError = { code: 'timeout', message: 'm', severity: 'error' }

const measure = (origin: Origin | undefined, to = 'target', reading = error) =>
  measureOriginLoss({ ...error, origin }, reading, to, byId)

describe('the loss of an origin', () => {
  it.each<[string, Origin | undefined]>([
    ['is none without an origin', undefined],
    ['is none without a code or a form', { dialect: 'source' }],
    ['is none of a code that the table gives again', { dialect: 'source', code: 'SLOW' }],
    ['is none of an order', { dialect: 'source', form: { order: ['a'] } }],
    ['is none of members that are absent', { dialect: 'source', form: { drop: ['a'] } }],
    ['is none of nothing set', { dialect: 'source', form: { set: {}, inside: { a: {} } } }],
    [
      'is none of an order inside',
      { dialect: 'source', form: { inside: { a: { order: ['b'], drop: ['c'] } } } },
    ],
  ])('%s', (_, origin) => {
    expect(measure(origin)).toEqual([])
  })

  it('is none in the dialect that it came from', () => {
    expect(measure({ dialect: 'source', code: 'TEAPOT', form: { set: { a: 1 } } }, 'source')).toEqual([])
  })

  it.each<[string, Origin, Loss[]]>([
    [
      'a code of its own',
      { dialect: 'source', code: 'TEAPOT' },
      [{ field: 'origin', path: 'origin.code', was: 'TEAPOT' }],
    ],
    [
      'a code of a dialect that is not known',
      { dialect: 'other', code: 'SLOW' },
      [{ field: 'origin', path: 'origin.code', was: 'SLOW' }],
    ],
    [
      'unknown members',
      { dialect: 'source', form: { set: { a: 1 }, order: ['a'] } },
      [{ field: 'origin', path: 'origin.form', was: { set: { a: 1 }, order: ['a'] } }],
    ],
    [
      'unknown members inside',
      { dialect: 'source', form: { inside: { x: {}, a: { inside: { b: { set: { c: 1 } } } } } } },
      [
        {
          field: 'origin',
          path: 'origin.form',
          was: { inside: { x: {}, a: { inside: { b: { set: { c: 1 } } } } } },
        },
      ],
    ],
    [
      'both',
      { dialect: 'source', code: 'TEAPOT', form: { set: { a: 1 } } },
      [
        { field: 'origin', path: 'origin.code', was: 'TEAPOT' },
        { field: 'origin', path: 'origin.form', was: { set: { a: 1 } } },
      ],
    ],
  ])('is %s', (_, origin, losses) => {
    expect(measure(origin)).toStrictEqual(losses)
  })

  it('goes by what was read, not by what was said', () => {
    const reading: CanonicalError = { ...error, code: 'internal' }
    expect(measure({ dialect: 'source', code: 'SLOW' }, 'target', reading)).toHaveLength(1)
    expect(measure({ dialect: 'source', code: 'BROKEN' }, 'target', reading)).toEqual([])
  })
})

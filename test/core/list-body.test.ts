import { describe, expect, it } from 'vitest'
import { JsonNumber, type JsonObject, type JsonValue } from '../../src/core/json'
import { asBody, asValue, listIn, listKey } from '../../src/core/list-body'

describe('a value as a body', () => {
  it('is an object as it is', () => {
    const value = { a: 1 }
    expect(asBody(value)).toBe(value)
    expect(asBody({})).toEqual({})
  })

  it('is a list under a key of its own, and comes out as the same list', () => {
    const list = [{ a: 1 }, 2]
    const body = asBody(list)
    expect(body).toEqual({ '[]': list })
    expect(body && asValue(body)).toBe(list)
    expect(body && listIn(body)).toBe(list)
  })

  it.each<[JsonValue]>([
    [[]],
    ['text'],
    [5],
    [null],
    [true],
    [new JsonNumber('1e400')],
    [{ [listKey]: [1] }],
  ])('is none of %j', (value) => {
    expect(asBody(value)).toBeUndefined()
  })
})

describe('a body as a value', () => {
  it.each<JsonObject>([{ a: 1 }, {}, { [listKey]: [1], more: 2 }, { [listKey]: 'text' }])(
    'is the object %j',
    (body) => {
      expect(asValue(body)).toBe(body)
      expect(listIn(body)).toBeUndefined()
    },
  )
})

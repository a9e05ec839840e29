import { describe, expect, it } from 'vitest'
import { issuesFrom, issuesIn, requestIdIn } from '../../src/core/field-issues'
import type { JsonObject, JsonValue } from '../../src/core/json'

describe('the invalid fields of a list', () => {
  it.each<[JsonObject, path: string, message: string]>([
    [{ field: 'age', message: 'too low' }, 'age', 'too low'],
    [{ pointer: '#/age', detail: 'too low' }, '#/age', 'too low'],
    [{ path: ['items', 0, 'age'], msg: 'too low' }, 'items.0.age', 'too low'],
    [{ loc: ['body', 'age'], msg: 'too low' }, 'body.age', 'too low'],
    [{ name: 'age', reason: 'too low' }, 'age', 'too low'],
    [{ param: 'age', description: 'too low' }, 'age', 'too low'],
    [{ property: 'age', error: 'too low' }, 'age', 'too low'],
    [{ resource: 'Issue', field: 'title', code: 'missing_field' }, 'title', 'missing_field'],
    [{ path: null, field: 'age', title: 'too low' }, 'age', 'too low'],
    [{ field: 'age', message: 5, detail: 'too low' }, 'age', 'too low'],
    [{ field: 'age', message: 'too low', detail: 'too low by 3' }, 'age', 'too low by 3'],
    [{ instancePath: '/items/0', message: 'must be object' }, 'items.0', 'must be object'],
    [
      { instancePath: '', params: { missingProperty: 'age' }, message: 'must have property' },
      'age',
      'must have property',
    ],
    [
      { instancePath: '/a~1b/c~0d', params: { additionalProperty: 'x' }, message: 'must NOT have more' },
      'a/b.c~d.x',
      'must NOT have more',
    ],
    [{ instancePath: '/a', params: { limit: 5 }, message: 'must be <= 5' }, 'a', 'must be <= 5'],
  ])('are read from %j', (entry, path, message) => {
    expect(issuesFrom([entry])).toEqual([{ path, message }])
  })

  it.each<[JsonValue | undefined]>([
    [undefined],
    [null],
    ['age'],
    [[]],
    [['age: too low']],
    [[{ message: 'too low' }]],
    [[{ field: 'age' }]],
    [[{ field: 5, message: 'too low' }]],
    [[{ field: 'age', message: 'too low' }, { message: 'and more' }]],
  ])('are not in %j', (value) => {
    expect(issuesFrom(value)).toBeUndefined()
  })
})

describe('the invalid fields of an object', () => {
  it('are its members, one issue a message', () => {
    expect(issuesFrom({ age: ['too low', 'not a number'], name: 'missing' })).toEqual([
      { path: 'age', message: 'too low' },
      { path: 'age', message: 'not a number' },
      { path: 'name', message: 'missing' },
    ])
  })

  it.each<[JsonObject]>([[{}], [{ age: 5 }], [{ age: [] }], [{ age: ['a', 1] }], [{ age: 'a', more: {} }]])(
    'are not those of %j',
    (value) => {
      expect(issuesFrom(value)).toBeUndefined()
    },
  )
})

describe('the invalid fields in a bag', () => {
  const list = [{ field: 'age', message: 'too low' }]
  const issues = [{ path: 'age', message: 'too low' }]

  it.each([
    'errors',
    'invalid-params',
    'invalid_params',
    'invalidParams',
    'violations',
    'fieldErrors',
    'field_errors',
    'subproblems',
  ])('stand under %s', (name) => {
    expect(issuesIn({ a: 1, [name]: list })).toEqual(issues)
  })

  it('stand where there are any', () => {
    expect(issuesIn({ errors: ['x'], violations: list })).toEqual(issues)
    expect(issuesIn({ errors: ['x'] })).toBeUndefined()
    expect(issuesIn({ other: list })).toBeUndefined()
    expect(issuesIn(undefined)).toBeUndefined()
    expect(issuesIn(JSON.parse('{"__proto__":{"errors":[{"field":"a","message":"b"}]}}'))).toBeUndefined()
  })
})

describe('the id of a request', () => {
  it.each([
    'requestId',
    'RequestId',
    'request-id',
    'traceId',
    'trace_id',
    'correlationId',
    'correlation_id',
    'ray_id',
  ])('stands under %s', (name) => {
    expect(requestIdIn({ [name]: 'r-1' })).toBe('r-1')
  })

  it('is a text that says something', () => {
    expect(requestIdIn({ requestId: '', traceId: 5, trace_id: 't-1' })).toBe('t-1')
    expect(requestIdIn({ requestId: 5 })).toBeUndefined()
    expect(requestIdIn({})).toBeUndefined()
    expect(requestIdIn(undefined)).toBeUndefined()
  })
})

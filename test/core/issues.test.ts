import { describe, expect, it } from 'vitest'
import { isKeys, keysOf, pathFrom, summaryOf } from '../../src/core/issues'
import { JsonNumber, type JsonValue } from '../../src/core/json'

describe('a summary of issues', () => {
  it('has one line for each, with its place', () => {
    expect(
      summaryOf([
        { path: 'a.0', message: 'too long' },
        { path: '', message: 'not an object' },
      ]),
    ).toBe('a.0: too long\nnot an object')
  })

  it('is a sentence where there are none', () => {
    expect(summaryOf([])).toBe('Validation failed.')
  })
})

describe('a path', () => {
  it.each<[JsonValue[], string]>([
    [[], ''],
    [['a'], 'a'],
    [['items', 0, 'name'], 'items.0.name'],
    [['a', new JsonNumber('9007199254740993')], 'a.9007199254740993'],
    [['a.b', ''], 'a.b.'],
  ])('of the keys %j is %j', (keys, path) => {
    expect(pathFrom(keys)).toBe(path)
  })

  it.each<[string, (string | number)[]]>([
    ['', []],
    ['a', ['a']],
    ['items.0.name', ['items', 0, 'name']],
    ['a.01.-1.1e3', ['a', '01', '-1', '1e3']],
    ['a.999999999', ['a', 999_999_999]],
    ['a.1234567890', ['a', '1234567890']],
    ['a..b', ['a', '', 'b']],
  ])('%j has the keys %j', (path, keys) => {
    expect(keysOf(path)).toEqual(keys)
    expect(pathFrom(keys)).toBe(path)
  })
})

describe('a list of keys', () => {
  it.each<[JsonValue | undefined, boolean]>([
    [[], true],
    [['a', 0], true],
    [[new JsonNumber('1e400')], true],
    [['a', null], false],
    [[{}], false],
    [[true], false],
    ['a', false],
    [undefined, false],
    [{}, false],
  ])('%j is one: %s', (value, expected) => {
    expect(isKeys(value)).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { CanonicalCode } from '../../src/core/codes'
import type { JsonObject, JsonValue } from '../../src/core/json'
import { createTranslator } from '../../src/core/translator'
import zodDefault, { schema, zod } from '../../src/dialects/zod'
import { flatIssues, formattedIssues, treeIssues } from '../../src/dialects/zod/trees'

const { decode, encode, stringify } = createTranslator({ dialects: [zod] })
const issue = { code: 'invalid_type', path: ['items', 0, 'name'], message: 'Required' }
const root = { code: 'custom', path: [], message: 'm' }
const list = [issue]
const body = { '[]': list }
const issues = [{ path: 'items.0.name', message: 'Required' }]
const error: CanonicalError = {
  code: 'invalid_arguments',
  message: 'items.0.name: Required',
  severity: 'error',
  issues,
}

it('is one frozen definition', () => {
  expect(zodDefault).toBe(zod)
  expect(Object.isFrozen(zod)).toBe(true)
  expect(zod.id).toBe('zod')
  expect(zod.title).toBe('zod [{code, path, message, …}], flattened and tree forms')
  expect(zod.codes).toEqual([])
  expect(zod.hasRetryFlag).toBe(false)
  expect(zod.bag).toBe('json')
  expect(zod.layout).toEqual({ indent: 2 })
})

describe('detection', () => {
  const inText = { name: 'ZodError', message: JSON.stringify(list) }
  it.each<[JsonObject, number]>([
    [body, 0.95],
    [{ '[]': [issue, { ...issue, code: 'too_small', minimum: 2 }] }, 0.95],
    [{ '[]': [{ ...issue, code: 'modified' }] }, 0.3],
    [{ '[]': [{ ...issue, code: 200 }] }, 0],
    [{ '[]': [{ ...issue, path: '/api' }] }, 0],
    [{ '[]': [{ ...issue, path: [{}] }] }, 0],
    [{ '[]': [{ ...issue, message: 5 }] }, 0],
    [{ '[]': [issue, 5] }, 0],
    [{ '[]': [] }, 0],
    [{ issues: list, name: 'ZodError' }, 0.95],
    [{ issues: list }, 0.8],
    [{ issues: list, total: 1 }, 0],
    [{ issues: [] }, 0],
    [inText, 0.95],
    [{ ...inText, name: '$ZodError' }, 0.95],
    [{ ...inText, name: 'Error' }, 0],
    [{ ...inText, message: 'not JSON' }, 0],
    [{ ...inText, message: '[]' }, 0],
    [{ success: false, error: { issues: list, name: 'ZodError' } }, 0.95],
    [{ success: false, error: inText }, 0.95],
    [{ success: false, error: inText, data: {} }, 0.95],
    [{ success: false, error: inText, extra: 1 }, 0],
    [{ success: false, error: 'm' }, 0],
    [{ success: false, error: { a: 1 } }, 0],
    [{ success: true, error: inText }, 0],
    [{ formErrors: [], fieldErrors: { a: ['m'] } }, 0.8],
    [{ formErrors: ['m'], fieldErrors: {} }, 0.8],
    [{ formErrors: [], fieldErrors: {} }, 0],
    [{ formErrors: ['m'], fieldErrors: {}, extra: 1 }, 0],
    [{ formErrors: [5], fieldErrors: {} }, 0],
    [{ formErrors: [], fieldErrors: { a: 'm' } }, 0],
    [{ formErrors: ['m'] }, 0],
    [{ _errors: [], a: { _errors: ['m'] } }, 0.75],
    [{ _errors: ['m'] }, 0.75],
    [{ _errors: [] }, 0],
    [{ _errors: ['m'], a: 5 }, 0],
    [{ _errors: ['m'], a: { b: 5 } }, 0],
    [{ errors: [], properties: { a: { errors: ['m'] } } }, 0.6],
    [{ errors: [], items: [null, { errors: ['m'] }] }, 0.6],
    [{ errors: ['m'] }, 0.5],
    [{ errors: [] }, 0],
    [{ errors: ['m'], extra: 1 }, 0],
    [{ errors: ['m'], properties: { a: 5 } }, 0],
    [{ errors: ['m'], properties: [] }, 0],
    [{ errors: ['m'], items: {} }, 0],
    [{ errors: ['m'], items: [5] }, 0],
    [{}, 0],
  ])('of %j is %d sure', (value, confidence) => {
    expect(zod.detect(value)).toBe(confidence)
  })
})

describe('what zod makes', () => {
  const given = { name: 'A', tags: ['x', 5] }
  const expected = ['name', 'tags.1']
  const v4 = z.object({ name: z.string().min(2), tags: z.array(z.string()) }).safeParse(given).error
  const v3 = z3.object({ name: z3.string().min(2), tags: z3.array(z3.string()) }).safeParse(given).error

  it.each<[string, unknown]>([
    ['the message of version 4', v4?.message],
    ['the issues of version 4', v4?.issues],
    ['version 4 as JSON', JSON.stringify(v4)],
    ['the result of version 4', JSON.stringify({ success: false, error: v4 })],
    ['formatError', v4 && z.formatError(v4)],
    ['treeifyError', JSON.stringify(v4 && z.treeifyError(v4))],
    ['the message of version 3', v3?.message],
    ['version 3 as JSON', JSON.stringify(v3)],
    ['format of version 3', v3?.format()],
  ])('is read with every issue in its place: %s', (_, value) => {
    const error = decode(value)
    expect(error.code).toBe('invalid_arguments')
    expect(error.issues?.map(({ path }) => path)).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['flattenError', v4 && z.flattenError(v4)],
    ['flatten of version 3', v3?.flatten()],
  ])('is read as far as it tells: %s', (_, value) => {
    expect(decode(value).issues?.map(({ path }) => path)).toEqual(['name', 'tags'])
  })
})

describe('codes', () => {
  it.each<CanonicalCode>(['not_found', 'timeout', 'unknown', 'missing_field'])(
    'are named in the first issue where they are no invalid arguments: %s',
    (code) => {
      const written = encode({ code, message: 'm', severity: 'error' }, 'zod')
      expect(written).toEqual([{ ...root, params: { code } }])
      expect(decode(written).code).toBe(code)
    },
  )
})

describe('reading', () => {
  it('takes issues for the invalid fields', () => {
    expect(zod.read(body)).toEqual({
      message: 'items.0.name: Required',
      impliedCode: 'invalid_arguments',
      variant: undefined,
      issues,
      retryAfter: undefined,
      details: undefined,
    })
  })

  it('takes a first custom issue without a place for the error as a whole', () => {
    const params = { a: 1, retry_after: 5 }
    expect(zod.read({ '[]': [{ ...root, params }, issue] })).toEqual({
      message: 'm',
      impliedCode: 'invalid_arguments',
      issues,
      retryAfter: 5,
      details: params,
    })
    expect(zod.read({ '[]': [root] })).toEqual({ message: 'm', impliedCode: 'invalid_arguments' })
    expect(zod.read({ '[]': [{ ...root, code: 'unrecognized_keys' }] }).issues).toEqual([
      { path: '', message: 'm' },
    ])
    expect(zod.read({ '[]': [{ ...root, path: ['a'] }] }).issues).toEqual([{ path: 'a', message: 'm' }])
    expect(zod.read({ '[]': [issue, root] }).issues).toEqual([...issues, { path: '', message: 'm' }])
  })

  it.each<[string, JsonObject]>([
    ['error', { issues: list, name: 'ZodError' }],
    ['text', { name: 'ZodError', message: JSON.stringify(list) }],
    ['result', { success: false, error: { issues: list } }],
  ])('knows the form %s', (variant, value) => {
    expect(zod.read(value)).toMatchObject({ variant, issues })
  })

  it.each<[JsonObject, [string, string][]]>([
    [
      { formErrors: ['m'], fieldErrors: { a: ['x', 'y'] } },
      [
        ['', 'm'],
        ['a', 'x'],
        ['a', 'y'],
      ],
    ],
    [
      { _errors: ['m'], a: { _errors: [], b: { _errors: ['x'] } } },
      [
        ['', 'm'],
        ['a.b', 'x'],
      ],
    ],
    [
      {
        errors: ['m'],
        properties: { a: { errors: [], items: [null, { errors: ['x'] }] } },
      },
      [
        ['', 'm'],
        ['a.1', 'x'],
      ],
    ],
  ])('finds the issues of %j', (value, expected) => {
    expect(zod.read(value).issues?.map(({ path, message }) => [path, message])).toEqual(expected)
  })

  it('finds nothing where there is nothing', () => {
    expect(zod.read({})).toEqual({ message: '', impliedCode: 'invalid_arguments' })
    expect(flatIssues({ formErrors: 5, fieldErrors: 5 })).toEqual([])
    expect(formattedIssues({ _errors: 5, a: 5 })).toEqual([])
    expect(treeIssues({ errors: 5, properties: 5, items: 5 })).toEqual([])
  })
})

describe('writing', () => {
  it('is the list of issues, indented as zod does', () => {
    const written = [{ code: 'custom', path: ['items', 0, 'name'], message: 'Required' }]
    expect(encode(error, 'zod')).toEqual(written)
    expect(stringify(error, 'zod')).toBe(JSON.stringify(written, null, 2))
  })

  it.each<[Partial<CanonicalError>, JsonValue[]]>([
    [{ message: 'm' }, [root, { ...issue, code: 'custom' }]],
    [{ message: 'm', issues: [] }, [root]],
    [
      { message: 'm', details: { a: 1 } },
      [
        { ...root, params: { a: 1 } },
        { ...issue, code: 'custom' },
      ],
    ],
    [
      { message: 'm', details: {}, retryAfter: 5 },
      [
        { ...root, params: { retry_after: 5 } },
        { ...issue, code: 'custom' },
      ],
    ],
    [
      { message: 'x', issues: [{ path: '', message: 'x' }] },
      [
        { ...root, message: 'x' },
        { ...root, message: 'x' },
      ],
    ],
  ])('of %j says the whole first where the issues do not say all', (members, expected) => {
    expect(zod.write({ ...error, ...members }, '')).toStrictEqual({ '[]': expected })
    const { issues, message } = decode(expected)
    expect({ issues: issues ?? [], message }).toEqual({
      issues: members.issues ?? error.issues,
      message: members.message,
    })
  })

  it.each<[string | undefined, JsonObject]>([
    [undefined, { '[]': [root] }],
    ['own', { '[]': [root] }],
    ['error', { issues: [root], name: 'ZodError' }],
    ['text', { name: 'ZodError', message: JSON.stringify([root], null, 2) }],
    ['result', { success: false, error: { issues: [root], name: 'ZodError' } }],
  ])('has the form %s where it came in it', (variant, written) => {
    expect(zod.write({ ...error, message: 'm', issues: [] }, '', variant)).toStrictEqual(written)
  })

  it.each<[unknown]>([
    [[{ ...issue, expected: 'string' }, root]],
    [{ issues: list }],
    [{ name: '$ZodError', message: JSON.stringify(list) }],
    [{ success: false, error: { name: 'ZodError', message: JSON.stringify(list) } }],
    [{ formErrors: ['m'], fieldErrors: { a: ['x'] } }],
    [{ _errors: [], a: { _errors: ['x'] } }],
    [{ errors: [], properties: { a: { errors: ['x'] } } }],
  ])('gives back %j', (value) => {
    expect(encode(decode(value), 'zod')).toEqual(value)
  })
})

describe('the schema', () => {
  it.each<[unknown]>([
    [list],
    [[{ ...issue, extra: 1 }]],
    [{ issues: list }],
    [{ issues: list, name: 'ZodError' }],
    [{ name: 'ZodError', message: '[]' }],
    [{ success: false, error: { name: 'ZodError', message: '[]' } }],
    [{ formErrors: [], fieldErrors: { a: ['m'] } }],
    [{ _errors: [], a: 1 }],
    [{ errors: ['m'], properties: {} }],
  ])('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true)
  })

  it.each<[unknown]>([
    [[]],
    [[{ ...issue, path: 'a' }]],
    [[{ code: 'x', message: 'm' }]],
    [{ issues: list, extra: 1 }],
    [{ name: 'Error', message: '[]' }],
    [{ success: true, error: { name: 'ZodError', message: '[]' } }],
    [{ formErrors: [], fieldErrors: { a: 'm' } }],
    [{ _errors: [5] }],
    [{ errors: [{}] }],
    [{}],
  ])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { ZodError, type ZodType, z } from 'zod'
import { schemaProblem } from '../../src/core/schema-problem'

const problemWith = (schema: ZodType, value: unknown) => {
  const verdict = schema.safeParse(value)
  if (verdict.success) throw new Error('the schema takes the value')
  return schemaProblem(verdict.error)
}

describe('a problem', () => {
  it.each<[string, ZodType, unknown, string, string]>([
    ['a wrong type', z.string(), 5, '', 'it should be of type string'],
    ['nothing where something must be', z.object({ a: z.number() }), {}, 'a', 'it should be of type number'],
    ['a wrong literal', z.object({ a: z.literal('x') }), { a: 'hunter2' }, 'a', 'it should be one of x'],
    ['a wrong choice', z.enum(['a', 'b']), 'hunter2', '', 'it should be one of a, b'],
    [
      'a member too many',
      z.object({ a: z.strictObject({}) }),
      { a: { hunter2: 1 } },
      'a',
      'it has a member that the schema does not know',
    ],
    ['a number too small', z.object({ a: z.number().min(0) }), { a: -1 }, 'a', 'it is not as it should be'],
    ['a refinement', z.string().refine(() => false, 'no hunter2'), 'x', '', 'it is not as it should be'],
    [
      'a place deep inside',
      z.object({ a: z.array(z.object({ b: z.boolean() })) }),
      { a: [{ b: true }, { b: 'hunter2' }] },
      'a.1.b',
      'it should be of type boolean',
    ],
    [
      'the first of several',
      z.object({ a: z.string(), b: z.string() }),
      {},
      'a',
      'it should be of type string',
    ],
  ])('is said in plain words of %s', (_, schema, value, path, problem) => {
    expect(problemWith(schema, value)).toEqual({ path, problem })
  })

  it('is that something does not fit where nothing is known of it', () => {
    expect(schemaProblem(new ZodError([]))).toEqual({ path: '', problem: 'it does not fit' })
  })
})

describe('the problem with a union', () => {
  const small = z.strictObject({ a: z.string() })
  const large = z.strictObject({ b: z.string(), c: z.string(), d: z.number() })

  it.each<[string, ZodType, unknown, string, string]>([
    ['the first', z.union([small, large]), { a: 5 }, 'a', 'it should be of type string'],
    ['a later one', z.union([small, large]), { b: 'x', c: 'y', d: 'z' }, 'd', 'it should be of type number'],
    [
      'one inside a member',
      z.object({ u: z.union([large, small]) }),
      { u: { a: 5 } },
      'u.a',
      'it should be of type string',
    ],
    [
      'one inside another',
      z.object({ u: z.union([large, z.object({ v: z.union([large, small]) })]) }),
      { u: { v: { a: 5 } } },
      'u.v.a',
      'it should be of type string',
    ],
    ['the first of equals', z.union([z.string(), z.number()]), true, '', 'it should be of type string'],
  ])('is that of the nearest branch: %s', (_, schema, value, path, problem) => {
    expect(problemWith(schema, value)).toEqual({ path, problem })
  })
})

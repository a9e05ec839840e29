import { describe, expect, it } from 'vitest'
import { checkCount, checkCounts } from '../../src/core/counts'
import { DecodeError } from '../../src/core/decode-error'
import { defaultLimits } from '../../src/core/limits'
import { decode, safeDecode } from '../../src/index'

const error = { code: 'unknown', message: '', severity: 'error' } as const

describe('more than the limits allow', () => {
  it.each([
    ['details', { details: { a: 1, b: 2 } }, { maxDetails: 1 }, 'The error has more than 1 details.'],
    ['actions', { actions: ['a', 'b'] }, { maxActions: 1 }, 'The error has more than 1 actions.'],
    [
      'issues',
      { issues: [{ path: 'a', message: 'b' }] },
      { maxIssues: 0 },
      'The error has more than 0 invalid fields.',
    ],
  ])('of %s is refused', (path, more, limits, message) => {
    expect(() => checkCounts({ ...error, ...more }, { ...defaultLimits, ...limits })).toThrow(
      new DecodeError('LIMIT_COUNT', path, message),
    )
    expect(() => checkCounts({ ...error, ...more }, defaultLimits)).not.toThrow()
  })

  it('begins behind the limit', () => {
    expect(() => checkCount('content', 5, 5)).not.toThrow()
    expect(() => checkCount('content', 6, 5)).toThrow('The error has more than 5 content blocks.')
  })
})

describe('in texts', () => {
  const many = Array.from({ length: 10_001 }, (_, i) => i)
  const details = (count: number) =>
    `{${many
      .slice(0, count)
      .map((i) => `"k${i}":${i}`)
      .join()}}`

  it.each<[path: string, text: (count: number) => string]>([
    ['details', (count) => `{"type":"INTERNAL","message":"m","recoverable":false,"data":${details(count)}}`],
    [
      'details',
      (count) =>
        `<tool_error><message>m</message><details>${many
          .slice(0, count)
          .map((i) => `<detail key="k${i}">v</detail>`)
          .join('')}</details></tool_error>`,
    ],
    [
      'issues',
      (count) =>
        `<validation_error>${many
          .slice(0, count)
          .map((i) => `<field name="f${i}">m</field>`)
          .join('')}</validation_error>`,
    ],
    [
      'actions',
      (count) =>
        `<tool_error><message>m</message><available_actions>${many
          .slice(0, count)
          .map((i) => `<action>a${i}</action>`)
          .join('')}</available_actions></tool_error>`,
    ],
    [
      'content',
      (count) =>
        JSON.stringify({
          content: many.slice(0, count).map((i) => ({ type: 'text', text: `t${i}` })),
          isError: true,
        }),
    ],
  ])('ten thousand %s are read, and one more is not', (path, text) => {
    expect(decode(text(10_000)).message).not.toBe('')
    expect(safeDecode(text(10_001)).error).toMatchObject({ code: 'LIMIT_COUNT', path })
    const limits = { maxDetails: 20_000, maxIssues: 20_000, maxActions: 20_000, maxBlocks: 20_000 }
    expect(safeDecode(text(10_001), { limits }).success).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { JsonNumber } from '../../src/index'
import { metaKey, readMeta, withMeta } from '../../src/mcp/meta'

const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('what travels in `_meta`', () => {
  const travelling = {
    residue: { absent: ['details'] },
    body: { kind: 'x' },
    results: { fusion: { format: 'x', text: 'y' } },
    structuredContent: { a: 1 },
    at: 2,
    isFlagOurs: true as const,
    server: 'mail',
  }

  it('comes back beside what else stands there', () => {
    const meta = withMeta({ progressToken: 1 }, travelling)
    expect(meta).toMatchObject({ progressToken: 1 })
    expect(readMeta(sent(meta))).toEqual(travelling)
  })

  it('comes back with numbers that JSON.stringify would change', () => {
    for (const number of [new JsonNumber('9007199254740993'), new JsonNumber('1e400'), -0]) {
      const residue = { details: { list: [number] } }
      expect(readMeta(sent(withMeta(undefined, { residue }))).residue).toEqual(residue)
    }
  })

  it('replaces what travelled before, and leaves nothing where nothing travels', () => {
    const before = withMeta({ a: 1 }, { server: 'one' })
    expect(withMeta(before, { server: 'two' })).toEqual({ a: 1, [metaKey]: { server: 'two' } })
    expect(withMeta(before, {})).toEqual({ a: 1 })
    expect(withMeta(undefined, {})).toBeUndefined()
    expect(withMeta({ [metaKey]: {} }, {})).toBeUndefined()
    expect(withMeta({}, {})).toEqual({})
  })

  it('is passed over where it is not in the right shape', () => {
    for (const meta of [undefined, null, 7, [], { [metaKey]: null }, { [metaKey]: '{' }, { [metaKey]: [] }]) {
      expect(readMeta(meta)).toEqual({})
    }
    const odd = {
      residue: 7,
      body: 'x',
      results: { a: 7, b: { patch: 7 }, c: { kept: [] } },
      structuredContent: [],
      server: 7,
    }
    expect(readMeta({ [metaKey]: odd })).toEqual({})
    const cyclic: Record<string, unknown> = {}
    cyclic.residue = cyclic
    expect(readMeta({ [metaKey]: cyclic })).toEqual({})
  })
})

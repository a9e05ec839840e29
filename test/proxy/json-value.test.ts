import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfValue } from '../../src/proxy/json-value'
import { mayBe } from '../../src/proxy/text-scan'

/** Where a text ends that `JSON.parse` takes; `mayBe` where it takes none. */
function endOf(text: string): number {
  try {
    JSON.parse(text)
    return text.trimEnd().length
  } catch {
    return mayBe
  }
}

/** Where a value ends, if it is all that a text has. */
function found(text: string): number {
  const bytes = Buffer.from(text, 'latin1')
  const end = endOfValue(bytes, 0)
  const isAll = end !== mayBe && /^[ \t\r\n]*$/.test(text.slice(end))
  return isAll ? text.trimEnd().length : mayBe
}

const token = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ' ',
    '\n',
    '"',
    '\\',
    '\\u0041',
    '"a"',
    '""',
    '"b":',
    '0',
    '1',
    '-',
    '.',
    '+',
  ],
  ...['e', 'E', '12', '-0.5', '1e9', '01', 'true', 'false', 'null', 'nul', '\u0001', '\u00a0', '\u00ff'],
)
const spacing = fc.constantFrom(undefined, 1, '\t')

describe('the end of a value', () => {
  it('is where JSON has it: any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), spacing, (value, space) => {
        const text = JSON.stringify(value, null, space)
        const bytes = Buffer.from(`${text},"more":1}`)
        expect(endOfValue(bytes, 0)).toBe(Buffer.byteLength(text))
      }),
      { numRuns: 5000 },
    )
  })

  it('is where JSON has it, or nowhere: tokens in any order', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = tokens.join('')
        expect(found(text)).toBe(endOf(text))
      }),
      { numRuns: 50_000 },
    )
  })

  it('is where JSON has it, or nowhere: values in which something is changed', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.nat(),
        fc.nat(2),
        token,
        (value, place, removed, added) => {
          const text = JSON.stringify(value)
          const at = place % (text.length + 1)
          const changed = text.slice(0, at) + added + text.slice(at + removed)
          const latin1 = Buffer.from(changed, 'utf8').toString('latin1')
          expect(found(latin1)).toBe(endOf(latin1))
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it.each(['a', '\\"', '\\u00e9', 'ab\\\\', 'é'])('is that of a string of any length, of %s', (unit) => {
    for (const length of [0, 1, 31, 32, 63, 64, 65, 2_047, 2_048, 65_537]) {
      const text = `"${unit.repeat(length)}"`
      expect(found(text)).toBe(text.length)
      expect(found(text.slice(0, -1))).toBe(mayBe)
    }
  })

  it('is looked for down to a depth, and no further', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(found(nested(256))).toBe(512)
    expect(found(nested(257))).toBe(mayBe)
    expect(found('['.repeat(1e6))).toBe(mayBe)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtIn } from '../../src/built-in'
import interbase from '../../src/dialects/interbase'
import { dialects } from '../../src/index'
import { anyText, errorFreeText, mayBe } from '../../src/proxy/text-scan'
import { endOf, part, text } from './string-contents'

describe('the end of a text', () => {
  it('is where JSON has it', () => {
    fc.assert(
      fc.property(text, (said) => {
        const bytes = Buffer.from(`${said}","id":5}`)
        expect(anyText(bytes, 0, 0)).toBe(endOf(bytes))
      }),
      { numRuns: 5000 },
    )
  })

  it('is the same for a text of any length', () => {
    for (const unit of ['a', '\\"', '\\u00e9', 'ab\\\\', 'é'])
      for (const length of [65_535, 65_536, 65_537, 300_001]) {
        const said = unit.repeat(length)
        const bytes = Buffer.from(`${said}"}`)
        expect(anyText(bytes, 0, 0)).toBe(bytes.length - 2)
        expect(anyText(bytes.subarray(0, -2), 0, 0)).toBe(mayBe)
      }
  })
})

describe('a text that is no error', () => {
  /** A name in quotes and what follows it, in a text in quotes, however the two are spelt. */
  const telling = fc.constantFrom(
    ...['type', 'error', 'message', 'isError', 'rows'].flatMap((name) => [
      `\\"${name}\\":`,
      `\\u0022${name}\\u0022 :`,
      `\\"${name.replace('e', '\\u0065')}\\":`,
      `\\"${name.replace('e', '\\\\u0065')}\\":`,
    ]),
  )
  const spelt = fc
    .tuple(
      fc.constantFrom('{', '[{', '{', ' {', '\\n{', '\\u007b', '\\"{', '<', '', 'é', 'words '),
      fc.array(fc.oneof(telling, part, fc.constantFrom('1,', '\\"NOT_FOUND\\",', 'false', '}', '}]'))),
    )
    .map(([first, parts]) => first + parts.join(''))

  it('is told by its names, however it is spelt, as if it were read', () => {
    const scan = errorFreeText(dialects)
    let passed = 0
    fc.assert(
      fc.property(spelt, (said) => {
        const bytes = Buffer.from(`${said}","id":5}`)
        const end = endOf(bytes)
        const isFree = end !== mayBe && !builtIn.mayBeError(JSON.parse(`"${bytes.subarray(0, end)}"`))
        expect(scan(bytes, 0, 0)).toBe(isFree ? end : mayBe)
        if (isFree) passed++
      }),
      { numRuns: 10_000 },
    )
    expect(passed).toBeGreaterThan(1000)
  })

  it('is read where a name that tells an error may be spelt in several ways, or any may tell it', () => {
    const scans = [[['a/b']], undefined].map((tellingMembers) =>
      errorFreeText([{ ...interbase, id: 'other', tellingMembers }]),
    )
    for (const scan of scans)
      for (const said of ['{\\"a/b\\":1}', '{\\"a\\/b\\":1}'])
        expect(scan(Buffer.from(`${said}"`), 0, 0)).toBe(mayBe)
  })
})

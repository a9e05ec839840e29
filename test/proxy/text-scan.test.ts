import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtIn } from '../../src/built-in'
import interbase from '../../src/dialects/interbase'
import { dialects } from '../../src/index'
import { successIn, textAheadIn } from '../../src/proxy/plain-success'
import { anySuccess, anyText, errorFreeText, mayBe, TextAhead } from '../../src/proxy/text-scan'

/** What stands in strings and what must not, often next to each other. */
const part = fc.oneof(
  fc.constantFrom(
    'a',
    'é',
    '𝄞',
    ' ',
    '\x7f',
    '\\"',
    '\\\\',
    '\\/',
    '\\n',
    '\\u00e9',
    '\\uD834',
    '[',
    ']',
    '!',
    '#',
  ),
  fc.constantFrom('"', '\\', '\\u', '\\u12', '\\u12g4', '\\x', '\n', '\0', '\x1f'),
  fc.string(),
)
const good = fc.string().map((text) => JSON.stringify(text).slice(1, -1))
const text = fc.oneof(
  fc.array(part).map((parts) => parts.join('')),
  fc.array(good, { minLength: 1 }).map((parts) => parts.join('')),
)

/** The end of the string that begins at the start, as JSON has it. */
function endOf(bytes: Buffer): number {
  const source = bytes.toString('latin1')
  for (let end = source.indexOf('"'); end !== -1; end = source.indexOf('"', end + 1)) {
    try {
      JSON.parse(`"${source.slice(0, end)}"`)
      return end
    } catch {
      // A quote that is escaped, or something that is not allowed before it.
    }
  }
  return mayBe
}

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

  it('is the same where the text was looked at in pieces before, of which nearly all is seen', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (said, size) => {
        const bytes = Buffer.from(`${said}","id":5}`)
        const ahead = new TextAhead(bytes.subarray(0, size), 0)
        for (let at = size; at < bytes.length; at += size) ahead.push(bytes.subarray(at, at + size))
        const { start, end } = ahead.seen
        expect(start).toBe(0)
        expect(anyText(bytes, 0, end)).toBe(endOf(bytes))
        if (endOf(bytes) !== mayBe) expect(end).toBe(endOf(bytes))
      }),
      { numRuns: 5000 },
    )
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

describe('a success that comes in pieces', () => {
  const lineOf = (said: string, members = '') =>
    Buffer.from(
      `{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"${said}"}]${members}}}\n`,
    )

  it('is known as it is known at once, wherever it is cut', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('', ',"isError":false', ',"isError":true', '}'),
        fc.nat(),
        (said, members, cut) => {
          const line = lineOf(said, members)
          const first = 1 + (cut % line.length)
          const ahead = textAheadIn(line.subarray(0, first))
          ahead?.push(line.subarray(first, first + 7))
          expect(successIn(line, anySuccess, ahead?.seen)).toBe(successIn(line, anySuccess))
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('has nothing looked at before its text begins', () => {
    expect(
      textAheadIn(Buffer.from('{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"te')),
    ).toBeUndefined()
    const line = lineOf('abc')
    const start = line.indexOf('abc')
    expect(textAheadIn(line.subarray(0, start + 2))?.seen).toEqual({ start, end: start + 2 })
  })
})

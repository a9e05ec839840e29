import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../src/index'
import { successIn, textAheadIn } from '../../src/proxy/plain-success'
import { TextAhead } from '../../src/proxy/text-ahead'
import { anySuccess, anyText, errorFreeSuccess, looked, mayBe } from '../../src/proxy/text-scan'
import { endOf, text } from './string-contents'

describe('the end of a text', () => {
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

  it('is known without the middle of its text as it is known with it, wherever it is cut', () => {
    const signs = errorFreeSuccess(dialects)
    // Bytes that are no UTF-8, too: what is spelt with Latin-1 becomes one for each character.
    const bytesOf = (said: string, isUtf8: boolean) => Buffer.from(said, isUtf8 ? 'utf8' : 'latin1')
    const beginning = fc.constantFrom(
      '',
      'a',
      '{\\"rows\\":[',
      '{\\"error\\":\\"x\\",',
      '<tool_error>',
      '\\u007b\\"error\\":',
    )
    let shortened = 0
    fc.assert(
      fc.property(
        beginning,
        text,
        text,
        fc.constantFrom('', ',"isError":false', ',"isError":true', ',"structuredContent":{"rows":[]}', '}'),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 4 }),
        (begins, unit, ends, members, isUtf8, sizes) => {
          const said =
            begins + (unit === '' ? 'é' : unit).repeat(Math.ceil(30_000 / (unit.length || 1))) + ends
          const start = '{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"'
          const line = bytesOf(`${start}${said}"}]${members}}}\n`, isUtf8)
          const pieces: Buffer[] = []
          for (let at = 0, i = 0; at < line.length; i++) {
            const size = i === 0 ? 10_000 : (sizes[i % sizes.length] as number)
            pieces.push(line.subarray(at, at + size))
            at += size
          }
          const [first, ...others] = pieces
          const last = others.pop() as Buffer
          const ahead = textAheadIn(first as Buffer)
          for (const piece of others) ahead?.push(piece)
          const short = ahead?.shortened(last)
          if (!short) return
          shortened++
          expect(short.line.length).toBeLessThan(looked + 200 + last.length)
          expect(successIn(short.line, signs, short.seen)).toBe(successIn(line, signs))
        },
      ),
      { numRuns: 3000 },
    )
    expect(shortened).toBeGreaterThan(500)
  })

  it('is not shortened where its text ended before, is short, or is no UTF-8', () => {
    const long = 'é'.repeat(20_000)
    const shortenedAt = (line: Buffer, ...cuts: number[]) => {
      const ahead = textAheadIn(line.subarray(0, cuts[0]))
      cuts.slice(1).forEach((cut, i) => {
        ahead?.push(line.subarray(cuts[i], cut))
      })
      return ahead?.shortened(line.subarray(cuts.at(-1)))
    }
    const line = lineOf(long)
    expect(shortenedAt(line, 20_000, 30_001)?.line.length).toBeLessThan(20_000)
    expect(shortenedAt(line, 5000, 30_000)).toBeUndefined()
    expect(shortenedAt(line, 20_000, line.length - 4)).toBeUndefined()
    expect(shortenedAt(lineOf('é'.repeat(1000)), 2000)).toBeUndefined()
    const broken = Buffer.from(line)
    broken[25_000] = 0xff
    expect(shortenedAt(broken, 20_000, 30_001)).toBeUndefined()
  })
})

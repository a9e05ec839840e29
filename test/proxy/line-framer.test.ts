import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineFramer } from '../../src/proxy/line-framer'

/** What a framer makes of chunks: lines, lengths of lines that are too long, and the rest. */
function framed(chunks: readonly Buffer[], maxLength: number) {
  const lines: string[] = []
  const tooLong: number[] = []
  let length = 0
  const framer = new LineFramer(maxLength, {
    line: (bytes) => lines.push(bytes.toString('latin1')),
    tooLong(piece, isEnd) {
      length += piece.length
      if (!isEnd) return
      tooLong.push(length)
      length = 0
    },
  })
  for (const chunk of chunks) framer.push(chunk)
  return { lines, tooLong, rest: framer.rest()?.toString('latin1') }
}

/** The same bytes in pieces that begin and end anywhere. */
const inPieces = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '"'), maxLength: 200 }),
    fc.array(fc.nat(200)),
  )
  .map(([text, cuts]) => {
    const bytes = Buffer.from(text)
    const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
    return { text, pieces: [...ends, bytes.length].map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)) }
  })

describe('the lines of a stream', () => {
  it('are the same however it is cut', () => {
    fc.assert(
      fc.property(inPieces, ({ text, pieces }) => {
        const { lines, tooLong, rest } = framed(pieces, 1000)
        expect(lines.join('') + (rest ?? '')).toBe(text)
        expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
        expect(rest).not.toBe('')
        expect(tooLong).toEqual([])
      }),
    )
  })

  it('are given out whole up to the limit, and in pieces beyond it', () => {
    fc.assert(
      fc.property(inPieces, fc.integer({ min: 1, max: 30 }), ({ text, pieces }, maxLength) => {
        const { lines, tooLong } = framed(pieces, maxLength)
        const all = text.match(/.*\n/gs)?.flatMap((line) => line.match(/[^\n]*\n/g) ?? []) ?? []
        expect(lines).toEqual(all.filter((line) => line.length <= maxLength))
        expect(tooLong).toEqual(all.filter((line) => line.length > maxLength).map((line) => line.length))
      }),
    )
  })
})

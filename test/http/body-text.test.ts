import { describe, expect, it } from 'vitest'
import { readBodyText } from '../../src/http/body-text'

/** A response whose body comes in pieces. */
function inPieces(...pieces: (string | number[])[]): Response {
  const left = pieces.map((piece) =>
    typeof piece === 'string' ? new TextEncoder().encode(piece) : new Uint8Array(piece),
  )
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  })
  return new Response(body)
}

describe('the text of a body', () => {
  it('is whole where a character is cut between two pieces', async () => {
    const [first = 0, ...rest] = new TextEncoder().encode('€')
    const { text } = await readBodyText(inPieces('5 ', [first], rest), { maxLength: 100 })
    expect(text).toBe('5 €')
  })

  it('shows where a character is cut at the end', async () => {
    const { text, isStopped } = await readBodyText(inPieces('5 ', [0xe2]), { maxLength: 100 })
    expect({ text, isStopped }).toEqual({ text: '5 \ufffd', isStopped: false })
  })

  it.each([
    ['up to the limit of characters', { maxLength: 6 }, '€€€abc', false],
    ['and stops beyond the limit of characters', { maxLength: 5 }, '€€€ab', true],
    ['up to the limit of bytes', { maxLength: 100, maxBytes: 12 }, '€€€abc', false],
    ['and stops beyond the limit of bytes', { maxLength: 100, maxBytes: 11 }, '€€€abc', true],
  ])('is read %s', async (_, limits, text, isStopped) => {
    expect(await readBodyText(inPieces('€€€', 'abc'), limits)).toEqual({ text, isStopped })
  })

  it.each([
    [['{"a":1}'], false],
    [[' ', '\n', '{"a":1}', 'x'], false],
    [[[0xef, 0xbb, 0xbf], '<a/>'], false],
    [['once'], true],
    [[' ', '\n', 'x'], true],
    [[' '], false],
    [[], false],
  ])('of %j that may begin with { or <: stopped %s', async (pieces, isStopped) => {
    const read = await readBodyText(inPieces(...(pieces as (string | number[])[])), {
      maxLength: 100,
      openings: '{<',
    })
    expect(read.isStopped).toBe(isStopped)
  })

  it('is empty where there is no body', async () => {
    expect(await readBodyText(new Response(null), { maxLength: 100 })).toEqual({ text: '', isStopped: false })
  })
})

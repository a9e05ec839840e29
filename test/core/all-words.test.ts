import { describe, expect, it } from 'vitest'
import { allWords } from '../../src/core/all-words'

describe('all words', () => {
  it.each([
    ['HTTPServerError notFound_x', ' http server error not found x '],
    ['Don’t “quote” me!', ' don t quote me '],
    ['v2NotFound', ' v2 not found '],
    ['', '  '],
    ['!!!', '  '],
  ])('of %j, one space between', (text, words) => {
    expect(allWords(text)).toBe(words)
  })

  it('are those of the first two thousand characters', () => {
    expect(allWords(`${'.'.repeat(2000)}x`)).toBe('  ')
    expect(allWords(`${'.'.repeat(1999)}x`)).toBe(' x ')
  })
})

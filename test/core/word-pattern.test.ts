import { expect, it } from 'vitest'
import { isSaid, wordPatterns } from '../../src/core/word-pattern'

const isIn = (sentence: string, ...words: string[]) => isSaid(wordPatterns(words), ` ${sentence} `)

it.each([
  ['not found', 'user not found', true],
  ['not found', 'user not foundry', false],
  ['^not', 'not found', true],
  ['^found', 'not found', false],
  ['found$', 'not found', true],
  ['not$', 'not found', false],
  ['exceeded <0-2> limit', 'exceeded limit', true],
  ['exceeded <0-2> limit', 'exceeded the daily limit', true],
  ['exceeded <0-2> limit', 'exceeded the very low limit', false],
  ['exceeded <0-2> limit', 'exceeded a b c exceeded the limit', true],
  ['exceeded <1-2> limit', 'exceeded limit', false],
  ['no <1> for', 'no user for', true],
  ['no <1> for', 'no for', false],
  ['<1> is not defined', 'x is not defined', true],
  ['<1> is not defined', 'is not defined', false],
  ['by another <1>', 'by another user', true],
  ['by another <1>', 'by another', false],
  ['over <0-1> plan <0-1> limit', 'over your plan s limit', true],
  ['over <0-1> plan <0-1> limit', 'over your plan and its limit', false],
  ['over <0-2> plan <0-1> limit', 'over plan or plan s limit', true],
  ['^no <1> left$', 'no seat left', true],
  ['^no <1> left$', 'there is no seat left', false],
] as const)('%j in %j is %j', (words, sentence, expected) => {
  expect(isIn(sentence, words)).toBe(expected)
})

it('looks for each of several', () => {
  expect(isIn('a gap there', 'nothing', 'a <1> there')).toBe(true)
  expect(isIn('nothing', 'nothing', 'a <1> there')).toBe(true)
  expect(isIn('something', 'nothing', 'a <1> there')).toBe(false)
})

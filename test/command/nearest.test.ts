import { describe, expect, it } from 'vitest'
import { nearest } from '../../src/command/nearest'

const known = ['convert', 'detect', 'explain', '--to', '--from']

describe('the nearest word', () => {
  it.each([
    ['convrt', 'convert'],
    ['detct', 'detect'],
    ['explian', 'explain'],
    ['--too', '--to'],
    ['--form', '--from'],
  ])('to %s is %s', (given, meant) => {
    expect(nearest(given, known)).toBe(meant)
  })

  it.each(['', 'x', 'nothing', '--redact', 'convertible things'])('to %j is none', (given) => {
    expect(nearest(given, known)).toBeUndefined()
  })
})

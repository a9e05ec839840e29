import { expect, it } from 'vitest'
import { HeldBytes } from '../../src/proxy/held-bytes'

it('bytes that are held come back together, however many pieces they came in', () => {
  const held = new HeldBytes()
  expect(held.all()).toEqual(Buffer.alloc(0))
  for (let i = 0; i < 10_000; i++) held.add(Buffer.from(`${i},`))
  const text = Array.from({ length: 10_000 }, (_, i) => `${i},`).join('')
  expect(held.length).toBe(text.length)
  expect(held.all().toString()).toBe(text)
  held.add(Buffer.from('!'))
  expect(held.all().toString()).toBe(`${text}!`)
})

it('the first of the bytes that are held are those, however they were cut', () => {
  for (const size of [1, 3, 10, 26]) {
    const held = new HeldBytes()
    const letters = Buffer.from('abcdefghijklmnopqrstuvwxyz')
    for (let at = 0; at < letters.length; at += size) held.add(letters.subarray(at, at + size))
    for (const most of [0, 1, 5, 26, 100]) expect(held.first(most)).toEqual(letters.subarray(0, most))
    expect(held.all()).toEqual(letters)
  }
})

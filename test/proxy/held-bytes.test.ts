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

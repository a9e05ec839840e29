import { describe, expect, it } from 'vitest'
import { forwarding } from '../../src/mcp/forwarding'

class Counter {
  #count = 0
  label = 'one'
  onchange: (() => void) | undefined
  add() {
    this.#count++
    this.onchange?.()
    return this
  }
  get count() {
    return this.#count
  }
}

describe('an object with members of another', () => {
  it('runs methods on the other, so that private fields work', () => {
    const counter = new Counter()
    const wrapped = forwarding(counter, {})
    expect(wrapped.add()).toBe(counter)
    expect(wrapped.count).toBe(1)
    expect(wrapped).toBeInstanceOf(Counter)
    expect(wrapped.constructor).toBe(Counter)
    expect(wrapped.add).toBe(wrapped.add)
    expect('label' in wrapped).toBe(true)
  })

  it('sets members of the other, and gives callbacks back as they are', () => {
    const counter = new Counter()
    const wrapped = forwarding(counter, {})
    const onchange = () => {}
    wrapped.onchange = onchange
    wrapped.label = 'two'
    expect(wrapped.onchange).toBe(onchange)
    expect([counter.onchange, counter.label]).toEqual([onchange, 'two'])
  })

  it('has replaced members in their place', () => {
    const counter = new Counter()
    let label = 'three'
    const wrapped = forwarding(counter, {
      label: {
        get: () => label,
        set: (value) => {
          label = String(value)
        },
      },
      add: { get: () => () => 'added' },
    })
    expect([wrapped.label, wrapped.add()]).toEqual(['three', 'added'])
    wrapped.label = 'four'
    expect([wrapped.label, counter.label, counter.count]).toEqual(['four', 'one', 0])
    wrapped.add = counter.add
    expect(wrapped.add()).toBe('added')
  })
})

import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { AnswerBodies } from '../../src/proxy/answer-bodies'

const kilobyte = Buffer.alloc(1000, 'a')
const body = (kilobytes: number) => Readable.from(Array.from({ length: kilobytes }, () => kilobyte))
const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('the bodies of answers', () => {
  it('that are not taken are not read beyond what they may have together, but for one', async () => {
    const bodies = new AnswerBodies(100_000, 10_000)
    const taken: (() => void)[] = []
    const lengths: number[] = []
    const all = Array.from({ length: 20 }, () =>
      bodies.read(body(20), async (bytes) => {
        await new Promise<void>((resolve) => taken.push(resolve))
        lengths.push(bytes?.length ?? 0)
      }),
    )
    for (let i = 0; i < 20; i++) {
      await soon()
      // What they may have together, one body, and a piece of each that waits.
      expect(bodies.held).toBeLessThanOrEqual(10_000 + 20_000 + 20 * 1000)
      expect(taken).toHaveLength(i + 1)
      taken[i]?.()
    }
    await Promise.all(all)
    expect(lengths).toEqual(Array.from({ length: 20 }, () => 20_000))
    expect(bodies.held).toBe(0)
  })

  it('let the next one go on when they break, or are too long', async () => {
    const bodies = new AnswerBodies(5000, 0)
    const lengthOf = (stream: Readable) => bodies.read(stream, async (bytes) => bytes?.length)
    const broken = new Readable({ read() {} })
    broken.push(kilobyte)
    const first = lengthOf(broken).catch(() => 'broken')
    const others = Promise.all([lengthOf(body(6)), lengthOf(body(5))])
    await soon()
    broken.destroy(new Error('gone'))
    expect(await first).toBe('broken')
    expect(await others).toEqual([undefined, 5000])
  })
})

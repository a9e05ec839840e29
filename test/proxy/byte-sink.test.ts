import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { ByteSink } from '../../src/proxy/byte-sink'

/** A stream that takes little at a time, and later. */
function slow(): { stream: Writable; taken: Buffer[] } {
  const taken: Buffer[] = []
  const stream = new Writable({
    highWaterMark: 1000,
    write(piece, _, done) {
      taken.push(piece)
      setImmediate(done)
    },
  })
  return { stream, taken }
}

describe('bytes for a stream that takes them slowly', () => {
  it('stay together when others are given meanwhile', async () => {
    const { stream, taken } = slow()
    const sink = new ByteSink(stream)
    const long = Buffer.alloc(300_000, 'x')
    const first = sink.write([long, Buffer.from('\n')])
    const second = sink.write([Buffer.from('short\n')])
    await Promise.all([first, second])
    await sink.flush(10_000)
    const text = Buffer.concat(taken).toString('latin1')
    expect(text === `${'x'.repeat(300_000)}\nshort\n`).toBe(true)
  })

  it('leave as they stand in memory where they are lines of one chunk, and whole where they are not', async () => {
    const { stream, taken } = slow()
    const sink = new ByteSink(stream)
    const chunk = Buffer.from('one\ntwo\nthree\n')
    const [one, two, three] = [chunk.subarray(0, 4), chunk.subarray(4, 8), chunk.subarray(8)]
    await sink.write([one, two, three])
    await sink.write([one, three])
    await sink.write([two, one])
    await sink.write([one, Buffer.alloc(0), two, Buffer.from('four\n'), three])
    await sink.flush(10_000)
    expect(taken.map(String)).toEqual([
      'one\ntwo\nthree\n',
      'one\nthree\n',
      'two\none\n',
      'one\ntwo\nfour\nthree\n',
    ])
    expect(taken[0]?.buffer).toBe(chunk.buffer)
  })

  it('are not copied where they are long, and stay in order', async () => {
    const { stream, taken } = slow()
    const sink = new ByteSink(stream)
    const long = [Buffer.alloc(50_000, 'a'), Buffer.alloc(50_000, 'b')] as const
    await sink.write([Buffer.from('1\n'), ...long, Buffer.from('2\n'), Buffer.from('3\n')])
    await sink.flush(10_000)
    expect(taken.map(({ length }) => length)).toEqual([2, 50_000, 50_000, 4])
    expect(taken.slice(1, 3).map(({ buffer }) => buffer)).toEqual(long.map(({ buffer }) => buffer))
    expect(taken[1]?.buffer).toBe(long[0].buffer)
    expect(String(taken[3])).toBe('2\n3\n')
  })

  it('keep nobody waiting who has nothing to write', async () => {
    const sink = new ByteSink(new Writable({ highWaterMark: 10, write() {} }))
    sink.write([Buffer.alloc(100_000)])
    await sink.write([])
    await sink.write([Buffer.alloc(0)])
  })

  it('are waited for, also those that it has not been given yet', async () => {
    const { stream, taken } = slow()
    const sink = new ByteSink(stream)
    sink.write([Buffer.alloc(300_000, 'x')])
    sink.write([Buffer.from('last')])
    await sink.flush(10_000)
    expect(taken.at(-1)?.toString()).toBe('last')
  })

  it('leave nothing behind that listens', async () => {
    const { stream } = slow()
    const sink = new ByteSink(stream)
    const listeners = () => ['drain', 'error', 'close'].map((event) => stream.listenerCount(event))
    const before = listeners()
    for (let i = 0; i < 20; i++) await sink.write([Buffer.alloc(100_000)])
    expect(listeners()).toEqual(before)
  })

  it('are taken in silence when it breaks, also while somebody waits', async () => {
    const stream = new PassThrough({ highWaterMark: 10 })
    const sink = new ByteSink(stream)
    const waiting = [sink.write([Buffer.alloc(100_000)]), sink.write([Buffer.alloc(100_000)])]
    setImmediate(() => stream.destroy(new Error('gone')))
    await Promise.all(waiting)
    await sink.write([Buffer.alloc(100_000)])
    await sink.broken
  })
})

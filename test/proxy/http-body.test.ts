import { describe, expect, it } from 'vitest'
import { RequestBodies } from '../../src/proxy/http-body'

const kB = 2 ** 10

/** A body of a length, in pieces, that ends when it is told to. */
function arriving(length: number) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"method":"')
    for (let left = length; left > 0; left -= 32 * kB) yield Buffer.alloc(Math.min(left, 32 * kB), 'x')
    await ended
    yield Buffer.from('","id":7}')
  }
  return { stream: pieces(), end }
}

const read = async (bodies: RequestBodies, length: number) => {
  const { stream, end } = arriving(length)
  end()
  return bodies.read(stream)
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('bodies that arrive at once', () => {
  it('are held up to what they may have together, and refused beyond, with their ids', async () => {
    const bodies = new RequestBodies(1000 * kB, 1000 * kB)
    const [first, second] = [arriving(600 * kB), arriving(600 * kB)]
    const reading = [bodies.read(first.stream), bodies.read(second.stream)]
    await soon()
    first.end()
    second.end()
    const [one, two] = await Promise.all(reading)
    expect([one && 'bytes' in one, two && 'bytes' in two].filter(Boolean)).toHaveLength(1)
    const refused = one && 'refused' in one ? one : two
    expect(refused).toMatchObject({ refused: 'too much at once', envelopes: [{ id: '7' }] })
  })

  it('leave room for others once they are let go', async () => {
    const bodies = new RequestBodies(1000 * kB, 1000 * kB)
    for (let times = 0; times < 5; times++) {
      const body = await read(bodies, 900 * kB)
      expect(body).toHaveProperty('bytes')
      expect(await read(bodies, 900 * kB)).toMatchObject({ refused: 'too much at once' })
      if ('letGo' in body) {
        body.letGo()
        // Twice is once.
        body.letGo()
      }
    }
  })

  it('and break off, or are too long, leave room, too', async () => {
    const bodies = new RequestBodies(1000 * kB, 1000 * kB)
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(900 * kB)
      throw new Error('gone')
    }
    for (let times = 0; times < 5; times++) {
      await expect(bodies.read(broken())).rejects.toThrow('gone')
      expect(await read(bodies, 1100 * kB)).toMatchObject({ refused: 'too long', envelopes: [{ id: '7' }] })
    }
    expect(await read(bodies, 900 * kB)).toHaveProperty('bytes')
  })

  it('are all taken when they are short, whatever long ones hold', async () => {
    const bodies = new RequestBodies(1000 * kB, 1000 * kB)
    await read(bodies, 900 * kB)
    for (let times = 0; times < 100; times++) expect(await read(bodies, 60 * kB)).toHaveProperty('bytes')
  })

  it('are taken one by one however long one may be', async () => {
    expect(await read(new RequestBodies(1000 * kB, 1), 900 * kB)).toHaveProperty('bytes')
  })
})

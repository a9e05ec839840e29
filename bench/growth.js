// How the time for an error grows with its size, and with the number of dialects that it might be in.
import { writeFileSync } from 'node:fs'
import { createTranslator, dialects } from '../dist/index.js'
import { ownDialects } from './own-dialects.js'
import { inTurn, varied } from './payloads.js'
import { plot } from './plot.js'
import { compare } from './rounds.js'

export const title = 'Growth with the size of an error and the number of dialects'

const sizes = [100, 1_000, 10_000, 100_000, 1_000_000, 9_000_000]
const counts = [1, 2, 5, 17, 30, 50]

const interbase = (message, data) =>
  JSON.stringify({ type: 'CONFLICT', message, recoverable: false, ...data })
const filler = 'the reservation is held by another agent; '
const words = (length) => filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
const record = (i) => ({ path: `/reservations/${i}`, version: i, holder: `agent-${i % 40}` })

/** Errors of a size, each of which is large in another way. */
const shapes = {
  'a long message': (size) => interbase(words(size)),
  'a long list in the details': (size) =>
    interbase('held', {
      data: { conflicts: Array.from({ length: Math.ceil(size / 55) }, (_, i) => record(i)) },
    }),
}

export function measure() {
  const { translate } = createTranslator({ dialects })
  const bySize = Object.entries(shapes).map(([name, errorOf]) => {
    const points = sizes.map((size) => {
      const text = errorOf(size)
      const compared = compare(
        {
          bare: () => JSON.stringify(JSON.parse(text)),
          translate: () => translate(text, { to: 'toolerror-v1' }),
        },
        { rounds: 5, milliseconds: Math.min(100, Math.max(20, size / 5e4)) },
      )
      return { size: text.length, bare: compared.of('bare'), time: compared.of('translate') }
    })
    return { name, points }
  })
  const byCount = dialectPoints()
  writeFileSync(new URL('./growth.svg', import.meta.url), plot(bySize, byCount))
  return [
    ...bySize.map(({ name, points }) => {
      const [small, large] = [points[3], points[5]]
      return {
        what: `${name}: time per byte at 9 MB`,
        against: 'time per byte at 100 kB',
        ratio: large.time / large.size / (small.time / small.size),
        atMost: 2,
      }
    }),
    {
      what: 'an error among 50 dialects',
      against: 'among 1',
      ratio: byCount.at(-1).time / byCount[0].time,
      atMost: 1.15,
    },
  ]
}

/** The time for the same errors with more and more dialects, all in the same rounds. */
function dialectPoints() {
  const texts = varied('interbase', 'usual')
  const all = [...dialects, ...ownDialects(50 - dialects.length)]
  const contestants = counts.map((count) => {
    const { decode } = createTranslator({ dialects: all.slice(0, count) })
    return [String(count), inTurn(texts, (text) => decode(text))]
  })
  const compared = compare(Object.fromEntries(contestants))
  return counts.map((count) => ({ count, time: compared.of(String(count)) }))
}

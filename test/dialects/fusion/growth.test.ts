import { describe, expect, it } from 'vitest'
import { safeDecode } from '../../../src/index'

const [little, much] = [10_000, 200_000] as const
// Twenty times the text may take this many times as long; what grows with the square takes 400 times as long.
const mostGrowth = 80
const mostTries = 5

const document = (inner: string, attributes = '', root = 'tool_error') =>
  `<${root} code="X"${attributes}>\n<message>m</message>\n${inner}\n</${root}>`
const within = (name: string, inner: string) => document(`<${name}>${inner}</${name}>`)

/** So many pieces that they are as long as that. */
function fill(length: number, piece: (i: number) => string): string {
  const pieces: string[] = []
  for (let i = 0, total = 0; total < length; i++) {
    const next = piece(i)
    pieces.push(next)
    total += next.length
  }
  return pieces.join('')
}

const shapes: [string, (length: number) => string][] = [
  [
    'attributes',
    (n) =>
      document(
        '',
        fill(n, (i) => ` a${i}="v"`),
      ),
  ],
  [
    'attributes without a value',
    (n) =>
      document(
        '',
        fill(n, (i) => ` a${i}`),
      ),
  ],
  [
    'details',
    (n) =>
      within(
        'details',
        fill(n, (i) => `<detail key="k${i}">v</detail>`),
      ),
  ],
  [
    'details of one key',
    (n) =>
      within(
        'details',
        fill(n, () => '<detail key="k">v</detail>'),
      ),
  ],
  [
    'actions',
    (n) =>
      within(
        'available_actions',
        fill(n, (i) => `<action>a${i}</action>`),
      ),
  ],
  [
    'fields',
    (n) =>
      document(
        fill(n, (i) => `<field name="f${i}">v</field>`),
        '',
        'validation_error',
      ),
  ],
  [
    'odd fields',
    (n) =>
      document(
        fill(n, () => '<field>v</field>'),
        '',
        'validation_error',
      ),
  ],
  ['unknown elements', (n) => document(fill(n, (i) => `<x${i} a="1"><y>t</y></x${i}>`))],
  ['unknown elements of one name', (n) => document(fill(n, () => '<x/>'))],
  ['messages', (n) => document(fill(n, (i) => `<message>m${i}</message>`))],
  ['texts between elements', (n) => document(fill(n, (i) => `t<x${i}/>`))],
  ['elements in each other', (n) => document(fill(n, () => '<a>'.repeat(100) + '</a>'.repeat(100)))],
  [
    'elements in one with a long name',
    (n) =>
      within(
        'a'.repeat(n / 2),
        fill(n / 2, () => '<b/>'),
      ),
  ],
  ['open elements', (n) => document('<a>'.repeat(n / 3))],
  [
    'comments',
    (n) =>
      within(
        'recovery',
        fill(n, () => 'x<!--c-->'),
      ),
  ],
  [
    'instructions',
    (n) =>
      within(
        'recovery',
        fill(n, () => 'x<?c?>'),
      ),
  ],
  [
    'CDATA sections',
    (n) =>
      within(
        'recovery',
        fill(n, () => '<![CDATA[x]]>'),
      ),
  ],
  ['references', (n) => within('recovery', '&amp;'.repeat(n / 5))],
  ['unknown references', (n) => within('recovery', '&nope;'.repeat(n / 6))],
  ['characters of text', (n) => within('recovery', 'x'.repeat(n))],
  ['line ends', (n) => within('recovery', '\r\n'.repeat(n / 2))],
  ['spaces in a tag', (n) => document('', ' '.repeat(n))],
  ['spaces before an odd end of a tag', (n) => document('', `${' '.repeat(n)}x`)],
  ['<', (n) => document('<'.repeat(n))],
  ['<!', (n) => document('<!'.repeat(n / 2))],
  ['<a ', (n) => document('<a '.repeat(n / 3))],
  ['</', (n) => document('</'.repeat(n / 2))],
  ['<!--', (n) => document('<!--'.repeat(n / 4))],
  ['<![CDATA[', (n) => document('<![CDATA['.repeat(n / 9))],
  ['<?a ', (n) => document('<?a '.repeat(n / 4))],
  ['<!DOCTYPE ', (n) => document('<!DOCTYPE '.repeat(n / 10))],
  ['tags in quotes', (n) => document(fill(n, () => '<a b="<a b="'))],
  ['tags in quotes, one of them open', (n) => document(`${fill(n, () => '<a b="<a b="')}"`)],
  ['quotes', (n) => document('', ` a=${`"'`.repeat(n / 2)}`)],
  ['&', (n) => within('recovery', '&'.repeat(n))],
  ['& in an attribute', (n) => document('', ` b="${'&'.repeat(n)}"`)],
  ['&#', (n) => within('recovery', '&#'.repeat(n / 2))],
  ['digits of a reference', (n) => within('recovery', `&#${'1'.repeat(n)};`)],
  [']]', (n) => within('recovery', ']'.repeat(n))],
  ['-- in a comment', (n) => document(`<!--${'-'.repeat(n)}-->`)],
]

/** The processor's time for decoding, in microseconds: that other processes run must not count. */
function timeOf(text: string): number {
  const before = process.cpuUsage()
  safeDecode(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** The least growth that was seen, in as few tries as show that there is not too much. */
function growth(make: (length: number) => string): number {
  const [short, long] = [make(little), make(much)]
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostTries && least > mostGrowth; tries++) {
    // What runs for the first time is slow.
    const shortest = Math.min(...[0, 1, 2, 3].map(() => timeOf(short)))
    least = Math.min(least, timeOf(long) / shortest)
  }
  return least
}

describe('the time for a document grows no faster than the document, be it full of', () => {
  it.each(shapes)('%s', (_, make) => {
    expect(growth(make)).toBeLessThan(mostGrowth)
    // Of what is not well-formed, too.
    expect(growth((length) => make(length).replace('>m<', '>\u0001<'))).toBeLessThan(mostGrowth)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { broadening, type CanonicalCode } from '../src/core/codes'
import { decode, stringify } from '../src/index'

/** A text, and the categories that a careful reader could defend for it. */
interface Line {
  id: string
  text: string
  truth: { category: string; also?: string[] }
}

const folder = new URL('./fixtures/plain-text/', import.meta.url)
const linesIn = (file: URL): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

// Codes that belong to a category of another name.
const categories: Partial<Record<CanonicalCode, string>> = {
  tls_failure: 'network',
  upstream_failed: 'unavailable',
  transient: 'unavailable',
}
const named = [
  'not_found',
  'conflict',
  'invalid_input',
  'unauthenticated',
  'permission_denied',
  'rate_limited',
  'quota_exceeded',
  'timeout',
  'unavailable',
  'network',
  'cancelled',
  'unknown',
  'internal',
]

function categoryOf(code: CanonicalCode): string | undefined {
  const known = [...broadening(code)].map((each) => categories[each] ?? each)
  return known.find((each) => named.includes(each))
}

const files: [string, URL][] = [
  ['the corpus', new URL('./fixtures/corpus/plain-text.ndjson', import.meta.url)],
  ...readdirSync(folder).map((name): [string, URL] => [name, new URL(name, folder)]),
]

describe.each(files)('the plain texts of %s', (_, file) => {
  const lines = linesIn(file)
  const codes = lines.map(({ text }) => decode(text, { dialect: 'text' }).code)
  const isRight = ({ truth }: Line, at: number) =>
    [truth.category, ...(truth.also ?? [])].includes(categoryOf(codes[at] ?? 'unknown') ?? '')

  it('are of the right category, 95 of 100 at least', () => {
    const wrong = lines.flatMap((line, at) => (isRight(line, at) ? [] : [`${line.id}: ${codes[at]}`]))
    expect(lines.length).toBeGreaterThan(100)
    expect({ share: 1 - wrong.length / lines.length, wrong }).toMatchObject({
      share: expect.toSatisfy((share: number) => share >= 0.95),
    })
  })

  it('come back to the letter', () => {
    for (const { text } of lines) {
      if (text.trim() !== '') expect(decodeAndWrite(text)).toBe(text)
    }
  })
})

function decodeAndWrite(text: string): string {
  return stringify(decode(text, { dialect: 'text' }), 'text')
}

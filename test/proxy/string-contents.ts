import fc from 'fast-check'
import { mayBe } from '../../src/proxy/text-scan'

/** What stands in strings and what must not, often next to each other. */
export const part = fc.oneof(
  fc.constantFrom(
    'a',
    'é',
    '𝄞',
    ' ',
    '\x7f',
    '\\"',
    '\\\\',
    '\\/',
    '\\n',
    '\\u00e9',
    '\\uD834',
    '[',
    ']',
    '!',
    '#',
  ),
  fc.constantFrom('"', '\\', '\\u', '\\u12', '\\u12g4', '\\x', '\n', '\0', '\x1f'),
  fc.string(),
)
const good = fc.string().map((text) => JSON.stringify(text).slice(1, -1))
/** What may stand between two quotes, valid or not, as it is spelt. */
export const text = fc.oneof(
  fc.array(part).map((parts) => parts.join('')),
  fc.array(good, { minLength: 1 }).map((parts) => parts.join('')),
)

/** The end of the string that begins at the start, as JSON has it. */
export function endOf(bytes: Buffer): number {
  const source = bytes.toString('latin1')
  for (let end = source.indexOf('"'); end !== -1; end = source.indexOf('"', end + 1)) {
    try {
      JSON.parse(`"${source.slice(0, end)}"`)
      return end
    } catch {
      // A quote that is escaped, or something that is not allowed before it.
    }
  }
  return mayBe
}

import { type MayBeError, unquotedBeginning } from '../core/error-signs'

/** Says of the text of a block that begins at a place: where its closing quote stands, or `mayBe`. */
export type TextScan = (bytes: Buffer, start: number) => number

/** The text may be an error, or is not JSON: somebody has to read it. */
export const mayBe = -1

const [quote, backslash, letterU, space] = [0x22, 0x5c, 0x75, 0x20]

// What is more than one character of a string: its end, an escape, and what JSON does not allow in it.
const endsRun = new Uint8Array(256)
for (let char = 0; char < space; char++) endsRun[char] = 1
endsRun[quote] = 1
endsRun[backslash] = 1

/** The end of a text, whatever it says. */
export const anyText: TextScan = (bytes, start) => {
  const [table, { length }] = [endsRun, bytes]
  let at = start
  while (at < length) {
    const char = bytes[at] as number
    if (table[char] === 0) {
      at++
    } else if (char === quote) {
      return at
    } else {
      at = char === backslash ? escapeEnd(bytes, at) : mayBe
      if (at === mayBe) return mayBe
    }
  }
  return mayBe
}

const simpleEscapes = new Uint8Array(256)
for (const char of '"\\/bfnrt') simpleEscapes[char.charCodeAt(0)] = 1
const isHex = new Uint8Array(256)
for (const char of '0123456789abcdefABCDEF') isHex[char.charCodeAt(0)] = 1
const lengthOfCode = 6

/** The place behind an escape. */
function escapeEnd(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1] as number
  if (simpleEscapes[kind] === 1) return at + 2
  if (kind !== letterU) return mayBe
  for (let i = 2; i < lengthOfCode; i++) if (isHex[bytes[at + i] as number] !== 1) return mayBe
  return at + lengthOfCode
}

// As much as tells an error, with escapes.
const looked = 8192

/** The end of a text that is no error by what it begins with. Only that is taken out of the bytes. */
export function errorFreeText(mayBeError: MayBeError): TextScan {
  return (bytes, start) => {
    const end = anyText(bytes, start)
    if (end === mayBe) return mayBe
    const isCut = end > start + looked
    const beginning = unquotedBeginning(`"${bytes.toString('utf8', start, isCut ? start + looked : end)}`)
    return beginning === undefined || mayBeError(beginning, isCut) ? mayBe : end
  }
}

import type { Dialect } from '../core/dialect'
import {
  errorSigns,
  type MemberSigns,
  memberSigns,
  quotedWithoutSigns,
  unquotedBeginning,
} from '../core/error-signs'

/**
 * Says of the text of a block that begins at a place: where its closing quote stands, or `mayBe`. Up to `from` it has been
 * looked at before.
 */
export type TextScan = (bytes: Buffer, start: number, from: number) => number

/** The text may be an error, or is not JSON: somebody has to read it. */
export const mayBe = -1

// What may stand in a string of JSON: characters that need no escape, and escapes. An expression takes half of what a loop does.
const content = /[ !#-[\]-\xff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\xff]*)*/y

/** How much of a text, which is bytes as Latin-1, stands in a string. */
function lengthInString(latin1: string): number {
  content.lastIndex = 0
  content.test(latin1)
  return content.lastIndex
}

/** How much is looked at together: an expression remembers every escape that it has passed. */
const window = 2 ** 16
/** And at first: most texts end soon, and so much has to be taken out of the bytes for each. */
const firstWindow = 2 ** 11
const quote = 0x22

/** The end of a text, whatever it says. */
export const anyText: TextScan = (bytes, _start, from) => {
  const end = endInString(bytes, from)
  return bytes[end] === quote ? end : mayBe
}

/** How far bytes from a place on stand in a string: up to a quote, an escape that is cut or none, or their end. */
export function endInString(bytes: Buffer, from: number): number {
  let at = from
  for (let size = firstWindow; at < bytes.length; size = window) {
    const length = lengthInString(bytes.toString('latin1', at, at + size))
    if (length === 0) return at
    at += length
  }
  return at
}

/** How the parts of a success are known that may say an error though nobody says so. */
export interface SuccessSigns {
  readonly text: TextScan
  /** The names of members by which structured content is told to be an error; undefined where any may be one. */
  readonly members: MemberSigns | undefined
}

/** Where nothing is an error that does not say so. */
export const anySuccess: SuccessSigns = {
  text: anyText,
  members: { names: new Set(), areIn: () => false },
}

/** Where errors are to be found though nobody says that they are. */
export function errorFreeSuccess(dialects: readonly Dialect[]): SuccessSigns {
  return { text: errorFreeText(dialects), members: memberSigns(dialects) }
}

/** How far a text has been looked at that begins at a place of a line. */
export interface SeenText {
  readonly start: number
  readonly end: number
}

/** As much as tells an error, with escapes. */
export const looked = 8192

/** The end of a text that is no error by what it begins with. Only that is taken out of the bytes, and only where it has to be. */
export function errorFreeText(dialects: readonly Dialect[]): TextScan {
  const mayBeError = errorSigns(dialects)
  const withoutSigns = quotedWithoutSigns(dialects)
  return (bytes, start, from) => {
    if (withoutSigns && from <= start + looked) {
      withoutSigns.lastIndex = 0
      if (withoutSigns.test(bytes.toString('latin1', start, start + looked))) {
        const end = start + withoutSigns.lastIndex
        if (bytes[end] === quote) return end
      }
    }
    const end = anyText(bytes, start, from)
    if (end === mayBe) return mayBe
    const isCut = end > start + looked
    const beginning = unquotedBeginning(`"${bytes.toString('utf8', start, isCut ? start + looked : end)}`)
    return beginning === undefined || mayBeError(beginning, isCut) ? mayBe : end
  }
}

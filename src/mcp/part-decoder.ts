import type { CanonicalError } from '../core/canonical-error'
import { isWritable, plainText } from '../core/dialect'
import type { JsonObject } from '../core/json'
import { plainError } from '../core/plain-error'
import { carriesResidue, endsInAdvice } from '../core/plain-text'
import type { Translator } from '../core/translator'
import { text as ofTexts } from '../dialects/text'
import type { ReadOptions } from './find-error'
import { codeFrom, isVocabulary } from './known-server'

/** The error that a part of a result is, or undefined. */
export type Decode = (part: unknown) => CanonicalError | undefined

/** How closely a part of a result is looked at. */
export interface PartDecoder {
  /** Whether the result is said to be an error. */
  isError: boolean
  /** What is the body of an error; where nobody says that the result is one, unmistakably so. */
  decode: Decode
  /** The same, but for shapes that somebody has made up: they may be anything, where other words stand around them. */
  signed: Decode
  /** What is ever so little like the body of an error. */
  vague: Decode
  /** A text, whatever it is: the message of an error. */
  asText: (text: string) => CanonicalError
}

/** How the parts of a result are read that is said to be an error, or is not. */
export function partDecoder(
  isError: boolean,
  residue: JsonObject | undefined,
  translator: Translator,
  { dialect, overrides, limits }: ReadOptions,
): PartDecoder {
  const asText = (text: string): CanonicalError => {
    // Most servers just say what went wrong, whatever dialects somebody expects of them.
    if (!translator.dialect(plainText)) return plainError(text, ofTexts)
    // That it is blank does not make it less of an error.
    const input = text.trim() === '' ? { content: [{ type: 'text', text }], isError: true } : text
    return translator.safeDecode(input, { dialect: plainText, residue }).data ?? plainError(text, ofTexts)
  }

  const detect = (part: unknown, closeness: 'unmistakable' | 'likely' | 'vague') => {
    if (isError && typeof part === 'string' && isWrittenHere(part)) return asText(part)
    const failed = closeness === 'vague'
    const unmistakable = closeness === 'unmistakable'
    const { data } = translator.safeDecode(part, { limits, residue, unmistakable, failed })
    // Any other text is the message of the whole result, once nothing better is found.
    return data?.origin?.dialect === plainText ? undefined : data
  }

  const decode: Decode = (part) => {
    if (dialect === undefined || dialect === plainText)
      return detect(part, isError ? 'likely' : 'unmistakable')
    const detected = detect(part, 'unmistakable')
    const isMeant = detected?.origin && isVocabulary(dialect, detected.origin.dialect, translator)
    if (detected && !isMeant) return detected
    const named = translator.safeDecode(part, { dialect, limits, residue }).data
    // The server is known to speak it. Where it says that this is an error, a likeness is enough; where it does not, the
    // signature has to be there, or the code has to be one that it is known to use.
    const isKnown = isError || detected || codeFrom(named?.origin?.code, overrides) !== undefined
    return (isKnown ? named : undefined) ?? detected ?? (isError ? detect(part, 'likely') : undefined)
  }

  const signed: Decode = (part) => {
    const error = decode(part)
    const source = error?.origin && translator.dialect(error.origin.dialect)
    return source && isWritable(source) ? error : undefined
  }

  return { isError, decode, signed, vague: (part) => detect(part, 'vague'), asText }
}

/** Whether a text was written by errlingua: below its message it says what to do, or carries something. */
export function isWrittenHere(text: string): boolean {
  return endsInAdvice(text) || carriesResidue(text)
}

import type { DecodeError } from '../core/decode-error'
import { dialectIds } from './dialects'

/** Why a document cannot be decoded, and what to do about it on the command line. */
export function inWords({ code, message }: DecodeError): string {
  if (code !== 'NO_DIALECT') return `${code}: ${message}`
  return `${code}: It is in no known dialect (${dialectIds.join(', ')}). Name one with --from, or take any text as a message with --from text.`
}

import type { CanonicalError } from './canonical-error'
import { type Dialect, plainText } from './dialect'
import { codeOfErrno } from './errno'
import { defaultLimits } from './limits'
import { inOrder } from './read-body'
import { unwrap } from './wrapper'

/** The error that an unstructured message speaks of, as the dialect of such messages reads it. */
export function plainError(text: string, ofTexts: Dialect | undefined): CanonicalError {
  if (!ofTexts?.text) return unreadError(text)
  const body = ofTexts.text.parse(text, defaultLimits, false)
  const { nativeCode, variant: _, impliedCode, code, ...said } = ofTexts.read(body)
  return inOrder({
    ...said,
    code: impliedCode ?? code ?? 'unknown',
    severity: said.severity ?? 'error',
    origin: { dialect: plainText, ...(nativeCode !== undefined && { code: nativeCode }) },
  })
}

/** A message that no dialect reads: what frameworks put around it, and the name of an errno, are understood all the same. */
function unreadError(text: string): CanonicalError {
  const { text: message, tool } = unwrap(text) ?? { text }
  return inOrder({
    code: codeOfErrno(message) ?? 'unknown',
    message,
    severity: 'error',
    ...(tool !== undefined && { operation: tool }),
    origin: { dialect: plainText },
  })
}

import type { CanonicalError } from './canonical-error'
import { parseText, plainText, readText } from './plain-text'
import { inOrder } from './read-body'

/** The error that an unstructured message speaks of. */
export function plainError(text: string): CanonicalError {
  const { nativeCode, variant: _, impliedCode, code, ...said } = readText(parseText(text))
  return inOrder({
    ...said,
    code: impliedCode ?? code ?? 'unknown',
    severity: said.severity ?? 'error',
    origin: { dialect: plainText, ...(nativeCode !== undefined && { code: nativeCode }) },
  })
}

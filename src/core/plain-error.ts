import type { CanonicalError } from './canonical-error'
import { classify } from './classify'
import { codeOfRpc } from './json-rpc'
import { unwrap } from './wrapper'

/** The dialect id of an unstructured message. */
export const plainText = 'text'

// Words that settle it, whatever the rest is about.
const doNotRetry =
  /\b(?:do not|don't|never|must not|should not|cannot be) (?:be )?retr(?:y|ied)\b|\bnot retr(?:y|i)able\b|\bnon-?retr(?:y|i)able\b/i

/** Whether a message says that the same call is not to be made again. */
export function forbidsRetry(message: string): boolean {
  return doNotRetry.test(message)
}

/** The error that an unstructured message speaks of, with the text kept as its message. */
export function plainError(message: string): CanonicalError {
  const { tool, rpcCode } = unwrap(message) ?? {}
  const byWords = classify(message).code
  const byCode = rpcCode === undefined ? undefined : codeOfRpc(Number(rpcCode))
  return {
    code: byWords === 'unknown' ? (byCode ?? byWords) : byWords,
    message,
    severity: 'error',
    ...(forbidsRetry(message) && { retryable: false }),
    ...(tool !== undefined && { operation: tool }),
    origin: { dialect: plainText, ...(rpcCode !== undefined && { code: rpcCode }) },
  }
}

/** What stands in place of a secret. */
export const redacted = '[redacted]'
/** What stands in place of the lines of a stack trace. */
export const redactedTrace = '[stack trace redacted]'
/** What stands in place of a path of the server. */
export const redactedPath = '[path redacted]'

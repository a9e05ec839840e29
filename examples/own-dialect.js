import { createTranslator, defineDialect, dialects, isJsonObject } from 'errlingua'

// Acme's servers send {"err": "E404", "text": "…", "again": false, "more": {…}}.
export const acme = defineDialect({
  id: 'acme',
  title: 'Acme {err, text, again?, more?}',
  codes: [
    ['E404', 'not_found'],
    ['E409', 'conflict'],
    ['E400', 'invalid_input'],
    ['E401', 'permission_denied'],
    ['E503', 'transient'],
    ['E500', 'internal'],
  ],
  hasRetryFlag: true,
  bag: 'json',
  detect: ({ err, text }) => (/^E\d{3}$/.test(String(err)) && typeof text === 'string' ? 1 : 0),
  read: ({ err, text, again, more }) => ({
    nativeCode: typeof err === 'string' ? err : undefined,
    message: String(text ?? ''),
    retryable: typeof again === 'boolean' ? again : undefined,
    details: isJsonObject(more) ? more : undefined,
  }),
  write: ({ message, retryable, details }, err) => ({
    err,
    text: message,
    ...(retryable !== undefined && { again: retryable }),
    ...(details && { more: details }),
  }),
})

export const translator = createTranslator({ dialects: [...dialects, acme] })

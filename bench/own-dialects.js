// Dialects as users define them, any number of them.
import { defineDialect } from '../dist/index.js'

export function ownDialects(count) {
  return Array.from({ length: count }, (_, i) =>
    defineDialect({
      id: `own-${i}`,
      title: `{err${i}, text}`,
      codes: [
        ['E404', 'not_found'],
        ['E503', 'transient'],
      ],
      hasRetryFlag: false,
      bag: 'json',
      tellingMembers: [[`err${i}`, 'text']],
      detect: (body) => (/^E\d{3}$/.test(String(body[`err${i}`])) && typeof body.text === 'string' ? 1 : 0),
      read: (body) => ({ nativeCode: String(body[`err${i}`]), message: String(body.text) }),
      write: ({ message }, code) => ({ [`err${i}`]: code, text: message }),
    }),
  )
}

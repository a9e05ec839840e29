import type { CanonicalError, JsonObject } from '../../src/index'

const json = JSON.stringify

/** An error that holds a text in every place in which it may hold one. */
export function everywhere(text: string): CanonicalError {
  return {
    code: 'internal',
    message: `It failed: ${text}`,
    severity: 'error',
    recovery: text,
    actions: [text],
    issues: [{ path: 'a', message: text }],
    operation: text,
    resource: text,
    details: {
      nested: { list: [text, { deeper: text }] },
      [text]: 'the key',
      body: json({ error: text, n: 1 }),
      thrice: json({ a: json({ b: json({ c: text }) }) }),
      prose: `The answer was ${json({ error: text })}, and that is all.`,
      hiddenByTheLast: `{"message":${json(text)},"message":"ok"}`,
      inName: { note: 1, [`x ${text}`]: { note: 2 } },
    },
    origin: { dialect: 'interbase', code: text, form: { set: { extra: text, [text]: 1 } } },
  }
}

/** A tool result that does. */
export function resultWith(text: string): JsonObject {
  return {
    content: [
      {
        type: 'text',
        text: json({ error: 'internal_error', message: text, details: { inner: text, [text]: 1 } }),
      },
      { type: 'text', text },
      { type: 'resource', resource: { uri: 'memo://1', text } },
    ],
    structuredContent: { error: 'internal_error', message: text, details: { rows: [text] } },
    isError: true,
    _meta: { note: text, [text]: { note: text } },
  }
}

/** A tool result that is nothing but the text. */
export function plainResultWith(text: string): JsonObject {
  return { content: [{ type: 'text', text }], isError: true }
}

const xml: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** The ways in which a text can be seen in what is written out. */
export function waysToSee(text: string): string[] {
  const once = json(text).slice(1, -1)
  const twice = json(once).slice(1, -1)
  return [...new Set([text, once, twice, text.replace(/[&<>"']/g, (char) => xml[char] ?? char)])]
}

const humanBlock = (text) => ({ type: 'text', text, mimeType: 'text/markdown' })
const jsonBlock = (value) => ({
  type: 'text',
  text: JSON.stringify(value, null, 2),
  mimeType: 'application/json',
})

const gated = (format, human, json) => [
  ...(format === 'json' ? [] : [humanBlock(human)]),
  ...(format === 'markdown' ? [] : [jsonBlock(json)]),
]

/** The format is `markdown` (the default), `json` or `both`. */
function error(format = 'markdown', code, message, retryable, details) {
  const body = { kind: 'toolError:v1', code, message, retryable, details }
  return { content: gated(format, `**Error:** ${message}`, body), structuredContent: body, isError: true }
}

export const toolErrorV1 = [
  {
    name: 'not_found',
    call: ({ format }) =>
      error(format, 'NOT_FOUND', 'Resource not found: /api/patterns/invalid-resource', false, {
        statusCode: 404,
      }),
  },
  {
    name: 'unavailable',
    call: ({ format }) =>
      error(format, 'SERVER_ERROR', 'Service unavailable', true, { statusCode: 503, retry_after: 30 }),
  },
  {
    name: 'timeout',
    call: ({ format }) => error(format, 'NETWORK_ERROR', 'Network error: Request timeout', true, {}),
  },
  {
    name: 'invalid',
    call: ({ format }) =>
      error(format, 'CLIENT_ERROR', 'Invalid request: limit must be between 1 and 100', false, {
        statusCode: 400,
      }),
  },
  {
    // The size limit of search_patterns: no prefix, no details and no JSON block in any format.
    name: 'too_large',
    call() {
      const message = 'Result set too large to render. Please narrow your search query.'
      return {
        content: [humanBlock(message)],
        structuredContent: { kind: 'toolError:v1', code: 'SERVER_ERROR', message, retryable: false },
        isError: true,
      }
    },
  },
  {
    name: 'ok',
    call: ({ format = 'markdown' }) => ({
      content: gated(format, '## Retry with Schedule', {
        id: 'retry-schedule',
        title: 'Retry with Schedule',
      }),
    }),
  },
  {
    name: 'ok_about_errors',
    call: ({ format = 'markdown' }) => ({
      content: gated(
        format,
        '## Errors\n\n**Error:** handle it with `catchTag`; `toolError:v1` is the kind.',
        {
          kind: 'pattern:v1',
          code: 'NOT_FOUND',
          title: 'Answering with a toolError:v1',
        },
      ),
    }),
  },
  {
    // A missing pattern asks for input; it is no error.
    name: 'needs_input',
    call({ format = 'markdown' }) {
      const message = 'Pattern "retry" not found. Please provide a valid pattern ID.'
      const body = {
        kind: 'needsInput:v1',
        type: 'elicitation',
        message,
        needsInput: { fields: ['id'], reason: 'Pattern ID "retry" is invalid or does not exist' },
      }
      return { content: gated(format, `## Pattern Not Found\n\n${message}`, body), structuredContent: body }
    },
  },
]

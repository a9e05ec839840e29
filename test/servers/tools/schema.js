import { failure, success } from './result.js'

const outputSchema = {
  type: 'object',
  properties: { count: { type: 'number' } },
  required: ['count'],
  additionalProperties: false,
}

const counted = { ...success('{"count":1}'), structuredContent: { count: 1 } }

const toolError = {
  kind: 'toolError:v1',
  code: 'SERVER_ERROR',
  message: 'Database connection failed',
  retryable: true,
  details: { statusCode: 500 },
}

export const schema = [
  {
    name: 'count',
    outputSchema,
    call: ({ fail }) =>
      fail ? failure('{"type":"NOT_FOUND","message":"no such table","recoverable":false}') : counted,
  },
  {
    // An error result whose structuredContent breaks the schema: the v1 client throws it away.
    name: 'count_structured',
    outputSchema,
    call: ({ fail }) =>
      fail ? { ...failure(JSON.stringify(toolError, null, 2)), structuredContent: toolError } : counted,
  },
  {
    name: 'wrong_count',
    outputSchema,
    call: () => ({ ...success('{"count":"one"}'), structuredContent: { count: 'one' } }),
  },
  { name: 'missing_count', outputSchema, call: () => success('{"count":1}') },
]

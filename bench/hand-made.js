// What one would write by hand to get from one JSON dialect into another: parse, check with zod, map, stringify. It reports no
// loss and keeps no residue, and what it has no place for is gone.
import { z } from 'zod'

const bag = z.record(z.string(), z.unknown())

const schemas = {
  interbase: z.object({
    type: z.string(),
    message: z.string(),
    recoverable: z.boolean(),
    data: bag.optional(),
  }),
  'toolerror-v1': z.object({
    kind: z.literal('toolError:v1'),
    code: z.string(),
    message: z.string(),
    retryable: z.boolean().optional(),
    details: bag.optional(),
  }),
  agentapi: z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      operation: z.string().optional(),
      resource: z.string().optional(),
      metadata: bag.optional(),
      temporary: z.boolean(),
      retryable: z.boolean(),
    }),
    request_id: z.string().optional(),
    timestamp: z.string(),
  }),
  pydantic: z.object({ error: z.string(), message: z.string(), details: bag.nullable() }),
}

// Native codes by what they mean.
const codes = {
  not_found: {
    interbase: 'NOT_FOUND',
    'toolerror-v1': 'NOT_FOUND',
    agentapi: 'MCP_TOOL_NOT_FOUND',
    pydantic: 'not_found',
  },
  conflict: {
    interbase: 'CONFLICT',
    'toolerror-v1': 'CLIENT_ERROR',
    agentapi: 'MCP_SERVER_ERROR',
    pydantic: 'send_failed',
  },
  invalid: {
    interbase: 'VALIDATION',
    'toolerror-v1': 'VALIDATION_ERROR',
    agentapi: 'MCP_INVALID_ARGUMENTS',
    pydantic: 'parse_error',
  },
  transient: {
    interbase: 'TRANSIENT',
    'toolerror-v1': 'SERVER_ERROR',
    agentapi: 'MCP_CONNECTION_TIMEOUT',
    pydantic: 'rate_limited',
  },
}
const meanings = Object.fromEntries(
  Object.keys(schemas).map((id) => [
    id,
    new Map(Object.entries(codes).map(([meaning, natives]) => [natives[id], meaning])),
  ]),
)

const readers = {
  interbase: ({ type, message, recoverable, data }) => ({
    code: type,
    message,
    retryable: recoverable,
    details: data,
  }),
  'toolerror-v1': ({ code, message, retryable, details }) => ({ code, message, retryable, details }),
  agentapi: ({ error: { code, message, retryable, metadata } }) => ({
    code,
    message,
    retryable,
    details: metadata,
  }),
  pydantic: ({ error, message, details }) => ({ code: error, message, details: details ?? undefined }),
}
const writers = {
  interbase: (type, { message, retryable, details }) =>
    JSON.stringify({ type, message, recoverable: retryable ?? false, data: details }),
  'toolerror-v1': (code, { message, retryable, details }) =>
    JSON.stringify({ kind: 'toolError:v1', code, message, retryable, details: details ?? {} }, null, 2),
  agentapi: (code, { message, retryable, details }) =>
    `${JSON.stringify({
      error: {
        code,
        message,
        metadata: details,
        temporary: retryable ?? false,
        retryable: retryable ?? false,
      },
      timestamp: '0001-01-01T00:00:00Z',
    })}\n`,
  pydantic: (error, { message, details }) => JSON.stringify({ error, message, details: details ?? null }),
}

export function translateByHand(text, from, to) {
  const said = readers[from](schemas[from].parse(JSON.parse(text)))
  const meaning = meanings[from].get(said.code) ?? 'transient'
  return writers[to](codes[meaning][to], said)
}

import { failure, success } from './result.js'

/** The body of the HTTP response, with the newline that Go's encoder ends it with. */
const error = (error, requestId) =>
  failure(
    `${JSON.stringify({
      error,
      ...(requestId && { request_id: requestId }),
      timestamp: '2025-10-23T12:34:56Z',
    })}\n`,
  )

export const agentapi = [
  {
    name: 'not_found',
    call: () =>
      error({
        code: 'MCP_TOOL_NOT_FOUND',
        message: "Tool 'send_email' not found",
        resource: 'send_email',
        metadata: { tool: 'send_email' },
        temporary: false,
        retryable: false,
      }),
  },
  {
    name: 'rate_limited',
    call: () =>
      error(
        {
          code: 'MCP_RATE_LIMIT_EXCEEDED',
          message: "Rate limit exceeded for resource 'notes.read'",
          operation: 'call_tool',
          resource: 'notes.read',
          metadata: { limit: 100, retry_after: '1m30s' },
          temporary: true,
          retryable: true,
        },
        'req-272',
      ),
  },
  {
    name: 'invalid',
    call: () =>
      error({
        code: 'MCP_INVALID_ARGUMENTS',
        message: "Invalid arguments for tool 'repo.clone': the value must be between 1 and 100",
        resource: 'repo.clone',
        metadata: { reason: 'the value must be between 1 and 100', tool: 'repo.clone' },
        temporary: false,
        retryable: false,
      }),
  },
  { name: 'ok', call: () => success('{"notes":["buy milk"]}\n') },
  {
    name: 'ok_about_errors',
    call: () => success('{"error":null,"note":"MCP_TIMEOUT means try again","retryable":3}\n'),
  },
]

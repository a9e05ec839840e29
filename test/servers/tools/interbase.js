import { failure, success } from './result.js'

const error = (type, message, recoverable, data) =>
  failure(JSON.stringify({ type, message, recoverable, ...(data && { data }) }))

export const interbase = [
  { name: 'not_found', call: () => error('NOT_FOUND', 'agent "fd-safety" not registered', false) },
  { name: 'rate_limited', call: () => error('TRANSIENT', 'rate limited', true, { retry_after: 30 }) },
  { name: 'invalid', call: () => error('VALIDATION', 'limit must be between 1 and 100', false) },
  {
    name: 'conflict',
    call: () =>
      error('CONFLICT', 'reservation conflict: 1 conflict', true, {
        conflicts: [{ agent_id: 'agent-2', held_by: 'agent-2', pattern: 'src/*.go' }],
      }),
  },
  { name: 'ok', call: () => success('{"reserved":true,"pattern":"src/*.go"}') },
  {
    name: 'ok_about_errors',
    call: () => success('{"type":"report","message":"2 calls ended in NOT_FOUND","errors":2,"error":null}'),
  },
]

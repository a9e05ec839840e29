import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { success } from './result.js'

export const thrower = [
  {
    name: 'plain',
    call() {
      throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
    },
  },
  {
    name: 'interbase',
    call() {
      throw new Error(
        '{"type":"TRANSIENT","message":"rate limited","recoverable":true,"data":{"retry_after":30}}',
      )
    },
  },
  {
    name: 'protocol',
    call(_args, sdk) {
      throw sdk.protocolError(-32050, 'the index is being rebuilt', { retry_after: 30 })
    },
  },
  {
    name: 'strict_input',
    input: z.object({ email: z.email(), limit: z.number().int().min(1).max(100) }),
    call: ({ email, limit }) => success(`${limit} messages of ${email}`),
  },
  {
    name: 'slow',
    input: z.object({ ms: z.number().optional() }),
    async call({ ms = 30_000 }) {
      // Without a reference, so that the process can end while a call is under way.
      await setTimeout(ms, undefined, { ref: false })
      return success('done')
    },
  },
  { name: 'ok', call: () => success('nothing was thrown') },
]

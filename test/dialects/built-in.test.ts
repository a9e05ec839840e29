import { expect, it } from 'vitest'
import { dialects } from '../../src/dialects/built-in'

it('has the built-in dialects, frozen, in the order in which they are tried', () => {
  expect(dialects.map(({ id }) => id)).toEqual([
    'interbase',
    'toolerror-v1',
    'agentapi',
    'fusion',
    'pydantic',
    'jsonrpc',
    'problem-details',
    'google-rpc',
    'fastapi',
    'zod',
    'graphql',
    'openai',
    'anthropic',
    'aws',
    'json-api',
    'text',
    'adhoc',
  ])
  expect(Object.isFrozen(dialects)).toBe(true)
})

import { agentapi } from './tools/agentapi.js'
import { fusion } from './tools/fusion.js'
import { interbase } from './tools/interbase.js'
import { large } from './tools/large.js'
import { pydantic } from './tools/pydantic.js'
import { schema } from './tools/schema.js'
import { thrower } from './tools/thrower.js'
import { toolErrorV1 } from './tools/toolerror-v1.js'

/**
 * The tools of each kind of server: `{ name, input?, outputSchema?, call(args, sdk) }`. `call` gives the tool result as
 * it goes over the wire, or throws. `sdk.protocolError(code, message, data)` makes the SDK's own error class.
 */
export const kinds = {
  interbase,
  'toolerror-v1': toolErrorV1,
  agentapi,
  fusion,
  pydantic,
  // What is thrown becomes a tool result in the SDKs' high-level servers, and a JSON-RPC error in their low-level ones.
  thrower,
  protocol: thrower,
  schema,
  large,
}

export const highLevelKinds = ['thrower']

export function toolsOf(kind) {
  if (Object.hasOwn(kinds, kind)) return kinds[kind]
  throw new Error(`No kind of server is called ${kind}; there are ${Object.keys(kinds).join(', ')}`)
}

/** A tool as `tools/list` shows it in a low-level server. */
export function listed({ name, outputSchema }) {
  return { name, inputSchema: { type: 'object' }, ...(outputSchema && { outputSchema }) }
}

import { z } from 'zod'
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

/** What a low-level server of either generation does for `tools/list` and `tools/call`. */
export function handlersOf(tools, sdk, unknown) {
  const listed = tools.map(({ name, outputSchema }) => ({
    name,
    inputSchema: { type: 'object' },
    ...(outputSchema && { outputSchema }),
  }))
  return {
    list: () => ({ tools: listed }),
    async call({ params }) {
      const tool = tools.find(({ name }) => name === params.name)
      if (!tool) throw unknown(params.name)
      const args = params.arguments ?? {}
      return tool.call(tool.input?.parse(args) ?? args, sdk)
    },
  }
}

/** Registers tools with a high-level server of either generation. */
export function register(server, tools, sdk) {
  for (const { name, input, call } of tools) {
    server.registerTool(name, { inputSchema: input ?? z.object({}) }, async (args) => call(args, sdk))
  }
  return server
}

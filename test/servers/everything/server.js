import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import * as mcp from '@modelcontextprotocol/sdk/types.js'
import { text } from './content.js'
import { prompts } from './prompts.js'
import { read, resources, template } from './resources.js'
import { tools } from './tools.js'

const info = { name: 'errlingua-test-everything', version: '1.0.0' }
const capabilities = { tools: {}, prompts: {}, resources: { subscribe: true }, logging: {}, completions: {} }

function unknown(kind, name) {
  throw new mcp.McpError(mcp.ErrorCode.InvalidParams, `Unknown ${kind}: ${name}`)
}

function listTools() {
  return { tools: tools.map(({ call, ...tool }) => ({ inputSchema: { type: 'object' }, ...tool })) }
}

function callTool({ name, arguments: args = {} }, session) {
  const tool = tools.find((tool) => tool.name === name) ?? unknown('tool', name)
  return tool.call(args, session)
}

function listPrompts() {
  const argumentsOf = (takes) => Object.keys(takes).map((name) => ({ name, required: true }))
  return {
    prompts: prompts.map(({ takes, says, ...prompt }) => ({ ...prompt, arguments: argumentsOf(takes) })),
  }
}

function getPrompt({ name, arguments: args = {} }) {
  const prompt = prompts.find((prompt) => prompt.name === name) ?? unknown('prompt', name)
  return { messages: prompt.says(args).map((content) => ({ role: 'user', content })) }
}

function complete({ ref, argument }) {
  const known = prompts.find(({ name }) => name === ref.name)?.takes[argument.name] ?? []
  return { completion: { values: known.filter((value) => value.startsWith(argument.value)) } }
}

const handlers = [
  [mcp.ListToolsRequestSchema, listTools],
  [mcp.CallToolRequestSchema, callTool],
  [mcp.ListPromptsRequestSchema, listPrompts],
  [mcp.GetPromptRequestSchema, getPrompt],
  [mcp.CompleteRequestSchema, complete],
  [
    mcp.ListResourcesRequestSchema,
    () => ({ resources: resources.map(({ text, blob, ...listed }) => listed) }),
  ],
  [mcp.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [template] })],
  [mcp.ReadResourceRequestSchema, ({ uri }) => ({ contents: [read(uri) ?? unknown('resource', uri)] })],
  // No resource ever changes, so that there is nothing to tell a subscriber.
  [mcp.SubscribeRequestSchema, () => ({})],
  [mcp.UnsubscribeRequestSchema, () => ({})],
]

/** What a tool can do with the session while it is called. */
function sessionOf(server, { requestId, _meta, sendNotification, sendRequest }) {
  const notify = (method, params) => sendNotification({ method: `notifications/${method}`, params })
  return {
    log: (data) => notify('message', { level: 'info', data }),
    async progress(progress, total) {
      const progressToken = _meta?.progressToken
      if (progressToken !== undefined) await notify('progress', { progressToken, progress, total })
    },
    async sample(prompt) {
      const params = { messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 }
      const answer = await sendRequest(
        { method: 'sampling/createMessage', params },
        mcp.CreateMessageResultSchema,
      )
      return JSON.stringify(answer.content)
    },
    async elicit(message, requestedSchema) {
      const params = { message, requestedSchema }
      return JSON.stringify(
        await sendRequest({ method: 'elicitation/create', params }, mcp.ElicitResultSchema),
      )
    },
    // `extra.closeSSEStream` is there from protocol 2025-11-25 on; the scenario calls the tool in an older one.
    closeStream: () => server.transport.closeSSEStream(requestId),
  }
}

/** A server with everything that the scenarios of `@modelcontextprotocol/conformance` look for. */
export function createServer() {
  const server = new Server(info, { capabilities })
  for (const [schema, handle] of handlers) {
    server.setRequestHandler(schema, ({ params }, extra) => handle(params, sessionOf(server, extra)))
  }
  return server
}

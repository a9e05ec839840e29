/** What frameworks put around a tool's own message, and what stands within. */
export interface Unwrapped {
  text: string
  /** Where it begins. */
  start: number
  /** The tool that they name. */
  tool?: string
  /** The JSON-RPC code that they name. */
  rpcCode?: string
}

// The name is in the first group, or the code in the group `code`.
const prefixes: readonly RegExp[] = [
  // FastMCP and the Python SDK.
  /^Error (?:calling|executing) tool '([^']{1,256})': /,
  /^Error (?:calling|executing) tool "([^"]{1,256})": /,
  /^Error (?:calling|executing) tool ([^\s:'"]{1,256}): /,
  // fastmcp, from npm.
  /^Tool '([^']{1,256})' execution failed: /,
  // mcp-go.
  /^panic recovered in (\S{1,256}) tool handler: /,
  // The TypeScript SDKs, for a protocol error that they put into a result or throw; rmcp, in two ways.
  /^(?:(?:McpError|ProtocolError): )?(?:MCP|Mcp) error:? (?<code>-?\d{1,10}): /,
  /^(?<code>-32\d{3}): /,
  /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP \d{3}\))?: /,
  // LangGraph's tool node.
  /^Error invoking tool '([^']{1,256})' with kwargs [^\n]{0,4000} with error:\n ?/,
  // Playwright's headings.
  /^### (?:Error|Result)\n+(?=\S)/,
  // The human block of `toolError:v1`, and what an Error prints before its message.
  /^\*\*Error:\*\* /,
  /^(?:Tool)?Error: /,
]

// LangChain's tool node, which shows an exception of its adapter as Python does.
const exception = /^(ToolException\((['"]))([\s\S]*)\2\)$/
const advice = /\n ?[Pp]lease fix (?:your mistakes|the error and try again)\.$/

// One framework may stand behind another.
const mostPrefixes = 4

/** Takes off what frameworks put around a tool's own message; undefined when nothing of the kind is there. */
export function unwrap(source: string): Unwrapped | undefined {
  const found: Unwrapped = { text: source, start: 0 }
  for (let i = 0; i < mostPrefixes; i++) {
    const match = prefixes.map((prefix) => prefix.exec(found.text)).find((each) => each !== null)
    if (!match) break
    const { code } = match.groups ?? {}
    found.text = found.text.slice(match[0].length)
    found.start += match[0].length
    if (code !== undefined) found.rpcCode ??= code
    else if (match[1] !== undefined) found.tool ??= match[1]
  }
  if (found.text === source) return undefined
  found.text = found.text.replace(advice, '')
  const [, opening = '', , inner] = exception.exec(found.text) ?? []
  if (inner === undefined) return found
  const start = found.start + opening.length
  // What the exception says may be what another framework said.
  const within = unwrap(inner)
  return { ...within, ...found, text: within?.text ?? inner, start: start + (within?.start ?? 0) }
}

// Where frameworks name the tool within what they say.
const naming: readonly RegExp[] = [
  /\bInvalid (?:arguments|structured content) for tool ([^\s:]{1,256})(?=:)/,
  /^Tool '([^']{1,256})' (?:parameter validation failed: |timed out after )/,
  /^(?:Output validation error: )?Tool (\S{1,256}) has an output schema but /,
  /^Unknown tool:? ['"]?([\w./-]{1,256})['"]?$/,
  /^Tool ['"]?([\w./-]{1,256})['"]? (?:not found|disabled)$/,
  /^tool ['"]([^'"]{1,256})['"] not found/,
  /^([\w./-]{1,256}) is not a valid tool, try one of \[/,
]

/** The tool that a framework names in a message of its own. */
export function toolIn(message: string): string | undefined {
  return naming.map((pattern) => pattern.exec(message)?.[1]).find((tool) => tool !== undefined)
}

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
  /^Error (?:calling|executing) tool '([^']+)': /,
  /^Error (?:calling|executing) tool "([^"]+)": /,
  /^Error (?:calling|executing) tool ([^\s:'"]+): /,
  // fastmcp, from npm.
  /^Tool '([^']+)' execution failed: /,
  // mcp-go.
  /^panic recovered in (\S+) tool handler: /,
  // The TypeScript SDKs, for a protocol error that they put into a result or throw; rmcp, in two ways.
  /^(?:(?:McpError|ProtocolError): )?(?:MCP|Mcp) error:? (?<code>-?\d{1,10}): /,
  /^(?<code>-32\d{3}): /,
  /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP \d{3}\))?: /,
  // LangGraph's tool node.
  /^Error invoking tool '([^']+)' with kwargs [^\n]* with error:\n ?/,
  // Playwright's headings.
  /^### (?:Error|Result)\n+(?=\S)/,
  // The human block of `toolError:v1`, and what an Error prints before its message.
  /^\*\*Error:\*\* /,
  /^(?:Tool)?Error: /,
]

// LangChain's tool node, which shows an exception of its adapter as Python does.
const exception = /^ToolException\('([\s\S]*)'\)$|^ToolException\("([\s\S]*)"\)$/
const exceptionStart = "ToolException('".length
const advice = /\n ?[Pp]lease fix (?:your mistakes|the error and try again)\.$/

// Longer than any name, and than what a tool is called with where it is named.
const longestName = 256
const longestPrefix = 5000

function isPrefix(match: RegExpExecArray | null): match is RegExpExecArray {
  return match !== null && match[0].length <= longestPrefix && (match[1] ?? '').length <= longestName
}

// One framework may stand behind another.
const mostPrefixes = 4

/** Takes off what frameworks put around a tool's own message; undefined when nothing of the kind is there. */
export function unwrap(source: string, isWithin = false): Unwrapped | undefined {
  const found: Unwrapped = { text: source, start: 0 }
  for (let i = 0; i < mostPrefixes; i++) {
    const match = prefixes.map((prefix) => prefix.exec(found.text)).find(isPrefix)
    if (!match) break
    const { code } = match.groups ?? {}
    found.text = found.text.slice(match[0].length)
    found.start += match[0].length
    if (code !== undefined) found.rpcCode ??= code
    else if (match[1] !== undefined) found.tool ??= match[1]
  }
  if (found.text === source) return undefined
  found.text = found.text.replace(advice, '')
  const [, single, inner = single] = exception.exec(found.text) ?? []
  if (inner === undefined) return found
  const start = found.start + exceptionStart
  // What the exception says may be what another framework said; what that says is a tool's own.
  const within = isWithin ? undefined : unwrap(inner, true)
  return { ...within, ...found, text: within?.text ?? inner, start: start + (within?.start ?? 0) }
}

// Where frameworks name the tool within what they say.
const naming: readonly RegExp[] = [
  /\bInvalid (?:arguments|structured content) for tool ([^\s:]+):/,
  /^Tool '([^']+)' (?:parameter validation failed: |timed out after )/,
  /^(?:Output validation error: )?Tool (\S+) has an output schema but /,
  /^Unknown tool:? ['"]?([\w./-]+)['"]?$/,
  /^Tool ['"]?([\w./-]+)['"]? (?:not found|disabled)$/,
  /^tool ['"]([^'"]+)['"] not found/,
  /^([\w./-]+) is not a valid tool, try one of \[/,
]

/** The tool that a framework names in a message of its own. */
export function toolIn(message: string): string | undefined {
  return naming
    .map((pattern) => pattern.exec(message)?.[1])
    .find((tool) => tool && tool.length <= longestName)
}

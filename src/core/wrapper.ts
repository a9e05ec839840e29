/** What frameworks put before a tool's own message, and what stands behind it. */
export interface Unwrapped {
  text: string
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
  // The TypeScript SDKs, for a protocol error that they put into a result or throw.
  /^MCP error (?<code>-?\d{1,10}): /,
  /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP \d{3}\))?: /,
  // The human block of `toolError:v1`, and what an Error prints before its message.
  /^\*\*Error:\*\* /,
  /^(?:Tool)?Error: /,
]

// One framework may stand behind another.
const mostPrefixes = 4

/** Takes off what frameworks put before a tool's own message; undefined when nothing of the kind is there. */
export function unwrap(source: string): Unwrapped | undefined {
  const found: Unwrapped = { text: source }
  for (let i = 0; i < mostPrefixes; i++) {
    const match = prefixes.map((prefix) => prefix.exec(found.text)).find((each) => each !== null)
    if (!match) break
    const { code } = match.groups ?? {}
    found.text = found.text.slice(match[0].length)
    if (code !== undefined) found.rpcCode ??= code
    else if (match[1] !== undefined) found.tool ??= match[1]
  }
  return found.text === source ? undefined : found
}

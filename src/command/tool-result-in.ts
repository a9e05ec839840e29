import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'

/** A tool result in a document, and the document with another one in its place. */
export interface DocumentedResult {
  readonly result: JsonObject
  replaced(result: JsonObject): JsonValue
  /** The id of the JSON-RPC answer that it stands in. */
  readonly id?: JsonValue
}

/** The MCP tool result that a text is, alone or as a JSON-RPC answer; undefined where it is none. */
export function toolResultIn(text: string): DocumentedResult | undefined {
  // Most documents are errors by themselves, and are not read twice.
  return text.includes('"content"') || text.includes('"isError"')
    ? toolResultOf(readJsonQuietly(text))
    : undefined
}

/** The tool result that a value is. */
export function toolResultOf(value: unknown): DocumentedResult | undefined {
  if (!isJsonObject(value)) return undefined
  if (isToolResult(value)) return { result: value, replaced: (result) => result }
  const { jsonrpc, id, result } = value as JsonObject
  if (typeof jsonrpc !== 'string' || !isToolResult(result)) return undefined
  return {
    result,
    replaced: (other) => ({ ...(value as JsonObject), result: other }),
    ...(id !== undefined && { id: id as JsonValue }),
  }
}

function isToolResult(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false
  if (value.isError === true && value.content === undefined) return isJsonObject(value.structuredContent)
  if (!Array.isArray(value.content)) return false
  const { content } = value
  const isBlock = (block: unknown) => isJsonObject(block) && typeof block.type === 'string'
  return content.every(isBlock) && (content.length > 0 || 'isError' in value || 'structuredContent' in value)
}

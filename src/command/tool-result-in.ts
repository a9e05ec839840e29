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
  return /"(?:content|isError|structuredContent)"/.test(text)
    ? toolResultOf(readJsonQuietly(text))
    : undefined
}

/** The tool result that a value is. */
export function toolResultOf(value: unknown): DocumentedResult | undefined {
  if (!isJsonObject(value)) return undefined
  if (isToolResult(value)) return { result: value, replaced: (result) => result }
  const { jsonrpc, id, result } = value as JsonObject
  if (typeof jsonrpc !== 'string' || !isAnswer(result)) return undefined
  return {
    result,
    replaced: (other) => ({ ...(value as JsonObject), result: other }),
    ...(id !== undefined && { id: id as JsonValue }),
  }
}

/** Whether a value is a tool result where one is to be expected, so that data or the flag alone are enough. */
export function isAnswer(value: unknown): value is JsonObject {
  if (isToolResult(value)) return true
  return isJsonObject(value) && isPure(value) && ('structuredContent' in value || value.isError === true)
}

/** Whether a value is a tool result, wherever it stands. */
function isToolResult(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { content, isError, structuredContent } = value
  if (Array.isArray(content) && content.length > 0 && content.every(isBlock)) return true
  const isEmpty = Array.isArray(content) && content.length === 0
  // Some servers wrap the text of an error in a flag and a text, and write that as a text.
  if (isPure(value)) return isEmpty || (isError === true && typeof content !== 'string')
  // The body of an error may have any one of these members, but not two.
  if (isEmpty) return 'isError' in value || 'structuredContent' in value
  return isError === true && content === undefined && isJsonObject(structuredContent)
}

function isBlock(value: unknown): boolean {
  return isJsonObject(value) && typeof value.type === 'string'
}

const members: readonly string[] = ['content', 'isError', 'structuredContent', '_meta', 'resultType']

/** Whether an object has no members but those of a tool result. */
function isPure(value: JsonObject): boolean {
  return Object.keys(value).every((key) => members.includes(key))
}

import { isJsonObject, type JsonObject } from '../core/json'

/** An MCP tool result as this library writes it; it fits the `CallToolResult` of both SDK generations. */
export interface ToolResult {
  content: TextBlock[]
  structuredContent?: { [key: string]: unknown }
  isError?: boolean
  _meta?: { [key: string]: unknown }
  [key: string]: unknown
}

/** A block of text in a tool result. */
export interface TextBlock {
  type: 'text'
  text: string
  mimeType?: string
  [key: string]: unknown
}

/** A result's content blocks; a text alone, which some servers send, as one block. */
export function blocksOf({ content }: JsonObject): unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

/** The text of a block, or undefined when it is of another kind. */
export function textOf(block: unknown): string | undefined {
  return isJsonObject(block) && block.type === 'text' && typeof block.text === 'string'
    ? block.text
    : undefined
}

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

/**
 * Whether a value can be looked at as a tool result. What came over a wire always can; what a program made may throw at
 * every touch (a getter, a proxy), and is none.
 */
export function isToolResult(value: unknown): value is JsonObject {
  try {
    if (!isJsonObject(value)) return false
    for (const part of [value, value._meta, ...blocksOf(value)])
      if (isJsonObject(part)) for (const inner of Object.values(part)) isJsonObject(inner)
    return true
  } catch {
    return false
  }
}

/** A result's content blocks. Some servers send texts in place of blocks, or one in place of all. */
export function blocksOf({ content }: JsonObject): unknown[] {
  const blocks = Array.isArray(content) ? content : [content]
  return blocks
    .filter((block) => block !== undefined && block !== null)
    .map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block))
}

/** The text of a resource that stands in a block. */
export function resourceTextOf(block: unknown): string[] {
  const resource = isJsonObject(block) && block.type === 'resource' ? block.resource : undefined
  return isJsonObject(resource) && typeof resource.text === 'string' ? [resource.text] : []
}

/** The text of a block, or undefined when it is of another kind. */
export function textOf(block: unknown): string | undefined {
  return isJsonObject(block) && block.type === 'text' && typeof block.text === 'string'
    ? block.text
    : undefined
}

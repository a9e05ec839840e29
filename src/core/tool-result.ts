import { checkCount } from './counts'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import type { Limits } from './limits'

/** Where in an MCP tool result an error may stand, best first. */
export interface ToolResultParts {
  /** Texts and values that may be a dialect's body. */
  candidates: (string | JsonObject)[]
  /** All of its text, when the result says that it is an error. */
  errorText?: string
  /** It has members that are not those of a tool result. */
  hasOthers?: true
}

/**
 * Takes an MCP tool result apart; undefined when the value is none. Some servers put the result in a text once
 * more, with the body as a string: `{"isError": true, "content": "{…}"}`.
 */
export function toolResultParts(value: JsonValue, { maxBlocks }: Limits): ToolResultParts | undefined {
  if (!isJsonObject(value)) return undefined
  const { content, isError, structuredContent, _meta, ...others } = value
  const wrapped = typeof content === 'string' && isError === true
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
  if (!wrapped && !(Array.isArray(content) && blocks.every(({ type }) => typeof type === 'string')))
    return undefined
  checkCount('content', blocks.length, maxBlocks)
  const texts = wrapped
    ? [content]
    : blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
  const structured = isJsonObject(structuredContent) ? [structuredContent] : []
  // A text of JSON counts for more than one of XML, wherever they stand.
  const isMarkup = (text: string) => text.trimStart().startsWith('<')
  const byTrust = [...texts.filter((text) => !isMarkup(text)), ...texts.filter(isMarkup)]
  const inStructured = structured.flatMap(({ result }) => (typeof result === 'string' ? [result] : []))
  return {
    candidates: [...byTrust, ...structured, ...inStructured],
    ...(Object.keys(others).length > 0 && { hasOthers: true as const }),
    ...(isError === true && { errorText: texts.map(withoutPrefix).join('\n') }),
  }
}

/** A message without what `toolError:v1` servers put before it for people. */
export function withoutPrefix(text: string): string {
  return text.startsWith(humanPrefix) ? text.slice(humanPrefix.length) : text
}

const humanPrefix = '**Error:** '

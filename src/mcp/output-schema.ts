import { isJsonObject, type JsonObject } from '../core/json'
import type { Arrangement } from './arrangement'

/** The arrangement with nothing in it that a client which checks the tool's output schema would refuse. */
export function safeFor(
  outputSchema: unknown,
  arrangement: Arrangement,
  members: JsonObject,
  text: string,
): Arrangement {
  if (outputSchema === undefined) return arrangement
  const { structuredContent: _, ...rest } = arrangement
  // A success has to have structured content: the server's own, or the text where the schema is one of text.
  if (arrangement.isError !== true && isJsonObject(members.structuredContent)) return rest
  if (arrangement.isError !== true && wrapsText(outputSchema))
    return { ...rest, structuredContent: { result: text } }
  return { ...rest, isError: true }
}

/** Whether a schema is the one that FastMCP declares for a tool that returns text: `{ result: string }`. */
export function wrapsText(schema: unknown): boolean {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return false
  const { result, ...others } = schema.properties
  return isJsonObject(result) && result.type === 'string' && Object.keys(others).length === 0
}

import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { redactJson } from '../core/redact'

/** A tool result without the credentials and stack traces in it; the same reference where there are none. */
export function redactResult(result: JsonObject): JsonObject {
  const { content, ...others } = result
  const members = redactJson(others) as JsonObject
  const blocks = Array.isArray(content) ? redactBlocks(content) : content && redactJson(content)
  if (members === others && blocks === content) return result
  return Object.fromEntries(
    Object.keys(result).map((key) => [key, key === 'content' ? blocks : members[key]]),
  ) as JsonObject
}

function redactBlocks(blocks: JsonValue[]): JsonValue[] {
  const clean = blocks.map((block) => (isBinary(block) ? block : redactJson(block)))
  return clean.every((block, i) => block === blocks[i]) ? blocks : clean
}

/** Whether a block holds bytes. Chance may write anything in their text. */
function isBinary(block: JsonValue): boolean {
  if (!isJsonObject(block)) return false
  const { type, resource } = block
  return type === 'image' || type === 'audio' || (isJsonObject(resource) && typeof resource.blob === 'string')
}

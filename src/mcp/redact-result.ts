import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { type RedactOptions, redactJson } from '../core/redact'

/** A tool result without secrets, stack traces and paths of the server; the same reference where there are none. */
export function redactResult(result: JsonObject, options?: RedactOptions): JsonObject {
  const { content, ...others } = result
  const members = redactJson(others, options) as JsonObject
  const blocks = Array.isArray(content)
    ? redactBlocks(content, options)
    : content && redactJson(content, options)
  if (members === others && blocks === content) return result
  // A key that has become another one stands where it stood.
  const names = Object.keys(members)
  const at = Object.keys(result).indexOf('content')
  if (blocks === undefined) return members
  const entries = names.map((name): [string, JsonValue] => [name, members[name] as JsonValue])
  return Object.fromEntries([...entries.slice(0, at), ['content', blocks], ...entries.slice(at)])
}

function redactBlocks(blocks: JsonValue[], options: RedactOptions | undefined): JsonValue[] {
  const clean = blocks.map((block) => (isBinary(block) ? block : redactJson(block, options)))
  return clean.every((block, i) => block === blocks[i]) ? blocks : clean
}

/** Whether a block holds bytes. Chance may write anything in their text. */
function isBinary(block: JsonValue): boolean {
  if (!isJsonObject(block)) return false
  const { type, resource } = block
  return type === 'image' || type === 'audio' || (isJsonObject(resource) && typeof resource.blob === 'string')
}

import type { Severity } from '../core/canonical-error'
import type { ResultParts } from '../core/dialect'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { withoutPrefix } from '../core/tool-result'
import type { Surroundings } from './surroundings'

/** The parts of a result that say an error, among the blocks that do not. */
export interface Arrangement {
  /** In order: blocks that say the error, and the numbers of those that are only kept. */
  content: (JsonObject | number)[]
  structuredContent?: JsonObject
  isError?: JsonValue
}

/** The parts that say an error among what surrounds it: own blocks together, where the error was. */
export function arrange(
  { content, structuredContent, isError }: ResultParts,
  text: string,
  severity: Severity,
  { blocks, before, members, extras, isFlagged }: Surroundings,
): Arrangement {
  const kept = blocks.map((_, i) => i)
  const bodyAt = Math.max(
    content.findIndex((block) => block.text === text),
    0,
  )
  const own = content.map((block, i) => (i === bodyAt ? { ...extras, ...block } : block))
  // What the server itself has put into structured content is not overwritten: the text says the error.
  const isFree = !isJsonObject(members.structuredContent)
  // What was said to be a failure does not become a remark, and beside other things a failure has to be said.
  const hasToBeSaid = severity === 'warning' ? isFlagged : blocks.length > 0 || !isFree
  return {
    content: [...kept.slice(0, before), ...own, ...kept.slice(before)],
    ...(structuredContent && isFree && { structuredContent }),
    isError: isError || hasToBeSaid,
  }
}

/** Whether the blocks that say an error are one of the given texts, in one piece or several. */
export function isTextOf({ content }: Pick<Arrangement, 'content'>, texts: readonly string[]): boolean {
  return texts.includes(joined(content.filter((item) => typeof item !== 'number')))
}

/** All the text of blocks. */
export function joined(blocks: readonly JsonObject[]): string {
  return blocks.map(({ text }) => withoutPrefix(String(text))).join('\n')
}

/** Whether an item of an arrangement is a block with one of the given texts. */
export function isAmong(item: JsonObject | number, texts: readonly string[]): boolean {
  return typeof item !== 'number' && texts.includes(String(item.text))
}

import { builtIn } from '../built-in'
import { isJsonObject, type JsonObject } from '../core/json'
import { writeJson } from '../core/json-write'
import type { DialectId } from '../index'
import { findError } from '../mcp/find-error'
import { blocksOf, textOf } from '../mcp/tool-result'

/** Where in a tool result its error stands. */
export interface PlaceInResult {
  /** The part, for people. */
  readonly where: string
  /** What stands there. */
  readonly text: string
}

/** Which part of a tool result says its error, and the text of it. */
export function placeInResult(result: JsonObject, dialect: DialectId | undefined): PlaceInResult | undefined {
  const found = findError(result, builtIn, { dialect })
  if (!found) return undefined
  const { bodyAt, isStructured, saying } = found
  const [first] = saying
  if (bodyAt === undefined && isStructured && isJsonObject(result.structuredContent)) {
    return { where: 'structuredContent', text: writeJson(result.structuredContent) }
  }
  const at = bodyAt ?? first
  if (at === undefined) return { where: isBare(result) ? 'isError' : '_meta or a resource', text: '' }
  return { where: `content[${at}].text`, text: textOf(blocksOf(result)[at]) ?? '' }
}

/** Whether a result says nothing but that it is an error. */
function isBare(result: JsonObject): boolean {
  return blocksOf(result).length === 0 && result._meta === undefined
}

import { builtIn, type DialectId } from '../built-in'
import { checkedError } from '../core/canonical-check'
import type { CanonicalError } from '../core/canonical-error'
import { originIn } from '../core/plain-body'
import { compose, type WriteOptions } from './compose'
import { surroundingsFrom } from './surroundings'
import type { ToolResult } from './tool-result'

/**
 * The MCP tool result that a server of the dialect would return for an error. What the dialect cannot say stands in
 * `_meta`. An error that was read from a result of the same dialect gives that result again.
 * @throws {EncodeError} when the value is no canonical error, or there is no such dialect or format
 */
export function writeToolResult(
  error: CanonicalError,
  dialect: DialectId,
  options: WriteOptions = {},
): ToolResult {
  const checked = checkedError(error)
  const { translator = builtIn } = options
  const kept = originIn(checked, dialect)?.result?.kept
  return compose(translator, checked, dialect, options, surroundingsFrom(kept))
}

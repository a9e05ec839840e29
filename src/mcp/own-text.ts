import type { Dialect } from '../core/dialect'
import { isJsonObject } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { defaultLimits } from '../core/limits'

/** Whether a text is the dialect's own, and not in a wrapper or damaged. */
export function isWhole(text: string, dialect: Dialect): boolean {
  if (!dialect.text) {
    const body = readJsonQuietly(text)
    return isJsonObject(body) && dialect.detect(body) > 0
  }
  try {
    return dialect.text.detect(text) > 0 && dialect.text.parse(text, defaultLimits, false) !== undefined
  } catch {
    return false
  }
}

import type { Dialect } from '../core/dialect'
import { readJsonQuietly } from '../core/json-read'
import { defaultLimits } from '../core/limits'
import { asBody } from '../core/list-body'

/** Whether a text is the dialect's own, and not in a wrapper or damaged. */
export function isWhole(text: string, dialect: Dialect): boolean {
  if (!dialect.text) {
    const value = readJsonQuietly(text)
    const body = value === undefined ? undefined : asBody(value)
    return body !== undefined && dialect.detect(body) > 0
  }
  try {
    return dialect.text.detect(text) > 0 && dialect.text.parse(text, defaultLimits, false) !== undefined
  } catch {
    return false
  }
}

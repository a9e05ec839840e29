import type { JsonObject } from '../core/json'
import type { Translator } from '../core/translator'
import { hasOverrides, type KnownServer } from './known-server'
import { metaKey } from './meta'

/**
 * Whether nothing in a result can be an error, by its first characters. Nearly every result is such a success, so this goes
 * before everything else: it makes nothing, and takes as long for a megabyte as for a line.
 */
export function isPlainSuccess(result: unknown, translator: Translator, server: KnownServer): boolean {
  // What a server means by its own codes may make an error of what is none elsewhere.
  if (typeof result !== 'object' || result === null || hasOverrides(server)) return false
  try {
    const { content, structuredContent, isError, _meta } = result as JsonObject
    if (isError === true || !Array.isArray(content) || (_meta && Object.hasOwn(_meta as object, metaKey)))
      return false
    for (const block of content)
      if (typeof block !== 'object' || translator.mayBeError((block as JsonObject | null)?.text)) return false
    if (structuredContent === undefined) return true
    const { result: text } = (structuredContent ?? {}) as JsonObject
    return !translator.mayBeError(structuredContent) && !translator.mayBeError(text)
  } catch {
    // What throws when it is touched is looked at with more care.
    return false
  }
}

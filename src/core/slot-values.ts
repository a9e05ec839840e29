import type { JsonValue } from './json'
import { readJson } from './json-read'
import { type JsonStyle, writeJson } from './json-write'
import { defaultLimits } from './limits'
import type { Slot } from './shape'

/**
 * The value in a slot of a JSON text that stands as deep as said.
 * @throws where it is no JSON, or too deep
 */
export function slotValue(text: string, { kind, start, end, isPlain }: Slot, depth: number): JsonValue {
  if (isPlain && kind === 'text') return text.slice(start + 1, end - 1)
  const source = text.slice(start, end)
  if (kind === 'text') return JSON.parse(source)
  return readJson(source, { ...defaultLimits, maxDepth: defaultLimits.maxDepth - depth }, true)
}

/** The same as it is written in a style, behind so much white space. */
export function slotText(text: string, slot: Slot, depth: number, style: JsonStyle, indent: string): string {
  if (slot.isPlain) return text.slice(slot.start, slot.end)
  const written = writeJson(slotValue(text, slot, depth), style)
  return slot.kind === 'container' && style.indent ? written.replaceAll('\n', `\n${indent}`) : written
}

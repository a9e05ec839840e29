import type { CanonicalError, ResultForm } from '../core/canonical-error'
import { plainText } from '../core/plain-text'
import { withoutPrefix } from '../core/tool-result'
import { withPlainNumbers } from './put-error'
import { surroundingsFrom } from './surroundings'
import type { ToolResult } from './tool-result'

/** The result of a server that speaks no dialect: the message as text, and the details as data. */
export function plainResult({ message, severity, details, origin }: CanonicalError): ToolResult {
  const form: ResultForm = (origin?.dialect === plainText && origin.result) || {}
  const { blocks, before, members } = surroundingsFrom(form.kept)
  const isItsText = form.text !== undefined && withoutPrefix(form.text) === message
  const block = { type: 'text', text: isItsText ? form.text : message }
  return {
    ...members,
    content: [...blocks.slice(0, before), block, ...blocks.slice(before)],
    ...(details && { structuredContent: withPlainNumbers(details) }),
    isError: severity !== 'warning',
  } as ToolResult
}

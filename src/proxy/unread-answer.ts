import { type RedactOptions, redactText } from '../core/redact'

/**
 * The bytes of an answer that cannot be read (not UTF-8, not JSON, too deep), redacted as a text where it says that it is
 * an error; the same reference where nothing is to be hidden. It stays one line.
 */
export function redactUnread(bytes: Buffer, redaction: RedactOptions): Buffer {
  // A character a byte, so that whatever it is comes back.
  const text = bytes.toString('latin1')
  if (!/"isError"\s*:\s*true|"error"\s*:(?!\s*null)/.test(text)) return bytes
  const clean = redactText(text, redaction)
  if (clean === text) return bytes
  const line = clean
    .replace(/\r?\n/g, '\\n')
    .replace(/[\u0100-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return Buffer.from(line, 'latin1')
}

import { JsonNumber, type JsonValue } from './json'

/** How a dialect lays out its JSON text. */
export interface JsonStyle {
  /** Spaces per level; 0 or absent: one line. */
  readonly indent?: number
  /** `", "` and `": "` on one line, as Python writes. */
  readonly spaced?: boolean
  /** Everything beyond ASCII as `\uXXXX`, as Python writes. */
  readonly ascii?: boolean
}

/** Writes JSON text with every number exactly as it came, as it stands in a document so many levels deep. */
export function writeJson(value: JsonValue, style: JsonStyle = {}, level = 0): string {
  const { indent = 0, spaced, ascii = false } = style
  return write(value, `\n${' '.repeat(indent * level)}`, {
    step: ' '.repeat(indent),
    comma: spaced ? ', ' : ',',
    colon: spaced || indent ? ': ' : ':',
    ascii,
    names: new Map(),
  })
}

/**
 * The same for a value whose numbers are all the same once the runtime has written them. On one line without spaces, and on
 * many, the runtime is faster.
 */
export function writeJsonOfDoubles(value: JsonValue, style: JsonStyle, level: number): string {
  const { indent = 0, spaced, ascii } = style
  if (spaced) return writeJson(value, style, level)
  const written = indent > 0 ? writeLines(value, indent, level) : JSON.stringify(value)
  return ascii ? escapeBeyondAscii(written) : written
}

/** On many lines, at a level: within as many lists, which are cut off. That is faster than to move the lines. */
function writeLines(value: JsonValue, indent: number, level: number): string {
  let within = value
  let [before, behind] = [0, 0]
  for (let outer = 0; outer < level; outer++) {
    within = [within]
    before += '[\n'.length + indent * (outer + 1)
    behind += '\n]'.length + indent * outer
  }
  const written = JSON.stringify(within, null, indent)
  return written.slice(before, written.length - behind)
}

interface Layout {
  /** What is added before each line for one level; nothing where all is on one line. */
  readonly step: string
  readonly comma: string
  readonly colon: string
  readonly ascii: boolean
  /** Names with the colon behind them, as they are written: in a list most come again with each item. */
  readonly names: Map<string, string>
}

const mostNames = 64

/** @param line a line feed and the white space before the line that the value stands on */
function write(value: JsonValue, line: string, layout: Layout): string {
  if (typeof value === 'string') return writeString(value, layout.ascii)
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof JsonNumber) return value.text
  const { step, comma } = layout
  const inner = step && line + step
  const end = step && line
  let written = ''
  if (Array.isArray(value)) {
    for (const item of value) written += (written && comma) + inner + write(item, inner, layout)
    return written ? `[${written}${end}]` : '[]'
  }
  for (const key of Object.keys(value))
    written += (written && comma) + inner + writeName(key, layout) + write(value[key] ?? null, inner, layout)
  return written ? `{${written}${end}}` : '{}'
}

function writeName(name: string, { names, colon, ascii }: Layout): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const written = writeString(name, ascii) + colon
  if (names.size < mostNames) names.set(name, written)
  return written
}

const plain = /^[ !#-[\]-~]*$/

function writeString(text: string, ascii: boolean): string {
  // Nearly every text is of this kind, and is its own notation.
  if (plain.test(text)) return `"${text}"`
  const quoted = JSON.stringify(text)
  return ascii ? escapeBeyondAscii(quoted) : quoted
}

function escapeBeyondAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A member that should be text, as text: nothing for none, JSON for anything else. */
export function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : writeJson(value)
}

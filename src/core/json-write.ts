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

/** Writes JSON text with every number exactly as it came. */
export function writeJson(value: JsonValue, style: JsonStyle = {}): string {
  const comma = style.spaced ? ', ' : ','
  const colon = style.spaced || style.indent ? ': ' : ':'

  const writeString = (text: string): string => {
    const quoted = JSON.stringify(text)
    return style.ascii ? escapeBeyondAscii(quoted) : quoted
  }
  const writeList = (open: string, items: string[], close: string, depth: number): string => {
    if (items.length === 0) return open + close
    if (!style.indent) return open + items.join(comma) + close
    const inner = `\n${' '.repeat(style.indent * (depth + 1))}`
    return `${open}${inner}${items.join(`,${inner}`)}\n${' '.repeat(style.indent * depth)}${close}`
  }
  const write = (value: JsonValue, depth: number): string => {
    if (typeof value === 'string') return writeString(value)
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
    if (typeof value === 'boolean' || value === null) return String(value)
    if (value instanceof JsonNumber) return value.text
    if (Array.isArray(value)) {
      const items = value.map((item) => write(item, depth + 1))
      return writeList('[', items, ']', depth)
    }
    const members = Object.keys(value).map(
      (key) => writeString(key) + colon + write(value[key] ?? null, depth + 1),
    )
    return writeList('{', members, '}', depth)
  }
  return write(value, 0)
}

/**
 * The same for a value whose numbers are all the same once the runtime has written them. The runtime is several times as
 * fast, and in its text every line feed is one of the layout.
 */
export function writeJsonOfDoubles(value: JsonValue, { indent, spaced, ascii }: JsonStyle): string {
  const written = spaced
    ? JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')
    : JSON.stringify(value, null, indent)
  return ascii ? escapeBeyondAscii(written) : written
}

function escapeBeyondAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A member that should be text, as text: nothing for none, JSON for anything else. */
export function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : writeJson(value)
}

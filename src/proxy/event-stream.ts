import { type Envelope, EnvelopeScanner } from './envelope'
import { LineFramer } from './line-framer'

/** One event of a stream of server-sent events. */
export interface ServerEvent {
  /** Its bytes, with the blank line that ends it. */
  readonly raw: Buffer
  /** What it carries; undefined where it has no data. */
  readonly data: Buffer | undefined
  readonly id: string | undefined
  /** Its name; undefined for a message. */
  readonly name: string | undefined
  /** How long to wait before the next connection, in milliseconds. */
  readonly retry: number | undefined
}

/** What becomes of the events of a stream. */
export interface EventHandler {
  event(event: ServerEvent): void
  /** An event that is longer than what is taken. */
  tooLong(envelopes: readonly Envelope[]): void
}

/** Cuts a stream of bytes into server-sent events; lines end with LF or CRLF. */
export class EventFramer {
  readonly #lines: LineFramer
  readonly #handler: EventHandler
  readonly #maxLength: number
  #held: Buffer[] = []
  #length = 0
  #isFirst = true
  /** Reads on in an event that is too long. */
  #scanner: EnvelopeScanner | undefined

  constructor(maxLength: number, handler: EventHandler) {
    this.#maxLength = maxLength
    this.#handler = handler
    this.#lines = new LineFramer(maxLength, {
      line: (bytes) => this.#line(bytes),
      tooLong: (piece) => this.#drop(piece),
    })
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk)
  }

  /** The stream has ended: the bytes behind the last event, which was not finished. */
  rest(): Buffer {
    return Buffer.concat([...this.#held, this.#lines.rest() ?? Buffer.alloc(0)])
  }

  #line(bytes: Buffer): void {
    const isBlank = bytes.length === 1 || (bytes.length === 2 && bytes[0] === 0x0d)
    this.#length += bytes.length
    if (this.#scanner || this.#length > this.#maxLength) this.#drop(bytes)
    else this.#held.push(bytes)
    if (!isBlank) return
    if (this.#scanner) this.#handler.tooLong(this.#scanner.envelopes())
    else this.#handler.event(eventOf(this.#held, this.#isFirst))
    this.#isFirst = false
    this.#held = []
    this.#length = 0
    this.#scanner = undefined
  }

  #drop(piece: Buffer): void {
    this.#scanner ??= new EnvelopeScanner()
    for (const held of this.#held) this.#scanner.push(held)
    this.#held = []
    this.#scanner.push(piece)
  }
}

const byteOrderMark = Buffer.from('\uFEFF')

function eventOf(given: readonly Buffer[], isFirst: boolean): ServerEvent {
  const [first = Buffer.alloc(0), ...others] = given
  const isMarked = isFirst && first.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const lines = isMarked ? [first.subarray(byteOrderMark.length), ...others] : given
  const data = lines.flatMap((line) => fieldOf(line, 'data') ?? [])
  const last = (name: string) =>
    lines
      .flatMap((line) => fieldOf(line, name) ?? [])
      .at(-1)
      ?.toString('utf8')
  const retry = last('retry')
  return {
    raw: Buffer.concat(given),
    data:
      data.length > 0
        ? Buffer.concat(data.flatMap((each, i) => (i === 0 ? [each] : [lineFeed, each])))
        : undefined,
    id: last('id'),
    name: last('event') === 'message' ? undefined : last('event'),
    retry: retry !== undefined && /^\d{1,9}$/.test(retry) ? Number(retry) : undefined,
  }
}

const lineFeed = Buffer.from('\n')
const space = 0x20
const colon = 0x3a

/** The value of a line `name: value`, or undefined where it is of another name. */
function fieldOf(line: Buffer, name: string): Buffer | undefined {
  if (line[name.length] !== colon || line.toString('latin1', 0, name.length) !== name) return undefined
  const start = line[name.length + 1] === space ? name.length + 2 : name.length + 1
  let end = line.length
  while (end > start && (line[end - 1] === 0x0a || line[end - 1] === 0x0d)) end--
  return line.subarray(start, end)
}

/** The event with other data. */
export function withData({ raw }: ServerEvent, data: Buffer): Buffer {
  const isMarked = raw.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const others = raw
    .subarray(isMarked ? byteOrderMark.length : 0)
    .toString('latin1')
    .split(/(?<=\n)/)
    .filter((line) => line.trim() !== '' && !/^data(?::|\r?\n)/.test(line))
  return Buffer.concat([Buffer.from(others.join(''), 'latin1'), eventWith(data)])
}

/** An event of a message. */
export function eventWith(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from('data: '), onOneLine(data), Buffer.from('\n\n')])
}

/** JSON with no line end in it: outside of strings one is as good as a space, and inside there is none. */
export function onOneLine(json: Buffer): Buffer {
  const end = json.length - (json.at(-1) === 0x0a ? (json.at(-2) === 0x0d ? 2 : 1) : 0)
  const line = json.subarray(0, end)
  if (!line.includes(0x0a) && !line.includes(0x0d)) return line
  return Buffer.from(line.map((byte) => (byte === 0x0a || byte === 0x0d ? space : byte)))
}

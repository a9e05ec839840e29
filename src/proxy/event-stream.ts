import { type Envelope, EnvelopeScanner } from './envelope'
import { EventLines, isLineEnd } from './event-lines'

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
  /** An event whose data are longer than what is taken, with the id that stood before them. */
  tooLong(envelopes: readonly Envelope[], id: string | undefined): void
}

/** What may stand around the data of an event, in bytes: the names of fields, an id, line ends. */
const mostAround = 2 ** 16

/** Cuts a stream of bytes into server-sent events, and holds no more than one whose data are as long as is taken. */
export class EventFramer {
  readonly #lines = new EventLines((piece, isEnd) => this.#take(piece, isEnd))
  readonly #handler: EventHandler
  readonly #maxLength: number
  #held: Buffer[] = []
  /** The pieces of the line that has begun. */
  #pieces: Buffer[] = []
  #length = 0
  /** Whether nothing stands before the end of the line; undefined before it begins. */
  #isBlank: boolean | undefined
  #isFirst = true
  /** Reads on in an event that is too long. */
  #scanner: EnvelopeScanner | undefined
  #id: string | undefined

  constructor(maxLength: number, handler: EventHandler) {
    this.#maxLength = maxLength
    this.#handler = handler
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk)
  }

  /** The stream has ended: the bytes behind the last event, which was not finished. */
  rest(): Buffer {
    this.#lines.end()
    return Buffer.concat([...this.#held, ...this.#pieces])
  }

  #take(piece: Buffer, isEnd: boolean): void {
    this.#isBlank ??= isLineEnd(piece[0])
    this.#length += piece.length
    this.#pieces.push(piece)
    if (this.#scanner || this.#length > this.#maxLength + mostAround) this.#drop()
    if (!isEnd) return
    const [first, ...others] = this.#pieces
    if (first) this.#held.push(others.length === 0 ? first : Buffer.concat(this.#pieces))
    this.#pieces = []
    if (this.#isBlank) this.#finish()
    this.#isBlank = undefined
  }

  #finish(): void {
    const event = eventOf(this.#held, this.#isFirst)
    if ((event.data?.length ?? 0) > this.#maxLength) this.#drop()
    if (this.#scanner) this.#handler.tooLong(this.#scanner.envelopes(), this.#id)
    else this.#handler.event(event)
    this.#isFirst = false
    this.#held = []
    this.#length = 0
    this.#scanner = undefined
  }

  /** Lets go of what is held of an event that is too long. */
  #drop(): void {
    if (!this.#scanner) {
      this.#scanner = new EnvelopeScanner()
      this.#id = eventOf(this.#held, this.#isFirst).id
    }
    for (const held of [...this.#held, ...this.#pieces]) this.#scanner.push(held)
    this.#held = []
    this.#pieces = []
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
  while (end > start && isLineEnd(line[end - 1])) end--
  return line.subarray(start, end)
}

/** The event with other data. */
export function withData({ raw }: ServerEvent, data: Buffer): Buffer {
  const isMarked = raw.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const others = raw
    .subarray(isMarked ? byteOrderMark.length : 0)
    .toString('latin1')
    .split(/(?<=\n|\r(?!\n))/)
    .filter((line) => line.trim() !== '' && !/^data[:\r\n]/.test(line))
  return Buffer.concat([Buffer.from(others.join(''), 'latin1'), eventWith(data)])
}

/** An event of a message. */
export function eventWith(data: Buffer, id?: string): Buffer {
  const before = id === undefined ? 'data: ' : `id: ${id}\ndata: `
  return Buffer.concat([Buffer.from(before), onOneLine(data), Buffer.from('\n\n')])
}

/** JSON with no line end in it: outside of strings one is as good as a space, and inside there is none. */
export function onOneLine(json: Buffer): Buffer {
  const end = json.length - (json.at(-1) === 0x0a ? (json.at(-2) === 0x0d ? 2 : 1) : 0)
  const line = json.subarray(0, end)
  if (!line.includes(0x0a) && !line.includes(0x0d)) return line
  return Buffer.from(line.map((byte) => (byte === 0x0a || byte === 0x0d ? space : byte)))
}

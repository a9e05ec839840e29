import { type Envelope, EnvelopeScanner } from './envelope'
import { carriageReturn, EventEnds, lineFeed } from './event-ends'
import { HeldBytes } from './held-bytes'

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
  /**
   * An event whose data are longer than what is taken, with the id that stood before them: as soon as it is known whom it
   * answers, or else at its end.
   */
  tooLong(envelopes: readonly Envelope[], id: string | undefined): void
  /** The requests that may be answered in the stream and have not been. */
  open(): readonly string[]
}

/** What may stand around the data of an event, in bytes: the names of fields, an id, line ends. */
const mostAround = 2 ** 16
/** No header in which it could be given back takes more. */
const longestId = 4096

/** Cuts a stream of bytes into server-sent events, and holds no more than one whose data are as long as is taken. */
export class EventFramer {
  readonly #ends = new EventEnds()
  readonly #handler: EventHandler
  readonly #maxLength: number
  readonly #held = new HeldBytes()
  #isFirst = true
  /** Reads on in an event that is too long, until it is known whom it answers. */
  #scanner: EnvelopeScanner | undefined
  /** Whether the event goes on, though it is too long and the handler knows. */
  isSkipping = false
  #id: string | undefined

  constructor(maxLength: number, handler: EventHandler) {
    this.#maxLength = maxLength
    this.#handler = handler
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = this.#ends.next(chunk, 0); end !== -1; end = this.#ends.next(chunk, start)) {
      this.#add(chunk.subarray(start, end))
      this.#finish()
      start = end
    }
    if (start < chunk.length) this.#add(chunk.subarray(start))
  }

  /** The stream has ended: the bytes behind the last event, which was not finished. */
  rest(): Buffer {
    if (this.#ends.end()) this.#finish()
    return this.#held.take()
  }

  #add(piece: Buffer): void {
    if (this.isSkipping) return
    if (this.#scanner) {
      this.#scanner.push(piece)
    } else {
      this.#held.add(piece)
      if (this.#held.length <= this.#maxLength + mostAround) return
      this.#scanner = this.#drop()
    }
    const answer = this.#scanner.begunAnswer
    if (!answer) return
    const [only, ...others] = this.#handler.open()
    const id = answer.id ?? (others.length === 0 ? only : undefined)
    if (id === undefined) return
    this.#handler.tooLong([{ ...answer, id }], this.#id)
    this.#scanner = undefined
    this.isSkipping = true
  }

  #finish(): void {
    if (!this.isSkipping) {
      const event = this.#scanner ? undefined : eventOf(this.#held.all(), this.#isFirst)
      if (event && (event.data?.length ?? 0) <= this.#maxLength) this.#handler.event(event)
      else this.#handler.tooLong((this.#scanner ?? this.#drop()).envelopes(), this.#id)
    }
    this.#isFirst = false
    this.#held.clear()
    this.#scanner = undefined
    this.isSkipping = false
  }

  /** Lets go of what is held of an event that is too long. */
  #drop(): EnvelopeScanner {
    const scanner = new EnvelopeScanner(true)
    // What stands before the data is short, and all of it together would be as much again.
    this.#id = fieldsIn(this.#held.first(mostAround), this.#isFirst).id
    for (const held of this.#held.pieces()) scanner.push(held)
    this.#held.clear()
    return scanner
  }
}

const byteOrderMark = Buffer.from('\uFEFF')
const names = {
  data: Buffer.from('data'),
  id: Buffer.from('id'),
  event: Buffer.from('event'),
  retry: Buffer.from('retry'),
} as const
const space = 0x20
const colon = 0x3a

/** Where something stands in bytes. */
interface Place {
  readonly start: number
  readonly end: number
}

/** The fields of an event; of its data only where they begin and end, and how many lines they have. */
interface Fields extends Pick<ServerEvent, 'id' | 'name' | 'retry'> {
  readonly data: Place | undefined
  readonly dataLines: number
}

function eventOf(raw: Buffer, isFirst: boolean): ServerEvent {
  const { id, name, retry, data, dataLines } = fieldsIn(raw, isFirst)
  const joined = () =>
    dataLines === 1 && data ? raw.subarray(data.start, data.end) : joinedData(raw, isFirst)
  return { raw, id, name, retry, data: data && joined() }
}

function fieldsIn(raw: Buffer, isFirst: boolean): Fields {
  let [data, id, event, retry]: (Place | undefined)[] = []
  let dataLines = 0
  forEachLine(raw, isFirst, (start, end) => {
    const value = valueIn(raw, start, end, names.data)
    if (value !== -1) {
      data ??= { start: value, end }
      dataLines++
      return
    }
    const placeOf = (name: Buffer) => {
      const at = valueIn(raw, start, end, name)
      return at === -1 ? undefined : { start: at, end }
    }
    id = placeOf(names.id) ?? id
    event = placeOf(names.event) ?? event
    retry = placeOf(names.retry) ?? retry
  })
  const textAt = (place: Place | undefined) =>
    place && raw.toString('utf8', place.start, Math.min(place.end, place.start + longestId + 1))
  const [place, name, wait] = [textAt(id), textAt(event), textAt(retry)]
  return {
    data,
    dataLines,
    id: place !== undefined && place.length <= longestId ? place : undefined,
    name: name === 'message' ? undefined : name || undefined,
    retry: wait !== undefined && /^\d{1,9}$/.test(wait) ? Number(wait) : undefined,
  }
}

/** The data of an event that has several lines of them. */
function joinedData(raw: Buffer, isFirst: boolean): Buffer {
  const joined = Buffer.allocUnsafe(raw.length)
  let length = 0
  forEachLine(raw, isFirst, (start, end) => {
    const value = valueIn(raw, start, end, names.data)
    if (value === -1) return
    length += raw.copy(joined, length, value, end)
    joined[length++] = lineFeed
  })
  return joined.subarray(0, length - 1)
}

/** Gives each line that has an end: where it begins, where its end begins, and where the next line does. */
function forEachLine(
  bytes: Buffer,
  isFirst: boolean,
  take: (start: number, end: number, next: number) => void,
): void {
  const isMarked = isFirst && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  let start = isMarked ? byteOrderMark.length : 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte !== lineFeed && byte !== carriageReturn) continue
    const end = at
    if (byte === carriageReturn && bytes[at + 1] === lineFeed) at++
    take(start, end, at + 1)
    start = at + 1
  }
}

/** Where the value of a line `name: value` begins; -1 where it is of another name. */
function valueIn(bytes: Buffer, start: number, end: number, name: Buffer): number {
  const at = start + name.length
  if (at >= end || bytes[at] !== colon) return -1
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name[i]) return -1
  return bytes[at + 1] === space && at + 1 < end ? at + 2 : at + 1
}

/** The event with other data. */
export function withData({ raw }: ServerEvent, data: Buffer): Buffer {
  const others = Buffer.allocUnsafe(raw.length)
  let length = 0
  forEachLine(raw, true, (start, end, next) => {
    const isData = valueIn(raw, start, end, names.data) !== -1 || raw.subarray(start, end).equals(names.data)
    if (end > start && !isData) length += raw.copy(others, length, start, next)
  })
  return Buffer.concat([others.subarray(0, length), eventWith(data)])
}

/** An event of a message. */
export function eventWith(data: Buffer, id?: string): Buffer {
  const before = id === undefined ? 'data: ' : `id: ${id}\ndata: `
  return Buffer.concat([Buffer.from(before), onOneLine(data), Buffer.from('\n\n')])
}

/** JSON with no line end in it: outside of strings one is as good as a space, and inside there is none. */
export function onOneLine(json: Buffer): Buffer {
  const end = json.length - (json.at(-1) === lineFeed ? (json.at(-2) === carriageReturn ? 2 : 1) : 0)
  const line = json.subarray(0, end)
  if (!line.includes(0x0a) && !line.includes(0x0d)) return line
  return Buffer.from(line.map((byte) => (byte === 0x0a || byte === 0x0d ? space : byte)))
}

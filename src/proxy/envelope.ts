import { isJsonObject, type JsonObject } from '../core/json'
import { readJson } from '../core/json-read'
import { defaultLimits, greatestDepth } from '../core/limits'
import { answeredKeys, idKey } from './message-id'

/** What a JSON-RPC message says of itself, without what it carries. */
export interface Envelope {
  /** The text of its id, as it stands: `7`, `"a"`; undefined where there is none. */
  readonly id: string | undefined
  /** Its method; undefined for an answer. */
  readonly method: string | undefined
}

/** A message of a line, and where it stands in it. */
export interface PlacedEnvelope extends Envelope {
  readonly start: number
  readonly end: number
  /** Whether a member that says what it is, or what it carries, is there more than once. */
  readonly hasRepeats: boolean
}

/** What a message says with its own members. */
export const ownMembers: readonly string[] = ['id', 'method', 'params', 'result', 'error']

// Nobody's id or method is longer; what is, is not read. Nor are more messages at once.
const longestToken = 4096
const mostMessages = 10_000

const quote = 0x22
const backslash = 0x5c
const byte = (char: string) => char.charCodeAt(0)
const [openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [...'{}[],:'].map(byte)
const isWhiteSpace = (char: number) => char === 0x20 || (char >= 0x09 && char <= 0x0d)

/**
 * Finds the id and the method of each message of a line, one or a batch, that comes in pieces of bytes, and holds none of
 * them. It goes by the brackets and quotes alone, so it needs no valid JSON, no valid UTF-8 and no stack.
 */
export class EnvelopeScanner {
  readonly #envelopes: PlacedEnvelope[] = []
  #found = new Map<string, string>()
  readonly #named = new Set<string>()
  #hasRepeats = false
  #read = 0
  #start = 0
  #depth = 0
  /** How deep the members of a message stand: 1, or 2 in a batch. */
  #own = 1
  #isInString = false
  #isEscaped = false
  #key: string | undefined
  /** What is held of a key or value of the message itself, a character each byte; undefined: it is of no interest. */
  #token: string | undefined

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) at = this.#isInString ? this.#string(bytes, at) : this.#other(bytes, at)
    this.#read += bytes.length
  }

  /** What was found: one for each message. */
  envelopes(): readonly PlacedEnvelope[] {
    return this.#envelopes
  }

  /** Goes on to the end of the string, or of the piece. */
  #string(bytes: Buffer, start: number): number {
    let at = start
    if (this.#isEscaped) {
      this.#isEscaped = false
      at++
    }
    for (;;) {
      const end = quoteIn(bytes, at)
      let escapes = 0
      while (end - 1 - escapes >= at && bytes[end - 1 - escapes] === backslash) escapes++
      const isEscaped = escapes % 2 === 1
      if (end >= bytes.length) {
        this.#isEscaped = isEscaped
        this.#hold(bytes, start, bytes.length)
        return bytes.length
      }
      at = end + 1
      if (isEscaped) continue
      this.#hold(bytes, start, at)
      this.#isInString = false
      return at
    }
  }

  #other(bytes: Buffer, at: number): number {
    const char = bytes[at] as number
    const isOwn = this.#depth === this.#own
    if (char === quote) {
      this.#isInString = true
      if (isOwn && this.#key === undefined) this.#begin()
      this.#hold(bytes, at, at + 1)
    } else if (char === openBrace || char === openBracket) {
      if (this.#depth === 0) this.#own = char === openBracket ? 2 : 1
      this.#depth++
      this.#token = undefined
      if (this.#depth === this.#own) this.#start = this.#read + at
    } else if (char === closeBrace || char === closeBracket) {
      if (isOwn) {
        this.#finish()
        this.#complete(this.#read + at + 1)
      }
      this.#depth--
    } else if (isOwn && char === colon) {
      this.#key = stringOf(this.#taken() ?? '')
      if (this.#key === 'id' || this.#key === 'method') this.#begin()
    } else if (isOwn && char === comma) {
      this.#finish()
    } else if (this.#token !== undefined && !isWhiteSpace(char)) {
      this.#hold(bytes, at, at + 1)
    }
    return at + 1
  }

  /** A member of the message is complete. */
  #finish(): void {
    const value = this.#taken()
    if (this.#key !== undefined) {
      if (ownMembers.includes(this.#key)) {
        this.#hasRepeats ||= this.#named.has(this.#key)
        this.#named.add(this.#key)
      }
      // Of two members of one name the last one counts, as for whoever reads the message.
      this.#found.delete(this.#key)
      // An id of null is none: it answers a message that could not be read.
      if (value !== undefined && value !== '' && value !== 'null') this.#found.set(this.#key, value)
    }
    this.#key = undefined
  }

  /** A message is complete. */
  #complete(end: number): void {
    if (this.#envelopes.length < mostMessages) {
      const method = this.#found.get('method')
      this.#envelopes.push({
        id: this.#found.get('id'),
        method: method === undefined ? undefined : stringOf(method),
        start: this.#start,
        end,
        hasRepeats: this.#hasRepeats,
      })
    }
    this.#found = new Map()
    this.#named.clear()
    this.#hasRepeats = false
  }

  #begin(): void {
    this.#token = ''
  }

  #hold(bytes: Buffer, start: number, end: number): void {
    if (this.#token === undefined) return
    const isTooLong = this.#token.length + end - start > longestToken
    this.#token = isTooLong ? undefined : this.#token + bytes.toString('latin1', start, end)
  }

  #taken(): string | undefined {
    const token = this.#token
    this.#token = undefined
    return token && /[\x80-\xff]/.test(token) ? Buffer.from(token, 'latin1').toString('utf8') : token
  }
}

/** Where the next quote stands, or the end. Most strings are short, and looking into them by hand takes less. */
function quoteIn(bytes: Buffer, start: number): number {
  const near = Math.min(start + 16, bytes.length)
  for (let at = start; at < near; at++) if (bytes[at] === quote) return at
  const found = bytes.indexOf(quote, near)
  return found === -1 ? bytes.length : found
}

function stringOf(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The envelopes of the messages of a line: one, or those of a batch. */
export function envelopesOf(line: Buffer): readonly PlacedEnvelope[] {
  const scanner = new EnvelopeScanner()
  scanner.push(line)
  return scanner.envelopes()
}

/** The ids of the requests among messages. */
export function requestIds(envelopes: readonly Envelope[]): string[] {
  return envelopes.flatMap(({ id, method }) => (id !== undefined && method !== undefined ? [id] : []))
}

/** The ids that the answers among messages are to. */
export function answerIds(envelopes: readonly Envelope[]): string[] {
  return envelopes.flatMap(({ id, method }) => (id !== undefined && method === undefined ? [id] : []))
}

/** Whether a body answers one of the requests. */
export function answersAny(body: Buffer, ids: readonly string[]): boolean {
  const asked = new Set(ids.map(idKey))
  return answerIds(envelopesOf(body)).some((id) => answeredKeys(id).some((key) => asked.has(key)))
}

const limits = { ...defaultLimits, maxDepth: greatestDepth }

/** A message as data; of one that cannot be read, nothing. */
export function messageIn(bytes: Buffer): JsonObject | undefined {
  try {
    const value = readJson(bytes.toString('utf8'), limits, false)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

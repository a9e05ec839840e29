import { isJsonObject, type JsonObject } from '../core/json'
import { readJson } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { defaultLimits, greatestDepth } from '../core/limits'

/** What a JSON-RPC message says of itself, without what it carries. */
export interface Envelope {
  /** The text of its id, as it stands: `7`, `"a"`; undefined where there is none. */
  readonly id: string | undefined
  /** Its method; undefined for an answer. */
  readonly method: string | undefined
}

// Nobody's id or method is longer; what is, is not read.
const longestToken = 4096

const quote = 0x22
const backslash = 0x5c
const byte = (char: string) => char.charCodeAt(0)
const [openBrace, closeBrace, openBracket, closeBracket, comma, colon] = [...'{}[],:'].map(byte)
const isWhiteSpace = (char: number) => char === 0x20 || (char >= 0x09 && char <= 0x0d)

/**
 * Finds the id and the method of a message that comes in pieces of bytes, and holds none of them. It goes by the
 * brackets and quotes alone, so it needs no valid JSON, no valid UTF-8 and no stack.
 */
export class EnvelopeScanner {
  readonly #found = new Map<string, string>()
  #depth = 0
  #isInString = false
  #isEscaped = false
  #key: string | undefined
  /** What is held of the key or value of the message itself; undefined: it is of no interest. */
  #token: Buffer[] | undefined
  #tokenLength = 0

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) at = this.#isInString ? this.#string(bytes, at) : this.#other(bytes, at)
  }

  /** What was found. */
  envelope(): Envelope {
    const method = this.#found.get('method')
    return { id: this.#found.get('id'), method: method === undefined ? undefined : stringOf(method) }
  }

  /** Goes on to the end of the string, or of the piece. */
  #string(bytes: Buffer, start: number): number {
    let at = start
    if (this.#isEscaped) {
      this.#isEscaped = false
      at++
    }
    for (;;) {
      const end = bytes.indexOf(quote, at)
      const stop = end === -1 ? bytes.length : end
      let escapes = 0
      while (stop - 1 - escapes >= at && bytes[stop - 1 - escapes] === backslash) escapes++
      const isEscaped = escapes % 2 === 1
      if (end === -1) {
        this.#isEscaped = isEscaped
        this.#hold(bytes.subarray(start))
        return bytes.length
      }
      at = end + 1
      if (isEscaped) continue
      this.#hold(bytes.subarray(start, at))
      this.#isInString = false
      return at
    }
  }

  #other(bytes: Buffer, at: number): number {
    const char = bytes[at] as number
    const isOwn = this.#depth === 1
    if (char === quote) {
      this.#isInString = true
      if (isOwn && this.#key === undefined) this.#begin()
      this.#hold(bytes.subarray(at, at + 1))
    } else if (char === openBrace || char === openBracket) {
      this.#depth++
      this.#token = undefined
    } else if (char === closeBrace || char === closeBracket) {
      if (isOwn) this.#finish()
      this.#depth--
    } else if (isOwn && char === colon) {
      this.#key = stringOf(this.#taken() ?? '')
      if (this.#key === 'id' || this.#key === 'method') this.#begin()
    } else if (isOwn && char === comma) {
      this.#finish()
    } else if (this.#token && !isWhiteSpace(char)) {
      this.#hold(bytes.subarray(at, at + 1))
    }
    return at + 1
  }

  /** A member of the message is complete. */
  #finish(): void {
    const value = this.#taken()
    // An id of null is none: it answers a message that could not be read.
    if (this.#key !== undefined && value !== undefined && value !== '' && value !== 'null') {
      this.#found.set(this.#key, value)
    }
    this.#key = undefined
  }

  #begin(): void {
    this.#token = []
    this.#tokenLength = 0
  }

  #hold(bytes: Buffer): void {
    if (!this.#token) return
    this.#tokenLength += bytes.length
    if (this.#tokenLength > longestToken) this.#token = undefined
    else this.#token.push(Buffer.from(bytes))
  }

  #taken(): string | undefined {
    const text = this.#token && Buffer.concat(this.#token).toString('utf8')
    this.#token = undefined
    return text
  }
}

function stringOf(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The envelope of a whole message. */
export function envelopeOf(message: Buffer): Envelope {
  const scanner = new EnvelopeScanner()
  scanner.push(message)
  return scanner.envelope()
}

/** The envelope of a message that has been read. */
export function envelopeIn({ id, method }: JsonObject): Envelope {
  return {
    id: id === undefined || id === null ? undefined : writeJson(id),
    method: typeof method === 'string' ? method : undefined,
  }
}

/** Whether a line holds several messages at once. */
export function isBatch(line: Buffer): boolean {
  return line.find((char) => char > 0x20) === openBracket
}

/** The envelopes of the messages of a line. */
export function envelopesOf(line: Buffer): Envelope[] {
  return isBatch(line) ? messagesIn(line).map(envelopeIn) : [envelopeOf(line)]
}

const limits = { ...defaultLimits, maxDepth: greatestDepth }

/** The messages of a line; of one that cannot be read, none. */
export function messagesIn(line: Buffer): JsonObject[] {
  try {
    return [readJson(line.toString('utf8'), limits, false)].flat().filter(isJsonObject)
  } catch {
    return []
  }
}

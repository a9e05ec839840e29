import { isJsonObject, type JsonObject } from '../core/json'
import { readJson } from '../core/json-read'
import { defaultLimits, greatestDepth } from '../core/limits'
import { answeredKeys, idKey, isCount } from './message-id'

/** What a JSON-RPC message says of itself, without what it carries. */
export interface Envelope {
  /** The text of its id, as it stands: `7`, `"a"`; undefined where there is none. */
  readonly id: string | undefined
  /** Its method; undefined for most answers. */
  readonly method: string | undefined
  /** Whether it has a result or an error: nothing else answers, whatever its id, and nothing that has one asks the client. */
  readonly isAnswer: boolean
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

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma, colon, letterU, zero] = [
  ...'"\\{}[],:u0',
].map((char) => char.charCodeAt(0))
const isWhiteSpace = (char: number | undefined) =>
  char === 0x20 || (char !== undefined && char >= 0x09 && char <= 0x0d)
/** Of the mark that some put before a text, which is no part of it. */
const isOfByteOrderMark = (char: number | undefined) => char === 0xef || char === 0xbb || char === 0xbf

/** The member that is being read: one of `ownMembers` by its place, or one of these. */
const member = {
  id: ownMembers.indexOf('id'),
  method: ownMembers.indexOf('method'),
  other: -1,
  unnamed: -2,
} as const
const bitOf = (each: number) => (each < 0 ? 0 : 1 << each)
const outcomes = bitOf(ownMembers.indexOf('result')) | bitOf(ownMembers.indexOf('error'))

/**
 * Finds the id and the method of each message of a line, one or a batch, that comes in pieces of bytes, and holds none of
 * them. It goes by the brackets and quotes alone, so it needs no valid JSON, no valid UTF-8 and no stack. A line may be
 * made of millions of members, so nothing is made of one that says nothing here.
 */
export class EnvelopeScanner {
  readonly #envelopes: PlacedEnvelope[] = []
  readonly #isWithin: boolean
  #read = 0
  #start = 0
  #depth = 0
  /** How deep the members of a message stand: 1, or 2 in a batch. */
  #own = 1
  #isInString = false
  #isEscaped = false
  /** Whether something stands before a message that is none. */
  #isText = false
  #hasOutcome = false
  #member: number = member.unnamed
  /** Bits of the members of the message that have been read, and whether one was there already. */
  #seen = 0
  #hasRepeats = false
  readonly #name = new Token()
  readonly #id = new Token()
  readonly #method = new Token()

  /** @param isWithin whether something else may stand around the message, such as the names of an event's fields */
  constructor(isWithin = false) {
    this.#isWithin = isWithin
  }

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      if (this.#isInString) at = this.#string(bytes, at)
      else if (this.#depth < this.#own) at = this.#outside(bytes, at)
      else if (this.#depth === this.#own) at = this.#members(bytes, at)
      else at = this.#within(bytes, at)
    }
    for (const token of [this.#name, this.#id, this.#method]) token.keep(bytes)
    this.#read += bytes.length
  }

  /** What was found: one for each message. */
  envelopes(): readonly PlacedEnvelope[] {
    return this.#envelopes
  }

  /**
   * The message that has begun, where it says already that it is an answer; it may not have said whom it is for. Undefined
   * in a batch, which may answer others as well.
   */
  get begunAnswer(): Envelope | undefined {
    if (this.#own !== 1 || this.#depth < this.#own || (this.#seen & outcomes) === 0) return undefined
    const id = this.#id.text(nothing)
    return { id: valueIn(id) === null ? undefined : id, method: undefined, isAnswer: true }
  }

  /** Whether the line, now that it has ended, has an answer in it that nobody can read: cut short, or behind other text. */
  get hasBrokenAnswer(): boolean {
    // Where the quotes do not match, what seemed to be text may be anything.
    if (this.#isInString) return this.#depth > 0
    return this.#hasOutcome && (this.#isText || this.#depth > 0)
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
        this.#isInString = true
        this.#isEscaped = isEscaped
        return bytes.length
      }
      at = end + 1
      if (isEscaped) continue
      this.#isInString = false
      return at
    }
  }

  /** Goes on around messages, to the next one, or to the end. */
  #outside(bytes: Buffer, start: number): number {
    const { length } = bytes
    for (let at = start; at < length; at++) {
      const char = bytes[at]
      if (char === openBrace || char === openBracket) {
        if (this.#depth === 0) this.#own = char === openBracket ? 2 : 1
        this.#depth++
        this.#start = this.#read + at
        return at + 1
      }
      if (char === quote) at = this.#string(bytes, at + 1) - 1
      if (this.#depth === 0) {
        if (!isWhiteSpace(char) && !isOfByteOrderMark(char)) this.#isText = true
      } else if (char === closeBracket) {
        this.#depth = 0
        // Such as the `[DEBUG]` of a log.
        if (this.#envelopes.length === 0) this.#isText = true
      }
    }
    return length
  }

  /** Goes on among the members of a message, to where one has an object or a list, or to the end. */
  #members(bytes: Buffer, start: number): number {
    const { length } = bytes
    for (let at = start; at < length; at++) {
      const char = bytes[at]
      if (char === quote) {
        if (this.#member === member.unnamed) this.#name.begin(at)
        at = this.#string(bytes, at + 1) - 1
      } else if (char === colon) {
        if (this.#member === member.unnamed) this.#named(bytes, at)
      } else if (char === comma) {
        this.#finish(at)
      } else if (char === openBrace || char === openBracket) {
        this.#drop()
        this.#depth++
        return at + 1
      } else if (char === closeBrace || char === closeBracket) {
        this.#finish(at)
        this.#complete(bytes, this.#read + at + 1)
        this.#depth--
        return at + 1
      }
    }
    return length
  }

  /** Goes on within the value of a member, to its end. */
  #within(bytes: Buffer, start: number): number {
    const { length } = bytes
    const own = this.#own
    let depth = this.#depth
    let at = start
    while (at < length && depth > own) {
      const char = bytes[at++]
      if (char === quote) at = this.#string(bytes, at)
      else if (char === openBrace || char === openBracket) depth++
      else if (char === closeBrace || char === closeBracket) depth--
    }
    this.#depth = depth
    return at
  }

  /** The name of a member is complete; its value begins. */
  #named(bytes: Buffer, at: number): void {
    this.#name.end = at
    this.#member = memberNamed(this.#name, bytes)
    this.#name.drop()
    const bit = bitOf(this.#member)
    if ((this.#seen & bit) !== 0) this.#hasRepeats = true
    this.#seen |= bit
    // Of two members of one name the last one counts, as for whoever reads the message.
    if (this.#member === member.id) this.#id.begin(at + 1)
    else if (this.#member === member.method) this.#method.begin(at + 1)
    else if ((bit & outcomes) !== 0) this.#hasOutcome = true
  }

  /** The value of a member is an object or a list, which is no id and no method. */
  #drop(): void {
    if (this.#member === member.id) this.#id.drop()
    else if (this.#member === member.method) this.#method.drop()
  }

  /** A member of the message is complete. */
  #finish(at: number): void {
    if (this.#member === member.id) this.#id.end = at
    else if (this.#member === member.method) this.#method.end = at
    this.#member = member.unnamed
  }

  /** A message is complete. */
  #complete(bytes: Buffer, end: number): void {
    if ((this.#isWithin || !this.#isText) && this.#envelopes.length < mostMessages) {
      const method = valueIn(this.#method.text(bytes))
      const id = this.#id.text(bytes)
      this.#envelopes.push({
        // An id of null is none: it answers a message that could not be read. Nor is what is no JSON.
        id: id !== undefined && (isCount(id) || valueIn(id) !== null) ? id : undefined,
        method: typeof method === 'string' ? method : undefined,
        isAnswer: (this.#seen & outcomes) !== 0,
        start: this.#start,
        end,
        hasRepeats: this.#hasRepeats,
      })
    }
    this.#id.drop()
    this.#method.drop()
    this.#seen = 0
    this.#hasRepeats = false
  }
}

/** Where there is no place. */
const none = -1
const nothing = Buffer.alloc(0)

/** A name or a value of a line that comes in pieces: where it stands in this one, and what stood in those before. */
class Token {
  held = ''
  start = none
  end = none

  begin(at: number): void {
    this.held = ''
    this.start = at
    this.end = none
  }

  drop(): void {
    this.start = none
  }

  /** A piece ends: what it has of the token is held. */
  keep(piece: Buffer): void {
    if (this.start === none) return
    const end = this.end === none ? piece.length : this.end
    if (this.held.length + end - this.start > longestToken) {
      this.drop()
      return
    }
    this.held += piece.toString('latin1', this.start, end)
    this.start = 0
    if (this.end !== none) this.end = 0
  }

  /** Its text without the white space around it; undefined where there is none, or one that is too long. */
  text(piece: Buffer): string | undefined {
    if (this.start === none || this.end === none) return undefined
    if (this.held.length + this.end - this.start > longestToken) return undefined
    const bytes = this.held + piece.toString('latin1', this.start, this.end)
    if (isVisible(bytes)) return bytes
    return (/[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes).trim()
  }
}

/** Whether bytes are nothing but characters that stand for themselves, without white space. */
function isVisible(bytes: string): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const char = bytes.charCodeAt(i)
    if (char <= 0x20 || char >= 0x7f) return false
  }
  return true
}

const names = ownMembers.map((name) => Buffer.from(name))
/** The bytes that a name may begin with: most begin with another. */
const beginsName = new Uint8Array(256)
for (const char of [backslash, ...names.map(([first]) => first)]) if (char) beginsName[char] = 1

/** The member that a token names. */
function memberNamed({ held, start, end }: Token, piece: Buffer): number {
  if (start === none) return member.other
  if (held === '') return memberAt(piece, start, end)
  const whole = Buffer.from(held + piece.toString('latin1', start, end), 'latin1')
  return memberAt(whole, 0, whole.length)
}

function memberAt(bytes: Buffer, start: number, end: number): number {
  if (beginsName[bytes[start + 1] ?? 0] === 0) return member.other
  for (let i = 0; i < names.length; i++) if (saysAt(bytes, start, end, names[i] as Buffer)) return i
  return member.other
}

/** Whether a string says a name, however it is spelt. */
function saysAt(bytes: Buffer, start: number, end: number, name: Buffer): boolean {
  let at = start + 1
  for (let i = 0; i < name.length; i++) {
    if (bytes[at] === name[i]) at++
    else if (bytes[at] === backslash && escapedAt(bytes, at) === name[i]) at += longestEscape
    else return false
  }
  if (bytes[at++] !== quote) return false
  while (at < end && isWhiteSpace(bytes[at])) at++
  return at === end
}

/** Of an escaped character, `\u0069`. */
const longestEscape = 6

/** The letter that is escaped here; no name has others than those below 256. */
function escapedAt(bytes: Buffer, at: number): number {
  const isLetter = bytes[at + 1] === letterU && bytes[at + 2] === zero && bytes[at + 3] === zero
  return isLetter ? 16 * digitIn(bytes, at + 4) + digitIn(bytes, at + 5) : none
}

function digitIn(bytes: Buffer, at: number): number {
  const char = bytes[at] ?? 0
  return char <= 0x39 ? char - 0x30 : (char | 0x20) - 0x57
}

/** Where the next quote stands, or the end. Most are near, and looking for those by hand takes less. */
export function quoteIn(bytes: Buffer, start: number): number {
  const near = Math.min(start + 64, bytes.length)
  for (let at = start; at < near; at++) if (bytes[at] === quote) return at
  const found = bytes.indexOf(quote as number, near)
  return found === -1 ? bytes.length : found
}

/** Such as `tools/call`. */
const plainText = /^"[\w/]*"$/

/** The value of a token; null where it is none. */
function valueIn(token: string | undefined): unknown {
  if (token !== undefined && plainText.test(token)) return token.slice(1, -1)
  try {
    return token === undefined ? null : JSON.parse(token)
  } catch {
    return null
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
  return envelopes.flatMap(({ id, isAnswer }) => (id !== undefined && isAnswer ? [id] : []))
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

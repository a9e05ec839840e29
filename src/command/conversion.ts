import { DecodeError } from '../core/decode-error'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { redactJson } from '../core/redact'
import { type CanonicalError, type DialectId, decode, redact, stringify, translate } from '../index'
import { writeToolResult } from '../mcp/index'
import { errorIn, normalizeToolResult } from '../mcp/normalize-tool-result'
import { inWords } from './decode-words'
import { isOfText } from './dialects'
import { hasWholeLine, type InputDocument, placeOf, whyNoText } from './documents'
import { LineBlock } from './line-block'
import { type LossReport, type LossWishes, lossReport } from './loss-report'
import { type RpcMessage, rpcBatchIn, rpcMessageIn } from './rpc-message'
import { visible } from './terminal'
import { type DocumentedResult, toolResultIn } from './tool-result-in'

/** How documents are converted: plain data, which can be given to another thread. */
export interface ConversionSettings {
  readonly to: DialectId
  readonly from: string | undefined
  readonly preserve: boolean
  readonly redact: boolean
  readonly pretty: boolean
  readonly onError: 'stop' | 'skip' | 'pass'
  /** What is to be said of losses; undefined where nobody asks. */
  readonly losses: LossWishes | undefined
}

/** What has become of documents: plain data, too. */
export interface Converted {
  readonly written: Uint8Array
  /** For standard error. */
  readonly notes: string
  /** For the file of losses. */
  readonly rows: string
  /** How many documents they were, how many of them could not be read, and how many lose something. */
  readonly count: number
  readonly unread: number
  readonly losing: number
  /** Why it stops behind them. */
  readonly failure?: string
}

/** What becomes of no documents. */
export const nothing: Converted = {
  written: new Uint8Array(),
  notes: '',
  rows: '',
  count: 0,
  unread: 0,
  losing: 0,
}

/** Converts documents, in whatever thread. */
export function converted(part: InputDocument | LineBlock, settings: ConversionSettings): Converted {
  const conversion = new Conversion(settings)
  for (const document of part instanceof LineBlock ? part.documents() : [part]) {
    if (!conversion.take(document)) break
  }
  return conversion.result()
}

class Conversion {
  readonly #settings: ConversionSettings
  readonly #pieces: Uint8Array[] = []
  /** What is written behind the pieces, in one text as long as it goes: many small pieces cost more than one large one. */
  #text = ''
  #notes = ''
  #rows = ''
  #count = 0
  #unread = 0
  #losing = 0
  #failure: string | undefined

  constructor(settings: ConversionSettings) {
    this.#settings = settings
  }

  /** Converts a document; false where that is to be the last one. */
  take(document: InputDocument): boolean {
    if (document.piece === 'further') {
      if (this.#settings.onError === 'pass') this.#pass(document)
      return true
    }
    this.#count++
    const why = whyNoText(document)
    if (why !== undefined) return this.#refuse(document, why)
    try {
      const { pretty, to } = this.#settings
      const { written, errors } = translated(document.text, this.#settings)
      if (written === document.text && !pretty) this.#pass(document)
      else this.#text += laidOut(written, pretty, document.line !== undefined, isOfText(to))
      for (const error of errors) this.#report(document, error)
      return true
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return this.#refuse(document, inWords(error))
    }
  }

  result(): Converted {
    this.#endText()
    const [only = nothing.written] = this.#pieces
    return {
      written: this.#pieces.length > 1 ? Buffer.concat(this.#pieces) : only,
      notes: this.#notes,
      rows: this.#rows,
      count: this.#count,
      unread: this.#unread,
      losing: this.#losing,
      ...(this.#failure !== undefined && { failure: this.#failure }),
    }
  }

  #refuse(document: InputDocument, why: string): boolean {
    const { onError, from } = this.#settings
    const isNdjson = document.line === undefined && from !== 'text' && hasWholeLine(document.text)
    const hint = isNdjson ? ' With --ndjson, each line is a document.' : ''
    const sentence = `${placeOf(document)}: ${why}${hint}`
    if (onError === 'stop') {
      this.#failure = sentence
      return false
    }
    this.#unread++
    this.#notes += `errlingua: ${visible(sentence)}\n`
    if (onError === 'pass') this.#pass(document)
    return true
  }

  #pass({ bytes }: InputDocument): void {
    this.#endText()
    this.#pieces.push(bytes)
  }

  #endText(): void {
    if (this.#text === '') return
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }

  #report(document: InputDocument, error: CanonicalError): void {
    const { to, preserve, losses } = this.#settings
    if (!losses) return
    const { isLossy, row, note }: LossReport = lossReport(document, error, to, preserve)
    if (isLossy) this.#losing++
    if (losses.inFile) this.#rows += row
    if (losses.forPeople) this.#notes += note
  }
}

/** What a document becomes: a text, or a value to be laid out. */
interface Translated {
  readonly written: string | { readonly json: JsonValue }
  /** None where the document is no error; several in a batch. */
  readonly errors: readonly CanonicalError[]
}

function translated(given: string, translation: ConversionSettings): Translated {
  if (translation.from === 'text') return translatedText(messageIn(given), translation)
  if (translation.from?.startsWith('jsonrpc')) return translatedText(given, translation)
  if (!mayStandInMessage(given)) return translatedText(given, translation)
  const documented = toolResultIn(given)
  if (documented) return translatedResult(given, documented, translation)
  const batch = rpcBatchIn(given)
  if (batch) return translatedBatch(given, batch, translation)
  const message = rpcMessageIn(given)
  return message ? translatedMessage(given, message, translation) : translatedText(given, translation)
}

/** Most documents are errors by themselves: one look rules out everything that an error may stand in. */
function mayStandInMessage(text: string): boolean {
  return /"(?:content|isError|structuredContent|jsonrpc)"/.test(text)
}

/** A text without the end of its last line, which is the shell's; out of its quotes where it stands in them. */
function messageIn(given: string): string {
  const value = given.startsWith('"') ? readJsonQuietly(given) : undefined
  return typeof value === 'string' ? value : given.replace(/\r?\n$/, '')
}

function translatedText(text: string, settings: ConversionSettings): Translated {
  const { to, from, preserve, redact: isRedacted, losses } = settings
  // Without a look at the error it takes one step instead of two.
  if (!isRedacted && !losses) return { written: translate(text, { from, to, preserve }), errors: [] }
  const read = decode(text, { dialect: from })
  const error = isRedacted ? redact(read) : read
  return { written: stringify(error, to, { preserve }), errors: [error] }
}

function translatedResult(
  text: string,
  { result, replaced }: DocumentedResult,
  { from, ...others }: ConversionSettings,
): Translated {
  const options = { ...others, dialect: from as DialectId | undefined }
  const error = errorIn(result, options)
  if (!error) return { written: text, errors: [] }
  const normalized = normalizeToolResult(result, options)
  const document = replaced(normalized)
  const shown = others.redact ? withErrorRedacted(document) : document
  const isSame = normalized === result && shown === document
  return { written: isSame ? text : { json: shown }, errors: [error] }
}

/** An answer has no error beside its result; one that has hides nothing in it. */
function withErrorRedacted(document: JsonValue): JsonValue {
  if (!isJsonObject(document) || document.error === undefined) return document
  const error = redactJson(document.error)
  return error === document.error ? document : { ...document, error }
}

/** A JSON-RPC error becomes a tool result; other messages, and what the protocol signals by an error, stay. */
function translatedMessage(
  text: string,
  { error: read, isSignal, answeredWith }: RpcMessage,
  { to, preserve, redact: isRedacted }: ConversionSettings,
): Translated {
  if (!read || isSignal) return { written: text, errors: [] }
  const error = isRedacted ? redact(read) : read
  const result = writeToolResult(error, to, { preserve }) as JsonObject
  return { written: { json: answeredWith(result) }, errors: [error] }
}

function translatedBatch(
  text: string,
  messages: readonly JsonObject[],
  translation: ConversionSettings,
): Translated {
  const parts = messages.map((message) => ({ message, ...translated(writeJson(message), translation) }))
  const errors = parts.flatMap((part) => part.errors)
  if (parts.every(({ written }) => typeof written === 'string')) return { written: text, errors }
  const json = parts.map(({ message, written }) => (typeof written === 'string' ? message : written.json))
  return { written: { json }, errors }
}

/** JSON in a line of its own stays on one line; what is no JSON stands in a JSON string among such lines. */
function laidOut(
  written: Translated['written'],
  isPretty: boolean,
  isLine: boolean,
  isText: boolean,
): string {
  if (typeof written === 'object') return `${writeJson(written.json, isPretty ? { indent: 2 } : {})}\n`
  const value = isPretty && !isText ? readJsonQuietly(written) : undefined
  if (value !== undefined) return `${writeJson(value, { indent: 2 })}\n`
  if (!isLine) return written.replace(/\n?$/, '\n')
  if (isText) return `${JSON.stringify(written)}\n`
  const line = written.trim()
  return `${line.includes('\n') ? line.replace(/\n */g, ' ') : line}\n`
}

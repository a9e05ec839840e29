import { DecodeError } from '../core/decode-error'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { redactJson } from '../core/redact'
import { type CanonicalError, type DialectId, decode, redact, stringify } from '../index'
import { writeToolResult } from '../mcp/index'
import { errorIn, normalizeToolResult } from '../mcp/normalize-tool-result'
import { CommandError } from './command-error'
import { inWords } from './decode-words'
import { isOfText, readableIds, writableIds } from './dialects'
import { documentsIn, hasWholeLine, type InputDocument, placeOf, whyNoText } from './documents'
import { exitCodes } from './exit-codes'
import { LossReports } from './loss-reports'
import { checkApart, Output } from './output'
import { inBytes, Progress } from './progress'
import { type RpcMessage, rpcBatchIn, rpcMessageIn } from './rpc-message'
import { defineSubcommand, wrong } from './subcommand'
import { visible } from './terminal'
import { type DocumentedResult, toolResultIn } from './tool-result-in'

export const convert = defineSubcommand({
  usage: ['convert [files...] --to DIALECT [--from DIALECT] [options]'],
  about: `Translates errors: files or standard input, each one document or NDJSON with one a line; each document a text in a
dialect, an MCP tool result, or a JSON-RPC message or batch. A tool result stays one, alone or as an answer; an answer
that is a JSON-RPC error becomes one with a tool result, unless --from names jsonrpc, and but for those with which the
protocol says what to do next (-32020 to -32022, -32042). What is no error passes as it is. NDJSON is read and written as
it comes, in order; XML and plain text are written as JSON strings there.`,
  takesOperands: true,
  options: {
    to: { takes: 'DIALECT', choices: writableIds, says: 'the dialect to write' },
    from: {
      takes: 'DIALECT',
      choices: readableIds,
      says: 'the dialect to read (detected without it); "text" takes a whole\ninput, or with --ndjson each line, as a message',
    },
    lean: { says: 'leave out what only travels to make the way back exact' },
    redact: { says: 'take secrets, stack traces and paths of the server out of errors' },
    pretty: { says: 'indent JSON, also that of NDJSON, which is then none any more' },
    ndjson: {
      says: 'one document a line, in and out, even if there is only one or the\nfirst is broken, and without waiting for the second',
    },
    'on-error': {
      takes: 'WHAT',
      choices: ['stop', 'skip', 'pass'],
      says: 'what to do with what cannot be read: stop (the default), skip it, or\npass it on as it is. The exit status is 1 if all of it is skipped',
    },
    report: { says: 'say on standard error what the members of the dialect cannot hold' },
    'report-file': { takes: 'FILE', says: 'the same as NDJSON into a file' },
    'fail-on-loss': { says: 'exit with 3 when there is anything to report' },
  },
  examples: [
    'errlingua convert error.json --to fusion',
    'errlingua convert --to interbase --lean < error.xml',
    'errlingua convert log.ndjson --to agentapi --on-error skip --report-file losses.ndjson > out.ndjson',
    "docker mcp gateway run --interceptor 'after:exec:errlingua convert --to interbase --redact --on-error pass'",
  ],
  async run({ options, operands }) {
    const { to, from, lean, pretty, report } = options
    if (to === undefined) throw wrong('convert', 'convert needs --to DIALECT.')
    const onError = options['on-error'] ?? 'stop'
    const file = options['report-file']
    if (file !== undefined) checkApart('convert', 'report-file', file, operands)
    const output = new Output(process.stdout)
    const notes = new Output(process.stderr)
    const reports = new LossReports({
      to,
      travels: !lean,
      people: report ? notes : undefined,
      file,
      counts: options['fail-on-loss'],
    })
    // Where documents are shown as they come, nothing may stand between them.
    const progress = new Progress(process.stdout.isTTY ? undefined : process.stderr)
    const translation = { to: to as DialectId, from, preserve: !lean, redact: options.redact }
    let count = 0
    let unread = 0
    let missing = 0
    let isLineOpen = false

    const put = (text: string | Buffer): void => {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text
      if (bytes.length === 0) return
      output.add(bytes)
      isLineOpen = bytes.at(-1) !== 0x0a
    }
    const refuse = (document: InputDocument, why: string): void => {
      const isNdjson = document.line === undefined && from !== 'text' && hasWholeLine(document.text)
      const hint = isNdjson ? ' With --ndjson, each line is a document.' : ''
      const sentence = `${placeOf(document)}: ${why}${hint}`
      if (onError === 'stop') throw new CommandError(exitCodes.input, sentence)
      unread++
      notes.add(`errlingua: ${visible(sentence)}\n`)
      if (onError === 'pass') put(document.bytes)
    }
    const one = (document: InputDocument): void => {
      if (document.piece === 'further') {
        if (onError === 'pass') put(document.bytes)
        return
      }
      // Of several files some may be empty, as logs are that nothing was written to.
      if (operands.length > 1 && document.bytes.length === 0) return
      // A document that passes as it is may have no end of a line; the next one begins on a line of its own.
      if (isLineOpen) put('\n')
      count++
      const why = whyNoText(document)
      if (why !== undefined) {
        refuse(document, why)
        return
      }
      try {
        const { written, errors } = translated(document.text, translation)
        const isSame = written === document.text && !pretty
        put(isSame ? document.bytes : laidOut(written, pretty, document.line !== undefined, isOfText(to)))
        for (const error of errors) reports.add(document, error)
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
        refuse(document, inWords(error))
      }
    }
    const onUnreadable = (sentence: string): void => {
      if (onError === 'stop') throw new CommandError(exitCodes.input, sentence)
      missing++
      notes.add(`errlingua: ${visible(sentence)}\n`)
    }

    const inputs = documentsIn(operands, {
      isNdjson: options.ndjson,
      isWhole: from === 'text',
      onUnreadable,
      onProgress: (read, of) => progress.show(() => howFar(count, read, of)),
    })
    try {
      for await (const documents of inputs) {
        for (const document of documents) {
          one(document)
          if (output.isFull || notes.isFull) await flushed(output, notes)
        }
        await flushed(output, notes)
      }
    } finally {
      progress.clear()
      await flushed(output, notes)
      reports.end()
    }
    if (unread > 0 && count > 1) {
      const what = onError === 'pass' ? 'passed on as they are' : 'left out'
      notes.add(`errlingua: ${unread} of ${count} documents ${what}.\n`)
    }
    const isNothing = unread > 0 && unread === count && onError === 'skip'
    const isLossy = options['fail-on-loss'] && reports.losing > 0
    if (isLossy && !report) {
      const subject = count === 1 ? 'the document' : `${reports.losing} of ${count} documents`
      const what = lean ? `: something is lost in ${to}` : `: ${to} has no member for something`
      notes.add(`errlingua: ${subject}${what}; --report says what.\n`)
    }
    await notes.flush()
    if (isNothing || missing > 0) process.exitCode = exitCodes.input
    else if (isLossy) process.exitCode = exitCodes.loss
  },
})

async function flushed(...outputs: readonly Output[]): Promise<void> {
  for (const output of outputs) await output.flush()
}

/** What a document becomes: a text, or a value to be laid out. */
interface Translated {
  readonly written: string | { readonly json: JsonValue }
  /** None where the document is no error; several in a batch. */
  readonly errors: readonly CanonicalError[]
}

/** How documents are translated. */
interface Translation {
  readonly to: DialectId
  readonly from: string | undefined
  readonly preserve: boolean
  readonly redact: boolean
}

function translated(given: string, translation: Translation): Translated {
  if (translation.from === 'text') return translatedText(messageIn(given), translation)
  if (translation.from?.startsWith('jsonrpc')) return translatedText(given, translation)
  const documented = toolResultIn(given)
  if (documented) return translatedResult(given, documented, translation)
  const batch = rpcBatchIn(given)
  if (batch) return translatedBatch(given, batch, translation)
  const message = rpcMessageIn(given)
  return message ? translatedMessage(given, message, translation) : translatedText(given, translation)
}

/** A text without the end of its last line, which is the shell's; out of its quotes where it stands in them. */
function messageIn(given: string): string {
  const value = given.startsWith('"') ? readJsonQuietly(given) : undefined
  return typeof value === 'string' ? value : given.replace(/\r?\n$/, '')
}

function translatedText(text: string, { to, from, preserve, redact: isRedacted }: Translation): Translated {
  const read = decode(text, { dialect: from })
  const error = isRedacted ? redact(read) : read
  return { written: stringify(error, to, { preserve }), errors: [error] }
}

function translatedResult(
  text: string,
  { result, replaced }: DocumentedResult,
  { from, ...others }: Translation,
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
  { to, preserve, redact: isRedacted }: Translation,
): Translated {
  if (!read || isSignal) return { written: text, errors: [] }
  const error = isRedacted ? redact(read) : read
  const result = writeToolResult(error, to, { preserve }) as JsonObject
  return { written: { json: answeredWith(result) }, errors: [error] }
}

function translatedBatch(
  text: string,
  messages: readonly JsonObject[],
  translation: Translation,
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
  return `${written.trim().replace(/\n */g, ' ')}\n`
}

function howFar(count: number, read: number, of: number | undefined): string {
  const part =
    of === undefined
      ? inBytes(read)
      : `${inBytes(read)} of ${inBytes(of)}, ${Math.floor((read / of) * 100)} %`
  return `${count} documents, ${part}`
}

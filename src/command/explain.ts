import type { Field } from '../core/canonical-error'
import type { JsonObject } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { advise, type CanonicalError, type DialectId, safeDecode } from '../index'
import { readToolResult } from '../mcp/index'
import { inWords } from './decode-words'
import { readableIds } from './dialects'
import { documentsIn, type InputDocument, placeOf, whyNoText } from './documents'
import { exitCodes } from './exit-codes'
import { Output } from './output'
import { placeInResult } from './place-in-result'
import { rpcMessageIn } from './rpc-message'
import { type Sources, sourcesOf } from './sources'
import { defineSubcommand } from './subcommand'
import { tell } from './tell'
import { type Colours, coloursFor, visible } from './terminal'
import { toolResultIn } from './tool-result-in'

export const explain = defineSubcommand({
  usage: ['explain [files...] [--from DIALECT] [--json]'],
  about: `Says what went wrong, what to do about it and where each part of that comes from, for each error: files or standard
input, each one document or NDJSON; each document a text in a dialect, an MCP tool result or a JSON-RPC message. What
cannot be read is named on standard error, and the exit status is 1.`,
  takesOperands: true,
  options: {
    from: {
      takes: 'DIALECT',
      choices: readableIds,
      says: 'the dialect to read (detected without it); "text" takes a whole\ninput, or with --ndjson each line, as a message',
    },
    json: { says: 'print one JSON object a document: input, line, error, advice, sources' },
    ndjson: { says: 'one document a line, even if the first line is broken' },
  },
  examples: ['errlingua explain error.xml', 'errlingua explain --json < error.json | jq .advice.action'],
  async run({ options, operands }) {
    const colours = coloursFor(process.stdout)
    const output = new Output(process.stdout)
    const refuse = (sentence: string): void => {
      tell(sentence)
      process.exitCode = exitCodes.input
    }
    const inputs = documentsIn(operands, {
      isNdjson: options.ndjson,
      isWhole: options.from === 'text',
      onUnreadable: refuse,
    })
    const isSeveral = ({ line }: InputDocument) => line !== undefined || operands.length > 1
    let isFirst = true
    for await (const documents of inputs) {
      for (const document of documents) {
        if (document.piece === 'further') continue
        const explained = explanationOf(document, options.from)
        if (typeof explained === 'string') {
          await output.flush()
          refuse(`${placeOf(document)}: ${explained}`)
          continue
        }
        output.add(
          options.json
            ? `${asJson(explained, document)}\n`
            : (isFirst ? '' : '\n') + page(explained, isSeveral(document) ? placeOf(document) : '', colours),
        )
        isFirst = false
        if (output.isFull) await output.flush()
      }
      await output.flush()
    }
  },
})

/** What is said of a document. */
interface Explained {
  /** Undefined for a tool result that is a success. */
  readonly error?: CanonicalError
  readonly sources: Sources
  /** Which part of a tool result says the error. */
  readonly where?: string
}

/** What is said of a document, or why it cannot be read. */
function explanationOf(document: InputDocument, from: string | undefined): Explained | string {
  const why = whyNoText(document)
  if (why !== undefined) return why
  const text = from === 'text' ? document.text.replace(/\r?\n$/, '') : document.text
  const documented = from === 'text' ? undefined : toolResultIn(text)
  const isNamed = from === 'text' || from?.startsWith('jsonrpc')
  const message = documented || isNamed ? undefined : rpcMessageIn(text)
  if (message)
    return { ...(message.error && { error: message.error, where: 'a JSON-RPC error' }), sources: {} }
  if (!documented) {
    const { data, error } = safeDecode(text, { dialect: from })
    return data ? { error: data, sources: sourcesOf(data, unquoted(text)) } : inWords(error)
  }
  const dialect = from as DialectId | undefined
  const error = readToolResult(documented.result, { dialect })
  const place = placeInResult(documented.result, dialect)
  if (!error || !place) return { sources: {} }
  return { error, sources: sourcesOf(error, place.text), where: place.where }
}

/** What a JSON string says; NDJSON holds XML in such. */
function unquoted(text: string): string {
  const value = text.trimStart().startsWith('"') ? readJsonQuietly(text) : undefined
  return typeof value === 'string' ? value : text
}

function asJson({ error, sources, where }: Explained, { input, line }: InputDocument): string {
  const place = { input, ...(line !== undefined && { line }) }
  const said = error
    ? { ...place, error, advice: advise(error), sources, ...(where !== undefined && { where }) }
    : { ...place, error: null }
  return writeJson(said as unknown as JsonObject)
}

function page({ error, sources, where }: Explained, place: string, { strong, faint }: Colours): string {
  if (!error) {
    const rows = [
      `${strong('what'.padEnd(9))} no error\n`,
      place && `${strong('in'.padEnd(9))} ${visible(place)}\n`,
    ]
    return rows.join('')
  }
  const { action, afterSeconds, maxAttempts, reason } = advise(error)
  const wait = afterSeconds === undefined ? '' : ` after ${afterSeconds} s`
  const limit =
    maxAttempts === undefined ? '' : `, ${maxAttempts} time${maxAttempts === 1 ? '' : 's'} at most`
  const { dialect = 'text', code, server, carried, ignored } = error.origin ?? {}
  const rows: [label: string, text: string | undefined, field?: Field][] = [
    ['what', error.message, 'message'],
    ['code', `${error.code}${code === undefined ? '' : ` (${code} in ${dialect})`}`, 'code'],
    ['do', `${action}${wait}${limit}: ${reason}`],
    ['severity', error.severity === 'error' ? undefined : error.severity, 'severity'],
    [
      'retry',
      yesOrNo(error.retryable, 'the same call may succeed later', 'the same call will fail again'),
      'retryable',
    ],
    [
      'recover',
      yesOrNo(error.recoverable, 'the caller can mend it', 'the caller cannot mend it'),
      'recoverable',
    ],
    [
      'passes',
      yesOrNo(error.temporary, 'it is expected to clear', 'it is not expected to clear'),
      'temporary',
    ],
    ['wait', error.retryAfter === undefined ? undefined : `${error.retryAfter} s`, 'retryAfter'],
    ['hint', error.recovery, 'recovery'],
    ['instead', error.actions?.join(', '), 'actions'],
    ['fields', error.issues?.map(({ path, message }) => `${path}: ${message}`).join('\n'), 'issues'],
    ['doing', error.operation, 'operation'],
    ['with', error.resource, 'resource'],
    ['request', error.requestId, 'requestId'],
    // Go's time that was never set.
    ['at', error.timestamp?.startsWith('0001-01-01T00:00:00') ? undefined : error.timestamp, 'timestamp'],
    ['status', error.status?.toString(), 'status'],
    ['details', error.details && writeJson(error.details)],
    ['carried', carried && `${carried.join(', ')}: not in the body itself, but under errlingua`],
    ['ignored', ignored && `what stands under errlingua. ${ignored}`],
    ['from', [dialect, server && `of ${server}`, where && `in ${where}`].filter(Boolean).join(' ')],
    ['in', place],
  ]
  return rows
    .flatMap(([label, text, field]) => {
      if (!text) return []
      const source = visible((field && sources[field]?.join(', ')) ?? '')
      const said = visible(text).replaceAll('\n', `\n${' '.repeat(10)}`)
      return [`${strong(label.padEnd(9))} ${said}${source ? faint(`  ← ${source}`) : ''}\n`]
    })
    .join('')
}

function yesOrNo(flag: boolean | undefined, yes: string, no: string): string | undefined {
  return flag === undefined ? undefined : flag ? `yes: ${yes}` : `no: ${no}`
}

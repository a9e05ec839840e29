import { DecodeError } from '../core/decode-error'
import type { JsonValue } from '../core/json'
import { readJsonQuietly } from '../core/json-read'
import { writeJson } from '../core/json-write'
import { type CanonicalError, type DialectId, decode, stringify } from '../index'
import { normalizeToolResult, readToolResult } from '../mcp/index'
import { CommandError } from './command-error'
import { dialectIds } from './dialects'
import { documentsIn, type InputDocument, placeOf } from './documents'
import { exitCodes } from './exit-codes'
import { LossReports } from './loss-reports'
import { Output } from './output'
import { inBytes, Progress } from './progress'
import { defineSubcommand, wrong } from './subcommand'
import { toolResultIn } from './tool-result-in'

export const convert = defineSubcommand({
  usage: ['convert [files...] --to DIALECT [--from DIALECT] [options]'],
  about: `Translates errors: files or standard input, each one document or NDJSON with one a line; each document a text in a
dialect, an MCP tool result, or a JSON-RPC answer with one. A tool result stays one, and one that is no error passes
as it is. NDJSON is read and written as it comes, in order.`,
  takesOperands: true,
  options: {
    to: { takes: 'DIALECT', choices: dialectIds, says: 'the dialect to write' },
    from: {
      takes: 'DIALECT',
      choices: [...dialectIds, 'text'],
      says: 'the dialect to read (detected without it; "text" takes any text as\na message)',
    },
    lean: { says: 'leave out what only travels to make the way back exact' },
    pretty: { says: 'indent JSON' },
    ndjson: { says: 'one document a line, even if the first line is broken' },
    'on-error': {
      takes: 'WHAT',
      choices: ['stop', 'skip', 'pass'],
      says: 'what to do with what cannot be read: stop (the default), skip it, or\npass it on as it is',
    },
    report: { says: 'say on standard error what members of the dialect cannot hold' },
    'report-file': { takes: 'FILE', says: 'the same as NDJSON into a file' },
    'fail-on-loss': { says: 'exit with 3 when there is anything to report' },
  },
  examples: [
    'errlingua convert error.json --to fusion',
    'errlingua convert --to interbase --lean < error.xml',
    'errlingua convert log.ndjson --to agentapi --on-error skip --report-file losses.ndjson > out.ndjson',
    "docker mcp gateway run --interceptor 'after:exec:errlingua convert --to interbase --on-error pass'",
  ],
  async run({ options, operands }) {
    const { to, from, lean, pretty, report } = options
    if (to === undefined) throw wrong('convert', 'convert needs --to DIALECT.')
    const onError = options['on-error'] ?? 'stop'
    const output = new Output(process.stdout)
    const reports = new LossReports(to, report, options['report-file'])
    const progress = new Progress(process.stderr)
    let count = 0
    const unread: string[] = []

    const one = (document: InputDocument): void => {
      count++
      try {
        const { written, error } = translated(document.text, to as DialectId, from, !lean)
        output.add(laidOut(written, pretty, document.line !== undefined))
        if (error) reports.add(document, error)
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
        const sentence = `${placeOf(document)}: ${error.code}: ${error.message}`
        if (onError === 'stop') throw new CommandError(exitCodes.input, sentence)
        unread.push(sentence)
        process.stderr.write(`errlingua: ${sentence}\n`)
        if (onError === 'pass') output.add(`${document.text.replace(/\r?\n$/, '')}\n`)
      }
    }

    const inputs = documentsIn(operands, {
      isNdjson: options.ndjson,
      isWhole: from === 'text',
      onProgress: (read, of) => progress.show(() => howFar(count, read, of)),
    })
    try {
      for await (const documents of inputs) {
        for (const document of documents) {
          one(document)
          if (output.isFull) await output.flush()
        }
      }
    } finally {
      progress.clear()
      await output.flush()
      reports.end()
    }
    if (unread.length > 0 && count > 1) {
      const what = onError === 'pass' ? 'passed on as they are' : 'left out'
      process.stderr.write(`errlingua: ${unread.length} of ${count} documents ${what}.\n`)
    }
    if (options['fail-on-loss'] && reports.losing > 0) process.exitCode = exitCodes.loss
  },
})

/** What a document becomes: a text, or a value to be laid out. */
interface Translated {
  readonly written: string | { readonly json: JsonValue }
  /** Undefined where the document is no error. */
  readonly error?: CanonicalError
}

function translated(given: string, to: DialectId, from: string | undefined, preserve: boolean): Translated {
  // The end of the last line is the shell's, not the message's.
  const text = from === 'text' ? given.replace(/\r?\n$/, '') : given
  const documented = from === 'text' ? undefined : toolResultIn(text)
  if (!documented) {
    const error = decode(text, { dialect: from })
    return { written: stringify(error, to, { preserve }), error }
  }
  const { result, replaced } = documented
  const hint = from as DialectId | undefined
  const error = readToolResult(result, { dialect: hint })
  const normalized = error ? normalizeToolResult(result, { to, dialect: hint, preserve }) : result
  const written = normalized === result ? text : { json: replaced(normalized) }
  return error ? { written, error } : { written }
}

/** JSON in a line of its own stays on one line; XML among such lines stands in a JSON string. */
function laidOut(written: Translated['written'], isPretty: boolean, isLine: boolean): string {
  if (typeof written === 'object') return `${writeJson(written.json, isPretty ? { indent: 2 } : {})}\n`
  const value = isPretty ? readJsonQuietly(written) : undefined
  if (value !== undefined) return `${writeJson(value, { indent: 2 })}\n`
  if (!isLine) return written.replace(/\n?$/, '\n')
  if (written.startsWith('<')) return `${JSON.stringify(written)}\n`
  return `${written.trim().replace(/\n */g, ' ')}\n`
}

function howFar(count: number, read: number, of: number | undefined): string {
  const part =
    of === undefined
      ? inBytes(read)
      : `${inBytes(read)} of ${inBytes(of)}, ${Math.floor((read / of) * 100)} %`
  return `${count} documents, ${part}`
}

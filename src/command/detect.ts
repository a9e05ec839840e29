import { detect as detectDialect, type ExplainedDetection } from '../index'
import { readToolResult } from '../mcp/index'
import { documentsIn, whyNoText } from './documents'
import { exitCodes } from './exit-codes'
import { Output } from './output'
import { rpcMessageIn } from './rpc-message'
import { defineSubcommand } from './subcommand'
import { tell } from './tell'
import { visible } from './terminal'
import { toolResultIn } from './tool-result-in'

/** What a document was found to be. */
interface Found {
  readonly dialect: string
  readonly confidence?: number
}

export const detect = defineSubcommand({
  usage: ['detect [files...] [--explain] [--json]'],
  about: `Prints the dialect of each error, and how sure that is: files or standard input, each one document or NDJSON; with the
name of the file where there are several. An MCP tool result has the dialect of its error, "text" where that is in none,
or "success"; any other JSON-RPC message is "jsonrpc" if it is an error, or "message". For what is in no dialect it
prints "none", and the exit status is 1.`,
  takesOperands: true,
  options: {
    explain: { says: 'say why it is this dialect, and what the others make of it' },
    json: { says: 'print one JSON object a document, with its place' },
    ndjson: { says: 'one document a line, even if the first line is broken' },
  },
  examples: [
    'errlingua detect error.json',
    'errlingua detect --explain error.json',
    'errlingua detect --json *.ndjson | jq -s "group_by(.dialect)"',
  ],
  async run({ options, operands }) {
    const output = new Output(process.stdout)
    const onUnreadable = (sentence: string): void => {
      tell(sentence)
      process.exitCode = exitCodes.input
    }
    for await (const documents of documentsIn(operands, { isNdjson: options.ndjson, onUnreadable })) {
      for (const document of documents) {
        const { text, input, line, piece } = document
        if (piece === 'further') continue
        const found = whyNoText(document) === undefined ? dialectOf(text) : undefined
        const explained = options.explain ? detectDialect(text, { explain: true }) : undefined
        if (!found) process.exitCode = exitCodes.input
        const name = operands.length > 1 ? `${visible(input)}: ` : ''
        const place = { input, ...(line !== undefined && { line }) }
        output.add(
          options.json
            ? `${JSON.stringify({ ...place, ...(found ?? { dialect: null }), ...(explained && whyOf(explained)) })}\n`
            : `${name}${found ? [found.dialect, found.confidence].join(' ').trim() : 'none'}\n${explained ? inLines(explained) : ''}`,
        )
        if (output.isFull) await output.flush()
      }
      await output.flush()
    }
  },
})

function whyOf({ reason, candidates }: ExplainedDetection) {
  return { reason, candidates }
}

/** The reason, and what every dialect makes of it that sees any likeness. */
function inLines({ reason, candidates }: ExplainedDetection): string {
  const alike = candidates.filter(({ confidence }) => confidence > 0)
  const rows = alike.map(({ dialect, confidence, reason }) => `  ${dialect} ${confidence}: ${reason}\n`)
  return alike.length > 0 ? rows.join('') : `  ${reason}\n`
}

function dialectOf(text: string): Found | undefined {
  const documented = toolResultIn(text)
  const message = documented ? undefined : rpcMessageIn(text)
  if (message) return { dialect: message.error ? (message.error.origin?.dialect ?? 'jsonrpc') : 'message' }
  if (!documented) return detectDialect(text)
  const error = readToolResult(documented.result)
  return { dialect: error ? (error.origin?.dialect ?? 'text') : 'success' }
}

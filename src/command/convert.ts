import type { DialectId } from '../index'
import { CommandError } from './command-error'
import { type ConversionSettings, type Converted, converted, nothing } from './conversion'
import { ConversionWorkers } from './conversion-workers'
import { readableIds, writableIds } from './dialects'
import { inputsIn } from './documents'
import { exitCodes } from './exit-codes'
import { InOrder } from './in-order'
import { LineBlock } from './line-block'
import { checkApart, Output } from './output'
import { inBytes, Progress } from './progress'
import { ReportFile } from './report-file'
import { countIn, defineSubcommand, wrong } from './subcommand'
import { visible } from './terminal'

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
    jobs: {
      takes: 'N',
      says: 'how many threads translate NDJSON (default 1); what is written, and\nin which order, does not depend on it',
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
    const jobs = countIn('convert', 'jobs', options.jobs) ?? 1
    if (jobs > mostJobs) throw wrong('convert', `--jobs takes no more than ${mostJobs}.`)
    const onError = (options['on-error'] ?? 'stop') as ConversionSettings['onError']
    const file = options['report-file']
    if (file !== undefined) checkApart('convert', 'report-file', file, operands)
    const output = new Output(process.stdout)
    const notes = new Output(process.stderr)
    const reportFile = file === undefined ? undefined : new ReportFile(file)
    const isMeasured = report || reportFile !== undefined || options['fail-on-loss']
    // Where documents are shown as they come, nothing may stand between them.
    const progress = new Progress(process.stdout.isTTY ? undefined : process.stderr)
    const settings: ConversionSettings = {
      to: to as DialectId,
      from,
      preserve: !lean,
      redact: options.redact,
      pretty,
      onError,
      losses: isMeasured ? { forPeople: report, inFile: reportFile !== undefined } : undefined,
    }
    let count = 0
    let unread = 0
    let losing = 0
    let missing = 0
    let isLineOpen = false

    const write = (bytes: Uint8Array): void => {
      output.add(bytes)
      if (bytes.length > 0) isLineOpen = bytes.at(-1) !== newLine[0]
    }
    const put = async (done: Converted): Promise<void> => {
      // A document that passes as it is may have no end of a line; the next one begins on a line of its own.
      if (isLineOpen && done.count > 0) write(newLine)
      write(done.written)
      notes.add(done.notes)
      reportFile?.write(done.rows)
      count += done.count
      unread += done.unread
      losing += done.losing
      if (done.failure !== undefined) throw new CommandError(exitCodes.input, done.failure)
      await flushed(output, notes)
    }
    // What fails behind the part that is being read ends the reading.
    const reading = new AbortController()
    const workers = jobs > 1 ? new ConversionWorkers(jobs, settings) : undefined
    const queue = new InOrder(put, workers ? jobs * blocksPerJob : 1, () => reading.abort())
    const onUnreadable = (sentence: string): void => {
      missing++
      queue.add(
        onError === 'stop'
          ? { ...nothing, failure: sentence }
          : { ...nothing, notes: `errlingua: ${visible(sentence)}\n` },
      )
    }

    const inputs = inputsIn(operands, {
      isNdjson: options.ndjson,
      isWhole: from === 'text',
      onUnreadable,
      onProgress: (read, of) => progress.show(() => howFar(count, read, of)),
      ...(workers && { signal: reading.signal }),
    })
    try {
      for await (const parts of inputs) {
        for (const part of parts) {
          // Of several files some may be empty, as logs are that nothing was written to.
          if (operands.length > 1 && part.bytes.length === 0) continue
          queue.add(workers && part instanceof LineBlock ? workers.convert(part) : converted(part, settings))
          await queue.room()
        }
      }
    } finally {
      // Of several failures the first one in the order of the documents is the one to tell.
      try {
        await queue.end()
      } finally {
        progress.clear()
        await flushed(output, notes)
        reportFile?.end()
        await workers?.end()
      }
    }
    if (unread > 0 && count > 1) {
      const what = onError === 'pass' ? 'passed on as they are' : 'left out'
      notes.add(`errlingua: ${unread} of ${count} documents ${what}.\n`)
    }
    const isNothing = unread > 0 && unread === count && onError === 'skip'
    const isLossy = options['fail-on-loss'] && losing > 0
    if (isLossy && !report) {
      const subject = count === 1 ? 'the document' : `${losing} of ${count} documents`
      const what = lean ? `: something is lost in ${to}` : `: ${to} has no member for something`
      notes.add(`errlingua: ${subject}${what}; --report says what.\n`)
    }
    await notes.flush()
    if (isNothing || missing > 0) process.exitCode = exitCodes.input
    else if (isLossy) process.exitCode = exitCodes.loss
  },
})

const newLine = Buffer.from('\n')
// More threads than any machine has cores would only take memory.
const mostJobs = 256
/** How many blocks there are for each thread at a time, with those that wait to be written. */
const blocksPerJob = 6

async function flushed(...outputs: readonly Output[]): Promise<void> {
  for (const output of outputs) await output.flush()
}

function howFar(count: number, read: number, of: number | undefined): string {
  const part =
    of === undefined
      ? inBytes(read)
      : `${inBytes(read)} of ${inBytes(of)}, ${Math.floor((read / of) * 100)} %`
  return `${count} documents, ${part}`
}

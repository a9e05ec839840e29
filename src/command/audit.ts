import { FleetLedger } from './audit/fleet-ledger'
import { grouped, some } from './audit/numbers'
import { page } from './audit/page'
import { replaceFile } from './audit/replace-file'
import type { Report } from './audit/report'
import { textReport } from './audit/text-report'
import { CommandError } from './command-error'
import { writableIds } from './dialects'
import { documentsIn } from './documents'
import { exitCodes } from './exit-codes'
import { checkApart } from './output'
import { inBytes, Progress } from './progress'
import { countIn, defineSubcommand } from './subcommand'
import { tell } from './tell'
import { coloursFor } from './terminal'

export const audit = defineSubcommand({
  usage: ['audit [files...] [--to DIALECT] [options]'],
  about: `Says what the servers of a fleet do when they fail: which dialects each one speaks, which codes it uses, which of its
errors had no structure at all, and what is lost of them in a dialect. It reads files or standard input, each one
document or NDJSON; each document a line of the log of errlingua proxy --log, a recorded tool result (by itself, in
a JSON-RPC answer, or as {"server", "tool", "result"}), or a text in a dialect. A server that is not named has the
name of the file. Documents that cannot be read are counted; files that cannot be opened are named, and the exit status
is 1. Nothing is called.

--json prints {to, documents, unreadable, period, fleet, servers}. Each of the servers, and the fleet, has results
(null where an error stands in no recorded result, as in a log), errors, dialects, actions, codes, unstructured {errors,
recognised} and losses {to, measured, losing, paths} (null where none were measured); a server also has tools and
examples. Of very many names the most frequent are told apart; the counts of those that came late may be too low.`,
  takesOperands: true,
  options: {
    to: {
      takes: 'DIALECT',
      choices: writableIds,
      says: 'the dialect to measure losses for (without it, those that a log\nspeaks of count, and recorded results are not measured)',
    },
    json: { says: 'print one JSON object' },
    html: { takes: 'FILE', says: 'also write a page with charts, which needs nothing else' },
    server: { takes: 'NAME', repeats: true, says: 'only this server (may be given several times)' },
    examples: { takes: 'N', says: 'how many examples to show of the errors that are not recognised (3)' },
    ndjson: { says: 'one document a line, even if the first line is broken' },
  },
  examples: [
    'errlingua audit proxy.ndjson',
    'errlingua audit recordings/*.ndjson --to interbase --html audit.html',
    "errlingua audit --json < proxy.ndjson | jq '.servers[] | {server, errors}'",
  ],
  async run({ options, operands }) {
    if (options.html !== undefined) checkApart('audit', 'html', options.html, operands)
    const ledger = new FleetLedger({
      to: options.to,
      servers: options.server,
      examples: countIn('audit', 'examples', options.examples) ?? 3,
      inputs: operands,
    })
    const progress = new Progress(process.stderr)
    let unreadFiles = 0
    const inputs = documentsIn(operands, {
      isNdjson: options.ndjson,
      onProgress: (read) => progress.show(() => `${grouped(ledger.documents)} documents, ${inBytes(read)}`),
      onUnreadable: (sentence) => {
        progress.clear()
        tell(sentence)
        unreadFiles++
      },
    })
    try {
      for await (const documents of inputs) for (const document of documents) ledger.add(document)
    } finally {
      progress.clear()
    }
    if (unreadFiles > 0) process.exitCode = exitCodes.input
    if (unreadFiles > 0 && ledger.documents === 0) return
    const report = ledger.report()
    warn(report, options.server, ledger.passedOver)
    process.stdout.write(
      options.json
        ? `${JSON.stringify(report)}\n`
        : textReport(report, coloursFor(process.stdout), process.stdout.columns || undefined),
    )
    if (options.html !== undefined) replaceFile(options.html, page(report))
  },
})

/** Says what could not be read and who was not seen; where nothing is left to report, that is a failure. */
function warn(report: Report, wanted: readonly string[], passedOver: readonly string[]): void {
  const { unreadable, documents, servers } = report
  for (const { place, why } of unreadable.places) tell(`${place}: ${why}`)
  // The log of a fleet that never failed.
  if (documents === 0) {
    tell('The input is empty.')
    return
  }
  if (servers.length === 0) throw new CommandError(exitCodes.input, whyNothing(report, wanted, passedOver))
  if (unreadable.documents > 0) {
    tell(`${grouped(unreadable.documents)} of ${some(documents, 'document')} could not be read.`)
  }
  for (const name of wanted) {
    if (!servers.some(({ server }) => server === name)) tell(`No server ${JSON.stringify(name)} was seen.`)
  }
}

function whyNothing(
  { unreadable, documents }: Report,
  wanted: readonly string[],
  passedOver: readonly string[],
): string {
  if (passedOver.length > 0) {
    const asked = wanted.map((name) => JSON.stringify(name)).join(' or ')
    return `No server ${asked} was seen. Seen: ${passedOver.join(', ')}.`
  }
  if (unreadable.documents < documents) {
    return `There is nothing to audit: ${some(documents, 'document')}, and none is an error or the result of a tool.`
  }
  return `There is nothing to audit: ${documents === 1 ? 'the document' : `none of ${grouped(documents)} documents`} could ${documents === 1 ? 'not ' : ''}be read. With --ndjson, each line is a document, whatever the first one is.`
}

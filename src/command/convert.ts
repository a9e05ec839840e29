import { decode, measureLoss, stringify } from '../index'
import { CommandError, exitCodes } from './command-error'
import { documentsIn, parse, placeOf, readInputs, withInput } from './input'
import type { Subcommand } from './main'

export const convert: Subcommand = {
  summary: 'translate errors into a dialect',
  help: `Usage: errlingua convert [files...] --to DIALECT [--from DIALECT] [--lean] [--report]

Translates a file or standard input: one document, or NDJSON with one error a line.

  --to DIALECT    the dialect to write
  --from DIALECT  the dialect to read (detected without it; "text" takes any text as a message)
  --lean          leave out what only travels to make the way back exact
  --report        say on standard error what each translation loses without it

Examples:
  errlingua convert error.json --to fusion
  errlingua convert --to interbase --lean < error.xml
`,
  run(args) {
    const { values, positionals } = parse(args, {
      to: { type: 'string' },
      from: { type: 'string' },
      lean: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    })
    const { to, from, lean, report } = values
    if (to === undefined) throw new CommandError(exitCodes.usage, 'convert needs --to DIALECT. Try --help.')
    for (const { name, text } of readInputs(positionals)) {
      for (const document of documentsIn(text, from)) {
        const place = placeOf(name, document)
        withInput(place, () => {
          const error = decode(document.text, { dialect: from })
          const written = stringify(error, to, { preserve: !lean })
          const isLine = document.line !== undefined
          process.stdout.write(isLine ? `${onOneLine(written)}\n` : written.replace(/\n?$/, '\n'))
          if (report)
            process.stderr.write(`${place}: ${lossReport(measureLoss(error, to).map(({ path }) => path))}\n`)
        })
      }
    }
  },
}

/** JSON of several lines is data on one; XML stands in a JSON string. */
function onOneLine(text: string): string {
  if (text.startsWith('<')) return JSON.stringify(text)
  return text.trim().replace(/\n */g, ' ')
}

function lossReport(paths: readonly string[]): string {
  return paths.length === 0 ? 'nothing is lost' : `lost: ${paths.join(', ')}`
}

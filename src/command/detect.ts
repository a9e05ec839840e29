import { detect as detectDialect } from '../index'
import { exitCodes } from './command-error'
import { documentsIn, parse, readInputs } from './input'
import type { Subcommand } from './main'

export const detect: Subcommand = {
  summary: 'say which dialect errors are in',
  help: `Usage: errlingua detect [files...]

Prints the dialect and the confidence of each error (one document, or NDJSON), "none" where there is none; the exit
status is 1 when any is in none.

Example:
  errlingua detect error.json
`,
  run(args) {
    const { positionals } = parse(args, {})
    for (const { text } of readInputs(positionals)) {
      for (const document of documentsIn(text)) {
        const found = detectDialect(document.text)
        process.stdout.write(found ? `${found.dialect} ${found.confidence}\n` : 'none\n')
        if (!found) process.exitCode = exitCodes.input
      }
    }
  },
}

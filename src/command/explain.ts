import { writeJson } from '../core/json-write'
import { advise, type CanonicalError, decode, type JsonObject } from '../index'
import { documentsIn, parse, placeOf, readInputs, withInput } from './input'
import type { Subcommand } from './main'

export const explain: Subcommand = {
  summary: 'say what an error means and what to do about it',
  help: `Usage: errlingua explain [files...] [--from DIALECT] [--json]

Prints what went wrong, what to do about it and where that is from, for one document or each line of NDJSON; with --json
the canonical error and the advice, one a line.

Example:
  errlingua explain error.xml
`,
  run(args) {
    const { values, positionals } = parse(args, {
      from: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    for (const { name, text } of readInputs(positionals)) {
      for (const [i, document] of documentsIn(text, values.from).entries()) {
        const error = withInput(placeOf(name, document), () =>
          decode(document.text, { dialect: values.from }),
        )
        if (values.json)
          process.stdout.write(`${writeJson({ error, advice: advise(error) } as unknown as JsonObject)}\n`)
        else process.stdout.write((i > 0 ? '\n' : '') + page(error))
      }
    }
  },
}

function page(error: CanonicalError): string {
  const { action, afterSeconds, maxAttempts, reason } = advise(error)
  const wait = afterSeconds === undefined ? '' : ` after ${afterSeconds} s`
  const limit =
    maxAttempts === undefined ? '' : `, ${maxAttempts} time${maxAttempts === 1 ? '' : 's'} at most`
  const { dialect, code } = error.origin ?? {}
  const rows: [string, string | undefined][] = [
    ['what', error.message],
    ['code', `${error.code}${code === undefined ? '' : ` (${code} in ${dialect})`}`],
    ['do', `${action}${wait}${limit}: ${reason}`],
    ['hint', error.recovery],
    ['instead', error.actions?.join(', ')],
    ['fields', error.issues?.map(({ path, message }) => `${path}: ${message}`).join('\n')],
    ['details', error.details && writeJson(error.details)],
  ]
  const lines = rows.flatMap(([label, text]) =>
    text ? [`${label.padEnd(8)} ${text.replaceAll('\n', '\n         ')}`] : [],
  )
  return `${lines.join('\n')}\n`
}

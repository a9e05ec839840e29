import { dialects as known } from '../index'
import { parse } from './input'
import type { Subcommand } from './main'

export const dialects: Subcommand = {
  summary: 'list the dialects',
  help: `Usage: errlingua dialects [--json]

Lists the dialects; with --json their code tables too.
`,
  run(args) {
    const { values } = parse(args, { json: { type: 'boolean', default: false } })
    if (values.json) {
      const tables = known.map(({ id, title, codes }) => ({ id, title, codes }))
      process.stdout.write(`${JSON.stringify(tables)}\n`)
      return
    }
    for (const { id, title } of known) process.stdout.write(`${id.padEnd(13)} ${title}\n`)
  },
}

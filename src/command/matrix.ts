import { dialects } from '../index'
import { parse } from './input'
import type { Subcommand } from './main'
import { codesByDialect, fieldsByDialect, lossesByPair, unsayableDecisions } from './measurements'

export const matrix: Subcommand = {
  summary: 'show what every pair of dialects loses',
  help: `Usage: errlingua matrix [--json]

Measures what a translation without preserve loses, from each dialect (row) into each other one (column); with --json
also the members and codes that each dialect can say, and the decisions that it cannot.
`,
  run(args) {
    const { values } = parse(args, { json: { type: 'boolean', default: false } })
    const losses = lossesByPair()
    if (values.json) {
      const measured = {
        losses,
        fields: fieldsByDialect(),
        codes: codesByDialect(),
        decisions: unsayableDecisions(),
      }
      process.stdout.write(`${JSON.stringify(measured)}\n`)
      return
    }
    for (const { id: from } of dialects) {
      process.stdout.write(`${from}\n`)
      for (const { id: to } of dialects) {
        const lost = losses.find((pair) => pair.from === from && pair.to === to)?.lost ?? []
        if (from !== to) process.stdout.write(`  to ${to.padEnd(13)} ${lost.join(', ') || 'nothing'}\n`)
      }
    }
  },
}

import { codesByDialect, fieldsByDialect, lossesByPair, unsayableDecisions } from './measurements'
import { defineSubcommand } from './subcommand'
import { coloursFor, columns } from './terminal'

export const matrix = defineSubcommand({
  usage: ['matrix [--json]'],
  about: `Measures what a translation from each dialect into each other one loses without what travels to make the way
back exact (convert --lean). The sample says everything that a dialect can say.`,
  options: {
    json: {
      says: 'print JSON, also with the members and codes that each\ndialect can say, and the decisions that it cannot',
    },
  },
  examples: ['errlingua matrix', 'errlingua matrix --json | jq .losses'],
  run({ options }) {
    const losses = lossesByPair()
    if (options.json) {
      const measured = {
        losses,
        fields: fieldsByDialect(),
        codes: codesByDialect(),
        decisions: unsayableDecisions(),
      }
      process.stdout.write(`${JSON.stringify(measured)}\n`)
      return
    }
    const { strong } = coloursFor(process.stdout)
    const rows = losses.map(({ from, to, lost }) => [from, to, lost.join(', ') || 'nothing'])
    const [head = '', ...lines] = columns([['from', 'to', 'loses'], ...rows]).split(/(?<=\n)/)
    process.stdout.write(strong(head) + lines.join(''))
  },
})

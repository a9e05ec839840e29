import { writableIds } from './dialects'
import { codesByDialect, fieldsByDialect, lossesByPair, unsayableDecisions } from './measurements'
import { defineSubcommand } from './subcommand'
import { coloursFor, columns } from './terminal'

export const matrix = defineSubcommand({
  usage: ['matrix [--from DIALECT] [--to DIALECT] [--json]'],
  about: `Measures what a translation from each dialect into each other one loses without what travels to make the way
back exact (convert --lean). The sample says everything that a dialect can say.`,
  options: {
    from: { takes: 'DIALECT', choices: writableIds, says: 'only what is lost from this dialect' },
    to: { takes: 'DIALECT', choices: writableIds, says: 'only what is lost in this dialect' },
    json: {
      says: 'print JSON, also with the members and codes that each\ndialect can say, and the decisions that it cannot',
    },
  },
  examples: ['errlingua matrix --to text', 'errlingua matrix --json | jq .losses'],
  run({ options }) {
    const isAsked = ({ from, to }: { from: string; to: string }) =>
      (options.from ?? from) === from && (options.to ?? to) === to
    const losses = lossesByPair().filter(isAsked)
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

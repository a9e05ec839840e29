import { dialects as known } from '../index'
import { defineSubcommand } from './subcommand'
import { columns } from './terminal'

export const dialects = defineSubcommand({
  usage: ['dialects [--json]'],
  about: 'Lists the dialects.',
  options: { json: { says: 'print JSON, with the code tables' } },
  examples: ['errlingua dialects', 'errlingua dialects --json'],
  run({ options }) {
    if (options.json) {
      const tables = known.map(({ id, title, codes }) => ({ id, title, codes }))
      process.stdout.write(`${JSON.stringify(tables)}\n`)
    } else {
      process.stdout.write(columns(known.map(({ id, title }) => [id, title])))
    }
  },
})

/** For the help and for checks: the ids of the dialects. */
export const dialectIds: readonly string[] = known.map(({ id }) => id)

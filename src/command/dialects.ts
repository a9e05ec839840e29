import { type Dialect, dialects as known } from '../index'
import { defineSubcommand } from './subcommand'
import { columns } from './terminal'

export const dialects = defineSubcommand({
  usage: ['dialects [--json]'],
  about: 'Lists the dialects.',
  options: { json: { says: 'print JSON, with the code tables' } },
  examples: ['errlingua dialects', 'errlingua dialects --json'],
  run({ options }) {
    if (options.json) {
      const tables = named.map(({ id, title, codes, write }) => ({
        id,
        title,
        codes,
        isWritten: write !== undefined,
      }))
      process.stdout.write(`${JSON.stringify(tables)}\n`)
    } else {
      process.stdout.write(columns(named.map(({ id, title }) => [id, title])))
    }
  },
})

// The vocabularies of a dialect are named like dialects.
const named: readonly Dialect[] = known.flatMap((dialect: Dialect) => [
  dialect,
  ...(dialect.vocabularies ?? []),
])

/** The ids of those that are detected. */
export const dialectIds: readonly string[] = known.map(({ id }) => id)

/** The ids of all that can be read. */
export const readableIds: readonly string[] = named.map(({ id }) => id)

/** The ids of all that can be written. */
export const writableIds: readonly string[] = named.filter(({ write }) => write).map(({ id }) => id)

/** Whether what is written in a dialect is no JSON. */
export function isOfText(id: string): boolean {
  return named.some((dialect) => dialect.id === id && dialect.text !== undefined)
}

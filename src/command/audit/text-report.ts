import { type Colours, columns } from '../terminal'
import { targetWords, unmeasuredWords } from './loss-words'
import { grouped, share, some } from './numbers'
import type { Report, ServerReport, Totals } from './report'

// A terminal is no place for a thousand lines; --json has them all.
const mostRows = 10
const mostServers = 50

/** A report for a person at a terminal: all servers in one table, then each by itself. */
export function textReport(report: Report, colours: Colours): string {
  const { servers, fleet, to } = report
  const note = unmeasuredWords(fleet, to)
  const unshown = servers.length - mostServers
  return [
    overview(report, colours) + (note ? colours.faint(`${note}\n`) : ''),
    ...servers
      .filter(({ errors }) => errors > 0)
      .slice(0, mostServers)
      .map((server) => block(server, colours)),
    ...(unshown > 0 ? [`${some(unshown, 'more server')}: --server NAME or --json shows them.\n`] : []),
  ].join('\n')
}

function overview({ servers, fleet }: Report, { strong }: Colours): string {
  const row = (name: string, each: Totals) => [
    name,
    grouped(each.errors),
    each.results === null ? '-' : grouped(each.results),
    share(each.unstructured.errors, each.errors),
    each.unstructured.errors === 0 ? '-' : share(each.unstructured.recognised, each.unstructured.errors),
    each.losses ? share(each.losses.losing, each.losses.measured) : '-',
    each.dialects.map(({ dialect }) => dialect).join(', '),
  ]
  const rows = servers.slice(0, mostServers).map((server) => row(server.server, server))
  if (servers.length > 1) rows.push(row(`${grouped(servers.length)} servers`, fleet))
  const loses = fleet.losses ? `lose in ${targetWords(fleet)}` : 'lose'
  const head = ['server', 'errors', 'results', 'no structure', 'recognised', loses, 'dialects']
  return table(head, rows, [1, 2, 3, 4, 5], strong)
}

function block(server: ServerReport, colours: Colours): string {
  const { strong, faint } = colours
  const { errors, results, unstructured, examples, losses } = server
  const inResults = results === null ? '' : ` in ${some(results, 'result')}`
  const counted = (head: string, rows: readonly { errors: number; name: string }[], of = errors) =>
    rows.length === 0
      ? []
      : [
          table(
            ['errors', 'share', head],
            rows.slice(0, mostRows).map((row) => [grouped(row.errors), share(row.errors, of), row.name]),
            [0, 1],
            faint,
          ) + more(rows.length, faint),
        ]
  const parts = [
    ...counted(
      'dialect',
      server.dialects.map((row) => ({ ...row, name: row.dialect })),
    ),
    codeTable(server, faint),
    ...counted(
      'tool',
      server.tools.map((row) => ({ ...row, name: row.tool })),
    ),
    ...(losses && losses.paths.length === 0
      ? [`Nothing is lost in ${targetWords(server)}.\n`]
      : counted(
          `lost in ${targetWords(server)}`,
          (losses?.paths ?? []).map((row) => ({ ...row, name: row.path })),
          losses?.measured,
        )),
    ...(examples.length === 0
      ? []
      : [
          table(
            [
              'errors',
              'tool',
              `not recognised, ${grouped(unstructured.errors - unstructured.recognised)} in all`,
            ],
            examples.map((each) => [grouped(each.errors), each.tool ?? '-', each.message]),
            [0],
            faint,
          ),
        ]),
  ]
  return `${strong(server.server)}: ${some(errors, 'error')}${inResults}\n\n${indented(parts.join('\n'))}`
}

function codeTable({ codes, errors }: ServerReport, mark: (text: string) => string): string {
  const rows = codes.slice(0, mostRows).map((row) => [
    grouped(row.errors),
    share(row.errors, errors),
    row.code,
    row.root,
    row.actions.map(({ action }) => action).join(', '),
    row.native
      .slice(0, 3)
      .map(({ code }) => code)
      .join(', ') + (row.native.length > 3 ? ', …' : ''),
  ])
  const head = ['errors', 'share', 'code', 'kind', 'action', 'as the server says it']
  return table(head, rows, [0, 1], mark) + more(codes.length, mark)
}

function more(rows: number, mark: (text: string) => string): string {
  return rows > mostRows ? mark(`and ${grouped(rows - mostRows)} more: --json shows them\n`) : ''
}

/** Rows under a marked head, with the columns of numbers flush right. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  mark: (text: string) => string,
): string {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  const flush = all.map((row) =>
    row.map((cell, i) => (numbers.includes(i) ? cell.padStart(widths[i] ?? 0) : cell)),
  )
  const [first = '', ...lines] = columns(flush).split(/(?<=\n)/)
  return `${mark(first.trimEnd())}\n${lines.join('')}`
}

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ')
}

import { type Colours, columns } from '../terminal'
import { targetWords, unmeasuredWords } from './loss-words'
import { grouped, share, some, sumOf } from './numbers'
import type { Report, ServerReport, Totals } from './report'
import { cutInMiddle } from './shown-text'

// A terminal is no place for a thousand lines; --json has them all.
const mostRows = 10
const mostServers = 50

// With less room than this, names beside dialects could not be told apart; the table of each server has its dialects.
const roomForDialects = 100
// No column is cut to less than this.
const narrowest = 8

/** A report for a person at a terminal so many columns wide: all servers in one table, then each by itself. */
export function textReport(report: Report, colours: Colours, width = Number.POSITIVE_INFINITY): string {
  const { servers, fleet, to } = report
  if (servers.length === 0) return 'There was nothing to audit.\n'
  const note = unmeasuredWords(fleet, to)
  const unshown = servers.length - mostServers
  return [
    overview(report, colours, width) + (note ? colours.faint(`${note}\n`) : ''),
    ...servers
      .filter(({ errors }) => errors > 0)
      .slice(0, mostServers)
      .map((server) => block(server, colours, width)),
    ...(unshown > 0 ? [`${some(unshown, 'more server')}: --server NAME or --json shows them.\n`] : []),
  ].join('\n')
}

function overview({ servers, fleet }: Report, { strong }: Colours, width: number): string {
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
  const isFitting = columns([head, ...rows])
    .split('\n')
    .every((line) => line.length <= width)
  const shown = isFitting || width >= roomForDialects ? head.length : head.length - 1
  const [first = [], ...others] = [head, ...rows].map((cells) => cells.slice(0, shown))
  return table(first, others, [1, 2, 3, 4, 5], strong, width)
}

function block(server: ServerReport, { strong, faint }: Colours, width: number): string {
  const room = width - indent.length
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
            room,
          ) + more(rows.length, faint),
        ]
  const parts = [
    ...counted(
      'dialect',
      server.dialects.map((row) => ({ ...row, name: row.dialect })),
    ),
    codeTable(server, faint, room),
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
            room,
          ),
        ]),
  ]
  const counts = `: ${some(errors, 'error')}${inResults}`
  const name = cutInMiddle(server.server, Math.max(narrowest, width - counts.length))
  return `${strong(name)}${counts}\n\n${indented(parts.join('\n'))}`
}

function codeTable({ codes, errors }: ServerReport, mark: (text: string) => string, room: number): string {
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
  return table(head, rows, [0, 1], mark, room) + more(codes.length, mark)
}

function more(rows: number, mark: (text: string) => string): string {
  return rows > mostRows ? mark(`and ${grouped(rows - mostRows)} more: --json shows them\n`) : ''
}

/** Rows under a marked head, with the columns of numbers flush right; all but numbers is cut to the room that there is. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  mark: (text: string) => string,
  room: number,
): string {
  const all = [head, ...rows]
  const longest = (lines: readonly (readonly string[])[], i: number) =>
    Math.max(0, ...lines.map((line) => line[i]?.length ?? 0))
  const widths = fitted(
    head.map((_, i) => ({
      width: longest(all, i),
      least: Math.max(narrowest, numbers.includes(i) ? longest(rows, i) : 0),
    })),
    room,
  )
  const cells = all.map((row) =>
    row.map((cell, i) => {
      const shown = cutInMiddle(cell, widths[i] ?? 0)
      return numbers.includes(i) ? shown.padStart(widths[i] ?? 0) : shown
    }),
  )
  const [first = '', ...lines] = columns(cells).split(/(?<=\n)/)
  return `${mark(first.trimEnd())}\n${lines.join('')}`
}

/** The widths of columns, the widest ones made narrower until all fit, but none narrower than the least that it needs. */
function fitted(needed: readonly { width: number; least: number }[], room: number): number[] {
  const widths = needed.map(({ width }) => width)
  const between = 2 * (widths.length - 1)
  for (let over = sumOf(widths) + between - room; over > 0; over--) {
    const spare = widths.map((width, i) => (width > (needed[i]?.least ?? 0) ? width : 0))
    const widest = Math.max(...spare)
    if (widest === 0) break
    widths[spare.indexOf(widest)] = widest - 1
  }
  return widths
}

const indent = '  '

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, indent)
}

import { plainText } from '../../core/dialect'
import { jsonRpc } from '../../core/json-rpc'
import { type Action, codes, dialects } from '../../index'
import { actions, actionWords } from './actions'
import { type Bar, barChart, type Kind } from './bar-chart'
import { Html, html, type Part } from './html'
import { targetWords, unmeasuredWords } from './loss-words'
import { grouped, share, some } from './numbers'
import { pageStyle } from './page-style'
import type { CodeReport, LossReport, Report, ServerReport } from './report'
import { others } from './tally'

// More than that nobody looks at; --json has them all.
const mostBars = 30
const mostServers = 50
const mostCodes = 12
const mostPaths = 10
const mostNatives = 4
const mostTools = 8

/** A report as one page that needs nothing else: no network, no script. */
export function page(report: Report): string {
  const failing = report.servers.filter(({ errors }) => errors > 0)
  const title = `Tool errors of ${some(report.fleet.servers, 'server')}`
  const body = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="lead">${lead(report)}</p>
${report.servers.length === 0 ? '' : figures(report)}
</header>
<main>
${failing.length === 0 ? noErrors(report) : sections(report, failing)}
</main>
<footer>${source(report)}</footer>
</body>
</html>
`
  return body.markup
}

function noErrors({ servers }: Report): Html {
  return servers.length === 0
    ? html`<section><h2>Nothing to audit</h2><p>There was no error and no result of a tool.</p></section>`
    : html`<section><h2>No errors</h2><p>Every result was a success.</p></section>`
}

function sections(report: Report, failing: readonly ServerReport[]): Part {
  return [actionSection(failing), dialectSection(failing), lossSection(report, failing)].concat(
    overviewSection(report),
    codeSection(failing),
    exampleSection(report, failing),
  )
}

function lead({ period, fleet }: Report): string {
  const seen = fleet.results ? `${some(fleet.results, 'recorded result')}. ` : ''
  if (!period) return `${seen}What fails, how it is said, and what gets lost on the way.`
  const [from, until] = [period.from, period.until].map((time) => time.slice(0, 16).replace('T', ' '))
  return `${seen}${from === until ? `At ${from}` : `From ${from} to ${until}`} UTC.`
}

function figures({ fleet }: Report): Html {
  const { errors, servers, unstructured, losses } = fleet
  const base = losses && losses.measured < errors ? `${grouped(losses.measured)} measured errors` : 'errors'
  const shown: [string, string][] = [
    [grouped(errors), errors === 1 ? 'error' : 'errors'],
    [grouped(servers), servers === 1 ? 'server' : 'servers'],
    [share(unstructured.errors, errors), 'of errors have no structure'],
    losses
      ? [share(losses.losing, losses.measured), `of ${base} lose something in ${targetWords(fleet)}`]
      : ['-', 'losses were not measured'],
  ]
  return html`<dl class="figures">
${shown.map(([figure, label]) => html`<div><dt>${label}</dt><dd>${figure}</dd></div>\n`)}</dl>`
}

function section(title: string, note: Part, content: Part): Html {
  return html`<section>
<h2>${title}</h2>
<p class="note">${note}</p>
${content}</section>
`
}

function actionSection(failing: readonly ServerReport[]): Html {
  const kinds = actions.map((id): Kind => ({ id, label: actionWords[id], colour: `var(--${id})` }))
  const bars = barsOf(failing, (server) => server.actions.map(({ action, errors }) => [action, errors]))
  return section(
    'What the errors ask for',
    'The longer the bar, the more errors; the colours say what an agent should do about them.',
    barChart({ title: 'Errors per server by action', kinds, bars, isOfShares: false }),
  )
}

// Each dialect has its colour, whatever else is there, so that pages can be compared; there are six.
const hued: readonly string[] = [...dialects.map(({ id }) => id), jsonRpc].slice(0, 6)

function dialectSection(failing: readonly ServerReport[]): Html {
  const kinds: Kind[] = [
    ...hued.map((id, at) => ({ id, label: id, colour: `var(--hue-${at})` })),
    { id: others, label: 'other dialects', colour: 'var(--rest)' },
    { id: plainText, label: 'text without structure', colour: 'var(--text-dialect)' },
  ]
  const kindOf = (dialect: string) => (hued.includes(dialect) || dialect === plainText ? dialect : others)
  const bars = barsOf(failing, (server) =>
    server.dialects.map(({ dialect, errors }) => [kindOf(dialect), errors]),
  )
  return section(
    'How they say it',
    'The share of each dialect among the errors of a server.',
    barChart({ title: 'Dialects per server', kinds, bars, isOfShares: true }),
  )
}

/** A bar for each server; those beyond what a chart can show have one together. */
function barsOf(
  servers: readonly ServerReport[],
  countsOf: (server: ServerReport) => readonly (readonly [string, number])[],
): Bar[] {
  const countsIn = (of: readonly ServerReport[]) => {
    const counts = new Map<string, number>()
    for (const [kind, count] of of.flatMap(countsOf)) counts.set(kind, (counts.get(kind) ?? 0) + count)
    return counts
  }
  const rest = servers.slice(mostBars)
  return [
    ...servers.slice(0, mostBars).map((each) => ({ label: each.server, counts: countsIn([each]) })),
    ...(rest.length > 0
      ? [{ label: some(rest.length, 'other server'), counts: countsIn(rest), isOfMany: true }]
      : []),
  ]
}

function lossSection({ fleet, to }: Report, failing: readonly ServerReport[]): Html {
  const title = fleet.losses ? `What gets lost in ${targetWords(fleet)}` : 'What gets lost'
  const note = unmeasuredWords(fleet, to) ?? ''
  const { losses } = fleet
  if (!losses) return section(title, note, '')
  if (losses.losing === 0) return section(title, note, html`<p>Nothing: every error says the same there.</p>`)
  const paths = losses.paths.slice(0, mostPaths).map(({ path }) => path)
  const unshown = losses.paths.length - paths.length
  const measured = failing.flatMap(({ server, losses: own }) => (own ? [{ server, losses: own }] : []))
  const rows = measured
    .slice(0, mostServers)
    .map(
      ({ server, losses: own }) =>
        html`<tr><th scope="row">${server}</th>${paths.map((path) => heatCell(own, path))}</tr>\n`,
    )
  return section(
    title,
    [
      'The errors of each server that lose a member, and their share. ',
      unshown > 0 ? `${some(unshown, 'rarer member')} left out. ` : '',
      note,
    ],
    scrolling(
      title,
      html`<table class="heat">
<caption class="unseen">Errors that lose a member, per server</caption>
<thead><tr><th scope="col">server</th>${paths.map((path) => html`<th scope="col" class="path">${breakable(path)}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>`,
    ),
  )
}

function heatCell({ paths, measured }: LossReport, wanted: string): Html {
  const count = paths.find(({ path }) => path === wanted)?.errors ?? 0
  if (count === 0) return html`<td class="nothing">0</td>`
  const heat = Math.min(4, 1 + Math.floor((count / measured) * 4))
  return html`<td class="heat-${heat}">${grouped(count)} <small>${share(count, measured)}</small></td>`
}

/** A path that may be broken where a member of it ends. */
function breakable(path: string): Part {
  return path.split(/(?<=[._])/).map((part, i) => (i === 0 ? html`${part}` : html`<wbr>${part}`))
}

function overviewSection({ servers, fleet }: Report): Html {
  const row = (name: string, of: Report['fleet'] | ServerReport, kind: string) =>
    html`<tr class="${kind}"><th scope="row">${name}</th><td class="number">${grouped(of.errors)}</td><td class="number">${of.results === null ? '-' : grouped(of.results)}</td><td class="number">${share(of.unstructured.errors, of.errors)}</td><td class="number">${of.unstructured.errors === 0 ? '-' : share(of.unstructured.recognised, of.unstructured.errors)}</td><td class="number">${of.losses ? share(of.losses.losing, of.losses.measured) : '-'}</td></tr>\n`
  const unshown = servers.length - mostServers
  return section(
    'The servers',
    [
      'An error without structure is recognised when its words alone say what it is.',
      servers.some(({ results }) => results === null)
        ? ' Results are counted where all errors stand in recorded ones.'
        : '',
      unshown > 0 ? ` ${some(unshown, 'more server')} with fewer errors left out.` : '',
    ],
    scrolling(
      'The servers',
      html`<table class="servers">
<caption class="unseen">Errors, results and structure per server</caption>
<thead><tr><th scope="col">server</th><th scope="col" class="number">errors</th><th scope="col" class="number">results</th><th scope="col" class="number">no structure</th><th scope="col" class="number">recognised</th><th scope="col" class="number">losing</th></tr></thead>
<tbody>
${servers.slice(0, mostServers).map((server) => row(server.server, server, 'server'))}${servers.length > 1 ? row('all', fleet, 'total') : ''}</tbody>
</table>`,
    ),
  )
}

function codeSection(failing: readonly ServerReport[]): Html {
  return section(
    'The codes',
    'What went wrong, and on grey how the server itself calls it; and with which tools.',
    failing.slice(0, mostServers).map(codeTable),
  )
}

function codeTable({ server, codes: rows, errors, tools }: ServerReport): Html {
  const unshown = rows.length - mostCodes
  return html`<h3>${server}</h3>
${scrolling(
  `Codes of ${server}`,
  html`<table class="codes">
<caption>${some(errors, 'error')} by code${unshown > 0 ? `, the ${mostCodes} most frequent of ${rows.length}` : ''}</caption>
<colgroup><col><col><col><col><col></colgroup>
<thead><tr><th scope="col">code</th><th scope="col">action</th><td></td><th scope="col" class="number">errors</th><th scope="col" class="number">share</th></tr></thead>
<tbody>
${rows.slice(0, mostCodes).map((row) => codeRow(row, errors))}</tbody>
</table>`,
)}${toolLine(tools)}`
}

function toolLine(tools: ServerReport['tools']): Part {
  if (tools.length === 0) return ''
  const named = tools
    .slice(0, mostTools)
    .map(({ tool, errors }, at) => html`${at === 0 ? '' : ', '}<code>${tool}</code> ${grouped(errors)}`)
  return html`<p class="tools">Errors by tool: ${named}${tools.length > mostTools ? ', …' : ''}</p>
`
}

function codeRow({ code, native, actions: taken, errors }: CodeReport, all: number): Html {
  const names = native.slice(0, mostNatives).map((each) => html` <code>${each.code}</code>`)
  const [first] = taken
  const bar = html`<span class="bar" style="width:${(errors / all) * 100}%;background:var(--${first?.action ?? 'go_on'})"></span>`
  return html`<tr><th scope="row"><code>${code}</code><small>${codes[code].meaning}${names}${native.length > mostNatives ? ' …' : ''}</small></th><td class="action">${taken.map(({ action }) => actionMark(action))}</td><td>${bar}</td><td class="number">${grouped(errors)}</td><td class="number">${share(errors, all)}</td></tr>
`
}

function actionMark(action: Action): Html {
  return html`<div><span class="dot" style="background:var(--${action})"></span>${actionWords[action]}</div>`
}

function exampleSection({ fleet }: Report, failing: readonly ServerReport[]): Html {
  const { errors, recognised } = fleet.unstructured
  const unrecognised = errors - recognised
  if (unrecognised === 0) {
    return section(
      'Not recognised',
      '',
      html`<p>None: every error has structure, or words that say what it is.</p>`,
    )
  }
  const items = failing.slice(0, mostServers).flatMap(({ server, examples }) =>
    examples.map(
      ({
        message,
        tool,
        errors: count,
      }) => html`<li><blockquote>${message || '(an empty message)'}</blockquote><cite>${server}${tool === null ? '' : `, ${tool}`}, ${count === 1 ? 'once' : `${grouped(count)} times`}</cite></li>
`,
    ),
  )
  return section(
    'Not recognised',
    `${some(unrecognised, 'error')} without structure, whose words do not say what to do. Numbers in them aside, these differ; credentials are taken out.`,
    html`<ul class="examples">
${items}</ul>
`,
  )
}

/** What may be wider than a narrow screen, to be scrolled by itself. */
function scrolling(label: string, content: Html): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
${content}
</div>
`
}

function source({ documents, unreadable }: Report): string {
  const unread =
    unreadable.documents === 0 ? '' : ` ${grouped(unreadable.documents)} of them could not be read.`
  return `Made by errlingua audit from ${some(documents, 'document')}.${unread}`
}

import { type Html, html } from './html'
import { grouped, share, some } from './numbers'

/** One kind of thing that bars are made of. */
export interface Kind {
  readonly id: string
  readonly label: string
  /** What it is painted with, in CSS. */
  readonly colour: string
}

/** One bar: what it is of, and how much there is of each kind. */
export interface Bar {
  readonly label: string
  readonly counts: ReadonlyMap<string, number>
}

/** A chart of bars, one below the other. */
export interface BarChart {
  readonly title: string
  readonly kinds: readonly Kind[]
  readonly bars: readonly Bar[]
  /** Whether every bar is as long as the others, so that its parts are shares; else they are as long as they are many. */
  readonly isOfShares: boolean
}

const rowHeight = 54
const barTop = 24
const barHeight = 16

/** The bars and what their colours mean. Widths are in percent and heights are not, so that text keeps its size anywhere. */
export function barChart({ title, kinds, bars, isOfShares }: BarChart): Html {
  const shown = kinds.filter(({ id }) => bars.some(({ counts }) => (counts.get(id) ?? 0) > 0))
  const longest = Math.max(1, ...bars.map(sumOf))
  const rows = bars.map((bar, at) => {
    const top = at * rowHeight
    const total = sumOf(bar)
    const whole = isOfShares ? Math.max(1, total) : longest
    let left = 0
    const parts = shown.flatMap(({ id, label, colour }) => {
      const count = bar.counts.get(id) ?? 0
      if (count === 0) return []
      const width = (count / whole) * 100
      const part = html`<rect data-kind="${id}" data-count="${count}" x="${left}%" y="${top + barTop}" width="${width}%" height="${barHeight}" style="fill:${colour}"><title>${`${bar.label}: ${label}, ${some(count, 'error')} (${share(count, total)})`}</title></rect>`
      left += width
      return [part]
    })
    return html`<g data-bar="${bar.label}">
<text x="0" y="${top + 15}">${cut(bar.label)}</text><text class="count" x="100%" y="${top + 15}">${some(total, 'error')}</text>
<rect class="track" x="0" y="${top + barTop}" width="100%" height="${barHeight}"/>${parts}</g>
`
  })
  return html`${legend(shown, bars)}
<svg class="chart" role="img" aria-label="${title}" width="100%" height="${bars.length * rowHeight - 12}" xmlns="http://www.w3.org/2000/svg">
<title>${title}</title><desc>${bars.map((bar) => inWords(bar, shown)).join(' ')}</desc>
${rows}</svg>
`
}

function legend(kinds: readonly Kind[], bars: readonly Bar[]): Html {
  const items = kinds.map(({ id, label, colour }) => {
    const total = bars.reduce((sum, { counts }) => sum + (counts.get(id) ?? 0), 0)
    return html`<li><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" rx="2" style="fill:${colour}"/></svg>${label} <b>${grouped(total)}</b></li>
`
  })
  return html`<ul class="legend">
${items}</ul>`
}

function inWords(bar: Bar, kinds: readonly Kind[]): string {
  const parts = kinds.flatMap(({ id, label }) => {
    const count = bar.counts.get(id) ?? 0
    return count === 0 ? [] : [`${label} ${grouped(count)}`]
  })
  return `${bar.label}: ${parts.join(', ') || 'none'}.`
}

function sumOf({ counts }: Bar): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** A label that leaves room for the count on a narrow screen. */
function cut(label: string): string {
  const chars = [...label]
  return chars.length > 30 ? `${chars.slice(0, 29).join('')}…` : label
}

import { type Html, html } from './html'
import { grouped, share, some, sumOf } from './numbers'

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
  /** Whether it is of many things together, so that its length would say nothing beside the others. */
  readonly isOfMany?: boolean
}

/** A chart of bars, one below the other. */
export interface BarChart {
  readonly title: string
  readonly kinds: readonly Kind[]
  readonly bars: readonly Bar[]
  /** Whether every bar is as long as the others, so that its parts are shares; else they are as long as they are many. */
  readonly isOfShares: boolean
}

const barHeight = 16

/** The bars and what their colours mean. Labels are as long as they are and may take several lines, so that none is cut. */
export function barChart({ title, kinds, bars, isOfShares }: BarChart): Html {
  const shown = kinds.filter(({ id }) => bars.some(({ counts }) => (counts.get(id) ?? 0) > 0))
  const onScale = bars.filter(({ isOfMany }) => !isOfMany)
  const longest = Math.max(1, ...onScale.map(({ counts }) => sumOf(counts.values())))
  const rows = bars.map((bar) => {
    const total = sumOf(bar.counts.values())
    const isOffScale = !isOfShares && bar.isOfMany
    const whole = isOfShares || isOffScale ? Math.max(1, total) : longest
    let left = 0
    const parts = shown.flatMap(({ id, label, colour }) => {
      const count = bar.counts.get(id) ?? 0
      if (count === 0) return []
      const width = (count / whole) * 100
      const part = html`<rect data-kind="${id}" data-count="${count}" x="${left}%" width="${width}%" height="${barHeight}" style="fill:${colour}"><title>${`${bar.label}: ${label}, ${some(count, 'error')} (${share(count, total)})`}</title></rect>`
      left += width
      return [part]
    })
    return html`<li data-bar="${bar.label}"><div><span class="name">${bar.label}</span><span class="count">${some(total, 'error')}${isOffScale ? ', not to scale' : ''}</span></div>
<svg role="img" aria-label="${inWords(bar, shown)}" width="100%" height="${barHeight}"${isOffScale ? html` class="off-scale"` : ''} xmlns="http://www.w3.org/2000/svg"><rect class="track" width="100%" height="${barHeight}"/>${parts}</svg></li>
`
  })
  return html`${legend(shown, bars)}
<ul class="chart" aria-label="${title}">
${rows}</ul>
`
}

function legend(kinds: readonly Kind[], bars: readonly Bar[]): Html {
  const items = kinds.map(({ id, label, colour }) => {
    const total = sumOf(bars.map(({ counts }) => counts.get(id) ?? 0))
    return html`<li><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" rx="2" style="fill:${colour}"/></svg>${label} <b>${grouped(total)}</b></li>
`
  })
  return html`<ul class="legend">
${items}</ul>`
}

function inWords({ counts }: Bar, kinds: readonly Kind[]): string {
  const parts = kinds.flatMap(({ id, label }) => {
    const count = counts.get(id) ?? 0
    return count === 0 ? [] : [`${label} ${grouped(count)}`]
  })
  return parts.join(', ')
}

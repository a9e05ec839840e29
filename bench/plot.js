// Draws how time grows, as SVG: one panel by the size of an error, one by the number of dialects.

const [width, height, left, bottom] = [420, 300, 60, 40]
const colours = ['#2563eb', '#d97706', '#059669']

export function plot(bySize, byCount) {
  const sizes = bySize.flatMap(({ points }) => points)
  const first = panel({
    title: 'Time of translate beside JSON.parse and JSON.stringify (dashed)',
    x: logarithmic(sizes.map(({ size }) => size)),
    y: logarithmic(sizes.flatMap(({ bare, time }) => [bare, time])),
    xLabel: 'bytes of the error',
    yLabel: 'nanoseconds',
    lines: bySize.flatMap(({ name, points }, i) => [
      { name, colour: colours[i], points: points.map(({ size, time }) => [size, time]) },
      { colour: colours[i], isDashed: true, points: points.map(({ size, bare }) => [size, bare]) },
    ]),
  })
  const second = panel({
    title: 'Time of decode by the number of dialects',
    x: linear(byCount.map(({ count }) => count)),
    y: linear([0, ...byCount.map(({ time }) => time * 1.5)]),
    xLabel: 'dialects',
    yLabel: 'nanoseconds',
    lines: [
      {
        name: 'an Interbase error',
        colour: colours[0],
        points: byCount.map(({ count, time }) => [count, time]),
      },
    ],
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * width} ${height}" font-family="sans-serif" font-size="11">
<title>How the time for an error grows with its size, and with the number of dialects</title>
<rect width="100%" height="100%" fill="white"/>
${first}
<g transform="translate(${width} 0)">
${second}
</g>
</svg>
`
}

function logarithmic(values) {
  const [least, most] = [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ]
  const ticks = Array.from({ length: most - least + 1 }, (_, i) => 10 ** (least + i))
  return { place: (value) => (Math.log10(value) - least) / (most - least), ticks }
}

function linear(values) {
  const most = Math.max(...values)
  const step = 10 ** Math.floor(Math.log10(most))
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
  return { place: (value) => value / most, ticks }
}

function panel({ title, x, y, xLabel, yLabel, lines }) {
  const across = (value) => (left + x.place(value) * (width - left - 20)).toFixed(1)
  const up = (value) => (height - bottom - y.place(value) * (height - bottom - 40)).toFixed(1)
  const short = (value) =>
    value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value)
  const xTicks = x.ticks.map(
    (tick) =>
      `<text x="${across(tick)}" y="${height - bottom + 14}" text-anchor="middle">${short(tick)}</text>`,
  )
  const yTicks = y.ticks.map(
    (tick) =>
      `<line x1="${left}" x2="${width - 20}" y1="${up(tick)}" y2="${up(tick)}" stroke="#e5e7eb"/><text x="${left - 6}" y="${Number(up(tick)) + 4}" text-anchor="end">${short(tick)}</text>`,
  )
  const drawn = lines.map(({ colour, isDashed, points }) => {
    const path = points.map(([px, py]) => `${across(px)},${up(py)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${isDashed ? ' stroke-dasharray="4 4"' : ''}/>`
  })
  const named = lines.filter(({ name }) => name)
  const legend = named.map(
    ({ name, colour }, i) => `<text x="${left + 10}" y="${52 + 14 * i}" fill="${colour}">${name}</text>`,
  )
  return [
    `<text x="${left}" y="20" font-weight="bold">${title}</text>`,
    ...yTicks,
    ...xTicks,
    ...drawn,
    ...legend,
    `<text x="${(left + width) / 2}" y="${height - 8}" text-anchor="middle">${xLabel}</text>`,
    `<text x="14" y="${height / 2}" text-anchor="middle" transform="rotate(-90 14 ${height / 2})">${yLabel}</text>`,
  ].join('\n')
}

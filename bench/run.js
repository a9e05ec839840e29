// `npm run bench`: measures everything that docs/performance.md promises, as ratios in one run; `npm run bench -- xml proxy`
// measures some of it. All of it is written to bench/results.json and docs/performance.md, some of it only shown.
import { build } from '../scripts/build.js'
import { setUp } from '../scripts/set-up.js'
import { hasFailed, print, writeResults } from './report.js'

setUp()
build()

// In this order: what starts processes comes last.
const sections = [
  'pass-through',
  'json',
  'xml',
  'detection',
  'growth',
  'proxy',
  'convert',
  'start-up',
  'size',
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !sections.includes(name))
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}. Known: ${sections.join(', ')}.`)
  process.exit(2)
}

const results = []
for (const name of sections) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const { title, measure } = await import(`./${name}.js`)
  console.log(`\n${title}`)
  const rows = await measure()
  print(rows)
  results.push({ section: name, title, rows })
}
if (asked.length === 0) writeResults(results)
if (hasFailed(results)) process.exitCode = 1
